"""What callers of a SummaryWriter hand over, as a LogWriter takes it."""

import os
import socket
from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypeAlias
from zlib import crc32

import numpy as np

from vdlite.kinds.numbers.arrays import ArrayLike, as_array
from vdlite.writer.arguments.checks import MAX_TAG_BYTES, StepLike

LogDir: TypeAlias = "str | os.PathLike[str] | None"
Labels: TypeAlias = "Sequence[Any] | None"

_UNNAMED = "untitled"


def default_log_dir(comment: str) -> str:
    """`runs/<Mon DD_HH-MM-SS>_<host><comment>`, as TensorBoard's writers have it."""
    now = datetime.now().strftime("%b%d_%H-%M-%S")
    return os.path.join("runs", now + "_" + socket.gethostname() + comment)


def usable_tag(tag: Any) -> Any:
    """The tag; one that a log can't hold, as event files can, gets a name near to it."""
    if not isinstance(tag, str):
        return tag  # who takes it says what is wrong
    if not tag:
        return _UNNAMED
    data = tag.encode(errors="surrogatepass")
    if len(data) <= MAX_TAG_BYTES:
        return tag
    # Tags that differ behind their beginning stay different.
    begin = data[: MAX_TAG_BYTES - 12].decode(errors="ignore")
    return f"{begin}...{crc32(data):08x}"


def whole_step(step: StepLike | None) -> int | None:
    """The step without its fraction, as event files keep it; None goes on from the tag's last step.

    Raises what `int` raises for what is no number.
    """
    return step if step is None or type(step) is int else int(step)


def as_pixels(picture: ArrayLike) -> ArrayLike:
    """The pixels: what is not uint8 goes from 0 to 1, as floats do; a PIL image stays one."""
    if hasattr(picture, "getbands") or isinstance(picture, (str, bytes, os.PathLike)):
        return picture  # who takes it says what is wrong with a path
    array = as_array(picture, "image")
    if array.dtype == np.uint8 or array.dtype.kind == "f":
        return array
    return array.astype(np.float32)
