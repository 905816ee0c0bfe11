"""Questions about trials: the numbers of `LogReader` are those of the server, and of an independent computation."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from vdlite import LogReader, LogWriter
from vdlite.annotations import Edit, Sidecar
from vdlite.errors import WhereError


@pytest.fixture
def logdir(tmp_path: Path) -> Path:
    draw = random.Random(5)
    for place in range(24):
        optimizer = ("adam", "sgd", "lion")[place % 3]
        with LogWriter(tmp_path / f"run-{place}") as writer:
            lr = draw.choice([0.1, 0.01, 0.001])
            writer.add_hparams({"lr": lr, "optimizer": optimizer}, ["loss"], goals={"loss": "min"})
            value = {"adam": 1.0, "sgd": 2.0, "lion": 1.1}[optimizer] + draw.random()
            writer.add_scalar("loss", value + 5, 0)
            writer.add_scalar("loss", float("nan") if place == 3 else value, 1)
    return tmp_path


def values(logdir: Path, optimizer: str) -> list[float]:
    found = LogReader(logdir).hparams(f"optimizer == {optimizer} and loss != nan").trials
    return [trial.metrics["loss"] for trial in found]


def test_groups_have_the_mean_interval_and_test_of_their_trials(logdir: Path) -> None:
    found = LogReader(logdir).groups("loss", "optimizer")
    assert (found.goal, found.against, found.missing) == ("min", "adam", 0)
    assert [(each.label, each.n, each.without_value) for each in found.groups] == [
        ("adam", 7, 1),
        ("lion", 8, 0),
        ("sgd", 8, 0),
    ]
    adam, _, sgd = found.groups
    numbers, others = values(logdir, "sgd"), values(logdir, "adam")
    want = stats.t.interval(0.95, 7, np.mean(numbers), stats.sem(numbers))
    assert (sgd.mean, sgd.std) == pytest.approx((np.mean(numbers), np.std(numbers, ddof=1)))
    assert (sgd.low, sgd.high) == pytest.approx(want)
    assert (sgd.min, sgd.max) == (min(numbers), max(numbers))
    assert adam.difference is None
    assert sgd.difference is not None
    test = stats.ttest_ind(numbers, others, equal_var=False)
    assert sgd.difference.p_value == pytest.approx(test.pvalue)
    assert sgd.difference.difference == pytest.approx(np.mean(numbers) - np.mean(others))
    assert (
        sgd.difference.a + sgd.difference.a_without,
        sgd.difference.b + sgd.difference.b_without,
    ) == (8, 8)


def test_a_group_can_be_named_and_numbers_are_in_their_order(logdir: Path) -> None:
    reader = LogReader(logdir)
    found = reader.groups("min(loss)", "lr", "optimizer != lion", against="0.01")
    assert [each.label for each in found.groups] == ["0.001", "0.01", "0.1"]
    assert found.against == "0.01"
    assert (found.seen, found.found) == (24, 16)
    assert sum(each.n for each in found.groups) == 16
    with pytest.raises(ValueError, match=r"against: got '7', want one of 0.001, 0.01, 0.1"):
        reader.groups("loss", "lr", against="7")
    with pytest.raises(WhereError, match="did you mean optimizer"):
        reader.groups("loss", "optimiser")
    with pytest.raises(WhereError, match="did you mean loss"):
        reader.importance("los")


def test_without_a_direction_no_group_is_the_best(tmp_path: Path) -> None:
    for lr in (0.1, 0.2):
        with LogWriter(tmp_path / str(lr)) as writer:
            writer.add_hparams({"lr": lr})
            writer.add_scalar("temperature", lr, 0)
    found = LogReader(tmp_path).groups("temperature", "lr")
    assert (found.goal, found.against) == (None, None)
    assert [each.difference for each in found.groups] == [None, None]


def test_trials_are_listed_with_what_they_were_given(logdir: Path) -> None:
    Sidecar(logdir).append([Edit("run", "run-0", True, "archived")])
    reader = LogReader(logdir)
    found = reader.hparams("optimizer == adam", sort="loss", limit=3)
    assert (found.found, found.seen, found.archived) == (7, 23, 1)
    best = [trial.metrics["loss"] for trial in found.trials]
    assert best == sorted(values(logdir, "adam"))[:3]
    assert found.trials[0].hparams["optimizer"] == "adam"
    assert (found.left_out[0].shown, found.left_out[0].of) == (3, 7)
    assert reader.hparams("optimizer == adam", archived=True).found == 8


def test_each_trial_of_a_run_is_a_row(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "a") as writer:
        for lr in (1, 2):
            writer.add_hparams({"lr": lr}, ["loss"])
            writer.add_scalar("loss", lr * 10.0, lr)
    reader = LogReader(tmp_path)
    assert [(each.number, each.hparams) for each in reader.hparams().trials] == [
        (0, {"lr": 1}),
        (1, {"lr": 2}),
    ]
    assert reader.hparams("name == 'a #1' and loss == 20").found == 1
