"""What the values of a dictionary are logged as."""

from typing import Any

from vdlite.errors import PayloadError, shown
from vdlite.kinds import scalar
from vdlite.tracking.media import (
    Audio,
    Histogram,
    Image,
    Images,
    Logged,
    Mesh,
    OnDevice,
    Tensor,
    Text,
    Video,
    is_figure,
    is_picture,
)

_SAYS = (Image, Histogram, Tensor, Audio, Video, Mesh)


def loggable(tag: str, value: Any) -> "float | Logged":
    """The number that a value is, or what logs it.

    Raises PayloadError for what may be this or that, such as an array of many numbers.
    """
    if isinstance(value, _SAYS):
        return value
    if isinstance(value, str):
        return Text(value)  # not a number, even if it reads like one
    if is_picture(value) or is_figure(value):
        return Image(value)
    if isinstance(value, (list, tuple)) and value:
        given = [Image(each) if is_picture(each) or is_figure(each) else each for each in value]
        images = [each for each in given if isinstance(each, Image)]
        if len(images) == len(given):
            return Images(images)
    if getattr(value, "is_cuda", False) and value.numel() == 1:
        return OnDevice(value)  # it is not waited for
    try:
        number = scalar.scalar(value, tag)
        return number if isinstance(number, float) else OnDevice(value)
    except PayloadError as error:
        raise PayloadError(
            f"{tag:.200}: got {type(value).__name__} {shown(value)}, want a number, a text, a picture, "
            "or what an array is: vdlite.Image, Histogram, Tensor, Audio, Video or Mesh of it"
        ) from error
