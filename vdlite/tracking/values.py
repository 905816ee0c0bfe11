"""What the values of a dictionary are logged as."""

from typing import Any

from vdlite.errors import PayloadError, shown
from vdlite.kinds import scalar
from vdlite.kinds.draft import taking
from vdlite.tracking.media import (
    Audio,
    Histogram,
    Image,
    Images,
    Logged,
    Mesh,
    OnDevice,
    Several,
    Tensor,
    Text,
    Video,
    is_figure,
    is_picture,
)

_SAYS = (Image, Histogram, Tensor, Audio, Video, Mesh)
_MOST = 1000  # of a list: each has a tag of its own


@taking("log")
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
        if type(value[0]) in _SAYS and all(type(each) is type(value[0]) for each in value):
            if len(value) > _MOST:
                raise PayloadError(f"{tag:.200}: got {_described(value)}, want at most {_MOST}")
            return Several(value)
    if getattr(value, "is_cuda", False) and value.numel() == 1:
        return OnDevice(value)  # it is not waited for
    try:
        number = scalar.scalar(value, tag)
        return number if isinstance(number, float) else OnDevice(value)
    except PayloadError as error:
        raise PayloadError(
            f"{tag:.200}: got {_described(value)}, want a number, a text, a picture, or what an array is: "
            "vdlite.Image, Histogram, Tensor, Audio, Video or Mesh of it, or a list of one of these"
        ) from error


def _described(value: Any) -> str:
    """The type and the shape of many numbers: they themselves say nothing."""
    if isinstance(value, _SAYS):
        return f"vdlite.{type(value).__name__}"
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple):
        return f"{type(value).__name__} of shape {tuple(shape)}"
    if isinstance(value, (list, tuple)) and value:
        first = (
            ""
            if isinstance(value[0], (list, tuple))
            else f", the first of them {_described(value[0])}"
        )
        return f"{type(value).__name__} of {len(value)} items{first}"
    return f"{type(value).__name__} {shown(value)}"
