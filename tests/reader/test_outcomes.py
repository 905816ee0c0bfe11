"""How a run ended, of several files that tell of it."""

import contextlib
from pathlib import Path

import numpy as np
import pytest

from vdlite import LogReader, LogWriter
from vdlite.format.outcome import Outcome
from vdlite.reader import Store
from vdlite.reader.live.reported_states import ReportedStates
from vdlite.writer.life.log_end import end_with


def log(folder: Path, outcome: Outcome | None, step: int = 0) -> None:
    writer = LogWriter(folder)
    writer.add_scalar("loss", 1.0, step)
    writer.close(outcome=outcome)


def outcome(folder: Path) -> str | None:
    return LogReader(folder).outcome(".")


@pytest.mark.parametrize("second", ["finished", "killed", None])
def test_a_resumed_training_ends_as_it_ended_last(tmp_path: Path, second: Outcome | None) -> None:
    log(tmp_path, "failed")
    assert outcome(tmp_path) == "failed"
    log(tmp_path, second, 1)
    assert outcome(tmp_path) == second


def test_a_training_that_goes_on_again_has_no_outcome(tmp_path: Path) -> None:
    log(tmp_path, "failed")
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("loss", 1.0, 1)
        reader = LogReader(tmp_path)
        assert (reader.state("."), reader.outcome(".")) == ("live", None)


@pytest.mark.parametrize(
    ("outcomes", "joint"),
    [
        (["finished", "failed", "killed"], "failed"),
        (["pruned", "killed"], "killed"),
        (["finished", "pruned"], "pruned"),
        ([None, "finished"], "finished"),
        ([None, None], None),
    ],
)
def test_of_processes_that_log_at_once_the_worst_says(
    tmp_path: Path, outcomes: list[Outcome | None], joint: str | None
) -> None:
    for order in (outcomes, outcomes[::-1]):
        folder = tmp_path / str(order)
        writers = [LogWriter(folder) for _ in order]
        for writer in writers:
            writer.add_scalar("loss", 1.0)
        for writer, each in zip(writers, order, strict=True):
            writer.close(outcome=each)
        assert outcome(folder) == joint


def test_what_is_added_later_does_not_change_how_a_training_ended(tmp_path: Path) -> None:
    log(tmp_path, "failed")
    with contextlib.closing(LogWriter(tmp_path)) as later:
        later.add_tensor("anything", np.zeros(3), 0)
    assert outcome(tmp_path) == "failed"


def test_an_outcome_of_a_later_version_is_none(tmp_path: Path) -> None:
    writer = LogWriter(tmp_path)
    end_with(writer, "evaporated")  # type: ignore[arg-type]
    writer.close()
    reader = LogReader(tmp_path)
    assert (reader.state("."), reader.outcome("."), reader.damage) == ("ended", None, [])


def test_an_end_that_changes_the_outcome_only_is_reported(tmp_path: Path) -> None:
    """The page fetches the runs anew then."""
    log(tmp_path, None)
    store = Store([tmp_path])
    store.refresh()
    (run,) = [store.run(info.id) for info in store.runs()]
    notes = ReportedStates()
    notes.begin(run)
    assert notes.compare([run]).states == (run,)
    assert notes.compare([run]).states == ()
    log(tmp_path, "failed", 1)
    store.refresh(discover=True)
    assert run.info.outcome == "failed"
    assert notes.compare([run]).states == (run,)
