"""What is a value, a tag, a step and a walltime for LogWriter, and what is refused."""

import math
import time
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdlite import LogReader, LogWriter, PayloadError


def test_points_come_back_as_they_were_logged(tmp_path: Path) -> None:
    values = [0.1, 1e300, -0.0, 5e-324, math.inf, -math.inf]
    with LogWriter(tmp_path) as writer:
        for step, value in enumerate(values):
            writer.add_scalar("loss", value, step * 10, 1234.5 + step)
    points = LogReader(tmp_path).scalars(".", "loss")
    assert points.values.tolist() == values
    assert points.steps.tolist() == [0, 10, 20, 30, 40, 50]
    assert points.walltimes.tolist() == [1234.5 + step for step in range(6)]


@pytest.mark.parametrize(
    ("value", "want"),
    [
        (3, 3.0),
        (True, 1.0),
        ("1.5e-3", 0.0015),
        (np.array(["1"]), 1.0),
        (2**70, float(2**70)),
        (Fraction(1, 4), 0.25),
        (Decimal("0.5"), 0.5),
        (np.float32(0.1), float(np.float32(0.1))),
        (np.float16(0.5), 0.5),
        (np.int64(7), 7.0),
        (np.bool_(True), 1.0),
        (np.array(2.5), 2.5),
        (np.array([2.5], np.float32), 2.5),
        (np.array([[[4]]]), 4.0),
        (np.longdouble(1.5), 1.5),
    ],
)
def test_whatever_holds_one_real_number_is_a_value(tmp_path: Path, value: Any, want: float) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("x", value, 0)
    assert LogReader(tmp_path).scalars(".", "x").values.tolist() == [want]


@pytest.mark.parametrize(
    ("value", "got"),
    [
        ("high", "str 'high'"),
        (None, "NoneType"),
        ([1.0], "list"),
        (1j, "complex"),
        (np.array([1.0, 2.0]), r"shape \(2,\)"),
        (np.array([]), r"shape \(0,\)"),
        (np.array([1j]), "complex"),
        (np.datetime64("2026-01-01"), "datetime64"),
        (np.array(["high"]), "str"),
        (np.timedelta64(3, "s"), "timedelta64"),
        (np.array([3], "m8[s]"), "array"),
        (10**400, "beyond the range"),
    ],
)
def test_anything_else_is_refused_and_nothing_is_logged(
    tmp_path: Path, value: Any, got: str
) -> None:
    with LogWriter(tmp_path) as writer:
        with pytest.raises(PayloadError, match=got):
            writer.add_scalar("x", value, 0)
        writer.add_scalar("y", 1.0, 0)
    assert LogReader(tmp_path).tags(".") == ["y"]


def test_a_masked_number_is_none(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("x", np.ma.array([5.0], mask=[True]), 0)
        writer.add_scalar("x", np.ma.array([6.0], mask=[False]), 1)
    values = LogReader(tmp_path).scalars(".", "x").values
    assert math.isnan(values[0])
    assert values[1] == 6.0


@pytest.mark.parametrize("tag", [3, None, "", "\ud800", "x" * 5000, ["a"]])
def test_a_tag_that_is_no_name_is_refused(tmp_path: Path, tag: Any) -> None:
    with LogWriter(tmp_path) as writer, pytest.raises(PayloadError, match="tag"):
        writer.add_scalar(tag, 1.0)


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=200))
def test_any_unicode_is_a_tag(tmp_path_factory: pytest.TempPathFactory, tag: str) -> None:
    folder = tmp_path_factory.mktemp("run")
    with LogWriter(folder) as writer:
        writer.add_scalar(tag, 1.0)
    assert LogReader(folder).tags(".") == [tag]


@pytest.mark.parametrize("step", [2**63, -(2**63) - 1, 1.5, "1", math.inf, [1]])
def test_a_step_that_is_no_64_bit_integer_is_refused(tmp_path: Path, step: Any) -> None:
    with LogWriter(tmp_path) as writer:
        with pytest.raises(PayloadError, match="step"):
            writer.add_scalar("x", 1.0, step)
        writer.add_scalar("y", 1.0)
    assert LogReader(tmp_path).tags(".") == ["y"]  # and no series without a point


@pytest.mark.parametrize(
    ("step", "want"),
    [(2**63 - 1, 2**63 - 1), (-(2**63), -(2**63)), (2.0, 2), (np.int32(4), 4)],
)
def test_whole_numbers_are_steps(tmp_path: Path, step: Any, want: int) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("x", 1.0, step)
    assert LogReader(tmp_path).scalars(".", "x").steps.tolist() == [want]


def test_a_missing_step_goes_on_from_the_last(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("a", 1.0)
        writer.add_scalar("a", 1.0)
        writer.add_scalar("a", 1.0, 100)
        writer.add_scalar("a", 1.0)
        writer.add_scalar("b", 1.0)
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "a").steps.tolist() == [0, 1, 100, 101]
    assert reader.scalars(".", "b").steps.tolist() == [0]


def test_a_missing_step_goes_on_from_an_earlier_writers_last(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("a", 1.0, 41)
        writer.add_record("blob", "a", b"x", 7)
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("a", 2.0)
        writer.add_record("blob", "a", b"y")
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "a").steps.tolist() == [41, 42]
    assert [record.step for record in reader.records(".", "blob", "a")] == [7, 8]


def test_walltimes_in_milliseconds_are_recognized(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("x", 1.0, 0, walltime=1_600_000_000_500)
        writer.add_scalar("x", 1.0, 1, walltime=1_600_000_001.25)
    walltimes = LogReader(tmp_path).scalars(".", "x").walltimes
    assert walltimes.tolist() == [1_600_000_000.5, 1_600_000_001.25]


@pytest.mark.parametrize("walltime", [math.inf, -math.inf, "now", 10**400])
def test_a_walltime_that_is_no_time_is_refused(tmp_path: Path, walltime: Any) -> None:
    with LogWriter(tmp_path) as writer, pytest.raises(PayloadError, match="walltime"):
        writer.add_scalar("x", 1.0, 0, walltime)


def test_a_walltime_that_is_nan_is_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("vdlite.writer.arguments.checks._warned_of_nan", set())
    before = time.time()
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("x", 1.0, 0, math.nan)
        writer.add_text("text", "x", 0, np.float32("nan"))
        writer.add_scalar_series("y", [1.0, 2.0], walltimes=[5.0, math.nan])
    reader = LogReader(tmp_path)
    found = [
        reader.scalars(".", "x").walltimes[0],
        reader.records(".", "text", "text")[0].walltime,
        reader.scalars(".", "y").walltimes[1],
    ]
    assert all(before <= each <= time.time() for each in found)
    assert reader.scalars(".", "y").walltimes[0] == 5.0
    assert [each.getMessage() for each in caplog.records] == [
        "vdlite: got NaN for a walltime, which is taken for the present time"
    ]


def test_values_that_can_t_be_shown_are_reported_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with LogWriter(tmp_path) as writer:
        for step in range(2):
            writer.add_confusion_matrix("c", matrix=[[1, math.nan], [0, 2]], step=step)
            writer.add_image("black", np.full((2, 3), math.nan), step)
            writer.add_image("spot", np.array([[math.nan, 0.5]]), step)
    assert LogReader(tmp_path).records(".", "confusion_matrix", "c")[0].payload.counts.tolist() == [
        [1, 0],
        [0, 2],
    ]
    assert [each.getMessage() for each in caplog.records] == [
        "vdlite: confusion_matrix 'c': 1 counts are NaN and taken for 0",
        "vdlite: image 'black': all of its values are NaN, so it is black",
    ]
