"""Profiles of Python's own profiler, of samplers, and of the CUDA allocator."""

import cProfile
import gzip
import json
import pstats
from pathlib import Path
from typing import Any

import pytest

from tests.profiling.traces import read
from vdlite import LogReader, LogWriter
from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.profile import decode, profile
from vdlite.profiling.files import read_file
from vdlite.profiling.recording.memory_snapshot import of_memory_snapshot
from vdlite.profiling.recording.reading import recording_of


def twice() -> int:
    return once() + once()


def once() -> int:
    return sum(range(1000))


@pytest.mark.parametrize("as_stats", [False, True])
def test_functions_of_cprofile_have_their_calls_own_and_total_times(
    tmp_path: Path, as_stats: bool
) -> None:
    profiler = cProfile.Profile()
    profiler.runcall(twice)
    stats = pstats.Stats(profiler)
    with LogWriter(tmp_path / "run") as writer:
        writer.add_profile(stats if as_stats else profiler)
    made = LogReader(tmp_path).profile("run")
    groups = made.tables.groups
    ours = {
        made.tables.strings[name].rpartition(" ")[2]: (calls, own, total)
        for name, calls, own, total in zip(
            groups.name.tolist(),
            groups.calls.tolist(),
            groups.self_ns.tolist(),
            groups.total_ns.tolist(),
            strict=True,
        )
    }
    for (_, _, name), (_, calls, own, total, _) in vars(stats)["stats"].items():
        if name in ("once", "twice"):
            assert ours[name] == (calls, round(own * 1e9), round(total * 1e9))
    assert made.facts["source"] == "cProfile"
    assert "no times of single calls" in made.notes[0].text


def test_a_cprofile_that_has_profiled_nothing_is_refused() -> None:
    with pytest.raises(PayloadError, match="profiled nothing"):
        recording_of(cProfile.Profile())


def test_collapsed_stacks_become_spans_of_their_samples(tmp_path: Path) -> None:
    path = tmp_path / "raw.txt"
    path.write_text(
        "main (a.py:1);step;matmul 3\nmain (a.py:1);load 2\nmain (a.py:1);step 1\n\nno stack\n"
    )
    recording = read_file(path)
    assert read(recording) == [
        ("load", 0, 20_000_000),
        ("main (a.py:1)", 0, 60_000_000),
        ("step", 20_000_000, 60_000_000),
        ("matmul", 30_000_000, 60_000_000),
    ]
    assert recording.notes[1].text == "1 lines are no stacks, and are left out"


def test_compressed_stacks_are_counted_together(tmp_path: Path) -> None:
    path = tmp_path / "raw.gz"
    path.write_bytes(gzip.compress('训练;矩阵 "x" 1\n'.encode() * 5))
    assert sorted(read(read_file(path))) == [
        ('矩阵 "x"', 0, 50_000_000),
        ("训练", 0, 50_000_000),
    ]


def test_stacks_that_are_too_deep_are_cut_and_reported(tmp_path: Path) -> None:
    path = tmp_path / "deep.txt"
    path.write_text(";".join(f"f{depth}" for depth in range(1200)) + " 1\n")
    recording = read_file(path)
    assert len(recording.events) == 1000
    assert recording.notes[1].text == "1 stacks are deeper than 1000 frames, and are cut there"


def test_what_is_no_profile_at_all_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text("hello world\n")
    with pytest.raises(FormatError, match="got no trace, stacks or speedscope file"):
        read_file(path)


def speedscope(folder: Path, *profiles: dict[str, Any]) -> Path:
    path = folder / "speedscope.json"
    frames = [{"name": "main"}, {"name": "step", "file": "/home/x/train.py", "line": 7}]
    path.write_text(
        json.dumps(
            {
                "$schema": "https://www.speedscope.app/file-format-schema.json",
                "shared": {"frames": frames},
                "profiles": profiles,
            }
        )
    )
    return path


def test_samples_and_events_of_speedscope_are_lanes_of_spans(tmp_path: Path) -> None:
    sampled = {
        "type": "sampled",
        "name": "thread 1",
        "unit": "milliseconds",
        "samples": [[0], [0, 1], [0, 1], [0]],
        "weights": [1, 2, 3, 4],
    }
    evented = {
        "type": "evented",
        "name": "thread 2",
        "unit": "microseconds",
        "startValue": 100,
        "events": [
            {"type": "O", "frame": 0, "at": 100},
            {"type": "O", "frame": 1, "at": 101},
            {"type": "C", "frame": 1, "at": 103},
            {"type": "C", "frame": 0, "at": 104},
        ],
    }
    recording = read_file(speedscope(tmp_path, sampled, evented))
    assert [lane.label for lane in recording.lanes] == ["thread 1", "thread 2"]
    assert sorted(read(recording)) == sorted(
        [
            ("main", 0, 10_000_000),
            ("x/train.py(7): step", 1_000_000, 6_000_000),
            ("main", 0, 4_000),
            ("x/train.py(7): step", 1_000, 3_000),
        ]
    )


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "sampled", "samples": [[7]], "weights": [1]},
        {"type": "sampled", "samples": [[0]], "weights": [1, 2]},
        {"type": "evented", "events": [{"type": "O"}]},
        {"type": "sampled", "samples": []},
        {},
    ],
)
def test_a_wrong_file_of_speedscope_is_refused(tmp_path: Path, wrong: dict[str, Any]) -> None:
    with pytest.raises(FormatError, match="speedscope: "):
        read_file(speedscope(tmp_path, wrong))


def allocation(action: str, time: int, address: int, size: int, name: str = "train") -> Any:
    frames = [
        {"filename": "/x/torch/nn/functional.py", "line": 3, "name": "linear"},
        {"filename": "/home/train.py", "line": 12, "name": name},
    ]
    return {"action": action, "time_us": time, "addr": address, "size": size, "frames": frames}


SNAPSHOT = {
    "segments": [{"device": 0, "total_size": 4096, "allocated_size": 1536}],
    "device_traces": [
        [
            allocation("segment_alloc", 9, 0, 2048),
            allocation("alloc", 10, 64, 1024),
            allocation("alloc", 10, 4096, 512, "evaluate"),
            allocation("free_requested", 11, 64, 1024),
            allocation("free_completed", 12, 64, 1024),
            allocation("alloc", 13, 64, 512),
            allocation("oom", 14, 0, 1 << 30),
        ],
        [],
    ],
}


def test_allocations_of_a_snapshot_have_their_line_and_add_up_to_what_is_held() -> None:
    recording = of_memory_snapshot(SNAPSHOT)
    memory = recording.memory
    assert memory is not None
    assert memory.bytes.tolist() == [1024, 512, -1024, 512]
    assert memory.allocated.tolist() == [1536, 2048, 1024, 1536]
    assert memory.reserved.tolist() == [4096] * 4
    assert memory.device.tolist() == [0] * 4
    strings, events = recording.strings, recording.events
    assert [strings[each] for each in events.name.tolist()] == ["train", "evaluate", "train"]
    assert strings[events.place[0]] == "/home/train.py(12): train"
    made = decode(profile(recording).encode()[0])
    owners = [
        made.content.strings[made.content.events.name[at]] for at in made.content.memory.event
    ]
    assert owners[:2] == ["train", "evaluate"]
    assert made.tables.memory.tolist() == [[0, 512, 2048, 1536]]
    assert [note.level for note in made.tables.notes] == ["error"]


def test_a_snapshot_is_logged(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_memory_snapshot(SNAPSHOT, step=3)
    made = LogReader(tmp_path).profile("run", "memory", 3)
    assert made.facts["source"] == "CUDA memory snapshot"


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        3,
        {},
        "snapshot.pickle",
        b"\x80\x05",
        {"segments": [], "device_traces": [[]]},
        {"segments": "x", "device_traces": [[{}]]},
        {"segments": [], "device_traces": ["x"]},
    ],
)
def test_what_is_no_snapshot_is_refused(wrong: object) -> None:
    with pytest.raises(PayloadError, match="memory snapshot: got"):
        of_memory_snapshot(wrong)


@pytest.mark.parametrize("wrong", ["missing.json", "", "a\0b", "\ud800", "a" * 5000])
def test_a_path_of_no_file_is_refused_and_ends_no_training(tmp_path: Path, wrong: str) -> None:
    with LogWriter(tmp_path / "run") as writer, pytest.raises(FormatError, match="can't be read"):
        writer.add_profile(wrong)
