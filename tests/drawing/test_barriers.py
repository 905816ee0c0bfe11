"""Barriers between runs, written into the log of one of them."""

import numpy as np
import pytest

from vdlite import LandscapeRecorder, LogReader, LogWriter, compute_barriers
from vdlite.errors import LandscapeError
from vdlite.landscape import ArrayProblem, barriers_of

calls = []


def two_wells(weights):
    calls.append(1)
    return float((weights[0][0] ** 2 - 1) ** 2 + weights[0][1] ** 2)


def callback():
    return ArrayProblem([np.zeros(2)], two_wells)


def keep(folder, place):
    weights = [np.array([9.0, 9.0])]
    with LogWriter(folder) as writer:
        recorder = LandscapeRecorder(writer, weights)
        recorder.record(0)
        weights[0][:] = place
        recorder.record(5)
    return folder


@pytest.fixture
def runs(tmp_path):
    places = {"a": (-1, 0), "b": (1, 0), "other/b": (0, 0)}
    return [keep(tmp_path / name, place) for name, place in places.items()]


def test_the_last_snapshots_of_runs_are_compared_and_logged(runs) -> None:
    reports = []
    made = compute_barriers(
        runs[0], callback, runs[1:], points=5, report=lambda tag, progress: reports.append(tag)
    )
    (logged,) = LogReader(runs[0]).landscapes(".")
    assert (logged.tag, logged.step) == ("landscape/barriers", 5)
    read, damaged = logged.read()
    assert damaged == 0
    np.testing.assert_array_equal(read.values["loss"], made.values["loss"])
    found = barriers_of(read)
    assert found.names == ("a", f"{runs[1].parent.name}/b", "other/b")
    assert found.plain is not None
    np.testing.assert_allclose(found.plain[0], [0, 1, 0.9375**2 - 0.75])
    assert set(reports) == {"landscape/barriers"}


def test_what_is_in_the_log_is_not_computed_again(runs) -> None:
    first = compute_barriers(runs[0], callback, runs[1:], points=5)
    calls.clear()
    again = compute_barriers(runs[0], callback, runs[1:], points=5)
    assert not calls
    assert again.id == first.id
    compute_barriers(runs[0], callback, runs[1:], points=7)
    assert len(LogReader(runs[0]).landscapes(".")) == 2


def test_a_run_without_snapshots_takes_the_record_of_others(runs, tmp_path) -> None:
    made = compute_barriers(tmp_path / "all", callback, runs, points=3)
    assert made.settings["models"] == ["a", f"{tmp_path.name}/b", "other/b"]
    assert [one.step for one in LogReader(tmp_path / "all").landscapes(".")] == [0]


def test_state_dicts_are_models_too(runs) -> None:
    made = compute_barriers(runs[0], callback, [[np.array([1.0, 0.0])]], points=3)
    assert made.settings["models"] == ["a", "model 2"]
    assert made.values["loss"].tolist() == [[0.0, 1.0, 0.0]]


@pytest.mark.parametrize(
    ("models", "options", "message"),
    [
        ([], {}, "models: got 1 with the run's own, want two or more"),
        (["nowhere"], {}, "models: there is no run nowhere"),
        (None, {"points": 1}, "points: got 1, want 3 or more"),
        (None, {"align": "twice"}, "align: got 'twice'"),
        (None, {"align": "both"}, "want a TorchProblem"),
    ],
)
def test_wrong_arguments_are_reported(runs, models, options, message) -> None:
    with pytest.raises(LandscapeError, match=message):
        compute_barriers(runs[0], callback, runs[1:] if models is None else models, **options)
