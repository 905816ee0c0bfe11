"""Many small pictures in one PNG: a grid of cells of one size."""

import io
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import PayloadError
from vdlite.kinds.numbers.arrays import ArrayLike, as_array
from vdlite.packages import needed

if TYPE_CHECKING:  # only pictures need it
    from PIL import Image

LARGEST_CELL = 64
"""Pixels: larger pictures are made smaller, keeping their shape."""

LARGEST_SHEET = 8192
"""Pixels of the whole sheet's side: with very many pictures the cells become smaller than `LARGEST_CELL`."""


class Sprite(NamedTuple):
    """A sheet, and its cells' size in pixels."""

    png: bytes
    width: int
    height: int
    across: int  # cells in a row


def sprite(images: Sequence[NDArray[Any]]) -> Sprite:
    """The sheet of what `pictures` gave: a square of cells, each picture in the middle of its own, around it nothing."""
    across = math.ceil(math.sqrt(len(images)))
    if not across:
        return Sprite(b"", 0, 0, 0)
    largest = max(1, min(LARGEST_CELL, LARGEST_SHEET // across))
    cells = [_small(image, largest) for image in _as_bytes(images)]
    width = max(cell.width for cell in cells)
    height = max(cell.height for cell in cells)
    # Grey stays gray, a third of the bytes; cells that pictures do not fill are seen through.
    full = all(cell.size == (width, height) for cell in cells) and len(cells) == across**2
    modes = {cell.mode for cell in cells}
    mode = ("L" if modes == {"L"} else "RGB") if full and "RGBA" not in modes else "RGBA"
    rows = math.ceil(len(cells) / across)
    from PIL import Image

    sheet = Image.new(mode, (across * width, rows * height))
    for index, cell in enumerate(cells):
        left = index % across * width + (width - cell.width) // 2
        top = index // across * height + (height - cell.height) // 2
        sheet.paste(cell.convert(mode), (left, top))
    out = io.BytesIO()
    sheet.save(out, "PNG", compress_level=4)
    return Sprite(out.getvalue(), width, height, across)


def pictures(images: ArrayLike, number: int, kind: str) -> list[NDArray[Any]]:
    """`number` pictures, in the order of their points; quick, for the caller's thread.

    images: each [H, W], [H, W, C] or [C, H, W] with 1, 3 or 4 channels, uint8 (0 to 255) or float: from 0 to 1, or
        of any other range, which is then spread from black (the least value of all) to white.
    Raises PayloadError if there are more or fewer, or one is no picture.
    """
    items = as_array(images, kind) if hasattr(images, "detach") else images
    if getattr(items, "ndim", 1) == 0 or not hasattr(items, "__len__"):
        raise PayloadError(f"{kind}: got thumbnails {images!r:.60}, want {number} images")
    if len(items) != number:
        raise PayloadError(
            f"{kind}: got {len(items)} thumbnails, want {number}, one for each vector"
        )
    with needed("a thumbnail"):
        import PIL.Image  # noqa: F401  # now, and not where they are encoded
    return [_picture(item, kind) for item in items]


def _picture(item: Any, kind: str) -> NDArray[Any]:
    image = as_array(item, kind)
    if image.ndim == 3 and image.shape[2] not in (1, 3, 4) and image.shape[0] in (1, 3, 4):
        image = image.transpose(1, 2, 0)
    if image.ndim not in (2, 3) or (image.ndim == 3 and image.shape[2] not in (1, 3, 4)):
        raise PayloadError(
            f"{kind}: got a thumbnail of shape {image.shape}, want [H, W] or [H, W, C]"
        )
    if not image.size:
        raise PayloadError(f"{kind}: got a thumbnail of shape {image.shape}, want pixels")
    # Every k-th pixel of a large picture bounds the memory; twice the cell is left to be made smaller with care.
    stride = max(1, max(image.shape[:2]) // (2 * LARGEST_CELL))
    return image[::stride, ::stride]


def _as_bytes(images: Sequence[NDArray[Any]]) -> Sequence[NDArray[np.uint8]]:
    if all(image.dtype == np.uint8 for image in images):
        return images
    finite = [np.nan_to_num(image.astype(np.float32), posinf=0, neginf=0) for image in images]
    integers = all(image.dtype.kind in "bui" for image in images)
    low = min(float(image.min()) for image in finite)
    high = max(float(image.max()) for image in finite)
    if integers and low >= 0 and 1 < high <= 255:
        low, high = 0.0, 255.0
    elif low >= 0 and high <= 1:
        low, high = 0.0, 1.0
    scale = 255 / (high - low) if high > low else 0.0
    return [np.rint((image - low) * scale).astype(np.uint8) for image in finite]


def _small(pixels: NDArray[np.uint8], largest: int) -> "Image.Image":
    from PIL import Image

    if pixels.ndim == 3 and pixels.shape[2] == 1:
        pixels = pixels[:, :, 0]
    image = Image.fromarray(pixels)
    scale = largest / max(image.size)
    if scale >= 1:
        return image
    size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
    return image.resize(size, Image.Resampling.BOX)
