"""Files that are damaged, or made to do damage."""

from contextlib import suppress
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

from tests.landscape.test_files import landscape
from vdlite.errors import FormatError, LandscapeError
from vdlite.landscape import Directions
from vdlite.landscape.files import hdf5, npz


def made_to_do_damage() -> dict[str, bytes]:
    """Archives that are damaged in ways of their own, or that ask for more than there is."""
    held: dict[str, bytes] = {}
    whole = BytesIO()
    npz.write(landscape(), whole)
    raw = bytearray(whole.getvalue())
    method = raw.index(b"PK\x01\x02") + 10
    raw[method] = 77
    held["packed in another way"] = bytes(raw)
    raw[method], raw[method - 2] = 8, 1
    held["with a password"] = bytes(raw)
    for name, about in {"lists in lists": "[" * 100_000, "another type": "[1]"}.items():
        file = BytesIO()
        np.savez(file, about=np.array(about), x=np.zeros(2), metrics=np.array(["loss"]))
        held[name] = file.getvalue()
    header = BytesIO()
    np.lib.format.write_array_header_1_0(
        header, {"descr": "<f8", "fortran_order": False, "shape": (1 << 50,)}
    )
    file = BytesIO()
    with ZipFile(file, "w") as archive:
        archive.writestr("x.npy", header.getvalue())
    held["more than there is memory"] = file.getvalue()
    return held


@pytest.mark.parametrize("name", made_to_do_damage())
def test_an_archive_that_would_do_damage_is_a_format_error(name: str) -> None:
    with pytest.raises(FormatError):
        npz.read(BytesIO(made_to_do_damage()[name]))


def test_no_byte_that_is_another_one_gives_anything_but_a_format_error() -> None:
    file = BytesIO()
    npz.write(landscape(), file)
    stream = np.random.default_rng(4)
    for _ in range(300):
        raw = bytearray(file.getvalue())
        for place in stream.integers(0, len(raw), 3):
            raw[place] = stream.integers(0, 256)
        with suppress(FormatError):
            npz.read(BytesIO(bytes(raw)))


@pytest.mark.parametrize("name", made_to_do_damage())
def test_such_archives_are_no_directions_either(tmp_path: Path, name: str) -> None:
    (tmp_path / "axes.npz").write_bytes(made_to_do_damage()[name])
    with pytest.raises(LandscapeError, match="no file of them"):
        Directions.load(tmp_path / "axes.npz")


@pytest.mark.parametrize("name", ["dir_file", "done"])
def test_a_group_in_the_place_of_an_array_is_a_format_error(tmp_path: Path, name: str) -> None:
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "a.h5", "w") as file:
        file["xcoordinates"] = [0.0, 1.0]
        file["train_loss"] = [1.0, 2.0]
        file.create_group(name)
    with pytest.raises(FormatError):
        hdf5.read_surface(tmp_path / "a.h5")


def test_no_byte_of_an_hdf5_file_that_is_another_one_gives_anything_but_a_format_error() -> None:
    pytest.importorskip("h5py")
    file = BytesIO()
    hdf5.write_surface(file, landscape())
    stream = np.random.default_rng(5)
    for _ in range(100):
        raw = bytearray(file.getvalue())
        for place in stream.integers(0, len(raw), 3):
            raw[place] = stream.integers(0, 256)
        with suppress(FormatError):
            hdf5.read_surface(BytesIO(bytes(raw)))
