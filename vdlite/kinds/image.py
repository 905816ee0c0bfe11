"""Images, and grids of images: stored as PNG files."""

import numbers
import operator
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError, PayloadError, shown
from vdlite.kinds.draft import Arrays, Draft, Encoded, Settings, taking
from vdlite.kinds.fields import some_of
from vdlite.kinds.kind import Kind
from vdlite.kinds.numbers.arrays import ArrayLike, as_array
from vdlite.kinds.pictures import png
from vdlite.kinds.pictures.grid import Grid, near_square, tile
from vdlite.kinds.pictures.pixels import (
    Clipping,
    as_hwc,
    check_pixels,
    checked_range,
    take,
    to_pixels,
    uses_16_bits,
)

NAME = "image"
MEDIA_TYPE = "image/png"

_LABEL_BYTES = 2000  # of all labels together, in the summary; longer ones are in the payload only


@dataclass(frozen=True, slots=True)
class Image:
    """A picture, or a grid of pictures of one size."""

    # uint8 [H, W, C], C is 1 to 4 (gray, gray and alpha, RGB, RGBA), or uint16 [H, W, 1].
    pixels: NDArray[Any]
    grid: Grid | None = None
    labels: tuple[str, ...] = ()  # one per cell of the grid, or none

    def cell(self, index: int) -> NDArray[Any]:
        """The pixels of one picture of the grid, [height, width, C]. Raises IndexError if there is none."""
        if self.grid is None or not 0 <= index < self.grid.count:
            raise IndexError(f"cell {index}, of {self.grid.count if self.grid else 0}")
        return self.pixels[self.grid.place(index)]


def _draft(
    arrays: Arrays,
    dataformats: str,
    value_range: tuple[float, float],
    *,
    rows: int | None = None,
    scale: float = 1.0,
    labels: Sequence[str] = (),
) -> Draft:
    """A draft of one picture, or of a grid with that many rows."""
    settings = {
        "dataformats": dataformats,
        "range": list(value_range),
        "rows": rows,
        "scale": scale,
        "labels": list(labels),
    }
    return Draft(encode, arrays, settings)


def encode(arrays: Arrays, settings: Settings) -> Encoded:
    """The arrays as a PNG."""
    clipping = Clipping()
    low, high = settings["range"]
    # PNG files have 16 bits of gray; Pillow writes no colors of 16 bits, and grids get 8.
    keeps_16 = settings["rows"] is None and as_hwc(arrays[0], settings["dataformats"]).shape[2] == 1
    reduce = not keeps_16 and uses_16_bits(arrays)
    pictures = [
        to_pixels(as_hwc(array, settings["dataformats"]), (low, high), clipping, reduce=reduce)
        for array in arrays
    ]
    grid = None
    if settings["rows"] is None:
        (pixels,) = pictures
    else:
        check_grid(pictures, settings["rows"], settings["scale"])
        pixels, grid = tile(pictures, settings["rows"], settings["scale"])
    height, width, channels = pixels.shape
    summary: dict[str, Any] = {"width": width, "height": height, "channels": channels}
    note: dict[str, Any] = {}
    if clipping.clipped:
        summary["clipped"] = clipping.clipped
    if clipping.nan:
        summary["nan"] = clipping.nan
    if grid is not None:
        summary["cells"] = note["cells"] = asdict(grid)
    labels = settings["labels"]
    if labels:
        note["labels"] = labels
        if sum(len(label.encode()) + 5 for label in labels) <= _LABEL_BYTES:
            summary["labels"] = labels
    return png.write(pixels[:, :, 0] if channels == 1 else pixels, note), summary


@taking(NAME)
def image(
    values: ArrayLike,
    *,
    dataformats: str = "HWC",
    value_range: tuple[float, float] = (0.0, 1.0),
) -> Draft:
    """A draft of one picture; of a grid if `dataformats` has N.

    values: an array or tensor of 1 to 4 channels, or a PIL image. uint8 as it is; floats are mapped from `value_range`
        to 0 to 255, and clipped; other integers must lie in 0 to 255, but uint16, which goes to 65535: a gray
        picture keeps its 16 bits, colors and grids get 8.
        NaN becomes 0. How many values were clipped or NaN is reported beside the picture.
    dataformats: the order of the axes: H, W, and if there are such, C and N. Two axes are always taken as HW.
    Raises PayloadError if the shape does not fit, or for what is no picture.
    """
    low, high = checked_range(value_range)
    array, axes = take(values, dataformats)
    if "N" not in axes:
        return _draft([array], axes, (low, high))
    pictures = np.moveaxis(array, axes.index("N"), 0)
    if not len(pictures):
        raise PayloadError(f"image: got shape {array.shape} as {axes}, want one picture at least")
    rows = near_square(len(pictures))
    return _draft(list(pictures), axes.replace("N", ""), (low, high), rows=rows)


@taking("image matrix")
def image_matrix(
    values: ArrayLike,
    *,
    rows: int = -1,
    scale: float = 1.0,
    dataformats: str = "HWC",
    value_range: tuple[float, float] = (0.0, 1.0),
    labels: Iterable[object] | None = None,
) -> Draft:
    """A draft of a grid of pictures, in reading order.

    values: a list of what `image` takes, or an array with the pictures along its first axis. They may differ in
        size and channels: smaller ones stand in the middle of their cell.
    rows: of the grid; -1 for as near a square as can be.
    scale: factor for the size of each cell.
    labels: one per picture.
    """
    limits = checked_range(value_range)
    values = as_array(values, "image matrix") if hasattr(values, "shape") else values
    items = list(values) if hasattr(values, "__len__") else None
    if not items:
        raise PayloadError(f"image matrix: got {type(values).__name__}, want a list of pictures")
    if not isinstance(rows, (int, np.integer)) or rows == 0 or rows < -1 or rows > len(items):
        raise PayloadError(f"rows: got {shown(rows)}, want -1, or 1 to {len(items)} (pictures)")
    if not isinstance(scale, numbers.Real) or not 0 < scale <= 64:
        raise PayloadError(f"scale: got {shown(scale)}, want a number above 0, up to 64")
    names = [] if labels is None else [str(label) for label in some_of(labels, len(items))]
    if labels is not None and len(names) != len(items):
        raise PayloadError(f"labels: got {len(names)}, want {len(items)}, one for each picture")
    taken = [take(item, dataformats) for item in items]
    if any("N" in axes for _, axes in taken):
        raise PayloadError(f"dataformats: got {dataformats!r}, want the axes of one picture")
    # Each with axes of its own: of some a channel axis is left out.
    views = [as_hwc(array, axes) for array, axes in taken]
    used = near_square(len(items)) if rows == -1 else int(rows)
    check_grid(views, used, float(scale))
    texts = [name.encode(errors="replace").decode() for name in names]
    return _draft(views, "HWC", limits, rows=used, scale=float(scale), labels=texts)


def check_grid(pictures: Arrays, rows: int, scale: float) -> None:
    """Raises PayloadError if a grid of these pictures, [H, W, ...] each, is too large.

    What lies in memory is the whole grid, of cells as large as the largest picture.
    """
    height, width = (max(picture.shape[axis] for picture in pictures) * scale for axis in (0, 1))
    check_pixels(rows * -(-len(pictures) // rows) * max(1, height) * max(1, width))


def decode(payload: bytes) -> Image:
    """The picture. Raises FormatError for bytes that are none."""
    pixels, note = png.read(payload)
    if pixels.ndim == 2:
        pixels = pixels[:, :, np.newaxis]
    try:
        grid = (
            Grid(**{name: operator.index(value) for name, value in note["cells"].items()})
            if "cells" in note
            else None
        )
    except (TypeError, AttributeError) as error:
        raise FormatError(f"image payload: {error}") from error
    labels = note.get("labels", [])
    return Image(pixels, grid, tuple(map(str, labels if isinstance(labels, list) else [])))


KIND = Kind(NAME, decode, encode, MEDIA_TYPE)
