"""Arrays from .safetensors files: eight bytes that tell a length, a header in JSON of that length, and numbers.

Of a model in several files an index, `model.safetensors.index.json`, says which file has which array.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import DamagedSnapshotError

_LENGTH_BYTES = 8
_LONGEST_HEADER = 100_000_000  # bytes; as the format's own library has it
_MOST_AXES = 32
_INDEX = ".safetensors.index.json"
_BF16 = "BF16"
# The format is little-endian throughout.
_TYPES = {
    "F64": "<f8", "F32": "<f4", "F16": "<f2", _BF16: "<u2",
    "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "<i1",
    "U64": "<u8", "U32": "<u4", "U16": "<u2", "U8": "<u1",
    "BOOL": "|b1",
}  # fmt: skip


def is_safetensors(path: str | Path) -> bool:
    """True if a file is of safetensors, or the index of several, by its name."""
    return str(path).endswith((".safetensors", _INDEX))


def read_safetensors(path: str | Path) -> dict[str, NDArray[Any]]:
    """The arrays of a file, or of all files of an index, by their names; bfloat16 as float32.

    It can't run code, nor take more memory than the files have bytes, twice that for bfloat16.
    Raises DamagedSnapshotError if it is no such file, OSError if it can't be read.
    """
    if not str(path).endswith(_INDEX):
        return _arrays(path)
    files = _files(path)
    arrays: dict[str, NDArray[Any]] = {}
    for file in dict.fromkeys(files.values()):
        found = _arrays(Path(path).parent / file)
        arrays |= {name: array for name, array in found.items() if files.get(name) == file}
    missing = next((name for name in files if name not in arrays), None)
    if missing is not None:
        raise _damaged(f"no {missing!r} in {files[missing]}", path)
    return arrays


def _files(index: str | Path) -> dict[str, str]:
    """The file of each array: plain names of files beside the index."""
    if Path(index).stat().st_size > _LONGEST_HEADER:
        raise _damaged("an index that is too long", index)
    try:
        content = json.loads(Path(index).read_bytes())
    except (ValueError, RecursionError) as error:
        raise _damaged(f"an index that is no JSON ({error})", index) from error
    files = content.get("weight_map") if isinstance(content, dict) else None
    if not isinstance(files, dict) or not files:
        raise _damaged("an index without a weight_map", index)
    for file in files.values():
        if not isinstance(file, str) or file != Path(file).name or file in ("", ".."):
            raise _damaged(f"a file {str(file)[:60]!r}, which is not beside the index", index)
    return files


def _arrays(path: str | Path) -> dict[str, NDArray[Any]]:
    with open(path, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        length = int.from_bytes(file.read(_LENGTH_BYTES), "little")
        room = size - _LENGTH_BYTES - length
        if size < _LENGTH_BYTES or length > _LONGEST_HEADER or room < 0:
            raise _damaged(f"a header of {length} bytes in a file of {size}", path)
        places = _places(file.read(length), room, path)
        arrays = {}
        for name, (dtype, shape, begin, end) in places.items():
            file.seek(_LENGTH_BYTES + length + begin)
            data = file.read(end - begin)
            if len(data) != end - begin:
                raise _damaged(f"{len(data)} of {end - begin} bytes of {name!r}", path)
            array = np.frombuffer(data, _TYPES[dtype]).reshape(shape)
            arrays[name] = _widened(array) if dtype == _BF16 else array
    return arrays


_Place = tuple[str, tuple[int, ...], int, int]


def _places(header: bytes, room: int, path: str | Path) -> dict[str, _Place]:
    """Type, shape, begin and end of each array; no two overlap."""
    try:
        content = json.loads(header)
    except (ValueError, RecursionError) as error:
        raise _damaged(f"a header that is no JSON ({error})", path) from error
    if not isinstance(content, dict):
        raise _damaged(f"a header that is a {type(content).__name__}", path)
    places = {
        name: _place(name, about, room, path)
        for name, about in content.items()
        if name != "__metadata__"
    }
    taken = 0
    for name, (_, _, begin, end) in sorted(places.items(), key=lambda each: each[1][2:]):
        if begin < taken:
            raise _damaged(f"bytes of {name!r} that are another's", path)
        taken = end
    return places


def _place(name: str, about: Any, room: int, path: str | Path) -> _Place:
    about = about if isinstance(about, Mapping) else {}
    dtype, shape, offsets = (about.get(key) for key in ("dtype", "shape", "data_offsets"))
    if not isinstance(dtype, str) or dtype not in _TYPES:
        raise _damaged(f"{name!r} of type {str(dtype)[:40]}", path)
    if not _are_sizes(shape) or len(shape) > _MOST_AXES:
        raise _damaged(f"{name!r} without a shape", path)
    if not _are_sizes(offsets) or len(offsets) != 2:
        raise _damaged(f"{name!r} without data_offsets", path)
    begin, end = offsets
    wanted = math.prod(shape) * np.dtype(_TYPES[dtype]).itemsize
    if not begin <= end <= room or end - begin != wanted:
        raise _damaged(f"bytes {begin} to {end} of {room} for {name!r}, want {wanted}", path)
    return dtype, tuple(shape), begin, end


def _are_sizes(value: Any) -> bool:
    return isinstance(value, list) and all(type(each) is int and each >= 0 for each in value)


def _widened(halves: NDArray[np.uint16]) -> NDArray[np.float32]:
    """bfloat16 is the upper half of a float32."""
    return (halves.astype(np.uint32) << 16).view(np.float32)


def _damaged(got: str, path: str | Path) -> DamagedSnapshotError:
    return DamagedSnapshotError(f"weights: got {got}, want a .safetensors file: {path}")
