"""Pictures with boxes drawn on them."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import PayloadError, shown
from vdlite.kinds.numbers.arrays import ArrayLike, as_array
from vdlite.kinds.pictures.pixels import Clipping, as_hwc, take, to_pixels
from vdlite.packages import needed

with needed("a picture"):
    from PIL import Image, ImageDraw, ImageFont

_ACROSS = 8  # pictures in a row, as TensorBoard's writers place them: boxes are given in pixels of the whole


def with_boxes(
    picture: ArrayLike,
    boxes: ArrayLike,
    rescale: float,
    dataformats: str,
    labels: "str | Sequence[str] | None",
) -> Image.Image:
    """The picture with red boxes and their labels.

    boxes: [N, 4], each of left, top, right, bottom, in pixels.
    rescale: factor for the size of the result.
    labels: one for each box; another number of them counts as none.
    Raises PayloadError for what is no picture or no boxes.
    """
    corners = as_array(boxes, "boxes")
    if corners.ndim != 2 or corners.shape[1] < 4:
        raise PayloadError(f"boxes: got shape {corners.shape}, want [N, 4]")
    names = [labels] if isinstance(labels, str) else labels
    if names is not None and len(names) != len(corners):
        names = None
    image = Image.fromarray(_pixels(picture, dataformats))
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default()
    for number, corner in enumerate(corners):
        left, top, right, bottom = (float(each) for each in corner[:4])
        around = [(left, top), (left, bottom), (right, bottom), (right, top), (left, top)]
        draw.line(around, width=2, fill="red")
        if names is not None and names[number]:
            _label(draw, font, names[number], left, bottom)
    if rescale == 1:
        return image
    size = int(image.width * rescale), int(image.height * rescale)
    if min(size) < 1:
        raise PayloadError(f"rescale: got {shown(rescale)}, want a factor that leaves a pixel")
    return image.resize(size, Image.Resampling.LANCZOS)


def _label(draw: ImageDraw.ImageDraw, font: Any, text: str, left: float, bottom: float) -> None:
    """A text in the lower left corner of a box."""
    x0, y0, x1, y1 = font.getbbox(text)
    width, height = x1 - x0, y1 - y0
    margin = math.ceil(0.05 * height)
    draw.rectangle([(left, bottom - height - 2 * margin), (left + width, bottom)], fill="red")
    draw.text((left + margin, bottom - height - margin), text, fill="black", font=font)


def _pixels(picture: ArrayLike, dataformats: str) -> NDArray[np.uint8]:
    """[H, W, 3], or [H, W, 4] where there is transparency."""
    array, axes = take(picture, dataformats)
    if "N" in axes:
        items = list(np.moveaxis(array, axes.index("N"), 0))
        axes = axes.replace("N", "")
        array, axes = _in_rows([as_hwc(item, axes) for item in items]), "HWC"
    pixels = to_pixels(as_hwc(array, axes), (0.0, 1.0), Clipping())
    channels = pixels.shape[2]
    if channels <= 2:
        color = np.repeat(pixels[:, :, :1], 3, axis=2)
        pixels = color if channels == 1 else np.concatenate([color, pixels[:, :, 1:]], axis=2)
    return np.ascontiguousarray(pixels, np.uint8)


def _in_rows(pictures: list[NDArray[Any]]) -> NDArray[Any]:
    height, width, channels = pictures[0].shape
    across = min(len(pictures), _ACROSS)
    down = -(-len(pictures) // across)
    canvas = np.zeros((down * height, across * width, channels), pictures[0].dtype)
    for number, picture in enumerate(pictures):
        row, column = divmod(number, across)
        canvas[row * height :, column * width :][:height, :width] = picture
    return canvas
