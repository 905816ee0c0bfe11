"""What comes out of a stage: shapes, dtypes, ranges, and small pictures."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vdlite.graphs.data.held import class_names, module_of, parts
from vdlite.graphs.data.values import as_array
from vdlite.packages import needed

Described: TypeAlias = "list[tuple[str, list[int | str]]]"
"""Dtype and sizes of each part of a sample."""

_MOST_PARTS = 16
_MOST_DEPTH = 4
_SIDE = 96  # of a picture, in pixels
_FEWEST = 8  # pixels of a side: what is smaller is no picture
_CHANNELS = (1, 3, 4)


def described(value: Any, depth: int = 0) -> Described:
    """Descriptions of arrays, tensors and pictures, in the order of the tuple or mapping that they are in."""
    found = array_of(value)
    if found is not None:
        return [(str(found.dtype), [int(size) for size in found.shape])]
    if isinstance(value, (list, tuple, dict)):
        if depth >= _MOST_DEPTH:
            return []
        inner = [each for part in parts(value)[:_MOST_PARTS] for each in described(part, depth + 1)]
        return inner[:_MOST_PARTS]
    return [(type(value).__name__, [])]


def merged(several: Sequence[Described]) -> Described:
    """The description of several samples; a size that differs is reported as the least and the greatest one."""
    first = several[0]
    if len(several) == 1:
        return first
    found: Described = []
    for at, (dtype, sizes) in enumerate(first):
        others = [each[at] for each in several if at < len(each)]
        dtypes = sorted({each[0] for each in others})
        same_rank = all(len(each[1]) == len(sizes) for each in others)
        if not same_rank:
            found.append((dtype, ["…"]))
            continue
        merged_sizes: list[int | str] = []
        for axis in range(len(sizes)):
            values = [int(each[1][axis]) for each in others]
            low, high = min(values), max(values)
            merged_sizes.append(low if low == high else f"{low} to {high}")
        found.append((" or ".join(dtypes), merged_sizes))
    return found


def range_of(value: Any) -> tuple[float, float] | None:
    """The least and the greatest number of the first array; None if there is none, or it has no numbers."""
    found = _first_array(value)
    if found is None or not found.size or found.dtype.kind not in "biuf":
        return None
    return float(found.min()), float(found.max())


def picture_of(value: Any) -> bytes | None:
    """A small PNG of the first picture in it; None if there is none."""
    found = _first_array(value)
    pixels = None if found is None else _pixels(found)
    if pixels is None:
        return None
    with needed("a picture"):
        from PIL import Image

    image = Image.fromarray(pixels)
    image.thumbnail((_SIDE, _SIDE))
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def array_of(value: Any) -> NDArray[Any] | None:
    """The numbers of an array, a tensor or a picture of Pillow; None where there are none."""
    if module_of(value) == "PIL" and "Image" in class_names(value):
        return np.asarray(value)
    return as_array(value)


def _first_array(value: Any, depth: int = 0) -> NDArray[Any] | None:
    found = array_of(value)
    if found is not None:
        return found if found.ndim else None
    if isinstance(value, (list, tuple, dict)) and depth < _MOST_DEPTH:
        for part in parts(value)[:_MOST_PARTS]:
            inner = _first_array(part, depth + 1)
            if inner is not None:
                return inner
    return None


def _pixels(array: NDArray[Any]) -> NDArray[np.uint8] | None:
    """[H, W] or [H, W, 3 or 4], in 0 to 255."""
    if array.dtype.kind not in "biuf" or array.ndim not in (2, 3):
        return None
    if array.ndim == 3:
        if array.shape[0] in _CHANNELS and array.shape[2] not in _CHANNELS[1:]:
            array = np.moveaxis(array, 0, 2)
        if array.shape[2] not in _CHANNELS:
            return None
        array = array[:, :, 0] if array.shape[2] == 1 else array
    if min(array.shape[:2]) < _FEWEST:
        return None
    if array.dtype == np.uint8:
        return np.ascontiguousarray(array)
    numbers = np.nan_to_num(array.astype(np.float64))
    low, high = float(numbers.min()), float(numbers.max())
    if low < 0 or high > 1:  # such as after a normalization: what is darkest is black
        numbers = (numbers - low) / ((high - low) or 1.0)
    return np.ascontiguousarray(np.rint(numbers * 255).astype(np.uint8))
