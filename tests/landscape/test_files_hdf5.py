"""The files of the reference tool, read and written with the real h5py."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vdlite.errors import FormatError
from vdlite.kinds.landscape import Landscape
from vdlite.landscape.files import hdf5, load, save

h5py: Any = pytest.importorskip("h5py")

X = np.linspace(-1, 1, 5)
Y = np.linspace(-2, 2, 3)
Z = X + 10 * Y[:, np.newaxis]  # distinguishes rows from columns


def reference_surface(path: Path, x: Any, y: Any, **metrics: Any) -> None:
    """As plot_surface.py makes it: a dataset of the declared shape (nx, ny), filled in the order of meshgrid."""
    with h5py.File(path, "w") as file:
        file["dir_file"] = "net_weights.h5"
        file["xcoordinates"] = x
        shape = x.shape
        if y is not None:
            file["ycoordinates"] = y
            shape = (len(x), len(y))
        for name, values in metrics.items():
            flat = np.asarray(values, float).ravel()
            file[name] = np.full(shape, -1.0)
            whole = file[name][:]
            whole.ravel()[:] = flat
            file[name][:] = whole


def test_a_square_surface_of_the_tool_is_read(tmp_path: Path) -> None:
    square = X + 10 * X[:, np.newaxis]
    reference_surface(tmp_path / "a.h5", X, X, train_loss=square, train_acc=square * 5)
    found = load(tmp_path / "a.h5")
    assert found.metrics == ("loss", "accuracy")
    np.testing.assert_array_equal(found.values["loss"], square)
    np.testing.assert_allclose(found.values["accuracy"], square / 20)
    assert found.directions == {"kind": "given", "fingerprint": "net_weights.h5"}
    assert found.done.all()  # also where one of the metrics is -1


def test_a_surface_that_is_not_square_is_put_right(tmp_path: Path) -> None:
    reference_surface(tmp_path / "a.h5", X, Y, train_loss=Z)
    with h5py.File(tmp_path / "a.h5") as file:
        assert file["train_loss"].shape == (5, 3)
        assert not np.array_equal(file["train_loss"][:], Z.T)  # scrambled
    found = hdf5.read_surface(tmp_path / "a.h5")
    assert found.shape == (3, 5)
    np.testing.assert_array_equal(found.values["loss"], np.where(Z == -1, np.nan, Z))


def test_a_surface_along_one_direction_is_read(tmp_path: Path) -> None:
    reference_surface(tmp_path / "a.h5", X, None, train_loss=X**2, test_loss=X**2 + 1)
    found = hdf5.read_surface(tmp_path / "a.h5")
    assert (found.y, found.metrics) == (None, ("loss", "test/loss"))
    np.testing.assert_array_equal(found.values["test/loss"], X**2 + 1)


def test_what_the_tool_has_not_computed_yet_is_not_done(tmp_path: Path) -> None:
    half = np.where(np.arange(15).reshape(3, 5) < 7, np.abs(Z), -1)
    half[0, 0] = np.nan  # counts as computed
    reference_surface(tmp_path / "a.h5", X, Y, train_loss=half, train_acc=half)
    found = hdf5.read_surface(tmp_path / "a.h5")
    assert found.done.sum() == 7
    assert np.isnan(found.values["loss"]).sum() == 8 + 1


def test_eigenvalues_of_the_tool_have_their_ratio(tmp_path: Path) -> None:
    low, high = np.full((3, 5), -2.0), np.full((3, 5), 8.0)
    low[2, 4], high[2, 4] = 1.0, -1.0  # not computed
    reference_surface(tmp_path / "a.h5", X, Y, max_eig=high, min_eig=low)
    found = hdf5.read_surface(tmp_path / "a.h5")
    assert set(found.metrics) == {"hessian/max", "hessian/min", "hessian/ratio"}
    assert found.values["hessian/ratio"][0, 0] == 0.25
    assert found.done.sum() == 14


def test_a_written_surface_is_what_the_tool_draws(tmp_path: Path) -> None:
    done = np.ones(Z.shape, np.bool_)
    done[2, 4] = False
    held = Landscape(
        X,
        Y,
        {"loss": np.where(done, Z, np.nan), "accuracy": np.where(done, 0.5, np.nan)},
        done,
        directions={"fingerprint": "f00d"},
    )
    save(held, tmp_path / "a.h5")
    with h5py.File(tmp_path / "a.h5") as file:
        assert file["dir_file"][()] == b"f00d"
        np.testing.assert_array_equal(file["xcoordinates"][:], X)
        np.testing.assert_array_equal(file["ycoordinates"][:], Y)
        # As plot_2D.py draws it: contour(meshgrid(x, y), Z).
        x, y = np.meshgrid(file["xcoordinates"][:], file["ycoordinates"][:])
        values = file["train_loss"][:]
        assert values.shape == x.shape == y.shape
        np.testing.assert_array_equal(values[done], (x + 10 * y)[done])
        assert values[2, 4] == -1
        assert file["train_acc"][0, 0] == 50  # percent
        assert values.dtype == np.float64


@pytest.mark.parametrize("name", ["a.h5", "a.hdf5"])
def test_a_written_surface_comes_back(tmp_path: Path, name: str) -> None:
    done = np.ones(Z.shape, np.bool_)
    done[0, 0] = False
    odd = Z.copy()
    odd[0, 0], odd[1, 1], odd[1, 2], odd[2, 2] = np.nan, np.nan, np.inf, -1.0
    values = {
        "loss": odd,
        "accuracy": np.where(done, 0.5, np.nan),
        "test/loss": np.where(done, 1.0, np.nan),
        "own/metric": np.where(done, 2.0, np.nan),
        "x..": np.where(done, 3.0, np.nan),
        "done": np.where(done, 4.0, np.nan),
        "train_loss": np.where(done, 5.0, np.nan),
    }
    save(Landscape(X, Y, values, done), tmp_path / name)
    found = load(tmp_path / name)
    np.testing.assert_array_equal(found.done, done)
    assert found.metrics[0] == "loss"
    for metric in ("loss", "accuracy", "test/loss", "own/metric", "x.."):
        np.testing.assert_array_equal(found.values[metric], values[metric])
    np.testing.assert_array_equal(found.values["_done"], values["done"])
    np.testing.assert_array_equal(found.values["_train_loss"], values["train_loss"])


def test_metrics_may_be_called_as_the_tool_calls_them(tmp_path: Path) -> None:
    held = Landscape(X, None, {"train_loss": X**2, "train_acc": X * 50}, np.ones(5, np.bool_))
    save(held, tmp_path / "a.h5")
    found = load(tmp_path / "a.h5")
    assert found.metrics == ("loss", "accuracy")
    np.testing.assert_allclose(found.values["accuracy"], X / 2)


def test_names_that_can_not_be_in_one_file_are_distinguished(tmp_path: Path) -> None:
    names = ["a/b", "a", "a/b/c", "/a", "", "..", "a//b", "x\0y", "xcoordinates"]
    values = {name: X + number for number, name in enumerate(names)}
    save(Landscape(X, None, values, np.ones(5, np.bool_)), tmp_path / "a.h5")
    found = load(tmp_path / "a.h5")
    assert sorted(float(column[0]) for column in found.values.values()) == list(range(-1, 8))


def test_directions_of_the_tool_are_read_in_their_order(tmp_path: Path) -> None:
    arrays = [np.full((2, 3), number, np.float32) for number in range(12)]
    with h5py.File(tmp_path / "d.h5", "w") as file:
        for name in ("xdirection", "ydirection"):
            group = file.create_group(name)
            for number, array in enumerate(arrays):
                group.create_dataset(str(number), data=array)
        file["explained_variance_ratio_"] = [0.75, 0.125]
        file["singular_values_"] = [3.0, 1.0]
        file["explained_variance_"] = [9.0, 1.0]
    found = hdf5.read_directions(tmp_path / "d.h5")
    assert [array[0, 0] for array in found.x] == list(range(12))
    assert found.y is not None and len(found.y) == 12
    assert found.x[0].dtype == np.float32
    assert found.explained_variance_ratio is not None
    assert found.explained_variance_ratio.tolist() == [0.75, 0.125]
    assert found.singular_values is not None and found.singular_values.tolist() == [3, 1]


def test_written_directions_come_back(tmp_path: Path) -> None:
    x = [np.arange(6.0).reshape(2, 3), np.float32(3) * np.ones((), np.float32)]
    hdf5.write_directions(tmp_path / "d.h5", x, explained_variance=[1, 2])
    found = hdf5.read_directions(tmp_path / "d.h5")
    assert found.y is None
    assert [array.tolist() for array in found.x] == [[[0, 1, 2], [3, 4, 5]], 3]
    assert found.explained_variance_ratio is None
    assert found.explained_variance is not None and found.explained_variance.tolist() == [1, 2]


def test_projections_come_back_and_lengths_become_coordinates(tmp_path: Path) -> None:
    hdf5.write_projection(tmp_path / "p.h5", [2.0, 0.0], [3.0, 0.0])
    with h5py.File(tmp_path / "p.h5") as file:
        assert set(file) == {"proj_xcoord", "proj_ycoord"}
    x, y = hdf5.read_projection(tmp_path / "p.h5")
    assert (x.tolist(), y.tolist()) == ([2, 0], [3, 0])
    x, y = hdf5.read_projection(tmp_path / "p.h5", lengths=(4.0, 2.0))
    assert (x.tolist(), y.tolist()) == ([0.5, 0], [1.5, 0])


def test_other_files_are_a_format_error(tmp_path: Path) -> None:
    (tmp_path / "a.h5").write_bytes(b"text")
    with h5py.File(tmp_path / "b.h5", "w") as file:
        file["xcoordinates"] = X
        file["ycoordinates"] = Y
    with h5py.File(tmp_path / "c.h5", "w") as file:
        file["xcoordinates"] = X[::-1]
        file["train_loss"] = X
    with h5py.File(tmp_path / "d.h5", "w") as file:
        file["xcoordinates"] = "text"
        file["xdirection"] = X
    with h5py.File(tmp_path / "e.h5", "w") as file:
        file["xcoordinates"] = np.zeros(5000)
        file["ycoordinates"] = np.zeros(5000)
    for name in "abcde":
        with pytest.raises(FormatError):
            hdf5.read_surface(tmp_path / f"{name}.h5")
    for name in "abd":
        with pytest.raises(FormatError):
            hdf5.read_directions(tmp_path / f"{name}.h5")
        with pytest.raises(FormatError):
            hdf5.read_projection(tmp_path / f"{name}.h5")
    with pytest.raises(FileNotFoundError):
        hdf5.read_surface(tmp_path / "none.h5")


def test_without_h5py_the_message_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "h5py", None)
    with pytest.raises(ImportError, match="HDF5 needs h5py: pip install h5py"):
        load(tmp_path / "a.h5")
