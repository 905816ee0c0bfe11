"""Runs that several processes log under the same tags."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vdlite import LogReader, LogWriter
from vdlite.cli import main
from vdlite.errors import NotFoundError
from vdlite.kinds.surroundings.rank import Rank, rank_of
from vdlite.reader.run.writer_rank import WriterRank, writer_rank
from vdlite.reader.series.columns import Columns
from vdlite.reader.series.rank_cells import rank_cells
from vdlite.tensorboard import SummaryWriter

BEGIN = 1_760_000_000.0


def log_rank(
    folder: Path,
    rank: int,
    monkeypatch: pytest.MonkeyPatch,
    *,
    ranks: int = 4,
    steps: range = range(100),
    seconds: float = 1.0,
    close: bool = True,
    local_rank: int | None = None,
) -> LogWriter:
    monkeypatch.setenv("RANK", str(rank))
    monkeypatch.setenv("WORLD_SIZE", str(ranks))
    monkeypatch.delenv("LOCAL_RANK", raising=False)
    if local_rank is not None:
        monkeypatch.setenv("LOCAL_RANK", str(local_rank))
    writer = LogWriter(folder)
    for step in steps:
        writer.add_scalar("loss", rank + step / 1000, step, BEGIN + seconds * step)
    if close:
        writer.close()
    return writer


@pytest.mark.parametrize(
    ("environment", "rank"),
    [
        ({"RANK": "3", "WORLD_SIZE": "8", "LOCAL_RANK": "1"}, Rank(3, 8, 1)),
        ({"SLURM_PROCID": "5", "SLURM_STEP_NUM_TASKS": "6", "SLURM_LOCALID": "2"}, Rank(5, 6, 2)),
        ({"OMPI_COMM_WORLD_RANK": "0", "OMPI_COMM_WORLD_SIZE": "2"}, Rank(0, 2, None)),
        ({"RANK": "0", "WORLD_SIZE": "1"}, None),
        ({"SLURM_PROCID": "0"}, None),  # a script of sbatch
        ({"RANK": "9", "WORLD_SIZE": "8"}, None),
        ({"RANK": "one", "WORLD_SIZE": "8"}, None),
        ({"RANK": "-1", "WORLD_SIZE": "8"}, None),
        ({}, None),
    ],
)
def test_launchers_say_the_rank(environment: dict[str, str], rank: Rank | None) -> None:
    assert rank_of(environment) == rank


@pytest.mark.parametrize(
    "about",
    [
        {"rank": 0},
        {"rank": "0", "ranks": 2},
        {"rank": True, "ranks": 2},
        {"rank": 2, "ranks": 2},
        {"rank": -1, "ranks": 2},
        {"rank": 0, "ranks": 2**40},
    ],
)
def test_a_header_that_says_something_else_has_no_rank(about: dict[str, Any]) -> None:
    assert writer_rank(about) is None
    assert writer_rank({"rank": 1, "ranks": 2, "host": 7}) == WriterRank(1, 2, None, "")
    long = writer_rank({"rank": 1, "ranks": 2, "host": "h" * 1_000_000})
    assert long == WriterRank(1, 2, None, "h" * 255)


def test_a_header_that_says_millions_of_ranks_costs_no_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RANK", "5")
    monkeypatch.setenv("WORLD_SIZE", str(2**24 - 1))
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar("loss", 1.0, 1)
    reader = LogReader(tmp_path)
    reader.ranks("run")  # what is loaded once
    tracemalloc.start()
    found = reader.ranks("run", limit=7)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found.missing == (0, 1, 2, 3, 4, 6, 7)
    assert [each.of for each in found.left_out] == [2**24 - 2]
    assert most < 10_000_000


def test_points_of_each_rank_are_there_and_the_lowest_one_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for rank in (2, 0, 3, 1):  # in whatever order they come
        log_rank(tmp_path / "run", rank, monkeypatch)
    reader = LogReader(tmp_path)
    found = reader.rank_scalars("run", "loss")
    assert list(found) == [0, 1, 2, 3]
    for rank, points in found.items():
        np.testing.assert_array_equal(points.steps, np.arange(100))
        np.testing.assert_array_equal(points.values, rank + np.arange(100) / 1000)
    np.testing.assert_array_equal(reader.scalars("run", "loss").values, found[0].values)
    assert reader.summary("run").metrics == {"loss": 0.099}
    assert len(reader.scalars("run", "loss", superseded=True)) == 400


def test_what_only_some_ranks_log_is_in_the_curves_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_rank(tmp_path / "run", 0, monkeypatch, steps=range(10))
    log_rank(tmp_path / "run", 1, monkeypatch, steps=range(5, 20))
    points = LogReader(tmp_path).scalars("run", "loss")
    assert points.steps.tolist() == list(range(20))
    assert (points.values < 1).tolist() == [True] * 10 + [False] * 10


def test_a_resumed_rank_takes_nothing_from_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for attempt in (range(60), range(40, 100)):
        for rank in (1, 0):
            monkeypatch.setenv("RANK", str(rank))
            monkeypatch.setenv("WORLD_SIZE", "2")
            start = attempt.start or None
            with SummaryWriter(str(tmp_path / "run"), purge_step=start) as writer:
                for step in attempt:
                    writer.add_scalar(f"of rank {rank}", attempt.start, step)
                    writer.add_scalar("both", 100 * rank + attempt.start, step)
    reader = LogReader(tmp_path)
    wanted = [0] * 40 + [40] * 60
    assert reader.scalars("run", "of rank 1").values.tolist() == wanted
    assert reader.scalars("run", "both").values.tolist() == wanted
    assert reader.rank_scalars("run", "both")[1].values.tolist() == [100 + each for each in wanted]


def test_a_slow_and_a_silent_rank_stand_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    kept = [
        log_rank(folder, 0, monkeypatch, close=False, local_rank=0),
        log_rank(folder, 1, monkeypatch, close=False, local_rank=1, seconds=1.05),
        log_rank(folder, 2, monkeypatch, close=False, local_rank=2, steps=range(60), seconds=1.5),
        log_rank(folder, 3, monkeypatch, close=False, local_rank=3, steps=range(20)),
    ]
    found = LogReader(tmp_path).ranks("run")
    assert (found.ranks, found.hosts, found.tag, found.steps_apart) == (4, 1, "loss", 80)
    assert [(row.rank, row.is_silent, row.is_slow) for row in found.rows] == [
        (3, True, False),
        (2, False, True),
        (0, False, False),
        (1, False, False),
    ]
    slow = found.rows[1]
    assert slow.times_median == pytest.approx(1.5 / 1.025)
    assert (slow.local_rank, slow.last_step, slow.last) == (2, 59, 2.059)
    events = {event.what: event.text for event in LogReader(tmp_path).events("run").events}
    assert "rank 3 on " in events["silent rank"]
    assert "takes 1.46 times as long for a step" in events["slow rank"]
    assert main(["ranks", str(tmp_path), "run", "--limit", "1"]) == 0
    said = capsys.readouterr()
    assert "4 ranks on 1 host; loss: median" in said.out
    assert said.out.splitlines()[-1].endswith("silent")
    assert "note: 1 of 4 ranks; for more" in said.err
    for writer in kept:
        writer.close()


def test_ranks_of_one_process_and_of_a_scalar_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with LogWriter(tmp_path / "alone") as writer:
        writer.add_scalar("loss", 1.0, 0)
    log_rank(tmp_path / "two", 1, monkeypatch, ranks=3)
    reader = LogReader(tmp_path)
    assert (reader.ranks("alone").rows, reader.ranks("alone").ranks) == ((), 1)
    assert reader.ranks("two").missing == (0, 2)
    assert main(["ranks", str(tmp_path), "alone"]) == 1
    assert "alone was logged by one process" in capsys.readouterr().out
    with pytest.raises(NotFoundError, match="lost"):
        reader.ranks("two", "lost")


def test_odd_times_and_values_are_no_obstacle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = [(-(2**63), -1e308, 1e308), (0, 1e308, -1e308), (2**63 - 1, 0.0, float("inf"))]
    for rank in range(2):
        monkeypatch.setenv("RANK", str(rank))
        monkeypatch.setenv("WORLD_SIZE", "2")
        with LogWriter(tmp_path / "run") as writer:
            for step, walltime, value in [*odd, *((step, 0.0, 1.0) for step in range(1, 9))]:
                writer.add_scalar("loss", value, step, walltime)
    reader = LogReader(tmp_path)
    assert {row.seconds_per_step for row in reader.ranks("run").rows} == {0.0}
    points = {
        rank: Columns(each.steps, each.walltimes, each.values)
        for rank, each in reader.rank_scalars("run", "loss").items()
    }
    cells = rank_cells(points, 3)
    assert cells.counts.sum() == 22
    assert cells.values[0, -1] == float("inf")


def test_a_thousand_ranks_are_one_run_and_answered_in_bounded_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for rank in range(1000):
        log_rank(tmp_path / "run", rank, monkeypatch, ranks=1024, steps=range(6))
    assert LogReader(tmp_path).runs == ["run"]
    assert main(["ranks", str(tmp_path), "run", "--json"]) == 0
    said = capsys.readouterr().out
    assert len(said) <= 8193
    found = json.loads(said)
    assert (found["ranks"], found["missing"][0]) == (1024, 1000)
    assert (found["left_out"][0]["what"], found["left_out"][0]["of"]) == ("ranks", 1000)


SCRIPT = """
import os, sys, time
from vdlite import LogWriter
writer = LogWriter(sys.argv[1])
rank = int(os.environ["RANK"])
for step in range(8):
    writer.add_scalar("loss", rank, step)
    time.sleep(0.02 if rank == 2 else 0.005)
if rank == 3:
    os.kill(os.getpid(), 9)
writer.close()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are a thing of POSIX")
def test_real_processes_of_which_one_is_slowed_and_one_killed(tmp_path: Path) -> None:
    started = [
        subprocess.Popen(
            [sys.executable, "-c", SCRIPT, str(tmp_path / "run")],
            env=os.environ | {"RANK": str(rank), "WORLD_SIZE": "4", "LOCAL_RANK": str(rank)},
        )
        for rank in range(4)
    ]
    assert [each.wait(60) for each in started] == [0, 0, 0, -9]
    reader = LogReader(tmp_path)
    assert reader.runs == ["run"]
    assert {rank: len(each) for rank, each in reader.rank_scalars("run", "loss").items()} == {
        0: 8,
        1: 8,
        2: 8,
        3: 8,
    }
    assert reader.ranks("run").rows[0].rank == 2
    assert reader.ranks("run").rows[0].is_slow


TOGETHER = """
import os, vdlite
with vdlite.init() as run:
    run.log({"loss": float(os.environ["RANK"])})
with vdlite.LogWriter() as writer:
    writer.add_scalar("again", 1.0, 0)
"""


def test_processes_of_one_launch_make_one_run_and_those_of_another_another(tmp_path: Path) -> None:
    for launch in ({}, {"SLURM_JOB_ID": "4711"}, {"TORCHELASTIC_RUN_ID": "a/b"}):
        started = [
            subprocess.Popen(
                [sys.executable, "-c", TOGETHER],
                cwd=tmp_path,
                env=os.environ
                | {"RANK": str(rank), "WORLD_SIZE": "8", "VDLITE_SYSTEM": "0"}
                | launch,
            )
            for rank in range(8)
        ]
        assert [each.wait(120) for each in started] == [0] * 8
    reader = LogReader(tmp_path / "runs")
    first, *others = reader.runs
    assert first.startswith(f"ranks-{os.getpid()}-")
    assert others == [
        f"{first}_2",
        "slurm-4711.0",
        "slurm-4711.0_2",
        "torchrun-a_b",
        "torchrun-a_b_2",
    ]
    for run in (first, "slurm-4711.0", "torchrun-a_b"):
        assert list(reader.rank_scalars(run, "loss")) == list(range(8))


def test_a_rank_that_hangs_is_silent_though_its_machine_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = [
        log_rank(tmp_path / "run", 0, monkeypatch, close=False),
        log_rank(tmp_path / "run", 1, monkeypatch, close=False, steps=range(20)),
    ]
    for rank, writer in enumerate(kept):
        last = LogReader(tmp_path).scalars("run", "loss").walltimes.max()
        writer.add_scalar(f"system/rank {rank}/process/threads", 3.0, 100, walltime=last + 1)
    found = LogReader(tmp_path).ranks("run")
    assert found.tag == "loss"
    assert [(row.rank, row.is_silent) for row in found.rows] == [(1, True), (0, False)]
    for writer in kept:
        writer.close()
