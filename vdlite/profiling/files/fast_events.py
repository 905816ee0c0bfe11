"""The events of a piece of a trace, decoded by a library that knows what an event is: several times as fast."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from typing import Annotated, Any

import msgspec
import numpy as np

from vdlite.profiling.files.times import EXACT_BELOW, nanoseconds, nanoseconds_of
from vdlite.profiling.files.trace_events import UNTIMED, Decoded, PlainDecoder

_NOTHING = msgspec.Raw()


class _Event(msgspec.Struct, gc=False):
    ph: str
    ts: float = math.nan
    dur: float = 0.0
    cat: str = ""
    name: str = ""
    pid: int | str = 0
    tid: int | str = 0
    id: int | str = 0
    args: msgspec.Raw = _NOTHING


class _ExactEvent(msgspec.Struct, gc=False):
    ph: str
    ts: msgspec.Raw = _NOTHING
    dur: msgspec.Raw = _NOTHING
    cat: str = ""
    name: str = ""
    pid: int | str = 0
    tid: int | str = 0
    id: int | str = 0
    args: msgspec.Raw = _NOTHING


# What a column takes; of any other number the plain decoder makes what it can.
_Whole = Annotated[int, msgspec.Meta(ge=-(1 << 63) + 1, le=(1 << 63) - 1)]


class _Operator(msgspec.Struct, gc=False):
    external: _Whole = msgspec.field(default=0, name="External id")
    sequence: _Whole = msgspec.field(default=-1, name="Sequence number")
    forward_thread: _Whole = msgspec.field(default=0, name="Fwd thread id")
    dims: msgspec.Raw = msgspec.field(default=_NOTHING, name="Input Dims")
    concrete: msgspec.Raw = msgspec.field(default=_NOTHING, name="Concrete Inputs")
    types: msgspec.Raw = msgspec.field(default=_NOTHING, name="Input type")
    collective: msgspec.Raw = msgspec.field(default=_NOTHING, name="Collective name")

    @property
    def inputs(self) -> Hashable | None:
        found = bytes(self.dims), bytes(self.concrete), bytes(self.types)
        return found if found[0] or found[1] else None

    @property
    def is_collective(self) -> bool:
        return bool(self.collective)


class FastDecoder:
    """Takes events whose fields are of the types that they should be."""

    def __init__(self) -> None:
        self._events = msgspec.json.Decoder(list[_Event])
        self._exact = msgspec.json.Decoder(list[_ExactEvent])
        self._arguments = msgspec.json.Decoder(dict[str, Any])
        self._operator = msgspec.json.Decoder(_Operator)
        self._plain = PlainDecoder()

    def decode(self, piece: bytes) -> Decoded:
        events = self._events.decode(b"[" + piece + b"]")
        start = np.array([each.ts for each in events], np.float64)
        duration = np.array([each.dur for each in events], np.float64)
        untimed = np.flatnonzero(np.isnan(start))
        if not {events[row].ph for row in untimed.tolist()} <= UNTIMED:
            raise ValueError("got events without a time")
        start[untimed] = 0.0
        limit = max(np.abs(start).max(initial=0.0), np.abs(duration).max(initial=0.0))
        if limit >= EXACT_BELOW:
            return self._decode_exactly(piece)
        return Decoded(events, nanoseconds(start), nanoseconds(duration))

    def _decode_exactly(self, piece: bytes) -> Decoded:
        events = self._exact.decode(b"[" + piece + b"]")
        try:
            start = np.array([_time(each.ts) for each in events], np.int64)
            duration = np.array([_time(each.dur) for each in events], np.int64)
        except OverflowError as error:
            raise ValueError("got events outside of time") from error
        return Decoded(events, start, duration)

    def arguments(self, args: Any) -> Mapping[str, Any]:
        try:
            return self._arguments.decode(args) if args else {}
        except msgspec.DecodeError:  # not a map, most likely
            return {}

    def text(self, args: Any) -> str:
        return bytes(args).decode("utf-8", "replace")

    def operator(self, args: Any) -> Any:
        try:
            return self._operator.decode(args) if args else _Operator()
        except msgspec.DecodeError:  # of other types than they should be
            return self._plain.operator(self.arguments(args))


def _time(raw: msgspec.Raw) -> int:
    return nanoseconds_of(bytes(raw).decode()) if raw else 0
