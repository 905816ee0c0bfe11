"""PNG files, written and read by Pillow."""

import io
import json
from collections.abc import Mapping, Sequence
from struct import Struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError
from vdlite.packages import needed

with needed("a picture"):
    from PIL import Image, PngImagePlugin

# Pillow loads its usual formats when the first picture is saved; not in the writer's thread, please.
Image.preinit()

_NOTE = "vdlite"  # keyword of the text chunk


def write(pixels: NDArray[Any], note: Mapping[str, Any] | None = None) -> bytes:
    """A PNG of pixels uint8 [H, W] or [H, W, 2 to 4], or uint16 [H, W].

    note: kept with the picture, as JSON in a text chunk; other programs ignore it.
    Raises MemoryError if there is no memory for it.
    """
    file = io.BytesIO()
    try:
        Image.fromarray(pixels).save(file, "PNG", pnginfo=_chunk(note or {}))
    except (
        OSError
    ) as error:  # what Pillow says where its encoder gets no memory: no disk is involved
        raise MemoryError(f"no memory to make a PNG of shape {pixels.shape}: {error}") from error
    return file.getvalue()


def write_animated(
    frames: Sequence[NDArray[Any]], milliseconds: float, note: Mapping[str, Any]
) -> bytes:
    """An animated PNG of frames, each as `write` takes them and all of one size.

    milliseconds: for each frame. Frames that are the same as the one before are not repeated in the file: that one
        is shown for longer.
    """
    first, *rest = [Image.fromarray(pixels) for pixels in frames]
    file = io.BytesIO()
    first.save(
        file,
        "PNG",
        pnginfo=_chunk(note),
        save_all=True,
        append_images=rest,
        duration=milliseconds,
        loop=0,
    )
    return file.getvalue()


def _chunk(note: Mapping[str, Any]) -> PngImagePlugin.PngInfo:
    info = PngImagePlugin.PngInfo()
    if note:
        info.add_itxt(_NOTE, json.dumps(note), zip=True)
    return info


def read(data: bytes) -> tuple[NDArray[Any], Mapping[str, Any]]:
    """Pixels, as `write` takes them, and the note.

    Raises FormatError if the bytes are no PNG, or unfold into more pixels than Pillow thinks safe (179 million).
    """
    try:
        with Image.open(io.BytesIO(data), formats=["PNG"]) as picture:
            pixels = np.asarray(picture)
            note = note_of(picture)
    except Exception as error:  # Pillow raises a dozen sorts for bytes that are no picture
        raise FormatError(f"image payload: {error}") from error
    if pixels.dtype == np.int32:  # how some versions of Pillow give 16 bits
        pixels = pixels.astype(np.uint16)
    return pixels, note


_HEAD = Struct(">8s4x4sIIBB")
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # by the color type


def is_plain(data: bytes) -> bool:
    """True if the bytes are a PNG such as `write` makes: 8 bits of gray or color, or 16 of gray, recognized by its head alone."""
    return _head(data)[2:] in {(8, 0), (8, 2), (8, 4), (8, 6), (16, 0)}


def dimensions(data: bytes) -> tuple[int, int, int]:
    """Width, height and channels of a PNG, recognized by its head alone; zeros if it is none."""
    width, height, _, color = _head(data)
    return width, height, _CHANNELS.get(color, 0) if width else 0


def _head(data: bytes) -> tuple[int, int, int, int]:
    """Width, height, bits and color type; zeros if the bytes are no PNG."""
    if len(data) < _HEAD.size:
        return 0, 0, 0, 0
    magic, chunk, width, height, depth, color = _HEAD.unpack_from(data)
    if magic != b"\x89PNG\r\n\x1a\n" or chunk != b"IHDR":
        return 0, 0, 0, 0
    return width, height, depth, color


def size_of(data: bytes) -> int:
    """Bytes of the pixels that a PNG unfolds into, recognized by its head alone; 0 if it is none."""
    width, height, depth, color = _head(data)
    return int(width * height * _CHANNELS.get(color, 4) * (2 if depth == 16 else 1))


def note_of(picture: Image.Image) -> Mapping[str, Any]:
    """The note that a PNG was written with; empty if it has none."""
    text = getattr(picture, "text", {}).get(_NOTE)
    try:
        note = json.loads(text) if isinstance(text, str) else {}
    except ValueError:
        return {}
    return note if isinstance(note, dict) else {}
