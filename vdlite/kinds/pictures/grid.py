"""Pictures side by side in one."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.packages import needed

with needed("a picture"):
    from PIL import Image


@dataclass(frozen=True, slots=True)
class Grid:
    """The places of the pictures of a grid, in reading order."""

    rows: int
    columns: int
    width: int  # of a cell, in pixels
    height: int
    count: int  # pictures; the cells behind them are empty

    def place(self, index: int) -> tuple[slice, slice]:
        """Rows and columns of pixels of a cell."""
        row, column = divmod(index, self.columns)
        return (
            slice(row * self.height, (row + 1) * self.height),
            slice(column * self.width, (column + 1) * self.width),
        )


def near_square(count: int) -> int:
    """The number of rows of a grid as near a square as can be, wider rather than higher."""
    columns = math.isqrt(count - 1) + 1
    return -(-count // columns)


def tile(pictures: Sequence[NDArray[Any]], rows: int, scale: float) -> tuple[NDArray[Any], Grid]:
    """One picture of all, uint8 [H, W, C], and where each is.

    pictures: uint8 [h, w, c] each; smaller ones stand in the middle of their cell, on black. All get the
        channels that the richest needs.
    scale: factor for the size of each: enlarged without smoothing, made smaller with.
    """
    channels = _common_channels(pictures)
    even = [_scaled(_with_channels(picture, channels), scale) for picture in pictures]
    height = max(picture.shape[0] for picture in even)
    width = max(picture.shape[1] for picture in even)
    columns = -(-len(even) // rows)
    grid = Grid(rows, columns, width, height, len(even))
    canvas = np.zeros((rows * height, columns * width, channels), np.uint8)
    for index, picture in enumerate(even):
        cell = canvas[grid.place(index)]
        top = (height - picture.shape[0]) // 2
        left = (width - picture.shape[1]) // 2
        cell[top : top + picture.shape[0], left : left + picture.shape[1]] = picture
    return canvas, grid


def _common_channels(pictures: Sequence[NDArray[Any]]) -> int:
    found: set[int] = {picture.shape[2] for picture in pictures}
    if len(found) == 1:
        return found.pop()
    alpha = any(channels in (2, 4) for channels in found)
    color = any(channels >= 3 for channels in found)
    return (3 if color else 1) + alpha


def _with_channels(picture: NDArray[np.uint8], channels: int) -> NDArray[np.uint8]:
    have = picture.shape[2]
    if have == channels:
        return picture
    color = picture[:, :, : have - (have in (2, 4))]
    if channels >= 3 and color.shape[2] == 1:
        color = np.repeat(color, 3, axis=2)
    if channels in (1, 3):
        return color
    opaque = np.full((*picture.shape[:2], 1), 255, np.uint8)
    alpha = picture[:, :, -1:] if have in (2, 4) else opaque
    return np.concatenate([color, alpha], axis=2)


def _scaled(picture: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    if scale == 1.0:
        return picture
    height, width, channels = picture.shape
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    way = Image.Resampling.NEAREST if scale > 1 else Image.Resampling.BOX
    resized = np.asarray(
        Image.fromarray(picture[:, :, 0] if channels == 1 else picture).resize(size, way)
    )
    return resized.reshape(size[1], size[0], channels)
