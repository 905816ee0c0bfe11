"""The kind of a value, and the payload that it becomes."""

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from vdlite.errors import FormatError, PayloadError
from vdlite.foreign.media.pictures import opened, picture
from vdlite.kinds.draft import Encoded, encoded
from vdlite.protobuf.events import Value
from vdlite.protobuf.values import Counts, Files, Layout, Meaning, Rates, Text, meaning

SCALAR = "scalar"

# The plugin whose values a kind is made of, for those that do not tell it themselves.
_PLUGINS = {
    SCALAR: "scalars",
    "histogram": "histograms",
    "image": "images",
    "audio": "audio",
    "text": "text",
    "pr_curve": "pr_curves",
    "tensor": "tensor",
    "layout": "custom_scalars",
}
_KNOWN = {"", *_PLUGINS.values()}
_TEXT_SUFFIX = "/text_summary"  # which PyTorch puts behind every tag
_BLOBS = 3  # a class of data

_Made = TypeVar("_Made")


class NotReadError(ValueError):
    """A value is of a sort that is not read; the text says which."""


def read(value: Value, plugin: str, data_class: int) -> tuple[str, Meaning]:
    """The kind of a value, and what it means. Raises NotReadError if it is of no kind, FormatError if it is damaged.

    plugin, data_class: as the first value of its tag reported them.
    """
    plugin = value.plugin or plugin
    found = _guarded(lambda: meaning(value, plugin))
    if isinstance(found, float):
        return SCALAR, found
    if isinstance(found, np.ndarray):
        single = plugin == "" and found.size == 1 and data_class in (0, 1)
        is_scalar = single and found.dtype.kind in "fiub"
        return (SCALAR, float(found.reshape(-1)[0])) if is_scalar else ("tensor", found)
    if found is None:
        raise NotReadError(plugin or "unnamed")
    if isinstance(found, Layout):
        return "layout", found
    if plugin not in _KNOWN or (value.data_class or data_class) == _BLOBS:
        raise NotReadError(plugin)
    return _kind_of(found), found


def _kind_of(found: Counts | Files | Rates | Text) -> str:
    if isinstance(found, Counts):
        return "histogram"
    if isinstance(found, Rates):
        return "pr_curve"
    if isinstance(found, Text):
        return "text"
    if found.sort == "audio":
        return "audio"
    return "video" if len(found.files) == 1 and found.files[0][:3] == b"GIF" else "image"


def tag_of(kind: str, tag: str) -> str:
    """The tag as it was given to the writer; that of a layout is the same in every log."""
    if kind == "layout":
        return "custom_scalars"
    return tag.removesuffix(_TEXT_SUFFIX) if kind == "text" else tag


def encode_again(value: Value, kind: str) -> Encoded:
    """The payload and summary of a value that was of that kind. Raises FormatError if it is not (any more)."""
    found = _guarded(lambda: meaning(value, _PLUGINS.get(kind, "")))
    if found is None:
        raise FormatError(f"{kind} of an event: there is nothing in it")
    return encode(found, kind)


def encode(found: Meaning, kind: str) -> Encoded:
    """The payload and summary of a value of that kind. Raises FormatError if it can't be one."""
    try:
        return _guarded(lambda: _encode(found, kind))
    except FormatError as error:
        raise FormatError(f"{kind} of an event: {error}") from error


def _guarded(work: Callable[[], _Made]) -> _Made:
    """The result of some work; a FormatError for whatever anybody's bytes make of a library."""
    try:
        return work()
    except (FormatError, NotReadError):
        raise
    except (PayloadError, ValueError, TypeError, OverflowError, MemoryError, IndexError) as error:
        raise FormatError(str(error)) from error


def _encode(found: Meaning, kind: str) -> Encoded:
    if isinstance(found, Counts):
        from vdlite.kinds.counted import histogram_of_counts

        moments = {"count": found.number, "total": found.total, "squares": found.squares}
        return histogram_of_counts(found.counts, found.edges, **moments)
    if isinstance(found, Rates):
        from vdlite.kinds.counted import pr_curve_of_rates

        return pr_curve_of_rates(found.tp, found.fp, found.tn, found.fn)
    if isinstance(found, Text):
        from vdlite.kinds import text

        return encoded(text.text(found.text))
    if isinstance(found, Layout):
        from vdlite.kinds import layout

        charts = (
            layout.Chart(each.category, each.title, each.tags, each.margins)
            for each in found.charts
        )
        return encoded(layout.layout_of(charts))
    if isinstance(found, Files) and found.files:
        return _of_files(found.files, kind)
    if isinstance(found, np.ndarray):
        from vdlite.kinds import tensor

        return encoded(tensor.tensor(found))
    raise FormatError("there is nothing in it")


def _of_files(files: tuple[bytes, ...], kind: str) -> Encoded:
    from vdlite.kinds import audio, image, video

    if kind == "audio":
        sound = audio.decode(files[0])
        return encoded(audio.audio(sound.samples, sound.sample_rate))
    if kind == "video":
        return encoded(video.video(files[0]))
    if len(files) > 1:
        return encoded(image.image_matrix([opened(file) for file in files]))
    return picture(files[0])
