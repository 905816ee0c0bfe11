"""Moving pictures: sequences of arrays as animated PNG files, which lose nothing, and video files as they are."""

import io
import numbers
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError, PayloadError, shown
from vdlite.kinds.draft import Arrays, Draft, Encoded, Ready, Settings, taking
from vdlite.kinds.kind import Kind
from vdlite.kinds.numbers.arrays import ArrayLike, as_array
from vdlite.kinds.pictures import png
from vdlite.kinds.pictures.pixels import (
    Clipping,
    as_hwc,
    checked_range,
    in_8_bits,
    take,
    to_pixels,
    uses_16_bits,
)
from vdlite.packages import needed

with needed("a video"):
    from PIL import Image as PillowImage

NAME = "video"

MOST_FRAMES = 100_000
MOST_BYTES = (1 << 32) - 1

_PLAIN = ("L", "LA", "RGB", "RGBA")

# What files begin with, from their offset on.
_MAGIC = (
    (0, b"\x89PNG\r\n\x1a\n", "image/png"),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (8, b"WEBP", "image/webp"),
    (4, b"ftyp", "video/mp4"),
    (0, b"\x1a\x45\xdf\xa3", "video/webm"),
    (0, b"OggS", "video/ogg"),
)


@dataclass(frozen=True, slots=True)
class Video:
    """A file with moving pictures."""

    data: bytes
    media_type: str  # such as "image/png", for an animated PNG, or "video/mp4"

    def frames(self) -> NDArray[np.uint8]:
        """The pictures, [T, H, W, C], of a file that Pillow reads. Raises FormatError for others."""
        if not self.media_type.startswith("image/"):
            raise FormatError(f"video payload: {self.media_type} can't be taken apart here")
        pictures: list[NDArray[Any]] = []
        try:
            with PillowImage.open(io.BytesIO(self.data)) as file:
                note = png.note_of(file)
                fps, count = note.get("fps"), note.get("frames", 1)
                for index in range(getattr(file, "n_frames", 1)):
                    file.seek(index)
                    # Files of others change their mode from one frame to the next.
                    mode = file.mode if file.mode in _PLAIN and note else "RGBA"
                    pixels = np.asarray(file.convert(mode))
                    shown = file.info.get("duration", 0) * fps / 1000 if fps else 1
                    pictures += [pixels] * max(1, min(round(shown), MOST_FRAMES))
                    if len(pictures) * pixels.nbytes > MOST_BYTES or len(pictures) > MOST_FRAMES:
                        raise ValueError(f"frames of more than {MOST_BYTES} bytes")
            if len(pictures) == 1:
                pictures *= min(count, MOST_FRAMES)  # all the same: the file is no animation then
            stack = np.stack(pictures)
        except Exception as error:  # Pillow raises a dozen sorts for bytes that are no picture
            raise FormatError(f"video payload: {error}") from error
        return stack if stack.ndim == 4 else stack[..., np.newaxis]


def encode(arrays: Arrays, settings: Settings) -> Encoded:
    """The frames, along the first axis of the only array, as an animated PNG."""
    (stack,) = arrays
    fps, (low, high) = settings["fps"], settings["range"]
    clipping = Clipping()
    frames = [
        to_pixels(as_hwc(frame, settings["dataformats"]), (low, high), clipping) for frame in stack
    ]
    height, width, channels = frames[0].shape
    if channels == 1:
        frames = [frame[:, :, 0] for frame in frames]
    data = png.write_animated(frames, 1000 / fps, {"fps": fps, "frames": len(frames)})
    summary: dict[str, Any] = {
        "media_type": "image/png",
        "width": width,
        "height": height,
        "frames": len(frames),
        "fps": fps,
        "seconds": len(frames) / fps,
    }
    if clipping.clipped:
        summary["clipped"] = clipping.clipped
    if clipping.nan:
        summary["nan"] = clipping.nan
    return data, summary


@taking(NAME)
def video(
    values: ArrayLike,
    *,
    fps: float = 4.0,
    dataformats: str = "THWC",
    value_range: tuple[float, float] = (0.0, 1.0),
) -> Draft:
    """A draft of moving pictures.

    values: frames, as an array or a list of pictures; each as `image` takes it, all of one size. Or a video file:
        its bytes, or a path as `os.PathLike`; MP4, WebM, Ogg, GIF, WebP or animated PNG, kept as it is.
    fps: frames a second, of arrays.
    dataformats: the order of the axes: T for the frames, and H, W and perhaps C.
    Raises PayloadError for anything else.
    """
    if isinstance(values, (bytes, bytearray, memoryview)):
        return _file(bytes(values), "the bytes")
    if isinstance(values, os.PathLike):
        try:
            return _file(Path(values).read_bytes(), str(values))
        except OSError as error:
            raise PayloadError(f"video: can't read the file: {error}") from error
    limits = checked_range(value_range)
    if not isinstance(fps, numbers.Real) or not 0.01 <= fps <= 1000:
        raise PayloadError(f"fps: got {shown(fps)}, want 0.01 to 1000 frames a second")
    order = dataformats.upper() if isinstance(dataformats, str) else ""
    if order.count("T") != 1 or not set(order) <= set("THWC"):
        raise PayloadError(f"dataformats: got {dataformats!r:.40}, want such as 'THWC' or 'TCHW'")
    axes = order.replace("T", "")
    if isinstance(values, (list, tuple)):
        frames, axes = _stacked(values, axes), "HWC"
    else:
        array = as_array(values, NAME)
        if array.ndim == 3 and len(order) == 4:
            order = order.replace("C", "")
        if array.ndim != len(order):
            raise PayloadError(f"video: got shape {array.shape}, want {len(order)} axes: {order}")
        frames = np.moveaxis(array, order.index("T"), 0)
    if not 1 <= len(frames) <= MOST_FRAMES:
        raise PayloadError(f"video: got {len(frames)} frames, want 1 to {MOST_FRAMES}")
    _, axes = take(frames[0], axes)
    if uses_16_bits([frames]):
        frames = in_8_bits(frames)
    if frames.dtype.kind in "iu" and frames.dtype != np.uint8:
        low, high = int(frames.min()), int(frames.max())
        if low < 0 or high > 255:
            raise PayloadError(
                f"video: got {frames.dtype} from {low} to {high}, want 0 to 255, or floats"
            )
        frames = frames.astype(np.uint8)
    return Draft(encode, [frames], {"dataformats": axes, "fps": float(fps), "range": list(limits)})


def media_type(summary: Mapping[str, Any]) -> str:
    """The media type of the file."""
    recorded = summary.get("media_type")
    known = [each for _, _, each in _MAGIC]
    return recorded if recorded in known else "application/octet-stream"


def decode(payload: bytes) -> Video:
    """The file. Raises FormatError if it is of no known sort."""
    found = _sort_of(payload)
    if found is None:
        raise FormatError("video payload: got a file of no known sort")
    return Video(payload, found)


def _file(data: bytes, name: str) -> Ready:
    found = _sort_of(data)
    if found is None:
        raise PayloadError(
            f"video: got a file of no known sort, want MP4, WebM, Ogg, GIF, WebP or PNG: {name}"
        )
    if len(data) > MOST_BYTES:
        raise PayloadError(f"video: got {len(data)} bytes, want {MOST_BYTES} at most: {name}")
    return Ready(data, {"media_type": found, "bytes": len(data)})


def _sort_of(data: bytes) -> str | None:
    for offset, magic, name in _MAGIC:
        if data[offset : offset + len(magic)] == magic:
            return name
    return None


def _stacked(values: Sequence[Any], axes: str) -> NDArray[Any]:
    # Each with axes of its own: of some a channel axis is left out, and Pillow has its own order.
    taken = [as_hwc(*take(frame, axes)) for frame in values]
    shapes = {array.shape for array in taken}
    if len(shapes) > 1:
        raise PayloadError(f"video: got frames of shapes {sorted(shapes)[:4]}, want one for all")
    return np.stack(taken) if taken else np.empty((0,))


KIND = Kind(NAME, decode, encode, media_type)
