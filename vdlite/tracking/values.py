"""What the values of a dictionary are logged as."""

from collections.abc import Mapping
from datetime import date, time, timedelta
from enum import Enum
from pathlib import PurePath
from typing import Any

import numpy as np

from vdlite.errors import PayloadError, shown
from vdlite.kinds import scalar
from vdlite.kinds.draft import taking
from vdlite.kinds.numbers.arrays import as_array
from vdlite.packages import needed
from vdlite.tracking.media import Histogram, Logged, OnDevice, Several, Tensor, Text, fenced
from vdlite.tracking.pictures import Image, Images, is_figure, is_picture, is_plotting
from vdlite.tracking.table import Table

_MOST = 1000  # of a list: each has a tag of its own
_WHOLE = 32  # numbers of an array; of more, their distribution is logged, as with `wandb`
_NUMBERS = (float, int, np.floating, np.integer, np.bool_)
_WORDS = (bytes, complex, date, time, timedelta, Enum, PurePath)  # whose text says all of them


@taking("log")
def loggable(tag: str, value: Any) -> "float | Logged":
    """The number that a value is, or what logs it.

    Raises PayloadError for what is neither a number, a text, a picture, nor made of these.
    """
    if isinstance(value, _NUMBERS):
        return _number(tag, value)
    if isinstance(value, str):
        return Text(value)  # not a number, even if it reads like one
    if hasattr(value, "add_to"):
        return value  # type: ignore[no-any-return]  # whoever has this method knows how
    if is_picture(value) or is_figure(value) or is_plotting(value):
        return Image(value)
    if isinstance(value, _WORDS):
        return Text(value.decode(errors="replace") if isinstance(value, bytes) else str(value))
    if isinstance(value, (list, tuple, range)):
        return _of_list(tag, value)
    if getattr(value, "is_cuda", False) and value.numel() == 1:
        return OnDevice(value)  # it is not waited for
    if hasattr(value, "iterrows") and hasattr(value, "columns"):  # a DataFrame
        return Table(dataframe=value)
    if hasattr(value, "to_plotly_json"):
        return _of_plotly(value)
    if hasattr(value, "shape") and _count(value) != 1:
        try:
            return _of_array(tag, value)
        except PayloadError:
            if not hasattr(value, "tolist"):
                raise
            return _as_json(tag, value, value.tolist())  # an array of texts, or a column of them
    return _number(tag, value)


def _number(tag: str, value: Any) -> "float | Logged":
    try:
        number = scalar.scalar(value, tag)
    except PayloadError as error:
        raise PayloadError(_refusal(tag, value)) from error
    return number if isinstance(number, float) else OnDevice(value)


def _refusal(tag: str, value: Any) -> str:
    return (
        f"{tag:.200}: got {_described(value)}, want a number, a text, a picture, numbers, or what an array is: "
        "vdlite.Image, Histogram, Tensor, Audio, Video or Mesh of it, or a list of such"
    )


def _of_list(tag: str, value: "list[Any] | tuple[Any, ...] | range") -> "float | Logged":
    given: list[Any] = [
        Image(each) if is_picture(each) or is_figure(each) else each for each in value
    ]
    if given and all(hasattr(each, "add_to") for each in given):
        if all(isinstance(each, Image) for each in given):
            return Images(given)
        if len(given) > _MOST:
            raise PayloadError(f"{tag:.200}: got {_described(value)}, want at most {_MOST}")
        return Several(given)
    try:
        return _of_array(tag, np.array(as_array(list(value), tag)) if given else np.zeros(0))
    except ValueError:  # no numbers, or lists of different lengths
        return _as_json(tag, value, value)


def _as_json(tag: str, value: Any, content: Any) -> Text:
    """What a value holds, as JSON. Raises PayloadError if it holds other than texts, numbers and lists of them."""
    import json

    try:
        return Text(fenced(json.dumps(content, default=_as_list), "json"))
    except (TypeError, ValueError, RecursionError) as error:
        raise PayloadError(_refusal(tag, value)) from error


def _as_list(value: Any) -> Any:
    if isinstance(value, (np.ndarray, np.generic)) or hasattr(value, "detach"):
        return value.tolist()
    raise TypeError(f"got {type(value).__name__}")


def _of_array(tag: str, value: Any) -> "float | Logged":
    """All of few numbers, the distribution of many; raises PayloadError for what are none."""
    if not getattr(value, "is_cuda", False):
        value = as_array(value, f"{tag:.200}")
    if _count(value) == 1:
        return float(value.reshape(-1)[0])
    return Tensor(value) if _count(value) <= _WHOLE else Histogram(value)


def _count(value: Any) -> int:
    return int(np.prod([int(size) for size in value.shape]))


def _of_plotly(figure: Any) -> "Logged":
    """A drawing of plotly as a picture, where it can make one; else all that it is made of."""
    try:
        return Image(_opened(figure.to_image(format="png")))
    except Exception:  # noqa: BLE001  # it needs a browser, and says so in many ways
        return Text(fenced(str(figure.to_json()), "json"))


def _opened(data: bytes) -> Any:
    import io

    with needed("a picture"):
        from PIL import Image as Pillow

    picture = Pillow.open(io.BytesIO(data))
    picture.load()
    return picture


def _described(value: Any) -> str:
    """The type and the shape of many numbers: they themselves say nothing."""
    if hasattr(value, "add_to"):
        return f"vdlite.{type(value).__name__}"
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple):
        return f"{type(value).__name__} of shape {tuple(shape)}"
    if isinstance(value, (list, tuple)) and value:
        first = (
            ""
            if isinstance(value[0], (list, tuple, Mapping))
            else f", the first of them {_described(value[0])}"
        )
        return f"{type(value).__name__} of {len(value)} items{first}"
    return f"{type(value).__name__} {shown(value)}"
