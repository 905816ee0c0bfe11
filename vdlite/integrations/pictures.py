"""Pictures as trainers hold them: batches and lists of arrays, whose order of axes they do not tell."""

from collections.abc import Sequence
from typing import Any

from vdlite.tracking.pictures import Image, is_figure, is_picture

_CHANNELS = (1, 3, 4)


def pictures(given: Any, captions: Sequence[str] = ()) -> list[Image]:
    """One for each.

    given: a picture, an array of several (NHWC or NCHW), or a list of pictures: arrays HW, HWC or CHW, PIL images, figures.
    captions: of as many as there are.
    """
    if is_figure(given) or is_picture(given) or getattr(given, "ndim", 0) in (2, 3):
        given = [given]
    return [
        _picture(each, captions[number] if number < len(captions) else "")
        for number, each in enumerate(given)
    ]


def _picture(given: Any, caption: str) -> Image:
    shape: tuple[int, ...] = tuple(getattr(given, "shape", ()))
    if len(shape) == 2:
        return Image(given, caption, "HW")
    channels_first = len(shape) == 3 and shape[0] in _CHANNELS and shape[-1] not in _CHANNELS
    return Image(given, caption, "CHW" if channels_first else "HWC")
