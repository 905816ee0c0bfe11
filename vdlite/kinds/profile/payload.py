"""A profile as bytes, and back.

A payload is a stream of four msgpack objects: the number of bytes of the tables (0xcf and eight bytes), their CRC-32
(0xce and four bytes), the tables, and the events. So the tables can be read and trusted without the rest.
"""

import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from io import BytesIO
from typing import Any

import msgpack
import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError
from vdlite.kinds.numbers.packing import pack, unpack
from vdlite.kinds.profile.categories import CATEGORIES, LANE_KINDS, LEVELS, PARTS, PHASES
from vdlite.kinds.profile.columns import packed, packed_column, unpacked
from vdlite.kinds.profile.recording import MOST_TIME, Lane, Note
from vdlite.kinds.profile.types import (
    NAME,
    Allocations,
    CallTree,
    Collectives,
    Content,
    Events,
    Groups,
    Kernels,
    Profile,
    Tables,
)

_VERSION = 1
_HEAD = struct.Struct(">BQBI")
HEAD_BYTES = _HEAD.size
_UINT64, _UINT32 = 0xCF, 0xCE

_TIMES = {"start": (-MOST_TIME, MOST_TIME), "duration": (0, MOST_TIME)}


def payload(profile: Profile) -> bytes:
    whole = BytesIO()
    for piece in payload_pieces(profile):
        whole.write(piece)
    return whole.getvalue()


def payload_pieces(profile: Profile) -> Iterator[bytes]:
    """The payload column by column: of a long profile all columns at once would be as much again."""
    tables = pack(_tables(profile.tables))
    yield _HEAD.pack(_UINT64, len(tables), _UINT32, zlib.crc32(tables))
    yield tables
    content = profile.content
    yield _map_head(4)
    yield pack("strings")
    yield pack(list(content.strings))
    yield pack("events")
    names = [each.name for each in fields(content.events)]
    yield _map_head(len(names))
    for position, name in enumerate(names):
        yield pack(name)
        yield pack(packed_column(_stored(name, content.events), is_first=position == 0))
    for part, columns in (("memory", content.memory), ("kernels", content.kernels)):
        yield pack(part)
        yield pack(packed(columns))


def _map_head(count: int) -> bytes:
    """The first bytes of a map of so many fields."""
    head: bytes = msgpack.Packer().pack_map_header(count)
    return head


def tables_length(head: bytes) -> int:
    """How many bytes of tables follow the first `HEAD_BYTES`. Raises FormatError if they are none of a profile."""
    if len(head) != HEAD_BYTES:
        raise FormatError(f"{NAME} payload: got {len(head)} bytes, want at least {HEAD_BYTES}")
    first, length, second, _ = _HEAD.unpack(head)
    if (first, second) != (_UINT64, _UINT32):
        raise FormatError(f"{NAME} payload: got other than the lengths that it begins with")
    return int(length)


def decode_tables(head: bytes, raw: bytes) -> Tables:
    """Raises FormatError if the bytes are not the tables that the head announces."""
    if len(raw) != tables_length(head):
        raise FormatError(
            f"{NAME} payload: got {len(raw)} bytes of tables, want {tables_length(head)}"
        )
    if zlib.crc32(raw) != _HEAD.unpack(head)[3]:
        raise FormatError(f"{NAME} payload: got damaged tables")
    return _tables_of(unpack(raw, NAME))


def decode(given: bytes) -> Profile:
    """Raises FormatError if the bytes are no profile."""
    head = given[:HEAD_BYTES]
    end = HEAD_BYTES + tables_length(head)
    tables = decode_tables(head, given[HEAD_BYTES:end])
    return Profile(tables, decode_content(given, tables))


def decode_content(given: bytes, tables: Tables) -> Content:
    """The events of a whole payload. Raises FormatError if they are none."""
    begin = HEAD_BYTES + tables_length(given[:HEAD_BYTES])
    fields = unpack(given[begin:], NAME)
    strings = _strings(fields)
    texts = (0, len(strings))
    columns = fields.get("events")
    if isinstance(columns, dict) and isinstance(columns.get("start"), np.ndarray):
        columns = columns | {"start": np.cumsum(columns["start"], dtype=np.int64)}
    count = tables.events
    events = unpacked(
        columns,
        Events,
        _TIMES
        | dict.fromkeys(("name", "module", "shapes", "place", "args"), texts)
        | dict.fromkeys(("parent", "launched_by", "forward"), (-1, count))
        | {
            "lane": (0, len(tables.lanes)),
            "category": (0, len(CATEGORIES)),
            "phase": (0, len(PHASES)),
            "step": (-1, len(tables.steps)),
            "depth": (0, count),
            "end_of_subtree": (0, count + 1),
            "on_device": (0, 2),
        },
        "events",
    )
    if len(events) != count or (events.parent >= np.arange(count)).any():
        raise FormatError(f"{NAME} payload: got events in no order")
    wide = {
        name: getattr(events, name).astype(np.int64) for name in ("start", "duration", "self_ns")
    }
    return Content(
        strings=strings,
        events=replace(events, **wide, on_device=events.on_device.astype(np.bool_)),
        memory=unpacked(
            fields.get("memory"),
            Allocations,
            {"time": (-MOST_TIME, MOST_TIME), "event": (-1, count)},
            "memory",
        ),
        kernels=unpacked(
            fields.get("kernels"),
            Kernels,
            {"event": (0, count), "grid": texts, "block": texts},
            "kernels",
        ),
    )


def _tables(tables: Tables) -> dict[str, Any]:
    return {
        "version": _VERSION,
        "facts": dict(tables.facts),
        "notes": [[note.text, note.level] for note in tables.notes],
        "strings": list(tables.strings),
        "lanes": [
            [lane.process, lane.thread, lane.label, lane.kind, lane.device] for lane in tables.lanes
        ],
        "lane_events": tables.lane_events,
        "lane_levels": tables.lane_levels,
        "base": tables.base,
        "start": tables.start,
        "end": tables.end,
        "events": tables.events,
        "steps": tables.steps,
        "step_numbers": tables.step_numbers,
        "parts": tables.parts,
        "phases": tables.phases,
        "busy": tables.busy,
        "devices": tables.devices,
        "computing": tables.computing,
        "groups": packed(tables.groups),
        "call_tree": packed(tables.call_tree),
        "collectives": packed(tables.collectives),
        "memory": tables.memory,
        "recorded": list(tables.recorded),
    }


def _tables_of(fields: Mapping[str, Any]) -> Tables:
    if fields.get("version") != _VERSION:
        raise FormatError(f"{NAME} payload: got version {fields.get('version')!r:.40}, want 1")
    facts = fields.get("facts")
    strings = _strings(fields)
    lanes = _each(fields, "lanes", _lane)
    steps = _table(fields, "steps", None, 2)
    count = len(steps)
    devices = _table(fields, "devices", None)
    texts = (0, len(strings))
    groups = unpacked(
        fields.get("groups"),
        Groups,
        dict.fromkeys(("name", "shapes", "place", "module", "launched_by"), texts)
        | {
            "category": (0, len(CATEGORIES)),
            "phase": (0, len(PHASES)),
            "step": (-1, count),
        },
        "groups",
    )
    tree = unpacked(
        fields.get("call_tree"),
        CallTree,
        {"name": texts, "category": (0, len(CATEGORIES))},
        "call_tree",
    )
    if ((tree.parent < -1) | (tree.parent >= np.arange(len(tree)))).any():
        raise FormatError(f"{NAME} payload: got a call tree that is none")
    collectives = unpacked(
        fields.get("collectives"),
        Collectives,
        dict.fromkeys(("name", "group", "dtype"), texts) | {"step": (-1, count)} | _TIMES,
        "collectives",
    )
    return Tables(
        facts=facts if isinstance(facts, dict) else {},
        notes=_each(fields, "notes", _note),
        strings=strings,
        lanes=lanes,
        lane_events=_table(fields, "lane_events", len(lanes)),
        lane_levels=_table(fields, "lane_levels", len(lanes)),
        base=_whole(fields, "base"),
        start=_whole(fields, "start"),
        end=_whole(fields, "end"),
        events=_whole(fields, "events"),
        steps=steps,
        step_numbers=_table(fields, "step_numbers", count),
        parts=_table(fields, "parts", count, len(PARTS)),
        phases=_table(fields, "phases", count, len(PHASES)),
        busy=_table(fields, "busy", len(devices), count),
        devices=devices,
        computing=_table(fields, "computing", count, 3),
        groups=_as_int64(groups),
        call_tree=_as_int64(tree),
        collectives=_as_int64(collectives),
        memory=_table(fields, "memory", None, 4),
        recorded=_each(fields, "recorded", str),
    )


def _stored(name: str, events: Events) -> NDArray[Any]:
    """A column as it is in the payload."""
    column: NDArray[Any] = getattr(events, name)
    if name == "start" and len(column):
        # Between events that follow each other little time passes: half of the bytes.
        return np.diff(column, prepend=0)
    return column.astype(np.int8) if column.dtype == np.bool_ else column


def _as_int64(columns: Any) -> Any:
    """The columns with all whole numbers wide enough to be added up."""
    wide = {
        name: getattr(columns, name).astype(np.int64)
        for name in columns.__slots__
        if getattr(columns, name).dtype.kind == "i"
    }
    return replace(columns, **wide)


def _strings(fields: Mapping[str, Any]) -> list[str]:
    strings = fields.get("strings")
    if not isinstance(strings, list) or not all(isinstance(each, str) for each in strings):
        raise FormatError(f"{NAME} payload: got other than text in strings")
    return strings


def _each(fields: Mapping[str, Any], name: str, of: Callable[[Any], Any]) -> list[Any]:
    found = fields.get(name)
    if not isinstance(found, list):
        raise FormatError(f"{NAME} payload: got no list of {name}")
    return [of(each) for each in found]


def _lane(given: Any) -> Lane:
    match given:
        case [str(process), str(thread), str(label), str(kind), int(device)] if kind in LANE_KINDS:
            return Lane(process, thread, label, kind, device)
    raise FormatError(f"{NAME} payload: got {given!r:.80} as a lane")


def _note(given: Any) -> Note:
    match given:
        case [str(text), str(level)] if level in LEVELS:
            return Note(text, level)
    raise FormatError(f"{NAME} payload: got {given!r:.80} as a note")


def _whole(fields: Mapping[str, Any], name: str) -> int:
    found = fields.get(name)
    if isinstance(found, int) and -(1 << 63) <= found < 1 << 63:
        return found
    raise FormatError(f"{NAME} payload: got {found!r:.40} as {name}, want a whole number")


def _table(fields: Mapping[str, Any], name: str, *shape: int | None) -> NDArray[np.int64]:
    found = fields.get(name)
    if (
        not isinstance(found, np.ndarray)
        or found.dtype.kind != "i"
        or found.ndim != len(shape)
        or any(
            want is not None and got != want for got, want in zip(found.shape, shape, strict=True)
        )
    ):
        raise FormatError(f"{NAME} payload: got no table {name} of shape {shape}")
    return found.astype(np.int64)
