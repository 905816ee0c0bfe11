"""Files of landscapes: what other programs find in them."""

import csv
import io
import struct
from base64 import b64decode
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.interpolate import RectBivariateSpline

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.landscape import Landscape, LandscapePath, Mark
from vdlite.landscape.files import Options, load, save, to_bytes

X = np.linspace(-1, 1, 7)
Y = np.linspace(-2, 2, 5)
Z = X**2 + Y[:, np.newaxis] ** 2 + 0.1 * X
ONES = np.ones(Z.shape, np.bool_)


def landscape(values: Any = Z, **options: Any) -> Landscape:
    return Landscape(X, Y, {"loss": values, "accuracy": -Z}, ONES, **options)


LINE = Landscape(X, None, {"loss": X**2}, np.ones(7, np.bool_), id="line")


def full() -> Landscape:
    odd = Z.copy()
    odd[0] = [np.nan, np.inf, -np.inf, 5e-324, 1e308, -0.0, 1 / 3]
    done = ONES.copy()
    done[4, 6] = False
    odd[4, 6] = np.nan
    path = LandscapePath(
        np.array([3, 9]),
        np.array([0.5, 0.0]),
        np.array([1.0, 0.0]),
        np.array([1.25, np.nan]),
        np.array([2.0, np.inf]),
        np.array([0.1, 0.0]),
    )
    return Landscape(
        X,
        Y,
        {"loss": odd, '精度, "x"': np.where(done, -Z, np.nan)},
        done,
        center={"loss": 0.5},
        path=path,
        paths={"адам": path, "two": replace(path, loss=np.array([7.0, 8.0]))},
        marks=(Mark("other", 1.0, 0.25), Mark("third", 0.0, 1.0, {"loss": 1 / 3})),
        directions={"kind": "pca", "explained": [0.75, 0.125]},
        settings={"learning_rate": [0.1, 0.01], "mode": "train", "odd": float("inf")},
        curvature={"eigenvalues": np.array([2.0, -1.0]), "trace": 3.5}
        | {"density": {"x": np.array([0.0, 1.0]), "y": np.array([0.5, 0.25])}},
        id="full",
    )


# -- archives


def test_an_archive_gives_everything_back(tmp_path: Path) -> None:
    held = full()
    save(held, tmp_path / "a.npz")
    found = load(tmp_path / "a.npz")
    assert found.metrics == held.metrics
    for name in held.metrics:
        np.testing.assert_array_equal(found.values[name], held.values[name])
    np.testing.assert_array_equal(found.done, held.done)
    assert found.path is not None and held.path is not None
    assert list(found.paths) == ["адам", "two"]
    pairs = [(found.path, held.path), *zip(found.paths.values(), held.paths.values(), strict=True)]
    for one, other in pairs:
        for name in ("step", "x", "y", "loss", "true_loss", "residual"):
            np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
    for name in ("id", "marks", "directions", "settings", "center"):
        assert getattr(found, name) == getattr(held, name)
    assert found.curvature is not None
    assert found.curvature["eigenvalues"].tolist() == [2, -1]
    assert found.curvature["density"]["y"].tolist() == [0.5, 0.25]


def test_an_archive_of_a_line_stays_a_line(tmp_path: Path) -> None:
    save(LINE, tmp_path / "a.npz")
    found = load(tmp_path / "a.npz")
    assert (found.y, found.path, found.curvature, found.id) == (None, None, None, "line")


def test_an_archive_can_be_read_without_vdlite() -> None:
    with np.load(io.BytesIO(to_bytes(full(), "npz")), allow_pickle=False) as held:
        assert held["metrics"].tolist()[0] == "loss"
        assert held["values"].shape == (2, 5, 7)
        assert held["path_step"].tolist() == [3, 9]


@pytest.mark.parametrize("content", [b"", b"PK\3\4", b"text", to_bytes(LINE, "npz")[:200]])
def test_bytes_that_are_no_archive_are_a_format_error(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.npz").write_bytes(content)
    with pytest.raises(FormatError):
        load(tmp_path / "a.npz")


def test_an_archive_of_other_arrays_is_a_format_error(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", x=X)
    with pytest.raises(FormatError, match="got no landscape"):
        load(tmp_path / "a.npz")
    np.savez(tmp_path / "b.npz", about="{}", x=X, metrics=["loss"], values=[Z])
    with pytest.raises(FormatError, match="got shape"):
        load(tmp_path / "b.npz")


# -- tables


def test_a_table_has_a_row_for_each_point() -> None:
    held = full()
    rows = list(csv.reader(io.StringIO(to_bytes(held, "csv").decode())))
    assert rows[0] == ["x", "y", "done", "loss", '精度, "x"']
    assert len(rows) == 1 + 35
    assert rows[1][:4] == ["-1.0", "-2.0", "1", "NaN"]
    assert [row[3] for row in rows[2:8]] == [
        "Infinity",
        "-Infinity",
        "5e-324",
        "1e+308",
        "-0.0",
        "0.3333333333333333",
    ]
    assert rows[-1] == ["1.0", "2.0", "0", "NaN", "NaN"]


def test_a_table_of_a_line_has_no_y() -> None:
    rows = list(csv.DictReader(io.StringIO(to_bytes(LINE, "csv").decode())))
    assert list(rows[0]) == ["x", "done", "loss"]
    assert [float(row["loss"]) for row in rows] == (X**2).tolist()


# -- surfaces


def vtp(held: Landscape, options: Options | None = None) -> dict[str, NDArray[Any]]:
    """Arrays by their places in the file, as VTK reads them."""
    root = ElementTree.fromstring(to_bytes(held, "vtk", options))
    assert root.attrib["type"] == "PolyData"
    found = {}
    for parent in root.iter():
        for array in parent.findall("DataArray"):
            raw = b64decode(array.text or "")
            size = int.from_bytes(raw[:8], "little")
            assert len(raw) == 8 + size
            kind = {"Float64": "<f8", "Int64": "<i8"}[array.attrib["type"]]
            values = np.frombuffer(raw[8:], kind)
            parts = int(array.attrib.get("NumberOfComponents", 1))
            found[f"{parent.tag}/{array.attrib['Name']}"] = (
                values.reshape(-1, parts) if parts > 1 else values
            )
    piece = root.find("PolyData/Piece")
    assert piece is not None
    assert int(piece.attrib["NumberOfPoints"]) == len(found["Points/Points"])
    assert int(piece.attrib["NumberOfPolys"]) == len(found["Polys/offsets"])
    return found


def corners(text: bytes) -> Any:
    lines = text.decode().splitlines()
    return np.array([line.split()[1:] for line in lines if line.startswith("v ")], float)


def test_vtk_has_points_quads_and_the_means_of_their_corners() -> None:
    found = vtp(landscape())
    x, y = np.meshgrid(X, Y)
    wanted = np.stack([x, y, Z], axis=-1).reshape(-1, 3)
    np.testing.assert_array_equal(found["Points/Points"], wanted)
    np.testing.assert_array_equal(found["PointData/loss"], Z.reshape(-1))
    quads = found["Polys/connectivity"].reshape(-1, 4)
    assert quads[0].tolist() == [0, 1, 8, 7]
    assert found["Polys/offsets"].tolist() == list(range(4, 4 * 24 + 1, 4))
    means = (Z[:-1, :-1] + Z[:-1, 1:] + Z[1:, :-1] + Z[1:, 1:]) / 4
    np.testing.assert_allclose(found["CellData/loss"], means.reshape(-1))


def test_a_metrics_name_is_reported_whatever_it_is() -> None:
    held = Landscape(X, Y, {'a<"&>\x01': Z}, ONES)
    assert 'PointData/a<"&>_' in vtp(held)


def test_another_metric_is_chosen_by_name() -> None:
    found = vtp(landscape(), Options(metric="accuracy"))
    np.testing.assert_array_equal(found["PointData/accuracy"], -Z.reshape(-1))
    with pytest.raises(PayloadError, match="got 'none', want one of loss, accuracy"):
        to_bytes(landscape(), "vtk", Options(metric="none"))


def test_a_point_that_is_not_finite_is_a_hole() -> None:
    odd = Z.copy()
    odd[0, 0], odd[2, 3], odd[4, 6] = np.nan, np.inf, -np.inf
    found = vtp(landscape(odd))
    assert len(found["Polys/offsets"]) == 24 - 1 - 4 - 1
    assert np.isfinite(found["Points/Points"]).all()
    assert len(found["Points/Points"]) == 35 - 3
    assert found["Polys/connectivity"].max() == 31


def test_a_surface_of_holes_only_is_an_empty_file() -> None:
    empty = landscape(np.full(Z.shape, np.nan))
    assert len(vtp(empty)["Points/Points"]) == 0
    assert len(corners(to_bytes(empty, "obj"))) == 0
    assert to_bytes(empty, "stl")[80:] == bytes(4)
    assert len(vtp(empty, Options(interpolate=9))["Points/Points"]) == 0


def test_heights_are_cut_then_made_logarithms_as_the_reference_does() -> None:
    odd = Z.copy()
    odd[0, 0] = np.inf
    found = vtp(landscape(odd), Options(zmax=2.0, log=True))
    wanted = np.log(np.minimum(odd, 2.0) + 0.1)
    np.testing.assert_allclose(found["PointData/loss"], wanted.reshape(-1))


def test_a_height_without_logarithm_is_a_hole() -> None:
    found = vtp(landscape(Z - 1), Options(log=True))
    assert np.isfinite(found["Points/Points"]).all()
    assert len(found["Points/Points"]) < 35


def test_interpolation_is_scipys_cubic_spline() -> None:
    found = vtp(landscape(), Options(interpolate=50))
    x, y = np.linspace(-1, 1, 50), np.linspace(-2, 2, 50)
    wanted = RectBivariateSpline(Y, X, Z)(y, x)
    np.testing.assert_allclose(
        found["PointData/loss"].reshape(50, 50), np.clip(wanted, Z.min(), Z.max())
    )
    # A paraboloid is its own spline.
    np.testing.assert_allclose(wanted, x**2 + y[:, np.newaxis] ** 2 + 0.1 * x, atol=1e-12)


def test_a_steep_valley_is_interpolated_without_holes_and_never_below_its_points() -> None:
    steep = np.full(Z.shape, 40.0)
    steep[2, 3] = 0.001
    for log in (False, True):
        heights = vtp(landscape(steep), Options(interpolate=100, log=log))["PointData/loss"]
        wanted = np.log(steep + 0.1) if log else steep
        assert len(heights) == 10_000
        assert heights.min() >= wanted.min()
        assert heights.max() <= wanted.max()


def test_interpolation_leaves_holes_where_they_are() -> None:
    odd = Z.copy()
    odd[0, 0] = np.nan
    points = vtp(landscape(odd), Options(interpolate=61))["Points/Points"]
    near = points[(points[:, 0] < X[1] - 1e-9) & (points[:, 1] < Y[1] - 1e-9)]
    assert len(near) == 0
    assert 3721 - 25 * 25 < len(points) < 3721


@pytest.mark.parametrize("number", [-1, 1, 5000])
def test_interpolation_to_other_numbers_is_refused(number: int) -> None:
    with pytest.raises(PayloadError, match="want 2 to 4096"):
        to_bytes(landscape(), "obj", Options(interpolate=number))


def test_obj_has_corners_and_faces_from_one_on() -> None:
    text = to_bytes(landscape(), "obj")
    np.testing.assert_array_equal(corners(text)[:, 2], Z.reshape(-1))
    faces = [line for line in text.decode().splitlines() if line.startswith("f ")]
    assert len(faces) == 24
    assert (faces[0], faces[-1]) == ("f 1 2 9 8", "f 27 28 35 34")


def test_stl_has_two_triangles_for_each_quad_and_normals_that_point_up() -> None:
    data = to_bytes(landscape(), "stl")
    (number,) = struct.unpack("<I", data[80:84])
    assert number == 48
    assert len(data) == 84 + 50 * 48
    total = 0.0
    for at in range(84, len(data), 50):
        triangle = np.array(struct.unpack("<12fH", data[at : at + 50])[:12]).reshape(4, 3)
        first, second = triangle[2] - triangle[1], triangle[3] - triangle[1]
        cross = np.cross(first, second)
        np.testing.assert_allclose(triangle[0], cross / np.linalg.norm(cross), atol=1e-5)
        assert triangle[0, 2] > 0
        total += cross[2] / 2
    assert total == pytest.approx(8)  # of the plane below


@pytest.mark.parametrize("kind", ["vtk", "obj", "stl"])
def test_a_line_is_no_surface(kind: Any) -> None:
    with pytest.raises(PayloadError, match="along one direction"):
        to_bytes(LINE, kind)


# -- names


def test_the_name_gives_the_format(tmp_path: Path) -> None:
    for name, begin in (("a.vtp", b"<?xml"), ("a.obj", b"# vdlite"), ("A.STL", b"vdlite")):
        save(landscape(), tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(begin)
    with pytest.raises(PayloadError, match="another name"):
        save(landscape(), tmp_path / "a.txt")
    with pytest.raises(PayloadError, match="a picture only"):
        load(tmp_path / "a.vtp")
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.npz")
