"""Landscapes as files for other programs, and back from those that hold whole ones."""

import os
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Literal, get_args

from vdlite.errors import PayloadError
from vdlite.kinds.landscape import Landscape
from vdlite.landscape.files import hdf5, mesh, npz, table, vtk
from vdlite.landscape.files.surface import Options, surface

__all__ = [
    "FORMATS",
    "SUFFIXES",
    "SURFACES",
    "Format",
    "Options",
    "format_of",
    "load",
    "save",
    "to_bytes",
    "writable",
]

SURFACES = ("vtk", "obj", "stl")
"""What holds surfaces only: no line."""

Format = Literal["npz", "csv", "vtk", "obj", "stl", "hdf5"]
FORMATS: tuple[Format, ...] = get_args(Format)

SUFFIXES: dict[Format, str] = {
    "npz": "npz",
    "csv": "csv",
    "vtk": "vtp",
    "obj": "obj",
    "stl": "stl",
    "hdf5": "h5",
}
"""What the files of a format are called behind the dot."""


def writable() -> list[Format]:
    """The formats that can be written here: HDF5 needs a library that not everybody has."""
    return [each for each in FORMATS if each != "hdf5" or find_spec("h5py") is not None]


def to_bytes(landscape: Landscape, kind: Format, options: Options | None = None) -> bytes:
    """The file. Surfaces (vtk, obj, stl) are of one metric and heed the options; the others hold all as it is.

    Raises PayloadError if the landscape is along one direction and the format wants a surface, or has no such metric,
    and ImportError if a library is missing.
    """
    if kind == "npz":
        file = BytesIO()
        npz.write(landscape, file)
        return file.getvalue()
    if kind == "csv":
        return table.to_csv(landscape).encode()
    if kind == "hdf5":
        file = BytesIO()
        hdf5.write_surface(file, landscape)
        return file.getvalue()
    drawn = surface(landscape, options or Options())
    if kind == "vtk":
        return vtk.to_vtp(drawn)
    return mesh.to_obj(drawn) if kind == "obj" else mesh.to_stl(drawn)


def save(
    landscape: Landscape, path: str | os.PathLike[str], options: Options | None = None
) -> None:
    """Write a file whose format follows from its name: .npz, .csv, .vtp, .obj, .stl, .h5 or .hdf5.

    Raises what `to_bytes` does, and PayloadError for another name.
    """
    Path(path).write_bytes(to_bytes(landscape, format_of(Path(path)), options))


def load(path: str | os.PathLike[str]) -> Landscape:
    """The landscape of an .npz or an .h5 file; see `hdf5.read_surface`.

    Raises FormatError if the file holds none, PayloadError for another name, OSError if it can't be read.
    """
    kind = format_of(Path(path))
    if kind == "npz":
        return npz.read(path)
    if kind == "hdf5":
        return hdf5.read_surface(path)
    raise PayloadError(f"landscape: got a file that holds a picture only, want .npz or .h5: {path}")


def format_of(path: Path) -> Format:
    """The format that a file of this name has. Raises PayloadError if there is none."""
    name = path.suffix.lower().lstrip(".")
    for kind, suffix in SUFFIXES.items():
        if name in (suffix, kind):
            return kind
    known = ", ".join(f".{suffix}" for suffix in SUFFIXES.values())
    raise PayloadError(f"landscape: got a file of another name than {known}: {path}")
