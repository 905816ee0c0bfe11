"""Ranks that a launcher has started again: at which step they begin, and how they stand since."""

from __future__ import annotations

from pathlib import Path

import pytest

import vdlite
from tests.reader.test_ranks import BEGIN, log_rank
from vdlite import LogReader, LogWriter
from vdlite.kinds.surroundings.rank import attempt_of
from vdlite.reader.run.writer_rank import WriterRank, writer_rank
from vdlite.writer.life.resume import without_siblings


def test_attempts_rise_also_where_a_job_is_queued_again() -> None:
    counts = [{}, {"TORCHELASTIC_RESTART_COUNT": "2"}, {"SLURM_RESTART_COUNT": "1"}]
    counts += [{**counts[1], **counts[2]}, {"SLURM_RESTART_COUNT": "9" * 30}]
    attempts = [attempt_of(each) for each in counts]
    assert attempts == sorted(set(attempts))
    assert attempts[0] == 0
    about = {"rank": 0, "ranks": 2, "attempt": attempts[-1], "launch": "slurm-7.0"}
    assert writer_rank(about) == WriterRank(0, 2, None, "", "slurm-7.0", attempts[-1])
    assert writer_rank({**about, "attempt": "x", "launch": 7}) == WriterRank(0, 2, None, "")


def log_three(folder: Path, rank: int, monkeypatch: pytest.MonkeyPatch, attempt: int) -> list[int]:
    """The steps of three calls of `run.log` in a rank."""
    monkeypatch.setenv("TORCHELASTIC_RUN_ID", "job")
    monkeypatch.setenv("TORCHELASTIC_RESTART_COUNT", str(attempt))
    monkeypatch.setenv("WORLD_SIZE", "2")
    monkeypatch.setenv("RANK", str(rank))
    found = []
    with vdlite.init(logdir=folder, config={"lr": 0.1}, system=False) as run:
        for _ in range(3):
            found.append(run.step)
            run.log({"loss": 1.0})
    return found


def test_ranks_begin_at_one_step_whichever_is_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for attempt, steps in enumerate(([0, 1, 2], [3, 4, 5], [6, 7, 8])):
        for rank in (attempt % 2, 1 - attempt % 2):
            assert log_three(tmp_path / "run", rank, monkeypatch, attempt) == steps
    # A further launch of that name goes on behind all of them.
    monkeypatch.setenv("TORCHELASTIC_RUN_ID", "another")
    monkeypatch.delenv("TORCHELASTIC_RESTART_COUNT")
    with vdlite.init(logdir=tmp_path / "run", config={"lr": 0.1}, system=False) as run:
        assert run.step == 9
    reader = LogReader(tmp_path)
    assert [trial.hparams for trial in reader.trials("run")] == [{"lr": 0.1}]


def test_logs_of_other_ranks_are_no_earlier_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = []
    for rank in (0, 1):
        with log_rank(tmp_path, rank, monkeypatch, ranks=2, steps=range(3)) as writer:
            paths.append(writer.file_name)
    with LogWriter(tmp_path, file_name="alone") as writer:
        monkeypatch.delenv("RANK")
    broken = tmp_path / "broken.vdl"
    broken.write_bytes(b"\xc1")
    gone = str(tmp_path / "gone.vdl")
    assert without_siblings([*paths, gone]) == ([*paths, gone], [])
    monkeypatch.setenv("RANK", "1")
    assert without_siblings([*paths, str(broken), gone]) == (
        [paths[1], str(broken), gone],
        [paths[0]],
    )


def again(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    monkeypatch.setenv("TORCHELASTIC_RESTART_COUNT", str(count))


def test_ranks_that_begin_again_further_back_stand_where_they_are_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "run"
    for rank in range(4):
        log_rank(folder, rank, monkeypatch, steps=range(60), close=False)
    again(monkeypatch, 1)
    monkeypatch.setattr("tests.reader.test_ranks.BEGIN", BEGIN + 1000)
    for rank in range(3):  # the last one has not logged since
        seconds = 2.0 if rank == 1 else 1.0
        log_rank(
            folder, rank, monkeypatch, steps=range(40, 50 - rank), seconds=seconds, close=False
        )
    found = LogReader(tmp_path).ranks("run")
    rows = {row.rank: row for row in found.rows}
    assert {rank: row.last_step for rank, row in rows.items()} == {0: 49, 1: 48, 2: 47, 3: None}
    assert found.steps_apart == 2
    assert rows[1].is_slow
    assert [rank for rank, row in rows.items() if row.is_silent] == [3]
    # All that was logged is there to be looked at.
    assert LogReader(tmp_path).rank_scalars("run", "loss")[3].steps.tolist() == list(range(60))


def test_a_training_that_goes_on_with_fewer_ranks_misses_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for rank in range(4):
        log_rank(tmp_path / "run", rank, monkeypatch, steps=range(60), close=False)
    again(monkeypatch, 1)
    monkeypatch.setattr("tests.reader.test_ranks.BEGIN", BEGIN + 1000)
    for rank in range(2):
        log_rank(tmp_path / "run", rank, monkeypatch, ranks=2, steps=range(50, 90), close=False)
    found = LogReader(tmp_path).ranks("run")
    assert (found.ranks, found.missing, [row.rank for row in found.rows]) == (2, (), [0, 1])
    assert not any(row.is_silent for row in found.rows)
    assert "silent rank" not in {event.what for event in LogReader(tmp_path).events("run").events}
