"""Trials: every call is one, with the scalars that judge it."""

import math
from pathlib import Path

import pytest

from vdlite import LogReader, LogWriter, NotFoundError, PayloadError
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


def test_a_resumed_script_goes_on_with_its_trial(tmp_path: Path) -> None:
    given = {"lr": 0.1, "decay": math.nan}
    for first_step, metrics in ((0, ["loss"]), (2, ["loss", "acc"])):
        with LogWriter(tmp_path) as writer:
            writer.add_hparams(given, metrics)
            for step in range(first_step, first_step + 3):
                writer.add_scalar("loss", float(first_step + step), step)
    (trial,) = LogReader(tmp_path).trials()
    assert trial.number == 0
    assert list(trial.metrics) == ["loss", "acc"]
    assert trial.metrics["loss"] == Metric(5, 6.0, 4, 0.0, 0, 6.0, 4)
    with LogWriter(tmp_path) as writer:
        writer.add_hparams({"lr": 0.2, "decay": math.nan}, ["loss"])
        writer.add_hparams({"lr": 0.2, "decay": math.nan}, ["loss"])
    assert [trial.hparams["lr"] for trial in LogReader(tmp_path).trials()] == [0.1, 0.2, 0.2]


def test_a_trial_that_is_given_again_replaces_the_last_of_its_writer(tmp_path: Path) -> None:
    big = {f"name {at}": "x" * 500 for at in range(40)}  # lies in the media file
    with LogWriter(tmp_path) as one, LogWriter(tmp_path) as other:
        one.add_hparams({"lr": 0.1}, ["loss"], walltime=1.0)
        other.add_hparams({"lr": 0.7}, walltime=2.0)
        one.add_scalar("loss", 3.0, 0, 2.5)
        one.add_hparams({"lr": 0.1, **big}, goals={"acc": "max"}, walltime=3.0, replace=True)
        other.add_hparams({"lr": 0.8}, walltime=4.0, replace=True)
        other.add_hparams({"lr": 0.9}, walltime=5.0)
        one.add_hparams({"lr": 0.2}, ["loss"], walltime=6.0, replace=True)
    found = [(trial.walltime, dict(trial.hparams)) for trial in LogReader(tmp_path).trials(".")]
    assert found == [(1.0, {"lr": 0.2}), (2.0, {"lr": 0.8}), (5.0, {"lr": 0.9})]


def test_a_trial_is_added_to_by_whoever_goes_on_with_its_run(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_hparams({"lr": 0.1}, ["loss"])
        writer.add_hparams({"lr": 0.2, "opt": "adam"}, ["loss"], logarithmic=["lr"])
    for more in ({"lr": 0.3}, {"decay": 0.0}):
        with LogWriter(tmp_path) as writer:
            writer.add_hparams(more, logarithmic=more, extend=True)
    first, second = LogReader(tmp_path).trials(".")
    assert first.hparams == {"lr": 0.1}
    assert second.hparams == {"lr": 0.3, "opt": "adam", "decay": 0.0}
    assert (list(second.metrics), second.logarithmic) == (["loss"], ("lr", "decay"))


def test_what_adds_to_nothing_is_a_trial(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_hparams({"lr": 0.1}, extend=True)
        with pytest.raises(PayloadError, match="replace and extend"):
            writer.add_hparams({}, replace=True, extend=True)
    assert [trial.hparams for trial in LogReader(tmp_path).trials(".")] == [{"lr": 0.1}]


def test_the_only_trial_is_replaced_by_another_process(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as one, LogWriter(tmp_path) as other:
        one.add_hparams({"lr": 0.1})
        other.add_hparams({"lr": 0.2}, replace=True)
    assert [trial.hparams for trial in LogReader(tmp_path).trials(".")] == [{"lr": 0.2}]


def test_ranks_that_give_one_trial_at_once_replace_it_together(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as one, LogWriter(tmp_path) as other:
        for writer in (one, other):
            writer.add_hparams({"lr": 0.1})
        for writer in (one, other):
            writer.add_hparams({"lr": 0.1, "parameters": 7}, replace=True)
    (trial,) = LogReader(tmp_path).trials(".")
    assert trial.hparams == {"lr": 0.1, "parameters": 7}


def test_a_resumed_script_that_replaces_its_trial_again_goes_on_with_it(tmp_path: Path) -> None:
    for number in range(3):
        with LogWriter(tmp_path) as writer:
            writer.add_hparams({"lr": math.nan})
            (trial,) = LogReader(tmp_path).trials(".")
            assert repr(dict(trial.hparams)) == repr(
                {"lr": math.nan, **({"parameters": number - 1} if number else {})}
            )
            writer.add_hparams({"lr": math.nan, "parameters": number}, ["loss"], replace=True)
            (trial,) = LogReader(tmp_path).trials(".")
            assert repr(dict(trial.hparams)) == repr({"lr": math.nan, "parameters": number})
            assert list(trial.metrics) == ["loss"]


def test_a_rank_that_begins_behind_what_another_has_replaced_is_of_the_same_trial(
    tmp_path: Path,
) -> None:
    with LogWriter(tmp_path) as one, LogWriter(tmp_path) as other:
        one.add_hparams({"lr": 0.1})
        one.add_hparams({"lr": 0.1, "parameters": 7}, replace=True)
        other.add_hparams({"lr": 0.1})
        other.add_hparams({"lr": 0.1, "parameters": 7}, replace=True)
    (trial,) = LogReader(tmp_path).trials(".")
    assert trial.hparams == {"lr": 0.1, "parameters": 7}


def test_runs_without_trials_have_none(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar("loss", 1.0)
    assert LogReader(tmp_path).trials() == []
    with pytest.raises(NotFoundError):
        LogReader(tmp_path).trials("none")


def losses_of(logdir: Path) -> list[float | None]:
    """The last loss of each trial."""
    metrics = [trial.metrics["loss"] for trial in LogReader(logdir).trials()]
    return [None if metric is None else metric.last for metric in metrics]


def test_trials_logged_before_their_scalars_own_what_follows(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        for number, lr in enumerate([0.1, 0.2, 0.3]):
            writer.add_hparams({"lr": lr}, ["loss"], walltime=1000.0 + 100 * number)
            for step in range(3):  # each trial begins at step 0 again
                time = 1000.0 + 100 * number + step
                writer.add_scalar("loss", 10 * number + step, step, time)
    assert losses_of(tmp_path) == [2.0, 12.0, 22.0]
    second = LogReader(tmp_path).trials()[1].metrics["loss"]
    assert second == Metric(3, 12.0, 2, 10.0, 0, 12.0, 2)


def test_trials_logged_after_their_scalars_own_what_came_before(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        for number in range(3):
            for step in range(3):
                writer.add_scalar("loss", 10 * number + step, step, 1000.0 + 100 * number + step)
            writer.add_hparams({"lr": number}, ["loss"], walltime=1003.0 + 100 * number)
        # The fourth trial is under way, and belongs to nobody yet.
        writer.add_scalar("loss", 99.0, 0, 1400.0)
    assert losses_of(tmp_path) == [2.0, 12.0, 22.0]


def test_a_trial_that_has_just_begun_has_no_metric_yet(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_hparams({"lr": 1}, ["loss"], walltime=1000.0)
        writer.add_scalar("loss", 5.0, 0, 1001.0)
        writer.add_hparams({"lr": 2}, ["loss"], walltime=1002.0)
    assert losses_of(tmp_path) == [5.0, None]


def test_trials_of_which_one_has_no_point_share_the_whole_run(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        for number in range(3):
            writer.add_hparams({"lr": number}, ["loss"], walltime=1000.0 + number)
        writer.add_scalar("loss", 5.0, 0, 1010.0)
    assert losses_of(tmp_path) == [5.0, 5.0, 5.0]
