"""Event files of TensorBoard, as every writer makes them: PyTorch's, tensorboardX's, TensorFlow's, JAX's."""

from collections.abc import Mapping
from typing import Any
from zlib import crc32

from vdlite.errors import FormatError
from vdlite.foreign.decoder_state import LeftOut, SeriesNumbers
from vdlite.foreign.messages.rounds import Loose, Rounds
from vdlite.foreign.tensorboard import frames
from vdlite.foreign.tensorboard.event_rounds import EventRounds
from vdlite.foreign.tensorboard.meshes import encode as encode_mesh
from vdlite.foreign.tensorboard.payloads import encode_graph, encode_trial
from vdlite.foreign.tensorboard.places import EventPlaces, number_in, places_of
from vdlite.foreign.tensorboard.shapes import EventShapes, shape_of
from vdlite.foreign.tensorboard.values import SCALAR, NotReadError, encode, read, tag_of
from vdlite.format.batch import Batch, Damage, Entries, Entry, Header, add_damage
from vdlite.format.records import VERSION
from vdlite.protobuf.events import Event, Value, read_event
from vdlite.protobuf.mesh_parts import Gathering
from vdlite.protobuf.meshes import MESH
from vdlite.protobuf.message import Message, Place
from vdlite.protobuf.plugins import HPARAMS, read_trial

_GRAPH = "graph"  # kind, and tag
_MISMATCH = "checksum does not match"
_MESH_PARTS = "mesh (parts are missing)"
_MOST_TAGS = 1 << 20  # whose metadata is remembered
_HPARAMS_NEAR = 1 << 20  # bytes from the event that names the metrics to the trial


class EventDecoder:
    """Decodes one event file, handed over piece by piece: see `formats.Decoder`."""

    def __init__(self) -> None:
        self.offset = 0
        self.pending: Damage | None = None
        self.wants = 0
        self.head = b""
        self.written = 0.0
        self._left_out = LeftOut()
        self._shapes = EventShapes()
        self._met: set[int] = set()  # series of which an event was looked into
        self._numbers = SeriesNumbers()
        self._metadata: dict[
            str, tuple[str, int]
        ] = {}  # of each tag the first plugin and class of data
        self._experiment: tuple[int, tuple[str, ...]] | None = (
            None  # offset, and the metrics it names
        )
        self._meshes = Gathering(listed_are_whole=True)
        self._has_begun = False
        self._skipped: Damage | None = None

    @property
    def left_out(self) -> Mapping[str, int]:
        """See `formats.Decoder`."""
        found = dict(self._left_out.counts())
        if waiting := self._meshes.waiting:
            found[_MESH_PARTS] = found.get(_MESH_PARTS, 0) + waiting
        return found

    def skip_zeroes(self, end: int) -> None:
        """See `formats.Decoder`."""
        self._skipped = Damage(self.offset, end - self.offset, _MISMATCH)
        self.offset = end
        self.pending = None

    def decode(self, data: bytes | bytearray) -> Batch:
        """See `formats.Decoder`."""
        return _Piece(self, data).decode()


class _Piece:
    """One piece of a file, while it is decoded."""

    def __init__(self, decoder: EventDecoder, data: bytes | bytearray) -> None:
        self._of = decoder
        self._data = data
        self._view = memoryview(data)
        self._base = decoder.offset
        self._batch = Batch()
        self._rows: list[Entry] = []
        self._scalars = Rounds(data, EventRounds.of)

    def decode(self) -> Batch:
        of, batch = self._of, self._batch
        if of._skipped is not None:
            batch.damage.append(of._skipped)
            of._skipped = None
        of.pending, of.wants = None, 0
        at = self._walk()
        self._scalars.finish()
        batch.scalars = self._scalars.parts
        for damaged in self._scalars.damaged:
            batch.damage.append(Damage(self._base + damaged.at, damaged.length, _MISMATCH))
        batch.damage.sort(key=lambda damage: damage.offset)
        if self._rows:
            batch.entries.append(Entries.of(self._rows))
        of.offset = self._base + at
        return batch

    def _walk(self) -> int:
        """Go through the frames; returns where the first one begins that is not all there."""
        data, scalars, find = self._data, self._scalars, self._of._shapes.find
        at, end = 0, len(self._data)
        while at + frames.HEAD_BYTES <= end:
            shape = find(data, at)
            if shape is not None:
                at = scalars.add(at, shape)
                continue
            scalars.cut()
            length = frames.event_length(data, at)
            if length is None:
                behind = frames.next_frame(data, at + 1)
                if behind is None:
                    return self._lost(at)
                self._damage(at, behind - at, "bytes that are no event")
                at = behind
                continue
            if at + length + frames.FRAME_BYTES > end:
                self._of.wants = length + frames.FRAME_BYTES
                break
            self._take_frame(at, length)
            at += length + frames.FRAME_BYTES
        return at

    def _lost(self, at: int) -> int:
        """No frame begins behind `at`: what can be none in any case is left behind."""
        rest = len(self._data) - at
        behind = max(at + 1, len(self._data) - frames.HEAD_BYTES + 1)
        self._of.pending = Damage(self._base + at, rest, "bytes that are no event")
        if rest < 1 << 16:
            return at  # of a file that is still written to, the next look may show more
        self._of.pending = None
        self._damage(at, behind - at, "bytes that are no event")
        return behind

    def _damage(self, at: int, length: int, reason: str) -> None:
        add_damage(self._batch.damage, Damage(self._base + at, length, reason))

    def _take_frame(self, at: int, length: int) -> None:
        if not frames.is_intact(self._data, at, length):
            self._damage(at, length + frames.FRAME_BYTES, _MISMATCH)
            return
        begin = at + frames.HEAD_BYTES
        try:
            self._take_event(at, begin, begin + length)
        except FormatError as error:
            self._damage(at, length + frames.FRAME_BYTES, f"an event that can't be read: {error}")

    def _take_event(self, at: int, begin: int, end: int) -> None:
        event = read_event(self._view[begin:end])
        if not self._of._has_begun:
            self._of._has_begun = True
            self._batch.header = Header(VERSION, {"created": event.walltime or 0.0})
        if event.starts_session:
            self._batch.restarts.append(event.step or 0)
        if event.graph:
            self._take_graph(event, at)
        if not event.values:
            return
        places = places_of(Message(self._view, begin, end))
        values = list(zip(event.values, places.values(self._view), strict=True))
        has_meshes = False
        for value, place in values:
            if self._plugin_of(value) == MESH:
                has_meshes = True
                continue
            number = self._take_value(event, value, place, at)
            if number is not None and len(values) == 1:
                self._learn(at, places, place, number)
        if has_meshes:
            self._take_meshes(event, at)

    def _plugin_of(self, value: Value) -> str:
        """The plugin of a value, as it says itself, or as the first value of its tag did."""
        known = self._of._metadata
        if value.plugin == MESH and value.tag not in known and len(known) < _MOST_TAGS:
            known[value.tag] = (MESH, value.data_class)
        return value.plugin or known.get(value.tag, ("", 0))[0]

    def _take_meshes(self, event: Event, at: int) -> None:
        whole, lost = self._of._meshes.add(event, self._base + at, self._plugin_of)
        for _ in range(lost):
            self._of._left_out.add(_MESH_PARTS)
        for mesh in whole:
            try:
                made = encode_mesh(mesh)
            except FormatError as error:
                self._damage(at, 0, str(error))
                continue
            for tag, (payload, summary) in made:
                number = self._number(MESH, tag)
                crc = crc32(payload)
                place = (False, mesh.at, len(payload), crc, summary)
                self._rows.append(Entry(number, mesh.step, mesh.walltime, *place))

    def _take_value(self, event: Event, value: Value, place: Place, at: int) -> int | None:
        """Take a value in; returns the number of its series if it is a scalar."""
        of = self._of
        if value.plugin == HPARAMS:
            self._take_trial(event, value, at)
            return None
        if value.tag not in of._metadata and len(of._metadata) < _MOST_TAGS:
            of._metadata[value.tag] = (value.plugin, value.data_class)
        metadata = of._metadata.get(value.tag, (value.plugin, value.data_class))
        try:
            kind, found = read(value, *metadata)
            if kind == SCALAR:
                assert isinstance(found, float)
                number = self._number(SCALAR, value.tag)
                step, walltime = event.step or 0, event.walltime or 0.0
                self._scalars.add_loose(Loose(number, step, walltime, found))
                return number
            payload, summary = encode(found, kind)
        except NotReadError as error:
            self._of._left_out.add(str(error))
            return None
        except FormatError as error:
            self._damage(at, 0, str(error))
            return None
        number = self._number(kind, tag_of(kind, value.tag))
        self._add(event, number, self._base + place.begin, payload, summary)
        return None

    def _learn(self, at: int, places: EventPlaces, value: Place, number: int) -> None:
        """Know events like this one, which holds a scalar only, from now on, if it is not the first of its series."""
        if number not in self._of._met:
            self._of._met.add(number)
            return
        found = number_in(self._view, value)
        if found is not None:
            shape = shape_of(self._data, at, places, number, *found)
            if shape is not None:
                self._of._shapes.learn(shape)

    def _take_trial(self, event: Event, value: Value, at: int) -> None:
        of = self._of
        trial = read_trial(value.content)
        if trial.metrics is not None:
            of._experiment = (self._base + at, trial.metrics)
        if trial.hparams is None:
            return
        offset, metrics = self._base + at, tuple[str, ...]()
        if of._experiment is not None and offset - of._experiment[0] < _HPARAMS_NEAR:
            offset, metrics = of._experiment
        payload, summary = encode_trial(trial, metrics)
        self._add(event, self._number("hparams", "hparams"), offset, payload, summary)

    def _take_graph(self, event: Event, at: int) -> None:
        try:
            payload, summary = encode_graph(event.graph)
        except FormatError as error:
            self._damage(at, 0, str(error))
            return
        number = self._number(_GRAPH, _GRAPH)
        self._add(event, number, self._base + at, payload, summary)

    def _add(
        self, event: Event, number: int, offset: int, payload: bytes, summary: Mapping[str, Any]
    ) -> None:
        place = (False, offset, len(payload), crc32(payload), summary)
        self._rows.append(Entry(number, event.step or 0, event.walltime or 0.0, *place))

    def _number(self, kind: str, tag: str) -> int:
        return self._of._numbers.of(kind, tag, self._batch)
