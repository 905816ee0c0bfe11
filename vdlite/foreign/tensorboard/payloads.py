"""Payloads of the records of an event file, made again when they are asked for."""

from collections.abc import Iterable, Iterator

from vdlite.errors import FormatError, PayloadError
from vdlite.foreign.formats import ReadPart
from vdlite.foreign.messages.fields import field_at
from vdlite.foreign.tensorboard import frames, values
from vdlite.kinds.draft import Encoded, encoded
from vdlite.protobuf.events import Event, read_event, read_summary
from vdlite.protobuf.meshes import MESH
from vdlite.protobuf.plugins import HPARAMS, Trial, read_trial

_MOST_FRAMES = (
    1000  # between the event that names the metrics and the trial, or between parts of a mesh
)


def encode(read: ReadPart, offset: int, kind: str, tag: str) -> Encoded:
    """See `formats.Format`.

    The offset is that of a value's field; of a trial, graph or mesh that of the frame that it begins with.
    """
    try:
        if kind == "hparams":
            return _trial(read, offset)
        if kind == MESH:
            from vdlite.foreign.tensorboard.meshes import encode_again

            return encode_again(_events(read, offset), tag)
        return _graph(read, offset) if kind == "graph" else _value(read, offset, kind)
    except FormatError as error:
        raise FormatError(f"the event at byte {offset}: {error}") from error


def encode_trial(trial: Trial, metrics: Iterable[str]) -> Encoded:
    """The payload and summary of a trial. Raises FormatError if it can't be one."""
    from vdlite.kinds import hparams

    try:
        return encoded(hparams.hparams(trial.hparams, list(metrics)))
    except PayloadError as error:
        raise FormatError(str(error)) from error


def _value(read: ReadPart, offset: int, kind: str) -> Encoded:
    (value,) = read_summary(field_at(read, offset, 1))
    return values.encode_again(value, kind)


def encode_graph(data: bytes) -> Encoded:
    """The payload and summary of a graph. Raises FormatError if it can't be one."""
    from vdlite.foreign.tensorboard.graphs import encode

    return encode(data)


def _events(read: ReadPart, offset: int) -> Iterator[tuple[int, Event]]:
    """The events from the one on that begins there, so many as may belong together; each with its offset."""
    for _ in range(_MOST_FRAMES):
        head = read(offset, frames.HEAD_BYTES)
        length = frames.event_length(head, 0) if len(head) == frames.HEAD_BYTES else None
        if length is None:
            return
        yield offset, read_event(read(offset + frames.HEAD_BYTES, length))
        offset += length + frames.FRAME_BYTES


def _graph(read: ReadPart, offset: int) -> Encoded:
    head = read(offset, frames.HEAD_BYTES)
    length = frames.event_length(head, 0) if len(head) == frames.HEAD_BYTES else None
    if length is None:
        raise FormatError("no event begins there")
    return encode_graph(read_event(read(offset + frames.HEAD_BYTES, length)).graph)


def _trial(read: ReadPart, offset: int) -> Encoded:
    metrics: tuple[str, ...] = ()
    for _, event in _events(read, offset):
        for value in event.values:
            trial = read_trial(value.content) if value.plugin == HPARAMS else Trial()
            metrics = metrics if trial.metrics is None else trial.metrics
            if trial.hparams is not None:
                return encode_trial(trial, metrics)
    raise FormatError("no trial follows")
