"""Embeddings: N points in D dimensions, with columns of metadata and perhaps a small picture for each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.draft import Arrays, Draft, Encoded, Settings, taking
from vdlite.kinds.kind import Kind
from vdlite.kinds.metadata import Column, RawColumn, as_columns, copied_columns
from vdlite.kinds.numbers.arrays import ArrayLike, as_array
from vdlite.kinds.numbers.packing import pack, unpack
from vdlite.kinds.pictures.sprite import pictures, sprite

NAME = "embeddings"

MOST_BYTES = (1 << 32) - (1 << 26)
"""Vectors and metadata of one record: what fits into a payload, with room for the rest."""

_MOST_COLUMNS_SHOWN = 16  # of the summary, which is small
_LONGEST_NAME_SHOWN = 40
_MOST_SHIFT = 1e-6  # of a dimension's range, by which float32 may move a float64
_PIECE = 1 << 22  # values that are looked at in one go

_Value = TypeVar("_Value", bytes, int)


@dataclass(frozen=True, slots=True)
class Embeddings:
    """Points, and what is known of each."""

    vectors: NDArray[np.float32] | NDArray[np.float64]  # [N, D]
    names: tuple[str, ...] = ()  # of the M columns of metadata
    columns: tuple[Column, ...] = ()  # M of N: int64, float64, or text
    thumbnails: bytes = b""  # PNG with one cell for each point, row by row; empty if there are none
    thumbnail_width: int = 0  # pixels of a cell
    thumbnail_height: int = 0
    thumbnails_across: int = 0  # cells in a row of the PNG


def encode(arrays: Arrays, settings: Settings) -> Encoded:
    """The points, the first of the arrays; the others are the pictures, in the order of the points."""
    vectors = _narrowed(arrays[0])
    columns = as_columns(settings["columns"])
    sheet = sprite(arrays[1:])
    names = settings["names"]
    fields = {
        "vectors": vectors,
        "names": names,
        "columns": columns,
        "thumbnails": sheet.png,
        "thumbnail_width": sheet.width,
        "thumbnail_height": sheet.height,
        "thumbnails_across": sheet.across,
    }
    shown = zip(names[:_MOST_COLUMNS_SHOWN], columns, strict=False)
    nan, left_out = _nonfinite(vectors)
    summary = {
        "points": len(vectors),
        "dimensions": vectors.shape[1],
        "nan": nan,
        "left_out": left_out,
        "columns": [
            {"name": name[:_LONGEST_NAME_SHOWN], "type": column_type(column)}
            for name, column in shown
        ],
        "columns_in_all": len(columns),
        "thumbnail_width": sheet.width,
        "thumbnail_height": sheet.height,
    }
    return pack(fields), summary


@taking(NAME)
def embeddings(
    mat: ArrayLike = None,
    metadata: Any = None,
    metadata_header: Sequence[str] | None = None,
    *,
    thumbnails: ArrayLike = None,
) -> Draft:
    """A draft of points and of what is known of them.

    mat: [N, D] real numbers, or N vectors of length D. They are kept as float32; float64 stays where float32 would
        move a value by more than a millionth of its dimension's range.
    metadata: N labels; or M columns of N; or N rows of M. Numbers are kept as numbers, the rest as text.
        What is both M columns and N rows (M = N) is taken as columns.
    metadata_header: M names, each once; `label`, or `label_0`, `label_1`, ..., when left out.
    thumbnails: N images, [H, W] or [H, W, C] or [C, H, W], uint8 or float; see `pictures`.
    Raises PayloadError if shapes or lengths do not match. NaN and infinities are data.
    """
    if mat is None:
        raise PayloadError(f"{NAME}: got no mat, want N vectors of length D")
    vectors = _vectors(mat)
    names, columns = copied_columns(metadata, metadata_header, len(vectors), NAME)
    images = [] if thumbnails is None else pictures(thumbnails, len(vectors), NAME)
    size = vectors.size * 4 + sum(map(_held, columns))
    if size > MOST_BYTES:
        raise PayloadError(f"{NAME}: got {size} bytes, want at most {MOST_BYTES}")
    return Draft(encode, [vectors, *images], {"names": names, "columns": columns})


def either(name: str, value: Any, old_name: str, old: Any) -> Any:
    """The value of an argument that has two names. Raises PayloadError if both are given."""
    if value is not None and old is not None:
        raise PayloadError(f"{NAME}: got {name} and {old_name}, which mean the same, want one")
    return old if value is None else value


def _vectors(mat: ArrayLike) -> NDArray[Any]:
    array = as_array(mat, NAME)
    if array.ndim == 1 and array.size == 0:
        array = array.reshape(0, 0)
    if array.ndim != 2:
        raise PayloadError(
            f"{NAME}: got mat of shape {array.shape}, want N vectors of length D: [N, D]"
        )
    return array


def _held(column: RawColumn) -> int:
    """About how many bytes a column takes, the text of its labels left out where looking would cost too much."""
    return column.nbytes if isinstance(column, np.ndarray) else 64 * len(column)


def _narrowed(vectors: NDArray[Any]) -> NDArray[np.float32] | NDArray[np.float64]:
    """The points as float32, unless that would lose what distinguishes them."""
    if vectors.dtype.kind == "f" and vectors.dtype.itemsize <= 4:
        return vectors.astype(np.float32, copy=False)
    wide: NDArray[np.float64] = vectors.astype(np.float64, copy=False)
    with np.errstate(over="ignore", invalid="ignore"):
        narrow = wide.astype(np.float32)
        if not wide.size or wide.nbytes > MOST_BYTES or _is_close(wide, narrow):
            return narrow
    return wide


def _is_close(wide: NDArray[np.float64], narrow: NDArray[np.float32]) -> bool:
    rows = max(1, _PIECE // wide.shape[1])
    low = np.full(wide.shape[1], np.inf)
    high = np.full(wide.shape[1], -np.inf)
    shift = np.zeros(wide.shape[1])
    for start in range(0, len(wide), rows):
        piece = wide[start : start + rows]
        finite = np.isfinite(piece)
        moved = np.where(finite, np.abs(piece - narrow[start : start + rows]), 0)
        shift = np.maximum(shift, moved.max(axis=0))
        low = np.minimum(low, np.where(finite, piece, np.inf).min(axis=0))
        high = np.maximum(high, np.where(finite, piece, -np.inf).max(axis=0))
    spread = high - low
    # A dimension in which all points are the same distinguishes none.
    return bool(np.all((shift <= _MOST_SHIFT * spread) | ~(spread > 0) & np.isfinite(shift)))


def _nonfinite(vectors: NDArray[Any]) -> tuple[int, int]:
    """Number of NaN, and of points that have a NaN or an infinity among their values."""
    nan = rows = 0
    step = max(1, _PIECE // max(1, vectors.shape[1]))
    for start in range(0, len(vectors), step):
        piece = vectors[start : start + step]
        finite = np.isfinite(piece)
        if finite.all():
            continue
        nan += int(np.isnan(piece).sum())
        rows += int((~finite.all(axis=1)).sum())
    return nan, rows


def column_type(column: Column) -> str:
    """`number` or `text`."""
    return "number" if isinstance(column, np.ndarray) else "text"


def decode(payload: bytes) -> Embeddings:
    """The points of a payload. Raises FormatError if the bytes are none."""
    fields = unpack(payload, NAME)
    vectors = fields.get("vectors")
    names, columns = fields.get("names"), fields.get("columns")
    if not isinstance(vectors, np.ndarray) or vectors.ndim != 2 or vectors.dtype.kind != "f":
        raise FormatError(f"{NAME} payload: want vectors of shape [N, D]")
    if not isinstance(names, list) or not isinstance(columns, list) or len(names) != len(columns):
        raise FormatError(f"{NAME} payload: want a name for each column")
    if any(not isinstance(column, list) and getattr(column, "ndim", 0) != 1 for column in columns):
        raise FormatError(f"{NAME} payload: want columns of numbers or text")
    if any(len(column) != len(vectors) for column in columns):
        raise FormatError(f"{NAME} payload: want columns of {len(vectors)} labels")
    kept = (
        column if isinstance(column, np.ndarray) else tuple(map(str, column)) for column in columns
    )
    return Embeddings(
        vectors=vectors,
        names=tuple(map(str, names)),
        columns=tuple(kept),
        thumbnails=_field(fields, "thumbnails", b""),
        thumbnail_width=_field(fields, "thumbnail_width", 0),
        thumbnail_height=_field(fields, "thumbnail_height", 0),
        thumbnails_across=_field(fields, "thumbnails_across", 0),
    )


def _field(fields: Mapping[str, Any], name: str, absent: _Value) -> _Value:
    """A field that may be absent. Raises FormatError if it is of another type."""
    value = fields.get(name, absent)
    if not isinstance(value, type(absent)):
        raise FormatError(f"{NAME} payload: got {name} of type {type(value).__name__}")
    return value


KIND = Kind(NAME, decode, encode)
