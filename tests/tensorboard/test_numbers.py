"""What scripts rely on of the scalars and trials of a SummaryWriter."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.tensorboard.written import KINDS, steps
from vdlite import LogReader, PayloadError
from vdlite.tensorboard import SummaryWriter


@KINDS
def test_without_a_step_a_tag_goes_on_from_its_last_one(
    kind: Callable[..., Any], tmp_path: Path
) -> None:
    with kind(str(tmp_path)) as writer:
        writer.add_scalar("x", 1.0)
        writer.add_scalar("x", 2.0)
        writer.add_scalar("x", 3.0, 10)
        writer.add_scalar("x", 4.0)
    assert steps(tmp_path, "x") == [0, 1, 10, 11]


@KINDS
def test_steps_lose_their_fractions(kind: Callable[..., Any], tmp_path: Path) -> None:
    with kind(str(tmp_path)) as writer:
        for step in (0.5, np.float32(1.9), np.int64(3), np.array(5), True):
            writer.add_scalar(f"x/{step}", 1.0, step)
        writer.add_text("t", "text", 2.7)
    found = [steps(tmp_path, tag) for tag in LogReader(tmp_path).tags(".")]
    assert sorted(found) == [[0], [1], [1], [3], [5]]
    assert LogReader(tmp_path).records(".", "text", "t")[0].step == 2


def test_tags_that_a_log_can_not_hold_get_another_name(tmp_path: Path) -> None:
    long = "x" * 65_000
    with SummaryWriter(tmp_path) as writer:
        writer.add_scalar("", 1.0, 0)
        writer.add_scalar(long + "a", 1.0, 0)
        writer.add_scalar(long + "b", 1.0, 0)
    tags = LogReader(tmp_path).tags(".")
    assert len(tags) == 3
    assert "untitled" in tags


@pytest.mark.parametrize("value", [None, "text", [1.0], np.ones(2), object()])
def test_what_is_no_number_is_refused(value: Any, tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer, pytest.raises((TypeError, ValueError)):
        writer.add_scalar("x", value, 0)
    with SummaryWriter(tmp_path) as writer, pytest.raises(PayloadError, match="tag"):
        writer.add_scalar(5, 1.0, 0)  # type: ignore[arg-type]


def test_numbers_keep_all_their_digits(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_scalar("x", 0.1, 0, 5.5, True, True)
        writer.add_scalar("x", np.array([1e300]), 1)
    points = LogReader(tmp_path).scalars(".", "x")
    assert points.values.tolist() == [0.1, 1e300]
    assert points.walltimes[0] == 5.5


def test_several_scalars_are_tags_of_the_run(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_scalars("loss/all", {"train": 1.0, "test": 2.0}, 3)
        writer.add_scalars("loss/all", {}, 3)
    reader = LogReader(tmp_path)
    assert reader.runs == ["."]
    assert reader.tags(".") == ["loss/all/test", "loss/all/train"]
    assert steps(tmp_path, "loss/all/test") == [3]


def test_trials_are_part_of_the_run(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        for lr in (0.1, 0.2):
            given = {"lr": lr, "flag": True, "none": None}
            writer.add_hparams(given, {"hparam/acc": 10 * lr}, run_name=f"lr{lr}")
    trials = LogReader(tmp_path).trials(".")
    assert [trial.hparams["lr"] for trial in trials] == [0.1, 0.2]
    assert trials[0].hparams == {"lr": 0.1, "flag": True, "none": None, "run_name": "lr0.1"}
    assert trials[0].hparams["flag"] is True
    assert [trial.metrics["hparam/acc"].last for trial in trials] == [1.0, 2.0]
    assert steps(tmp_path, "hparam/acc") == [0, 1]


@KINDS
def test_hyperparameters_have_to_be_a_dictionary(kind: Callable[..., Any], tmp_path: Path) -> None:
    class Other(dict[str, float]):
        pass

    with kind(str(tmp_path)) as writer:
        for hparams, metrics in (([], {}), ({}, []), (Other(), {})):
            with pytest.raises(TypeError, match="should be dictionary"):
                writer.add_hparams(hparams, metrics)


def test_all_values_of_a_hyperparameter_have_to_be_of_its_type(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_hparams({"lr": 0.1}, {}, {"lr": [0.1, 0.2]})
        for domains in ({"lr": [1, "a"]}, {"other": [1]}, {"lr": 0.1}, [1]):
            with pytest.raises(TypeError):
                writer.add_hparams({"lr": 0.1}, {}, domains)  # type: ignore[arg-type]
