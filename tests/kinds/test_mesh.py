"""Meshes: from a caller's vertices to a payload and back."""

from __future__ import annotations

import logging
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from vdlite import LogReader, LogWriter
from vdlite.errors import PayloadError
from vdlite.kinds.draft import encoded
from vdlite.kinds.mesh import Mesh, decode, meshes

TRIANGLE = np.array([[0, 0, 0], [1, 0, 0], [0, 2, 0]], np.float32)


def stored(*args: Any, **kwargs: Any) -> Mesh:
    (draft,) = meshes(*args, **kwargs)
    return decode(encoded(draft)[0])


def summary_of(*args: Any, **kwargs: Any) -> dict[str, Any]:
    (draft,) = meshes(*args, **kwargs)
    return dict(encoded(draft)[1])


@given(
    arrays.arrays(
        st.sampled_from([np.float16, np.float32, np.float64, np.int8, np.int64, np.uint16]),
        st.tuples(st.integers(0, 9), st.just(3)),
    )
)
def test_vertices_come_back_as_near_as_a_share_of_their_box(
    vertices: np.ndarray[Any, Any],
) -> None:
    back = stored(vertices).vertices
    summary = summary_of(vertices)
    exact = vertices.astype(np.float64)
    finite = np.isfinite(exact).all(axis=1)
    assert summary["vertices"] == len(vertices)
    assert summary.get("left_out", 0) == len(exact) - finite.sum()
    np.testing.assert_array_equal(np.isfinite(back).all(axis=1), finite)
    if not finite.any():
        assert "low" not in summary
        return
    # Quarters: the sides of a box may be too long for float64.
    low, high = exact[finite].min(axis=0) / 4, exact[finite].max(axis=0) / 4
    away = np.abs(back[finite].astype(np.float64) / 4 - exact[finite] / 4)
    if back.dtype == np.float64:
        np.testing.assert_array_equal(back, exact)
    elif (low < high).any():
        assert away.max() <= 1.01e-5 * (high - low).max()
    kept = back[finite].astype(np.float64)
    assert list(summary["low"].values()) == kept.min(axis=0).tolist()
    assert list(summary["high"].values()) == kept.max(axis=0).tolist()
    middle = kept.min(axis=0) / 8 + kept.max(axis=0) / 8
    reach = max(math.hypot(*row) for row in kept / 4 - middle)
    assert summary["radius"] / 4 == pytest.approx(reach, rel=1e-6, abs=1e-300)


def test_vertices_that_float32_cannot_tell_apart_are_kept_as_float64() -> None:
    ball = np.random.default_rng(0).normal(size=(500, 3))
    far = ball + np.array([5e6, 0, -5e6])
    back = stored(far)
    assert back.vertices.dtype == np.float64
    np.testing.assert_array_equal(back.vertices, far)
    assert summary_of(far)["radius"] == pytest.approx(summary_of(ball)["radius"], rel=0.2)
    # As coarse as its places are, a map of a kilometer is not.
    assert stored(ball + 100).vertices.dtype == np.float32
    assert stored(far.astype(np.float32)).vertices.dtype == np.float32
    whole = np.array([[0, 0, 0], [1, 0, 0], [1 << 25, 1 << 25, 2]])
    assert stored(whole).vertices.dtype == np.float32
    high = np.eye(3, dtype=np.int64) + (1 << 40)
    assert stored(high).vertices.tolist() == high.tolist()
    assert stored([[0.1, 0.2, 0.3]] * 3).vertices.dtype == np.float32


def test_vertices_beyond_float32_are_kept() -> None:
    huge = np.array([[1e300, 0, 0], [-1e300, 0, 0], [0, 0, 1e300], [np.nan, 0, 0]])
    np.testing.assert_array_equal(stored(huge).vertices, huge)
    summary = summary_of(huge)
    assert (summary["left_out"], summary["low"]["x"], summary["high"]["z"]) == (1, -1e300, 1e300)
    assert summary["radius"] == pytest.approx(math.sqrt(1.25) * 1e300)


@given(data=st.data())
def test_faces_and_what_is_known_of_vertices_come_back(data: Any) -> None:
    count = data.draw(st.integers(1, 12))
    vertices = np.arange(3 * count).reshape(count, 3)
    dtype = data.draw(st.sampled_from([np.int8, np.int64, np.uint32, np.float64]))
    shape = st.tuples(st.integers(0, 9), st.just(3))
    faces = data.draw(arrays.arrays(dtype, shape, elements=st.integers(0, count - 1)))
    colors = data.draw(arrays.arrays(np.uint8, st.tuples(st.just(count), st.integers(3, 4))))
    values = data.draw(arrays.arrays(np.float32, count))
    back = stored(vertices, faces, colors, values)
    assert back.faces is not None
    assert back.faces.dtype == np.uint32
    np.testing.assert_array_equal(back.faces, faces)
    np.testing.assert_array_equal(back.colors, colors)
    np.testing.assert_array_equal(back.values, values)
    summary = summary_of(vertices, faces, colors, values)
    assert (summary["faces"], summary["channels"]) == (len(faces), colors.shape[1])
    finite = values[np.isfinite(values)]
    assert summary["valued"] == len(finite)
    if len(finite):
        assert (summary["least"], summary["greatest"]) == (finite.min(), finite.max())


def test_faces_of_many_vertices_keep_their_numbers() -> None:
    many = np.zeros((70_000, 3))
    faces = [[0, 65_535, 69_999]]
    assert stored(many, faces).faces.tolist() == faces  # type: ignore[union-attr]


def test_without_faces_it_is_a_point_cloud() -> None:
    back = stored(TRIANGLE)
    assert (back.faces, back.colors, back.values, back.look) == (None, None, None, {})
    assert "faces" not in summary_of(TRIANGLE)
    assert stored(TRIANGLE, []).faces.shape == (0, 3)  # type: ignore[union-attr]
    assert stored([]).vertices.shape == (0, 3)


def test_floats_of_colors_go_from_0_to_1() -> None:
    colors = [[0, 1, 0.5], [0.1, -1, 2], [np.nan, 0.999, 0]]
    # 0.5, 0.1 and 0.999 times 255, to the nearest whole number.
    wanted = [[0, 255, 128], [26, 0, 255], [0, 255, 0]]
    assert stored(TRIANGLE, colors=colors).colors.tolist() == wanted  # type: ignore[union-attr]
    assert summary_of(TRIANGLE, colors=colors)["clipped"] == 2
    assert "clipped" not in summary_of(TRIANGLE, colors=TRIANGLE / 2)
    shine = [[0, 15.5, 0.5]] * 3
    assert stored(TRIANGLE, colors=shine).colors.tolist() == [[0, 255, 128]] * 3  # type: ignore[union-attr]
    assert summary_of(TRIANGLE, colors=shine)["clipped"] == 3
    whole = [[0, 1, 255]] * 3
    assert stored(TRIANGLE, colors=whole).colors.tolist() == whole  # type: ignore[union-attr]


def test_floats_of_colors_that_can_be_no_shares_go_from_0_to_255() -> None:
    colors = [[0, 127.5, 255], [16, 0.4, np.nan], [254.6, 1, 2]]
    back = stored(TRIANGLE, colors=colors).colors
    assert back.tolist() == [[0, 128, 255], [16, 0, 0], [255, 1, 2]]  # type: ignore[union-attr]
    assert "clipped" not in summary_of(TRIANGLE, colors=colors)
    assert stored(TRIANGLE, colors=np.float16(colors)).colors.tolist() == back.tolist()  # type: ignore[union-attr]
    # The dark one of a batch is meant as the other.
    batch = np.stack([TRIANGLE, TRIANGLE])
    dark, bright = meshes(batch, colors=np.stack([np.ones((3, 3)), np.full((3, 3), 200.0)]))
    for draft, want in ((dark, 1), (bright, 200)):
        assert np.all(decode(encoded(draft)[0]).colors == want)
    # Neither the one nor the other.
    for odd in (256.0, -0.5):
        strange = np.where(np.eye(3) > 0, odd, 100.0)
        assert summary_of(TRIANGLE, colors=strange)["clipped"] == 9


def test_a_batch_is_a_series_for_each_mesh(tmp_path: Path) -> None:
    batch = np.stack([TRIANGLE, TRIANGLE + 1])
    faces = np.array([[[0, 1, 2]], [[2, 1, 0]]])
    with LogWriter(tmp_path) as writer:
        writer.add_mesh("m", batch, faces, batch / 4, batch[..., 0], 7)
        writer.add_mesh("one", batch[:1], step=7)
    reader = LogReader(tmp_path)
    assert reader.tags(".", "mesh") == ["m/0", "m/1", "one"]
    (record,) = reader.records(".", "mesh", "m/1")
    assert record.step == 7
    np.testing.assert_array_equal(record.payload.vertices, batch[1])
    assert record.payload.faces.tolist() == [[2, 1, 0]]
    assert record.payload.values.tolist() == [1, 2, 1]
    np.testing.assert_array_equal(reader.records(".", "mesh", "one")[0].payload.vertices, TRIANGLE)


def test_a_large_cloud_is_encoded_behind_the_caller_from_a_copy(tmp_path: Path) -> None:
    points = np.random.default_rng(0).normal(size=(200_000, 3)).astype(np.float32)
    kept = points.copy()
    with LogWriter(tmp_path) as writer:
        writer.add_mesh("cloud", points, values=points[:, 0], step=1)
        points[:] = 0
    (record,) = LogReader(tmp_path).records(".", "mesh", "cloud")
    np.testing.assert_array_equal(record.payload.vertices, kept)
    np.testing.assert_array_equal(record.payload.values, kept[:, 0])
    assert record.entry.length < kept.nbytes * 4 / 3 + 300


def test_clipped_colors_are_reported_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING), LogWriter(tmp_path) as writer:
        for step in range(3):
            writer.add_mesh("m", TRIANGLE, colors=TRIANGLE, step=step)
    assert [text for text in caplog.messages if "clipped" in text] == [
        (
            "vdlite: mesh 'm': 1 values lie beyond the range of floats and are clipped: "
            "floats of colors go from 0 to 1, or from 0 to 255"
        )
    ]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"vertices": np.ones((3, 2))}, r"got vertices of shape \(3, 2\), want \[N, 3\]"),
        ({"vertices": np.ones(3)}, r"got vertices of shape \(3,\), want \[N, 3\]"),
        ({"vertices": np.ones((0, 4, 3))}, "got 0 meshes, want 1 to 1000"),
        ({"vertices": np.ones((2, 3), complex)}, "want real numbers"),
        ({"faces": [[0, 1, 3]]}, "got a face with vertex 3, want 0 to 2"),
        ({"faces": [[0, -1, 1]]}, "got a face with vertex -1, want 0 to 2"),
        ({"faces": [[0, 0.5, 1]]}, "got faces with fractions, want whole numbers"),
        ({"faces": [[0, 1, 2, 0]]}, r"got faces of shape \(1, 4\), want \[M, 3\]"),
        ({"vertices": [], "faces": [[0, 0, 0]]}, "vertex 0, want none, as there are no vertices"),
        ({"colors": [[1, 2, 3]]}, r"got colors of shape \(1, 3\), want \[3, 3\] or \[3, 4\]"),
        ({"colors": [[0, 256, 0]] * 3}, "got color 256, want 0 to 255, or floats from 0 to 1"),
        ({"colors": [[0, -1, 0]] * 3}, "got color -1"),
        ({"values": [1, 2]}, r"got values of shape \(2,\), want \[3\]"),
        ({"values": np.ones((3, 1))}, r"got values of shape \(3, 1\), want \[3\]"),
        (
            {"vertices": np.ones((2, 3, 3)), "faces": [[0, 1, 2]]},
            r"got faces of shape \(1, 3\), want \[2, M, 3\]",
        ),
        ({"look": {"color": 1}}, "got 'color', want one of point_size, fov"),
        ({"look": {"fov": 180}}, "got fov 180, want degrees above 0, below 180"),
        ({"look": {"point_size": True}}, "got point_size True, want a number above 0"),
        ({"look": {"up": "x"}}, "got up 'x', want y or z"),
        ({"look": 5}, "got 5, want a mapping of names to values"),
    ],
)
def test_what_does_not_fit_is_reported(given: dict[str, Any], message: str) -> None:
    with pytest.raises(PayloadError, match=message):
        meshes(**{"vertices": TRIANGLE, **given})


def test_a_wrong_mesh_of_a_batch_keeps_the_others_out_of_the_log(tmp_path: Path) -> None:
    batch = np.stack([TRIANGLE, TRIANGLE])
    with LogWriter(tmp_path) as writer:
        with pytest.raises(PayloadError):
            writer.add_mesh("m", batch, [[[0, 1, 2]], [[0, 1, 9]]])
        writer.add_scalar("other", 1, 0)
    assert LogReader(tmp_path).kinds(".") == ["scalar"]


def test_how_it_is_drawn_at_first_comes_back() -> None:
    look = {
        "point_size": np.float32(0.5),
        "fov": 60,
        "projection": "orthographic",
        "up": "z",
        "wireframe": np.bool_(True),
    }
    assert stored(TRIANGLE, look=look).look == look
