"""Texts, hyperparameters and names: what is taken, and that it comes back."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdlite import LogReader, LogWriter, PayloadError
from vdlite.errors import FormatError
from vdlite.kinds import hparams, meta, text
from vdlite.kinds.numbers.packing import pack, unpack


@given(st.text())
def test_a_text_comes_back_with_question_marks_for_what_no_file_holds(string: str) -> None:
    payload, summary = text.text(string).encode()
    expected = string.encode(errors="replace").decode()
    assert text.decode(payload) == expected
    assert summary["preview"] == expected[:200]
    assert summary["lines"] == string.count("\n") + 1


def test_bytes_are_taken_for_utf8_and_other_things_refused() -> None:
    assert text.decode(text.text("grün".encode()).encode()[0]) == "grün"
    with pytest.raises(PayloadError, match="text: got int 3, want a string"):
        text.text(3)
    with pytest.raises(FormatError, match="text payload"):
        text.decode(b"\xff")


def test_each_call_is_a_trial_of_its_own(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_hparams(
            hparams_dict={"lr": 0.001, "batch_size": 16, "opt": "sgd"},
            metrics_list=["train_avg_loss", "test_avg_acc"],
        )
        writer.add_hparams(
            hparams_dict={"lr": 0.0001, "batch_size": 16, "opt": "adam"},
            metrics_list=["train_avg_loss", "test_avg_acc"],
        )
    first, second = LogReader(tmp_path).records(".", "hparams", "hparams")
    assert (first.step, second.step) == (0, 1)
    assert first.payload.hparams == {"lr": 0.001, "batch_size": 16, "opt": "sgd"}
    assert second.payload.hparams == {"lr": 0.0001, "batch_size": 16, "opt": "adam"}
    assert second.payload.metrics == ("train_avg_loss", "test_avg_acc")
    assert first.summary == {"count": 3, "preview": first.payload.hparams}


class Tensor:
    """What is known of a torch tensor by its methods."""

    def detach(self) -> "Tensor":
        return self

    def numel(self) -> int:
        return 1

    def item(self) -> float:
        return 0.25


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        (1, 1),
        (True, True),
        (np.bool_(True), True),
        (None, None),
        (np.float32(0.5), 0.5),
        (np.int64(-3), -3),
        (np.array([4]), 4),
        (Tensor(), 0.25),
        ("text", "text"),
        ([1, 2], "[1, 2]"),
        ({"a": 1}, "{'a': 1}"),
        (1 << 100, float(1 << 100)),
        (-(10**400), -math.inf),
        (math.inf, math.inf),
        ("\ud800", "?"),
    ],
)
def test_values_are_kept_as_numbers_or_text(value: Any, kept: Any) -> None:
    payload, _ = hparams.hparams({"name": value}, []).encode()
    found = hparams.decode(payload).hparams["name"]
    assert found == kept
    assert type(found) is type(kept)


def test_nan_is_a_value() -> None:
    payload, _ = hparams.hparams({"x": math.nan}, []).encode()
    found = hparams.decode(payload).hparams["x"]
    assert isinstance(found, float)
    assert math.isnan(found)


@pytest.mark.parametrize(
    ("values", "metrics", "complaint"),
    [
        ([("lr", 1)], [], "hparams_dict: got list"),
        ({1: 2}, [], "a name that is int 1"),
        ({}, "loss", "metrics_list: got 'loss', want a list of tags"),
        ({}, [3], "metrics_list: got int 3"),
        ({}, None, "metrics_list: got None"),
    ],
)
def test_what_is_no_trial_is_refused(values: Any, metrics: Any, complaint: str) -> None:
    with pytest.raises(PayloadError) as caught:
        hparams.hparams(values, metrics)
    assert complaint in str(caught.value)


def test_goals_come_back_by_tag(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        goals: dict[str, Any] = {"speed": "max", "loss": "min"}
        writer.add_hparams({"lr": 1}, ["speed"], goals=goals)
        writer.add_hparams({"lr": 2}, ["speed"])
        writer.add_hparams({"lr": 3}, goals=goals)
    both, silent, judged = LogReader(tmp_path).trials()
    assert (dict(both.goals), list(both.metrics)) == (goals, ["speed"])
    assert silent.goals == {}
    # Who says which way is better, and no metrics, judges by these.
    assert list(judged.metrics) == ["speed", "loss"]
    # Who gives none logs the same bytes as ever.
    assert set(unpack(hparams.hparams({}, ["loss"]).encode()[0], "hparams")) == {
        "hparams",
        "metrics",
    }


def test_what_is_searched_by_its_magnitude_is_kept(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_hparams({"width": 8}, ["loss"], logarithmic=["width"])
        writer.add_hparams({"width": 16}, ["loss"])
    assert [trial.logarithmic for trial in LogReader(tmp_path).trials()] == [("width",), ()]


@pytest.mark.parametrize(
    ("logarithmic", "complaint"),
    [
        ("lr", "logarithmic: got 'lr', want a list of names"),
        (True, "logarithmic: got True, want a list of names"),
        ([3], "logarithmic: got int 3, want names"),
    ],
)
def test_what_are_no_names_is_refused(logarithmic: Any, complaint: str) -> None:
    with pytest.raises(PayloadError) as caught:
        hparams.hparams({}, ["loss"], logarithmic=logarithmic)
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("goals", "complaint"),
    [
        ("max", "goals: got str 'max', want a mapping of tag to 'min' or 'max'"),
        (["loss"], "goals: got list"),
        ({"loss": "maximize"}, "goals: 'loss': got 'maximize', want 'min' or 'max'"),
        ({"loss": None}, "goals: 'loss': got None"),
        ({"loss": ["min"]}, "goals: 'loss': got ['min']"),
        ({3: "min"}, "goals: got int 3, want tags"),
    ],
)
def test_what_is_no_goal_is_refused(goals: Any, complaint: str) -> None:
    with pytest.raises(PayloadError) as caught:
        hparams.hparams({}, ["loss"], goals)
    assert complaint in str(caught.value)


def test_goals_that_a_later_version_may_have_are_left_out() -> None:
    fields = {
        "hparams": {},
        "metrics": [],
        "goals": {"a": "max", "b": "target", "c": np.array([1, 2])},
    }
    assert hparams.decode(pack(fields)).goals == {"a": "max"}
    with pytest.raises(FormatError, match="goals: got list, want a mapping"):
        hparams.decode(pack(fields | {"goals": []}))


def test_a_trial_of_a_thousand_names_keeps_its_summary_small(tmp_path: Path) -> None:
    many = {f"name {index} {'x' * 100}": "y" * 1000 for index in range(1000)}
    with LogWriter(tmp_path) as writer:
        writer.add_hparams(many, [])
    (record,) = LogReader(tmp_path).records(".", "hparams", "hparams")
    assert record.payload.hparams == many
    assert record.summary["count"] == 1000


def test_the_name_given_last_is_the_runs(tmp_path: Path) -> None:
    from vdlite.reader import Store

    with LogWriter(tmp_path / "run", display_name="first") as writer:
        writer.add_scalar("loss", 1.0)
        store = Store([tmp_path])
        store.refresh()
        assert store.runs()[0].display_name == "first"
        writer.add_meta(display_name="second")
        changes = store.refresh()
        assert changes.runs
        assert store.runs()[0].display_name == "second"


def test_a_name_is_a_short_string() -> None:
    with pytest.raises(PayloadError, match="display_name: got int 3, want a string"):
        meta.meta(3)
    with pytest.raises(PayloadError, match="got 2000 bytes, want at most 1024"):
        meta.meta("x" * 2000)
