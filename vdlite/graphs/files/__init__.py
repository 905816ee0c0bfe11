"""Graphs in files of models: read without torch or onnx, without unpickling, without reading weights."""

import os
import struct
from pathlib import Path

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.graph import Graph

SUFFIXES = (".pt2", ".onnx", ".safetensors", ".json")


def read_file(path: "str | os.PathLike[str]") -> Graph:
    """The graph of an exported program (.pt2), a model of ONNX, the weights of .safetensors, or of a mapping (.json).

    Raises PayloadError for any other file, and FormatError for one that is damaged, or not what its name says.
    """
    file = Path(path)
    reader = _READERS.get(file.suffix.lower())
    if reader is None:
        raise PayloadError(f"graph: got {file.name!r:.200}, want one of {', '.join(SUFFIXES)}")
    if not file.is_file():
        raise PayloadError(f"graph: there is no file {file}")
    try:
        return reader(file)
    except FormatError as error:
        reason = str(error)
        raise FormatError(
            reason if reason.startswith(str(file)) else f"{file}: {reason}"
        ) from error
    except _OF_DATA as error:
        raise FormatError(
            f"{file}: not a {file.suffix} file that can be read: {_reason(error)}"
        ) from error


_OF_DATA = (
    *(ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError),
    struct.error,
)
"""Whatever comes of data that are of other types than the format says."""


def _reason(error: Exception) -> str:
    """The fault of the data, for somebody who has not read this code."""
    if isinstance(error, KeyError):
        return f"there is no {error} where the format wants it"
    if isinstance(error, RecursionError):
        return "its parts are too deep in each other"
    if isinstance(error, ValueError) and not isinstance(error, UnicodeError):
        return f"{error}"
    if isinstance(error, UnicodeError):
        return "its text is no UTF-8"
    return f"something in it is of another type than the format says ({error})"


def _pt2(path: Path) -> Graph:
    from vdlite.graphs.files.pt2 import read

    return read(path)


def _onnx(path: Path) -> Graph:
    from vdlite.graphs.files.onnx import read

    return read(path)


def _safetensors(path: Path) -> Graph:
    from vdlite.graphs.files.safetensors import read

    return read(path)


def _json(path: Path) -> Graph:
    from vdlite.graphs.files.mapping import read

    return read(path)


_READERS = {".pt2": _pt2, ".onnx": _onnx, ".safetensors": _safetensors, ".json": _json}
