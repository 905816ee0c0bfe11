"""Runs as event files that TensorBoard reads."""

import json
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from vdlite.conversion import event_files
from vdlite.conversion.event_files import value
from vdlite.conversion.graphs import graph_event
from vdlite.errors import FormatError, LogdirError
from vdlite.format.layout import host_name
from vdlite.kinds.curve import Curve
from vdlite.kinds.graph import NAME as GRAPH
from vdlite.kinds.graph import Graph
from vdlite.kinds.histogram import Histogram
from vdlite.kinds.layout import Layout
from vdlite.kinds.mesh import Mesh
from vdlite.kinds.scalar import NAME as SCALAR
from vdlite.protobuf.encode import double, integer, message, single
from vdlite.protobuf.meshes import COLOR, FACE, MESH, PARTS, VERTEX, config_of, part_content
from vdlite.reader import LogReader
from vdlite.reader.record_series import Record

_THRESHOLDS = 127  # as many as TensorBoard's writers have
_STRING = 7  # TensorFlow's number of the type
_TYPES = {
    "float32": 1, "float64": 2, "int32": 3, "uint8": 4, "int16": 5, "int8": 6, "int64": 9,
    "bool": 10, "uint16": 17, "float16": 19, "uint32": 22, "uint64": 23,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Exported:
    """What became of one run."""

    run: str
    records: int
    left_out: dict[str, int]  # records of kinds that TensorBoard has no page for
    problems: tuple[str, ...]  # records that can't be read


def export_runs(
    source: str | Path,
    target: str | Path,
    *,
    wide: bool = False,
    tell: Callable[[Exported], None] = lambda _: None,
) -> list[Exported]:
    """Write an event file for each run below `source` into a folder of its name below `target`.

    wide: scalars keep 64 bits, as tensors, which TensorBoard shows with `--load_fast=false` only.
    tell: called with each run when it is done. Raises LogdirError if there is nothing to read, or if a folder that
    would be written to holds event files already.
    """
    reader = LogReader(source)
    if not reader.runs:
        raise LogdirError(f"can't export: there are no logs: {source}")
    folders = [Path(target) / run for run in reader.runs]
    for folder in folders:
        if any("tfevents" in file.name for file in folder.glob("*")):
            raise LogdirError(f"can't export: there are event files already: {folder}")
    exported = []
    for run, folder in zip(reader.runs, folders, strict=True):
        folder.mkdir(parents=True, exist_ok=True)
        name = f"events.out.tfevents.{int(time.time())}.{host_name()}.vdlite"
        with open(folder / name, "xb") as file:
            made = _Export(reader, run, file, wide=wide).write()
        tell(made)
        exported.append(made)
    return exported


class _Export:
    """One run on its way."""

    def __init__(self, reader: LogReader, run: str, file: BinaryIO, *, wide: bool) -> None:
        self._reader = reader
        self._run = run
        self._file = file
        self._wide = wide
        self._records = 0
        self._left_out: dict[str, int] = {}
        self._problems: list[str] = []

    def write(self) -> Exported:
        reader, run = self._reader, self._run
        kinds = reader.kinds(run)
        tags = reader.tags(run) if SCALAR in kinds else []
        first = min((reader.scalars(run, tag).walltimes.min() for tag in tags), default=time.time())
        self._file.write(event_files.begin(float(first)))
        for tag in tags:
            points = reader.scalars(run, tag)
            columns = (points.steps, points.walltimes, points.values)
            for frames in event_files.scalar_frames(tag, *columns, wide=self._wide):
                self._file.write(frames)
            self._records += len(points)
        for kind in kinds:
            if kind == GRAPH:
                self._write_graph()
            elif kind != SCALAR:
                for tag in reader.tags(run, kind):
                    for record in reader.records(run, kind, tag):
                        self._write_record(record)
        return Exported(run, self._records, self._left_out, tuple(self._problems))

    def _write_graph(self) -> None:
        """TensorBoard has one graph for each run: that of the newest model, or else of what there is."""
        found: list[tuple[bool, float, Record, Graph]] = []
        for tag in self._reader.tags(self._run, GRAPH):
            for record in self._reader.records(self._run, GRAPH, tag):
                try:
                    graph: Graph = record.payload
                except (FormatError, OSError) as error:
                    self._tell_problem(record, error)
                    continue
                found.append((graph.flavor == "model", record.walltime, record, graph))
        if not found:
            return
        _, _, record, graph = max(found, key=lambda each: each[:2])
        self._file.write(event_files.frame(graph_event(graph, record.step, record.walltime)))
        self._records += 1
        if len(found) > 1:
            self._left_out[GRAPH] = len(found) - 1

    def _tell_problem(self, record: Record, error: Exception) -> None:
        what = f"{record.kind} {record.tag!r} at step {record.step}"
        self._problems.append(f"{what}: {error}")

    def _write_record(self, record: Record) -> None:
        make = _VALUES.get(record.kind)
        try:
            values = [] if make is None else list(make(record))
        except (FormatError, OSError) as error:
            self._tell_problem(record, error)
            return
        if not values:
            self._left_out[record.kind] = self._left_out.get(record.kind, 0) + 1
            return
        for each in values:
            self._file.write(event_files.event(each, record.step, record.walltime))
        self._records += 1


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
    told = b"".join(double(field, number) for field, number in enumerate(moments, 1))
    # An empty bucket in front tells where the first one begins.
    counts = np.append(0.0, made.counts.astype("<f8"))
    columns = message(6, made.edges.astype("<f8").tobytes()) + message(7, counts.tobytes())
    yield value(record.tag, message(5, told + columns))


def _image(record: Record) -> Iterator[bytes]:
    told = [int(record.summary.get(name, 0)) for name in ("height", "width", "channels")]
    sizes = b"".join(integer(field, number) for field, number in enumerate(told, 1))
    yield value(record.tag, message(4, sizes + message(4, record.raw())))


def _video(record: Record) -> Iterator[bytes]:
    """TensorBoard shows pictures that move only where they are GIFs."""
    if record.summary.get("media_type") == "image/gif":
        yield value(record.tag, message(4, message(4, record.raw())))


def _audio(record: Record) -> Iterator[bytes]:
    told = record.summary
    sizes = integer(2, int(told.get("channels", 1))) + integer(3, int(told.get("frames", 0)))
    sound = single(1, float(told.get("sample_rate", 0))) + sizes
    yield value(record.tag, message(6, sound + message(4, record.raw()) + message(5, "audio/wav")))


def _text(record: Record) -> Iterator[bytes]:
    shape = message(2, message(2, integer(1, 1)))
    tensor = integer(1, _STRING) + shape + message(8, record.raw())
    yield value(record.tag, message(8, tensor), "text")


def _tensor(record: Record) -> Iterator[bytes]:
    yield value(record.tag, message(8, _numbers(record.payload.values)), "tensor")


def _mesh(record: Record) -> Iterator[bytes]:
    """Its parts, each a batch of one; TensorBoard has no place for opacity and values."""
    made: Mesh = record.payload
    colors = None if made.colors is None else made.colors[:, :3]
    faces = None if made.faces is None else made.faces.astype(np.int32)
    every = {VERTEX: made.vertices, FACE: faces, COLOR: colors}
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


def _hparams(record: Record) -> Iterator[bytes]:
    given = record.payload
    metrics = b"".join(message(5, message(1, message(2, tag))) for tag in given.metrics)
    named = b"".join(
        message(1, message(1, name) + message(2, _setting(setting)))
        for name, setting in given.hparams.items()
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
        told = message(2, message(1, chart.title) + content)
        categories[chart.category] = categories.get(chart.category, b"") + told
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
    "hparams": _hparams,
    "layout": _layout,
}
