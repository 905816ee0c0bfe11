"""Layouts of charts: what is taken, and what comes back."""

from pathlib import Path
from typing import Any

import pytest

from vdlite import LogReader, LogWriter, PayloadError
from vdlite.kinds.layout import Chart


def logged(folder: Path, layout: Any) -> tuple[Chart, ...]:
    with LogWriter(folder) as writer:
        writer.add_custom_scalars(layout)
    charts: tuple[Chart, ...] = (
        LogReader(folder).records(".", "layout", "custom_scalars")[-1].payload.charts
    )
    return charts


def test_charts_come_back_in_their_order(tmp_path: Path) -> None:
    layout = {
        "losses": {
            "plain": ["loss/.*", "精度"],
            "as TensorBoard": ["Multiline", ("a", "b")],
            "band": ["Margin", ["a", "low", "high"]],
        },
        "empty": {},
        "other": {"nothing": []},
    }
    assert logged(tmp_path, layout) == (
        Chart("losses", "plain", ("loss/.*", "精度")),
        Chart("losses", "as TensorBoard", ("a", "b")),
        Chart("losses", "band", margins=(("a", "low", "high"),)),
        Chart("other", "nothing"),
    )


def test_two_tags_are_two_tags(tmp_path: Path) -> None:
    assert logged(tmp_path, {"a": {"b": ["Multiline", "Margin"]}}) == (
        Chart("a", "b", ("Multiline", "Margin")),
    )


def test_a_later_layout_comes_behind_an_earlier_one(tmp_path: Path) -> None:
    logged(tmp_path, {"a": {"b": ["first"]}})
    assert logged(tmp_path, {"a": {"b": ["second"]}}) == (Chart("a", "b", ("second",)),)


@pytest.mark.parametrize(
    ("layout", "said"),
    [
        (["a"], "want a mapping of categories"),
        ({"a": ["b"]}, "want a mapping of titles"),
        ({1: {"a": ["b"]}}, "category: got int"),
        ({"a": {None: ["b"]}}, "title: got NoneType"),
        ({"a": {"b": "loss"}}, "chart 'b': got str 'loss'"),
        ({"a": {"b": 3}}, "chart 'b': got int 3"),
        ({"a": {"b": ["x", 3, "y"]}}, "got int 3"),
        ({"a": {"b": ["Margins", ["x"]]}}, "got 'Margins'"),
        ({"a": {"b": ["Margin", ["x", "y"]]}}, "got 2 tags for a margin"),
        ({"a": {"b": ["Multiline", 3]}}, "got int 3"),
        ({"a": {"b": ["Multiline", {"x": 1}]}}, "got dict"),
    ],
)
def test_what_is_no_layout_is_refused(tmp_path: Path, layout: Any, said: str) -> None:
    with LogWriter(tmp_path) as writer, pytest.raises(PayloadError, match=said):
        writer.add_custom_scalars(layout)
