"""Traces of CUDA trainings are imported with the answers that they were made for."""

from pathlib import Path

import pytest

from tests.profiling import cuda_traces
from vdlite.kinds.profile import PARTS, Profile, decode, profile
from vdlite.profiling.files.chrome_trace import read_trace


def imported(path: Path) -> Profile:
    return decode(profile(read_trace(path)).encode()[0])


def parts(made: Profile) -> list[dict[str, int]]:
    """Nanoseconds of each step by what was done, without what is nothing."""
    return [
        {name: ns for name, ns in zip(PARTS, row, strict=True) if ns}
        for row in made.tables.parts.tolist()
    ]


def test_a_kernel_over_the_whole_step_is_all_of_it(tmp_path: Path) -> None:
    made = imported(cuda_traces.write(tmp_path / "t.json", cuda_traces.whole_step()))
    assert parts(made) == [{"kernel": 1_000_000}] * 2
    assert made.tables.busy.tolist() == [[1_000_000, 1_000_000]]


def test_half_of_the_communication_is_hidden_by_computation(tmp_path: Path) -> None:
    made = imported(cuda_traces.write(tmp_path / "t.json", cuda_traces.half_overlapped()))
    assert made.tables.computing.tolist() == [[800_000, 400_000, 300_000]] * 3
    for step in parts(made):
        assert (step["kernel"], step["communication"]) == (800_000, 100_000)
        assert sum(step.values()) == 1_000_000
    assert made.tables.collectives.sequence.tolist() == [0, 1, 2]


def test_kernels_of_a_graph_belong_to_the_call_that_launched_it(tmp_path: Path) -> None:
    made = imported(cuda_traces.write(tmp_path / "t.json", cuda_traces.cuda_graph()))
    content = made.content
    events, strings = content.events, content.strings
    launchers = {
        strings[events.name[row]]: strings[events.name[by]]
        for row, by in enumerate(events.launched_by.tolist())
        if by >= 0
    }
    assert launchers == {f"node{node}": "cudaGraphLaunch" for node in range(4)}
    assert [step["kernel"] for step in parts(made)] == [400_000] * 2


def test_many_tiny_kernels_take_their_share(tmp_path: Path) -> None:
    events = cuda_traces.tiny_kernels(20_000)
    made = imported(cuda_traces.write(tmp_path / "t.json", events))
    assert made.tables.events == 60_001
    assert parts(made)[0]["kernel"] == 40_000_000


@pytest.mark.parametrize("number", [0, 7])
def test_what_a_rank_waits_is_in_its_collectives(tmp_path: Path, number: int) -> None:
    path = cuda_traces.write(tmp_path / "t.json", cuda_traces.rank(number), number=number, world=8)
    made = imported(path)
    collectives = made.tables.collectives
    assert collectives.duration.tolist() == [(7 - number) * 50_000 + 100_000] * 3
    assert collectives.ranks.tolist() == [8] * 3
    assert (made.tables.facts["rank"], made.tables.facts["world"]) == (number, 8)
