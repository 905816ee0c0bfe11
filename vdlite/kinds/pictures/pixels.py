"""From arrays in any order and type to the pixels of a picture."""

import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import PayloadError, shown
from vdlite.kinds.numbers.arrays import ArrayLike, as_array

_PIL_MODES = {mode: mode for mode in ("L", "LA", "RGB", "RGBA", "I", "I;16", "F")} | {
    "1": "L",
    "P": "RGBA",
    "PA": "RGBA",
    "La": "LA",
    "RGBa": "RGBA",
    "I;16L": "I;16",
    "I;16B": "I",
}


MOST_PIXELS = 178_956_970
"""Of a picture: more of them Pillow refuses to read, for fear of a file that fills the memory."""


class Clipping:
    """How many values could not be shown as they are."""

    clipped = 0  # beyond the range
    nan = 0


def take(values: ArrayLike, dataformats: str) -> tuple[NDArray[Any], str]:
    """The array of a picture, and the order of its axes: H, W, and perhaps C and N.

    It may share the caller's memory. Raises PayloadError if it is no picture.
    """
    if hasattr(values, "getbands") and hasattr(values, "convert"):  # a PIL image
        values = values.convert(_PIL_MODES.get(values.mode, "RGB"))
        dataformats = "HWC"
    if isinstance(values, (str, bytes, os.PathLike)):
        raise PayloadError(
            f"image: got {type(values).__name__} {shown(values)}, want an array, a tensor or a picture: "
            "PIL.Image.open(path) makes one of a file"
        )
    axes = _checked_axes(dataformats)
    array = as_array(values, "image")
    if array.ndim == 2 and len(axes) == 3 and "C" in axes:
        axes = axes.replace("C", "")
    if array.ndim != len(axes):
        raise PayloadError(
            f"image: got shape {array.shape}, want {len(axes)} axes: {axes}{_other_order(array, axes)}"
        )
    shape = dict(zip(axes, array.shape, strict=True))
    if not 1 <= shape.get("C", 1) <= 4:
        raise PayloadError(
            f"image: got shape {array.shape} as {axes}, so {shape['C']} channels, want 1 to 4"
            f"{_other_order(array, axes)}"
        )
    if not shape["H"] or not shape["W"]:
        raise PayloadError(f"image: got shape {array.shape} as {axes}, want one pixel at least")
    check_pixels(shape["H"] * shape["W"] * shape.get("N", 1))
    if array.dtype.kind in "iu" and array.dtype.itemsize > 1 and array.dtype != np.uint16:
        low, high = (int(array.min()), int(array.max())) if array.size else (0, 0)
        if low < 0 or high > 255:
            raise PayloadError(
                f"image: got {array.dtype} from {low} to {high}, want 0 to 255, or floats"
            )
    if array.dtype == np.int8 and array.size and array.min() < 0:
        raise PayloadError(f"image: got int8 from {array.min()}, want 0 to 255, or floats")
    return array, axes


def _other_order(array: NDArray[Any], axes: str) -> str:
    """The hint where the shape would fit another usual order of the axes."""
    orders = {3: ("CHW", "HWC"), 4: ("NCHW", "NHWC")}.get(array.ndim, ())
    fits = [each for each in orders if each != axes and 1 <= array.shape[each.index("C")] <= 4]
    return "".join(f": did you mean dataformats={each!r}?" for each in fits[:1])


def check_pixels(pixels: float) -> None:
    """Raises PayloadError if they are more than a picture may have."""
    if not pixels <= MOST_PIXELS:
        raise PayloadError(f"image: got {pixels:.0f} pixels, want {MOST_PIXELS} at most")


def checked_range(value_range: object) -> tuple[float, float]:
    """The two ends; 0 and 1 if one is NaN, as of values that are. Raises PayloadError if they are not such."""
    try:
        low, high = map(float, value_range)  # type: ignore[call-overload]  # what is no pair raises
    except (TypeError, ValueError) as error:
        raise PayloadError(f"value_range: got {shown(value_range)}, want two numbers") from error
    if np.isnan([low, high]).any():
        return 0.0, 1.0
    if not np.isfinite([low, high, 255 / (high - low) if high > low else np.nan]).all():
        raise PayloadError(
            f"value_range: got {shown(value_range)}, want a lower and a higher number"
        )
    return low, high


def as_hwc(array: NDArray[Any], axes: str) -> NDArray[Any]:
    """A picture as [H, W, C]; a view."""
    order = [axes.index(axis) for axis in "HWC" if axis in axes]
    turned: NDArray[Any] = array.transpose(order)
    return turned if "C" in axes else turned[:, :, np.newaxis]


def to_pixels(
    picture: NDArray[Any],
    value_range: tuple[float, float],
    clipping: Clipping,
    *,
    reduce: bool = False,
) -> NDArray[Any]:
    """Pixels uint8 [H, W, C], or uint16 [H, W, 1], of a picture [H, W, C]; counts what was clipped.

    value_range: of floats; mapped to 0 and 255.
    reduce: bring uint16 from 0 to 65535 down to 0 to 255.
    """
    if picture.dtype == bool:
        return np.ascontiguousarray(picture * np.uint8(255))
    if picture.dtype.kind in "iu":
        if reduce and picture.dtype == np.uint16:
            return np.ascontiguousarray(in_8_bits(picture))
        deep = _is_deep(picture, "HWC") and picture.max() > 255
        return np.ascontiguousarray(picture, np.uint16 if deep else np.uint8)
    low, high = value_range
    scaled = (picture.astype(np.result_type(picture, np.float32)) - low) * (255 / (high - low))
    nan = np.isnan(scaled)
    clipping.nan += int(nan.sum())
    # A little beyond the range is rounding, not a value that is lost.
    clipping.clipped += int(((scaled < -0.5) | (scaled > 255.5)).sum())
    return np.ascontiguousarray(np.clip(np.where(nan, 0, scaled) + 0.5, 0, 255), np.uint8)


def uses_16_bits(arrays: Sequence[NDArray[Any]]) -> bool:
    """True if any picture is uint16 with more than 8 bits can hold: then all that are uint16 go from 0 to 65535."""
    return any(array.dtype == np.uint16 and array.max(initial=0) > 255 for array in arrays)


def in_8_bits(picture: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """0 to 65535 as 0 to 255, rounded."""
    return ((picture.astype(np.uint32) + 128) // 257).astype(np.uint8)  # 65535 is 255 times 257


def _checked_axes(dataformats: object) -> str:
    axes = dataformats.upper() if isinstance(dataformats, str) else ""
    if len(set(axes)) != len(axes) or not set("HW") <= set(axes) <= set("NCHW"):
        raise PayloadError(
            f"dataformats: got {dataformats!r:.40}, want the order of H, W and perhaps C and N, such as 'CHW'"
        )
    return axes


def _is_deep(array: NDArray[Any], axes: str) -> bool:
    """True if a picture is kept at 16 bits: PNG files have them, and Pillow writes them for gray."""
    shape = dict(zip(axes, array.shape, strict=True))
    return array.dtype == np.uint16 and shape.get("C", 1) == 1 and "N" not in axes
