"""Pictures of a dictionary: arrays, tensors, files, figures."""

import os
import sys
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import PayloadError
from vdlite.kinds.numbers.arrays import ArrayLike, as_array
from vdlite.packages import needed
from vdlite.writer import LogWriter
from vdlite.writer.notices import warn

_CHANNELS = (1, 2, 3, 4)
_BEYOND_ONE = 2.0  # floats from 0 to more than this go up to 255, as W&B has them
_warned: set[str] = set()


@dataclass(frozen=True, slots=True)
class Image:
    """A picture: an array or tensor, a PIL image, the path of a file, or a figure of matplotlib; see `LogWriter.add_image`."""

    picture: ArrayLike
    caption: str | None = None  # shown in full screen, where the picture is pointed at
    dataformats: str | None = (
        None  # of an array, such as "HWC"; None finds out where the channels are
    )
    _: KW_ONLY
    mode: str | None = None  # of Pillow, to which it is converted, such as "L"
    # As `wandb.Image` takes them; nothing comes of them.
    grouping: object = None
    classes: object = None
    boxes: object = None
    masks: object = None
    file_type: object = None
    normalize: object = None

    def __post_init__(self) -> None:
        lost = [name for name in ("boxes", "masks") if getattr(self, name)]
        if not _warned.issuperset(lost):
            _warned.update(lost)
            warn("vdlite.Image: %s are not drawn: draw them into the picture", " and ".join(lost))

    def add_to(self, writer: LogWriter, tag: str, step: int | None, walltime: float) -> None:
        if self.caption:
            Images([self]).add_to(writer, tag, step, walltime)
            return
        picture = opened(self.picture)
        if is_figure(picture) and self.mode is None:
            writer.add_figure(tag, picture, step, walltime)
            return
        array, order = self._array(picture)
        writer.add_image(tag, array, step, walltime, order)

    def pixels(self) -> tuple[ArrayLike, str]:
        """The picture and the order of its axes, as `LogWriter.add_image` takes them. Raises PayloadError if it is none."""
        return self._array(opened(self.picture))

    def _array(self, picture: Any) -> tuple[ArrayLike, str]:
        if is_figure(picture):
            from vdlite.kinds.pictures.figure import rgba

            picture = rgba(picture)
        if self.mode is not None:
            picture = _in_mode(picture, self.dataformats, self.mode)
        if is_picture(picture):
            return picture, "HWC"
        return up_to_one(picture), self.dataformats or order_of(picture)


@dataclass(frozen=True, slots=True)
class Images:
    """Several pictures, as a grid."""

    images: Sequence[Image]

    def add_to(self, writer: LogWriter, tag: str, step: int | None, walltime: float) -> None:
        from vdlite.kinds.pictures.pixels import as_hwc, take

        pictures = [as_hwc(*take(*each.pixels())) for each in self.images]
        captions = [each.caption or "" for each in self.images]
        labels = captions if any(captions) else None
        writer.add_image_matrix(tag, pictures, step, walltime=walltime, labels=labels)


def is_figure(value: Any) -> bool:
    """True for a figure of matplotlib."""
    return hasattr(value, "savefig") and hasattr(value, "canvas")


def is_picture(value: Any) -> bool:
    """True for an image of Pillow."""
    return hasattr(value, "getbands") and hasattr(value, "convert")


def is_plotting(value: Any) -> bool:
    """True for what stands for a figure of matplotlib: its module `pyplot`, and axes."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    return (pyplot is not None and value is pyplot) or (
        hasattr(value, "get_figure") and hasattr(value, "get_xlim")
    )


def opened(value: Any) -> Any:
    """What a picture is given as: a file is read, and axes or `pyplot` are their figure. Raises PayloadError for no such file."""
    if isinstance(value, (str, os.PathLike)):
        return _of_file(value)
    if is_plotting(value):
        return value.gcf() if hasattr(value, "gcf") else value.get_figure()
    return value


def _of_file(path: "str | os.PathLike[str]") -> Any:
    with needed("a picture"):
        from PIL import Image as Pillow

    try:
        with Pillow.open(path) as file:
            file.load()
            return file.copy()
    except Exception as error:  # Pillow raises a dozen sorts
        raise PayloadError(f"image: can't read a picture: {error}: {os.fspath(path)}") from error


def _in_mode(picture: Any, dataformats: str | None, mode: str) -> Any:
    """The picture as one of Pillow in this mode."""
    with needed("a picture"):
        from PIL import Image as Pillow

    from vdlite.kinds.pictures.pixels import Clipping, as_hwc, take, to_pixels

    if not is_picture(picture):
        array = as_hwc(*take(up_to_one(picture), dataformats or order_of(picture)))
        pixels = to_pixels(array, (0.0, 1.0), Clipping())
        picture = Pillow.fromarray(pixels[:, :, 0] if pixels.shape[2] == 1 else pixels)
    try:
        return picture.convert(mode)
    except (ValueError, OSError) as error:
        raise PayloadError(f"mode: got {mode!r:.40}, want a mode of Pillow: {error}") from error


def order_of(values: Any) -> str:
    """The order of a picture's axes: of a tensor channels first, as torch has them, of an array last, if their number allows it."""
    shape: tuple[int, ...] = tuple(getattr(values, "shape", ()) or np.shape(values))
    several, rest = ("N", shape[1:]) if len(shape) == 4 else ("", shape)
    if len(rest) != 3:
        return several + "HW"
    first, last = rest[0] in _CHANNELS, rest[-1] in _CHANNELS
    return several + ("CHW" if first and (hasattr(values, "detach") or not last) else "HWC")


def up_to_one(values: Any) -> Any:
    """The pixels, floats from 0 to 255 as those from 0 to 1."""
    dtype = str(getattr(values, "dtype", ""))
    if "float" not in dtype or is_picture(values):
        return values
    array: NDArray[Any] = as_array(values, "image")
    if not array.size or array.max() <= _BEYOND_ONE:
        return array
    finite = array[np.isfinite(array)]
    wide = finite.size and finite.min() >= 0 and finite.max() > _BEYOND_ONE
    return array / array.dtype.type(255) if wide else array
