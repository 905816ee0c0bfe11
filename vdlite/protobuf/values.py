"""What the values of summaries mean, by their plugins: numbers, counts, files, texts, tensors."""

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError
from vdlite.protobuf.events import Value
from vdlite.protobuf.message import VARINT, Message, double
from vdlite.protobuf.plugins import CUSTOM_SCALARS, Chart, read_layout
from vdlite.protobuf.tensors import Texts, read_tensor

Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Counts:
    """A histogram as it was counted, its empty ends cut off."""

    counts: Floats  # [B]; whole numbers, unless values had weights
    edges: Floats  # [B + 1], rising
    number: float | None = None  # of all values, as what follows; None where it is not known
    total: float | None = None
    squares: float | None = None


@dataclass(frozen=True, slots=True)
class Files:
    """Pictures or sounds, as the bytes of their files."""

    sort: str  # "image" or "audio"
    files: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Rates:
    """True and false positives at thresholds i / (n - 1)."""

    tp: Floats  # [n], as all
    fp: Floats
    tn: Floats
    fn: Floats


@dataclass(frozen=True, slots=True)
class Text:
    """A text, as Markdown."""

    text: str


@dataclass(frozen=True, slots=True)
class Layout:
    """Charts of custom scalars."""

    charts: tuple[Chart, ...]


Meaning: TypeAlias = float | Counts | Files | Rates | Text | Layout | NDArray[Any]


def meaning(value: Value, plugin: str = "") -> Meaning | None:
    """The meaning of a value; None if it has metadata only.

    plugin: what earlier values of the tag have reported, where this one gives none.
    Raises FormatError for bytes that are not what they say.
    """
    plugin = value.plugin or plugin
    if value.sort == "scalar":
        return value.number  # whatever its plugin says
    if value.sort == "histogram":
        return _histogram(value.message)
    if value.sort in ("image", "audio"):
        return Files(value.sort, (_file(value.message, 4),))
    if value.sort == "tensor":
        return _of_tensor(read_tensor(value.message), plugin)
    return None


def _of_tensor(tensor: "NDArray[Any] | Texts", plugin: str) -> Meaning:
    if isinstance(tensor, Texts):
        if plugin == "images":
            return Files("image", tensor.items[2:])  # behind width and height
        if plugin == "audio":
            across = tensor.shape[1] if len(tensor.shape) == 2 else 1
            return Files("audio", tensor.items[:: max(1, across)])
        if plugin == CUSTOM_SCALARS:
            return Layout(tuple(chart for item in tensor.items for chart in read_layout(item)))
        return Text(_markdown(tensor))
    if plugin == "scalars":
        if tensor.size != 1 or tensor.dtype.kind == "c":
            raise FormatError(f"got a scalar of shape {tensor.shape} and type {tensor.dtype}")
        return float(tensor.reshape(-1)[0])
    if plugin == "histograms":
        return _histogram_of_tensor(tensor)
    if plugin == "pr_curves":
        if tensor.ndim != 2 or len(tensor) != 6 or not tensor.shape[1]:
            raise FormatError(f"got a precision-recall curve of shape {tensor.shape}, want [6, n]")
        tp, fp, tn, fn = tensor[:4].astype(np.float64)
        return Rates(tp, fp, tn, fn)
    return tensor


def _file(message: Message, number: int) -> bytes:
    """The file among the fields of an image or a sound, in which it has this number."""
    for each in message.fields():
        if each[0] == number:
            return message.data(each)
    return b""


def _histogram(message: Message) -> Counts:
    numbers: dict[int, float] = {}
    columns: dict[int, list[Floats]] = {6: [], 7: []}
    for each in message.fields():
        if each[0] in columns:
            columns[each[0]].append(message.float_array(each, "<f8"))
        elif each[0] <= 5 and each[1] != VARINT:
            numbers[each[0]] = double(each[2])
    limits, counts = (np.concatenate([np.empty(0), *columns[number]]) for number in (6, 7))
    # Numbers of protocol buffers that are 0 are left out.
    least, most, number, total, squares = (numbers.get(each, 0.0) for each in range(1, 6))
    edges, trimmed = bucket_edges(limits, counts, least, most)
    return Counts(trimmed, edges, number, total, squares)


def bucket_edges(
    limits: Floats, counts: Floats, least: float, most: float
) -> tuple[Floats, Floats]:
    """Edges and counts of a histogram that was given by the upper limits of its buckets.

    Empty buckets at both ends go; the first edge is the least value, and the last one the greatest.
    Raises FormatError if they do not belong together.
    """
    if limits.shape != counts.shape:
        raise FormatError(f"got {len(limits)} limits for {len(counts)} buckets")
    filled = np.flatnonzero(counts > 0)
    if not len(filled):
        return np.array([0.0, 1.0]), np.zeros(1)
    first, last = int(filled[0]), int(filled[-1])
    edges = np.concatenate(([least], limits[first:last], [most])).astype(np.float64)
    return edges, counts[first : last + 1]


def _histogram_of_tensor(tensor: NDArray[Any]) -> Counts:
    if tensor.ndim != 2 or (tensor.size and tensor.shape[1] != 3):
        raise FormatError(f"got a histogram of shape {tensor.shape}, want [n, 3]")
    if not len(tensor):
        return Counts(np.zeros(1), np.array([0.0, 1.0]), 0.0)
    rows = tensor.astype(np.float64)
    edges = np.append(rows[:, 0], rows[-1, 1])
    return Counts(rows[:, 2], edges, float(rows[:, 2].sum()))


def _markdown(texts: Texts) -> str:
    items = [item.decode("utf-8", errors="replace") for item in texts.items]
    if len(texts.shape) != 2:
        return "\n\n".join(items)
    across = texts.shape[1]
    rows = [items[start : start + across] for start in range(0, len(items), max(1, across))]
    lines = ["| " + " | ".join(_cell(text) for text in row) + " |" for row in rows]
    # TensorBoard's tables have no head.
    return "\n".join(["|" + "  |" * across, "|" + "---|" * across, *lines])


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
