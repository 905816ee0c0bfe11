"""What TensorBoard has for a record of each kind: values of an event."""

import json
import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from vdlite.conversion.event_files import value
from vdlite.errors import FormatError
from vdlite.kinds.curve import Curve
from vdlite.kinds.histogram import Histogram
from vdlite.kinds.layout import Layout
from vdlite.kinds.mesh import Mesh
from vdlite.protobuf.encode import double, integer, message, single
from vdlite.protobuf.meshes import COLOR, FACE, MESH, PARTS, VERTEX, config_of, part_content
from vdlite.reader.series.record_series import Record
from vdlite.reader.trials.trials import Trial

_THRESHOLDS = 127  # as many as TensorBoard's writers have
_STRING = 7  # TensorFlow's number of the type
_TYPES = {
    "float32": 1, "float64": 2, "int32": 3, "uint8": 4, "int16": 5, "int8": 6, "int64": 9,
    "bool": 10, "uint16": 17, "float16": 19, "uint32": 22, "uint64": 23,
}  # fmt: skip


def values_of(record: Record) -> list[bytes]:
    """None of kinds that TensorBoard has no page for. Raises FormatError, OSError for a record that can't be read."""
    make = _VALUES.get(record.kind)
    return [] if make is None else list(make(record))


def lost_of(record: Record) -> list[str]:
    """What of a record that it has a page for TensorBoard has no place for.

    Raises FormatError, OSError for a record that can't be read.
    """
    return _lost_of_mesh(record.payload) if record.kind == MESH else []


def _lost_of_mesh(mesh: Mesh) -> list[str]:
    opacity = None if mesh.colors is None else mesh.colors[:, 3:]
    lost = {
        "values": mesh.values is not None,
        "opacity": opacity is not None and bool((opacity < 255).any()),
        "digits beyond float32": mesh.vertices.dtype != np.float32,
        "upward axis": "up" in mesh.look,
    }
    return [what for what, is_lost in lost.items() if is_lost]


def _histogram(record: Record) -> Iterator[bytes]:
    made: Histogram = record.payload
    edges = made.edges.tolist()
    mean = made.mean if math.isfinite(made.mean) else 0.0
    squares = made.std**2 + mean**2 if math.isfinite(made.std) else 0.0
    moments = (
        made.min if math.isfinite(made.min) else edges[0],
        made.max if math.isfinite(made.max) else edges[-1],
        float(made.count),
        mean * made.count,
        squares * made.count,
    )
    statistics = b"".join(double(field, number) for field, number in enumerate(moments, 1))
    # An empty bucket in front says where the first one begins.
    counts = np.append(0.0, made.counts.astype("<f8"))
    columns = message(6, made.edges.astype("<f8").tobytes()) + message(7, counts.tobytes())
    yield value(record.tag, message(5, statistics + columns))


def _image(record: Record) -> Iterator[bytes]:
    lengths = [int(record.summary.get(name, 0)) for name in ("height", "width", "channels")]
    sizes = b"".join(integer(field, number) for field, number in enumerate(lengths, 1))
    yield value(record.tag, message(4, sizes + message(4, record.raw())))


def _video(record: Record) -> Iterator[bytes]:
    """TensorBoard shows pictures that move only where they are GIFs."""
    if record.summary.get("media_type") == "image/gif":
        yield value(record.tag, message(4, message(4, record.raw())))


def _audio(record: Record) -> Iterator[bytes]:
    summary = record.summary
    sizes = integer(2, int(summary.get("channels", 1))) + integer(3, int(summary.get("frames", 0)))
    sound = single(1, float(summary.get("sample_rate", 0))) + sizes
    yield value(record.tag, message(6, sound + message(4, record.raw()) + message(5, "audio/wav")))


def _text(record: Record) -> Iterator[bytes]:
    shape = message(2, message(2, integer(1, 1)))
    tensor = integer(1, _STRING) + shape + message(8, record.raw())
    yield value(record.tag, message(8, tensor), "text")


def _tensor(record: Record) -> Iterator[bytes]:
    yield value(record.tag, message(8, _numbers(record.payload.values)), "tensor")


def _mesh(record: Record) -> Iterator[bytes]:
    """The parts of a mesh, each a batch of one, as far as TensorBoard has a place for them."""
    made: Mesh = record.payload
    colors = None if made.colors is None else made.colors[:, :3]
    faces = None if made.faces is None else made.faces.astype(np.int32)
    every = {VERTEX: made.vertices.astype(np.float32, copy=False), FACE: faces, COLOR: colors}
    parts = {part: values for part, values in every.items() if values is not None}
    components = sum(1 << part for part in parts)
    config = json.dumps(config_of(made.look), sort_keys=True)
    for part, values in parts.items():
        about = part_content(record.tag, part, components, (1, *values.shape), config)
        tag = f"{record.tag}_{PARTS[part]}"
        yield value(tag, message(8, _numbers(values[np.newaxis])), MESH, about)


def _pr_curve(record: Record) -> Iterator[bytes]:
    made: Curve = record.payload
    thresholds = np.linspace(0, 1, _THRESHOLDS)
    # At each threshold the last point that calls no less than it positive; all above 1 counts there.
    place = np.searchsorted(-made.threshold, -thresholds, "right") - 1
    tp, fp = made.tp[place], made.fp[place]
    tn, fn = made.negatives - fp, made.positives - tp
    called = tp + fp
    precision = np.divide(tp, called, out=np.ones_like(tp), where=called > 0)
    recall = tp / made.positives if made.positives else np.zeros_like(tp)
    rows = np.stack([tp, fp, tn, fn, precision, recall]).astype(np.float32)
    about = integer(2, _THRESHOLDS)
    yield value(record.tag, message(8, _numbers(rows)), "pr_curves", about)


def values_of_trial(trial: Trial) -> Iterator[bytes]:
    """The parts of a trial, as the page HParams reads them."""
    metrics = b"".join(message(5, message(1, message(2, tag))) for tag in trial.metrics)
    named = b"".join(
        message(1, message(1, name) + message(2, _setting(setting)))
        for name, setting in trial.hparams.items()
        if setting is not None
    )
    for tag, field, content in (
        ("experiment", 2, metrics),
        ("session_start_info", 3, named),
        ("session_end_info", 4, integer(1, 1)),
    ):
        yield value(f"_hparams_/{tag}", b"", "hparams", message(field, content))


def _layout(record: Record) -> Iterator[bytes]:
    given: Layout = record.payload
    categories: dict[str, bytes] = {}
    for chart in given.charts:
        tags = b"".join(message(1, tag) for tag in chart.tags)
        margins = b"".join(
            message(1, b"".join(message(field, tag) for field, tag in enumerate(margin, 1)))
            for margin in chart.margins
        )
        content = message(3, margins) if margins else message(2, tags)
        drawn = message(2, message(1, chart.title) + content)
        categories[chart.category] = categories.get(chart.category, b"") + drawn
    layout = b"".join(
        message(2, message(1, title) + charts) for title, charts in categories.items()
    )
    tensor = integer(1, _STRING) + message(2, b"") + message(8, layout)
    yield value("custom_scalars__config__", message(8, tensor), "custom_scalars")


def _setting(setting: Any) -> bytes:
    if isinstance(setting, bool):
        return integer(4, int(setting))
    if isinstance(setting, int | float):
        return double(2, float(setting))
    return message(3, str(setting))


def _numbers(values: np.ndarray[Any, Any]) -> bytes:
    number = _TYPES.get(values.dtype.name)
    if number is None:
        raise FormatError(f"got numbers of type {values.dtype}, which TensorFlow does not have")
    sizes = b"".join(message(2, integer(1, size)) for size in values.shape)
    little = np.ascontiguousarray(values, values.dtype.newbyteorder("<"))
    return integer(1, number) + message(2, sizes) + message(4, little.tobytes())


_VALUES: dict[str, Callable[[Record], Iterator[bytes]]] = {
    "histogram": _histogram,
    "image": _image,
    "video": _video,
    "audio": _audio,
    "text": _text,
    "tensor": _tensor,
    "mesh": _mesh,
    "pr_curve": _pr_curve,
    "layout": _layout,
}
