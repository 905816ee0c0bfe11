"""Trials: every call is one, with the scalars that judge it."""

import math
from pathlib import Path

import pytest

from vdlite import LogReader, LogWriter, NotFoundError
from vdlite.reader import Metric


def test_every_call_is_a_trial_with_its_metrics(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_hparams({"lr": 0.1}, ["loss", "missing"])
        writer.add_hparams({"lr": 0.2, "opt": "adam"}, ["loss"])
        for step, value in enumerate([math.nan, 3.0, 1.0, 1.0, 5.0, -math.inf, 2.0]):
            writer.add_scalar("loss", value, 10 * step)
    first, second = LogReader(tmp_path).trials()
    assert (first.run, first.number, first.hparams) == ("run", 0, {"lr": 0.1})
    assert (second.number, second.hparams) == (1, {"lr": 0.2, "opt": "adam"})
    loss = Metric(7, 2.0, 60, -math.inf, 50, 5.0, 40)
    assert first.metrics == {"loss": loss, "missing": None}
    assert second.metrics == {"loss": loss}


def test_a_metric_of_nothing_but_nan_has_no_extremes(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_hparams({}, ["loss"])
        writer.add_scalar("loss", math.nan, 3)
    (trial,) = LogReader(tmp_path).trials(".")
    metric = trial.metrics["loss"]
    assert metric is not None
    assert math.isnan(metric.last)
    assert (metric.last_step, metric.min, metric.max_step) == (3, None, None)


def test_trials_of_two_writers_supersede_none(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as one, LogWriter(tmp_path) as other:
        one.add_hparams({"rank": 0}, [])
        other.add_hparams({"rank": 1}, [])
    assert [trial.hparams["rank"] for trial in LogReader(tmp_path).trials()] == [0, 1]


def test_runs_without_trials_have_none(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar("loss", 1.0)
    assert LogReader(tmp_path).trials() == []
    with pytest.raises(NotFoundError):
        LogReader(tmp_path).trials("none")
