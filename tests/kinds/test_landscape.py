"""Landscapes: what is taken, what is refused, and what comes back."""

from typing import Any

import msgpack
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.landscape import (
    Landscape,
    LandscapePart,
    LandscapePath,
    Mark,
    decode,
    landscape,
)
from vdlite.kinds.numbers.packing import pack

X = np.array([-1.0, 0.0, 0.5])
Y = np.array([0.0, 2.0])
Z = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])


def made(given: Any) -> Any:
    return decode(landscape(given).encode()[0])


def summary(given: Any) -> Any:
    return landscape(given).encode()[1]


def test_plain_arrays_are_a_landscape_whose_points_are_all_computed() -> None:
    got = made((X, Y, Z))
    assert (got.x.tolist(), got.y.tolist()) == ([-1, 0, 0.5], [0, 2])
    assert got.values["loss"].tolist() == Z.tolist()
    assert got.done.tolist() == [[True] * 3] * 2
    assert (got.metrics, got.shape, got.path, got.curvature) == (("loss",), (2, 3), None, None)


def test_lists_and_integers_are_numbers_too() -> None:
    got = made(([-1, 0, 1], None, [3, 0, 3]))
    assert (got.y, got.values["loss"].tolist(), got.values["loss"].dtype) == (None, [3, 0, 3], "f8")


def test_the_grids_of_meshgrid_are_coordinates() -> None:
    got = made((*np.meshgrid(X, Y), Z))
    assert (got.x.tolist(), got.y.tolist()) == (X.tolist(), Y.tolist())
    with pytest.raises(PayloadError, match='indexing is "xy"'):
        landscape((*np.meshgrid(X, Y, indexing="ij"), Z.T))


def test_every_field_comes_back() -> None:
    path = {"step": [3, 7], "x": [1.0, 0.0], "y": [0.5, 0.0], "loss": [2.0, 1.0]}
    got = made(
        {
            "x": X,
            "y": Y,
            "values": {"loss": Z, "accuracy": -Z},
            "done": [[1, 1, 0], [1, 1, 1]],
            "center": {"loss": 1.5},
            "path": path,
            "marks": [("a", 1), ("b", 0.5, 2.0), Mark("c", -1.0, 0.0)],
            "directions": {"kind": "pca", "explained": np.array([0.5, 0.25]), "seed": np.int64(3)},
            "settings": {"learning_rate": (0.1, 0.01), "model": "Net", "odd": {"a": 1}},
            "curvature": {"eigenvalues": [3, 1], "trace": np.float32(4), "remark": "x"},
            "id": "mine",
        }
    )
    assert got.id == "mine"
    assert got.metrics == ("loss", "accuracy")
    np.testing.assert_array_equal(got.values["loss"], [[1, 2, np.nan], [4, 5, 6]])
    assert got.center == {"loss": 1.5}
    assert got.path.step.tolist() == [3, 7]
    assert got.path.loss.tolist() == [2, 1]
    assert np.isnan(got.path.true_loss).all()
    assert got.marks == (Mark("a", 1.0, 0.0), Mark("b", 0.5, 2.0), Mark("c", -1.0, 0.0))
    assert got.directions == {"kind": "pca", "explained": [0.5, 0.25], "seed": 3}
    assert got.settings == {"learning_rate": [0.1, 0.01], "model": "Net", "odd": "{'a': 1}"}
    assert got.curvature["eigenvalues"].tolist() == [3, 1]
    assert (got.curvature["trace"], got.curvature["remark"]) == (4.0, "x")


def test_a_path_may_be_coordinates_alone() -> None:
    plane = made((X, Y, Z, [[1, 2], [0, 0]]))
    assert (plane.path.step.tolist(), plane.path.y.tolist()) == ([0, 1], [2, 0])
    line = made((X, None, Z[0], [0.5, 0.25, 0.0]))
    assert (line.path.x.tolist(), line.path.y) == ([0.5, 0.25, 0], None)


def test_marks_may_be_a_mapping_of_places() -> None:
    got = made({"x": X, "y": None, "z": Z[0], "marks": {"first": 0, "second": (1.0,)}})
    assert got.marks == (Mark("first", 0.0), Mark("second", 1.0))


def test_marks_have_the_values_of_metrics_at_exactly_their_place() -> None:
    marks = [
        Mark("a", 1.0, values={"loss": np.float32(0.5)}),
        ("b", 0, 2, {"loss": np.nan}),
        ("c", 3),
    ]
    got = made({"x": X, "y": Y, "z": Z, "marks": marks}).marks
    assert got[0] == Mark("a", 1.0, 0.0, {"loss": 0.5})
    assert np.isnan(got[1].values["loss"])
    assert got[2].values == {}


def test_an_earlier_version_reads_marks_that_have_values() -> None:
    def payload(mark: Any) -> Any:
        return msgpack.unpackb(landscape({"x": X, "y": Y, "z": Z, "marks": [mark]}).encode()[0])

    without, with_values = payload(("a", 1)), payload(("a", 1, 0, {"loss": 3}))
    assert without["marks"] == with_values["marks"] == [["a", 1.0, 0.0]]
    assert "mark_values" not in without
    assert with_values["mark_values"] == [[["loss", 3.0]]]


def test_metrics_may_be_called_as_the_parts_of_an_array() -> None:
    named = {"dtype": Z, "shape": Z + 1, "data": Z + 2}
    got = made({"x": X, "y": Y, "z": named, "settings": {"dtype": 1, "shape": 2, "data": 3}})
    assert {name: values[0, 0] for name, values in got.values.items()} == {
        "dtype": 1,
        "shape": 2,
        "data": 3,
    }
    assert got.settings == {"dtype": 1, "shape": 2, "data": 3}


def test_a_landscape_that_was_read_can_be_logged_again() -> None:
    once = made({"x": X, "y": Y, "z": Z, "path": [[1, 2], [0, 0]], "curvature": {"trace": 1}})
    assert isinstance(once, Landscape)
    again = made(once)
    assert again.id == once.id
    assert again.path.y.tolist() == once.path.y.tolist()
    assert again.curvature == once.curvature


def test_what_the_caller_changes_later_is_not_seen() -> None:
    values = Z.copy()
    draft = landscape((X, Y, values))
    values[:] = 0
    assert decode(draft.encode()[0]).values["loss"].tolist() == Z.tolist()


def test_an_id_is_made_of_what_is_computed() -> None:
    base = {"x": X, "y": Y, "z": Z, "settings": {"samples": 5, "seconds": 1.0}}
    same = {**base, "z": Z * 2, "settings": {"seconds": 9.0, "samples": 5}}
    assert made(base).id == made(same).id
    assert made(base).id != made({**base, "settings": {"samples": 6}}).id
    assert made(base).id != made({**base, "x": X + 1}).id


def test_nan_and_infinity_are_values() -> None:
    odd = np.array([[np.nan, np.inf, -np.inf], [1, 2, 3]])
    got = made((X, Y, odd))
    np.testing.assert_array_equal(got.values["loss"], odd)
    assert got.done.all()


def test_a_part_comes_back() -> None:
    got = made(LandscapePart("k", np.array([4, 0]), {"loss": np.array([5.0, np.nan])}))
    assert (got.id, got.at.tolist()) == ("k", [4, 0])
    np.testing.assert_array_equal(got.values["loss"], [5, np.nan])


WRONG_PATHS: list[tuple[Any, str]] = [
    ([1, 2, 3], r"path: got shape \(3,\), want coordinates \[K, 2\]"),
    ({"x": [1, 2]}, "path: got no y"),
    ({"x": [1, 2], "y": [1]}, "got 1 path y|got 1 y, want 2"),
    ({"x": [1, 2], "y": [1, np.nan]}, "path y: got a coordinate that is not finite"),
    ({"x": [1], "y": [1], "step": [0.5]}, "want 1 whole numbers as step"),
    ({"x": [1], "y": [1], "z": [1]}, "path: got 'z'"),
]


@pytest.mark.parametrize(("path", "message"), WRONG_PATHS)
def test_a_path_that_does_not_fit_is_refused(path: Any, message: str) -> None:
    with pytest.raises(PayloadError, match=message):
        landscape((X, Y, Z, path))


WRONG: list[tuple[Any, str]] = [
    (5, "got 5, want a Landscape"),
    ((X, Y), "want a Landscape"),
    ({"x": X}, "got no z"),
    ({"x": X, "z": Z, "surface": Z}, "got 'surface', want x, y, values"),
    ({"x": X, "y": Y, "z": Z, "values": Z}, "got z and values"),
    ((X, Y, Z.T), r"got shape \(3, 2\), want \[Y, X\] = \(2, 3\); .* transpose"),
    ((X, Y, Z[0]), r"got shape \(3,\), want \[Y, X\] = \(2, 3\)$"),
    ((X, None, Z), r"got shape \(2, 3\), want \[N\] = \(3,\)"),
    (([0, 0], Y, Z), "x: got 0.0 before 0.0, want rising"),
    (([0, np.nan, 1], Y, Z), "x: got a coordinate that is not finite"),
    (([], None, []), "want coordinates"),
    ((X, np.arange(1 << 23), Z), "points, want 16777216 at most"),
    (({"a": 1}, Y, Z), "x: got"),
    ((X, Y, {}), "got 0 metrics"),
    ((X, Y, {"": Z}), "got the name ''"),
    ((X, Y, {"x" * 101: Z}), "want text of at most 100 bytes"),
    ((X, Y, "loss"), "loss"),
    ({"x": X, "y": Y, "z": Z, "done": [True]}, "done: got shape"),
    ({"x": X, "y": Y, "z": Z, "center": {"loss": [1, 2]}}, "center loss: got shape"),
    ({"x": X, "y": Y, "z": Z, "marks": 5}, "marks: got 5"),
    ({"x": X, "y": Y, "z": Z, "marks": [("a",)]}, "want .name, x, y."),
    ({"x": X, "y": Y, "z": Z, "marks": [("a", np.inf, 0)]}, "want a finite place"),
    ({"x": X, "y": Y, "z": Z, "marks": [("a", 0, 0, 5)]}, "marks: got 5, want up to"),
    ({"x": X, "y": Y, "z": Z, "settings": [1]}, "settings: got .1., want a mapping"),
    ({"x": X, "y": Y, "z": Z, "settings": {1: 2}}, "other names of fields than text"),
    ({"x": X, "y": Y, "z": Z, "id": 5}, "id: got 5, want text"),
    ({"x": X, "y": Y, "z": Z, "id": "x" * 201}, "got 201 bytes, want at most 200"),
    ({"x": X, "y": Y, "z": Z, "curvature": [1]}, "curvature: got .1., want a mapping"),
    (
        {"x": X, "y": Y, "z": Z, "curvature": {"eigenvalues": [1, 2], "errors": [1]}},
        "got 1 errors of 2 eigenvalues",
    ),
    ({"x": X, "y": Y, "z": Z, "curvature": {"trace": [1, 2]}}, "trace: got 2 numbers, want one"),
    ({"x": X, "y": Y, "z": Z, "curvature": {"density": {"x": [1]}}}, "want x and y"),
    (LandscapePart("", np.zeros(1), {"loss": np.zeros(1)}), "a part without id"),
    (LandscapePart("k", np.array([-1]), {"loss": np.zeros(1)}), "want whole numbers from 0 on"),
    (LandscapePart("k", np.zeros(2), {"loss": np.zeros(3)}), r"got shape \(3,\)"),
]


@pytest.mark.parametrize(("given", "message"), WRONG)
def test_what_is_no_landscape_is_refused_with_what_is_wanted(given: Any, message: str) -> None:
    with pytest.raises(PayloadError, match=message):
        landscape(given)


def test_the_summary_says_what_a_list_shows() -> None:
    assert summary(
        {
            "x": X,
            "y": Y,
            "z": Z,
            "done": [[1, 0, 1], [0, 0, 0]],
            "path": [[1, 1], [0, 0]],
            "directions": {"kind": "pca"},
            "settings": {"mode": "train"},
            "id": "mine",
        }
    ) == {
        "id": "mine",
        "x": {"min": -1, "max": 0.5, "number": 3},
        "y": {"min": 0, "max": 2, "number": 2},
        "points": 6,
        "done": 2,
        "snapshots": 2,
        "curvature": False,
        "metrics": ["loss"],
        "metrics_in_all": 1,
        "directions": {"kind": "pca"},
        "settings": {"mode": "train"},
    }
    part = LandscapePart("k", np.zeros(3), {"loss": np.zeros(3)})
    assert summary(part) == {"id": "k", "part": True, "points": 3}


@given(
    st.dictionaries(
        st.sampled_from(["mode", "learning_rate", "model", "a", "b" * 90, "c" * 900, "d" * 3000]),
        st.one_of(
            st.text(max_size=2000), st.integers(), st.lists(st.floats(), max_size=2000), st.none()
        ),
    ),
    st.integers(1, 64),
)
def test_the_summary_never_exceeds_4_kib(fields: dict[str, Any], metrics: int) -> None:
    names = {f"{number:>50}": Z for number in range(metrics)}
    shown = summary({"x": X, "y": Y, "z": names, "settings": fields, "directions": fields})
    assert len(msgpack.packb(shown)) <= 4096
    assert shown["metrics"][0] == next(iter(names))
    assert shown["metrics_in_all"] == metrics


def test_what_matters_most_stays_in_the_summary() -> None:
    others = {f"other {number}": "x" * 100 for number in range(100)}
    settings = {**others, "mode": "train", "learning_rate": [0.1] * 500, "interval": [1, 9]}
    shown = summary({"x": X, "y": Y, "z": Z, "settings": settings})["settings"]
    assert (shown["mode"], shown["interval"]) == ("train", [1, 9])
    assert "learning_rate" not in shown
    assert made({"x": X, "y": Y, "z": Z, "settings": settings}).settings == settings


def fields() -> dict[str, Any]:
    found: dict[str, Any] = msgpack.unpackb(
        landscape(
            {
                "x": X,
                "y": Y,
                "z": Z,
                "path": [[1, 1], [0, 0]],
                "marks": {"a": 0},
                "curvature": {"eigenvalues": [1], "errors": [0], "density": {"x": [1], "y": [1]}},
            }
        ).encode()[0]
    )
    return found


def array(values: Any) -> Any:
    return msgpack.unpackb(pack({"a": np.asarray(values)}))["a"]


DAMAGED: list[tuple[str, Any]] = [
    ("x", array([0.0, 0.0, 1.0])),
    ("x", array([0.0, np.nan, 1.0])),
    ("x", array([0.0, 1.0])),
    ("x", array([1, 2, 3])),
    ("y", array([[0.0], [1.0]])),
    ("y", None),
    ("done", array([True])),
    ("done", array(Z)),
    ("done", {"dtype": "|b1", "shape": [1 << 40], "data": b""}),
    ("values", []),
    ("values", [array(Z.T)]),
    ("values", [array(Z.astype(np.float32))]),
    ("values", [{"dtype": "<f8", "shape": [1 << 31, 1 << 31], "data": b""}]),
    ("metrics", [5]),
    ("metrics", []),
    ("center", [["loss"]]),
    ("center", [["loss", "x"]]),
    ("path", {}),
    ("path", []),
    ("path", {"step": array([1]), "x": array([1.0]), "y": None, "loss": 1}),
    ("marks", [["a", 1]]),
    ("marks", [["a", float("nan"), 1]]),
    ("mark_values", 5),
    ("mark_values", []),
    ("mark_values", [["loss", 1.0]]),
    ("mark_values", [[["loss", "x"]]]),
    ("directions", 5),
    ("settings", [[1, 2, 3]]),
    ("curvature", {"eigenvalues": 5}),
    ("curvature", [["eigenvalues", 5]]),
    ("curvature", [["density", 5]]),
    ("curvature", [["trace", "x"]]),
    ("id", 5),
]


@pytest.mark.parametrize(("name", "value"), DAMAGED)
def test_payloads_that_do_not_fit_together_are_a_format_error(name: str, value: Any) -> None:
    with pytest.raises(FormatError):
        decode(msgpack.packb({**fields(), name: value}))


@pytest.mark.parametrize("at", [array([-1]), array([0.5]), array([[1]]), 5, None, array([0, 1, 2])])
def test_parts_that_do_not_fit_together_are_a_format_error(at: Any) -> None:
    part = {"id": "k", "at": at, "metrics": ["loss"], "values": [array([1.0, 2.0])]}
    with pytest.raises(FormatError):
        decode(msgpack.packb(part))


def test_settings_of_other_types_are_left_empty() -> None:
    odd = {**fields(), "settings": [["a", {"b": 1}], ["c", b"x"], ["d", [[[[[1]]]]]], ["e", 2]]}
    assert decode(msgpack.packb(odd)).settings == {"a": None, "c": None, "d": [[[None]]], "e": 2}


def test_a_landscape_path_may_be_given_as_it_is_read() -> None:
    path = LandscapePath(
        np.array([1]), np.array([0.5]), None, np.array([1.0]), np.array([2.0]), np.array([3.0])
    )
    got = made({"x": X, "y": None, "z": Z[0], "path": path})
    assert (got.path.true_loss.tolist(), got.path.residual.tolist()) == ([2], [3])


def test_paths_of_other_trainings_come_back_by_name() -> None:
    paths = {
        "adam": {"x": [1.0, 0.5], "y": [0.0, 0.25], "step": [2, 4], "true_loss": [3.0, 2.0]},
        "fest, 速い": np.array([[0.0, 1.0]]),
    }
    got = made({"x": X, "y": Y, "z": Z, "paths": paths})
    assert list(got.paths) == ["adam", "fest, 速い"]
    adam, other = got.paths.values()
    assert (adam.step.tolist(), adam.x.tolist(), adam.y.tolist()) == ([2, 4], [1, 0.5], [0, 0.25])
    assert adam.true_loss.tolist() == [3, 2]
    assert (other.step.tolist(), other.y.tolist()) == ([0], [1])
    assert np.isnan(other.residual).all()
    assert made({"x": X, "y": Y, "z": Z}).paths == {}


@pytest.mark.parametrize(
    ("paths", "message"),
    [
        ([np.zeros((2, 2))], "landscape paths: got .*, want a path for each name"),
        ({"a": None}, "landscape paths: got None for 'a', want a path"),
        ({"a": np.zeros((2, 3))}, "landscape path: got shape"),
        ({str(i): np.zeros((1, 2)) for i in range(65)}, "got 65, want 64 at most"),
    ],
)
def test_paths_that_are_none_are_refused(paths: Any, message: str) -> None:
    with pytest.raises(PayloadError, match=message):
        landscape({"x": X, "y": Y, "z": Z, "paths": paths})
