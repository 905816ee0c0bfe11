"""The events of a piece of a trace, decoded with the standard library: what is no event is kept apart."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from vdlite.profiling.files.times import EXACT_BELOW, nanoseconds_of
from vdlite.profiling.recording.rows import whole


@dataclass(slots=True)
class TraceEvent:
    """An event of a trace, but for its times."""

    ph: str
    cat: str
    name: str
    pid: int | str
    tid: int | str
    id: int | str
    args: Any  # as `Decoder.arguments` takes them


@dataclass(slots=True)
class Decoded:
    """The events of a piece, with their times in nanoseconds [N]."""

    events: Sequence[Any]  # as TraceEvent
    start: NDArray[np.int64]
    duration: NDArray[np.int64]
    damaged: list[tuple[int, bytes]] = field(default_factory=list)
    """What is no event: its offset in the piece, and its bytes."""
    rest: bytes = b""
    """The beginning of an event that goes on in the next piece."""
    is_closed: bool = False
    """Whether the list of events has come to its end."""


@dataclass(slots=True)
class Operator:
    """The numbers that join an operator with others, and what distinguishes its other arguments."""

    external: int
    sequence: int
    forward_thread: int
    inputs: Hashable | None
    is_collective: bool


UNTIMED = frozenset("MstfC")
"""What such events tell is read without their times."""


class Decoder(Protocol):
    """A decoder that makes events of the bytes of a piece."""

    def decode(self, piece: bytes) -> Decoded:
        """Raises ValueError if there is anything that it does not understand."""

    def arguments(self, args: Any) -> Mapping[str, Any]:
        """The arguments of an event that was decoded."""

    def text(self, args: Any) -> str:
        """They as JSON; "" for none."""

    def operator(self, args: Any) -> Operator:
        """They as those of an operator of torch."""


class PlainDecoder:
    """Takes every JSON; three times as slow as what knows the events before."""

    def decode(self, piece: bytes) -> Decoded:
        whole_piece = b"[" + piece + b"]"
        found = json.loads(whole_piece)
        timed = [_event(each) for each in found if each != {}]
        if any(_needs_text(each) for each in timed):
            texts = json.loads(whole_piece, parse_float=str)
            timed = [
                (event, *_times(event.ph, each))
                for (event, _, _), each in zip(
                    timed, (one for one in texts if one != {}), strict=True
                )
            ]
        return decoded(timed)

    def arguments(self, args: Any) -> Mapping[str, Any]:
        return args if isinstance(args, Mapping) else {}

    def text(self, args: Any) -> str:
        return json.dumps(args, ensure_ascii=False) if args else ""

    def operator(self, args: Any) -> Operator:
        given = self.arguments(args)
        dims, inputs = given.get("Input Dims"), given.get("Concrete Inputs")
        has_inputs = dims is not None or inputs is not None
        return Operator(
            external=whole(given.get("External id")),
            sequence=whole(given.get("Sequence number"), -1),
            forward_thread=whole(given.get("Fwd thread id")),
            inputs=f"{dims}{inputs}{given.get('Input type')}" if has_inputs else None,
            is_collective="Collective name" in given,
        )


def plain_event(event: Any, decoder: Decoder) -> TraceEvent:
    """The event with its arguments as a map, which any decoder takes."""
    return TraceEvent(
        event.ph,
        event.cat,
        event.name,
        event.pid,
        event.tid,
        event.id,
        decoder.arguments(event.args),
    )


Timed = tuple[TraceEvent, int, int]


def decoded(timed: Sequence[Timed]) -> Decoded:
    times = np.array([each[1:] for each in timed], np.int64).reshape(-1, 2)
    return Decoded([each[0] for each in timed], times[:, 0], times[:, 1])


def mended(piece: bytes, *, is_last: bool) -> Decoded:
    """The events of a piece some of whose events are damaged, each looked at alone.

    What can be mended is: bare words in place of numbers, quotes in names, backslashes that escape nothing, control
    characters, bytes that are no UTF-8.
    is_last: nothing follows, so that the last event may be cut short, and something else be behind it.
    """
    timed: list[Timed] = []
    damaged: list[tuple[int, bytes]] = []
    rest, is_closed = b"", False
    slices = _slices(piece)
    position = 0
    while position < len(slices):
        begin, end = slices[position]
        taken, found = 1, _one(piece[begin:end])
        # A map in an event's arguments may look like the beginning of an event.
        while found.is_incomplete and taken < _MOST_JOINED and position + taken < len(slices):
            end = slices[position + taken][1]
            found = _one(piece[begin:end])
            taken += 1
        if found.is_incomplete and not is_last and position + taken == len(slices):
            rest = piece[begin:]
            break
        if found.is_damaged:
            damaged.append((begin, piece[begin : slices[position][1]]))
            position += 1
            continue
        timed.extend(found.events)
        is_closed = found.is_last
        position += taken
        if is_closed:
            # Another trace may follow, and else what describes this one.
            more = piece.find(b'"traceEvents"', begin)
            position = next(
                (at for at in range(position, len(slices)) if 0 <= more < slices[at][0]),
                len(slices),
            )
    result = decoded(timed)
    result.damaged, result.rest, result.is_closed = damaged, rest, is_closed
    return result


_MOST_JOINED = 1000
_KEYS = rb"(?:ph|name|cat|pid|tid|ts|dur|args|id|s|bp)"
_START = re.compile(rb'(?:^|[,\[\]}])\s*(\{\s*"' + _KEYS + rb'"\s*:)')
_NAME = re.compile(
    r'("name"\s*:\s*")(.*?)("\s*(?:,\s*"(?:pid|tid|ts|cat|ph|dur|args|id|s)"\s*:|,?\s*\n|\}))',
    re.DOTALL,
)
_BARE = re.compile(r"(:\s*)(-?(?:nan|inf|infinity|N/A|null|undefined))(?=\s*[,}\]])", re.IGNORECASE)
_ESCAPE = re.compile(r'\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})')
_INNER_QUOTE = re.compile(r'(?<!\\)"')


def _slices(piece: bytes) -> list[tuple[int, int]]:
    """The start of each event, and that of the next one."""
    starts = [match.start(1) for match in _START.finditer(piece)]
    return list(zip(starts, [*starts, len(piece)][1:], strict=True))


@dataclass(slots=True)
class _Found:
    events: Sequence[Timed] = ()
    is_last: bool = False
    """Whether the list of events ends behind it."""
    is_incomplete: bool = False
    """Whether it might be an event, if more followed."""
    is_damaged: bool = False


def _one(raw: bytes) -> _Found:
    """The event at the beginning of these bytes."""
    is_incomplete = False
    for text in _attempts(raw):
        try:
            found, end = _DECODER.raw_decode(text)
        except json.JSONDecodeError as error:
            is_incomplete |= error.pos >= len(text.rstrip()) - 1
            continue
        except (ValueError, RecursionError):
            continue
        try:
            events = [] if found == {} else [_timed(found, text)]
        except ValueError:
            break
        return _Found(events, is_last=text[end:].lstrip().startswith("]"))
    return _Found(is_incomplete=is_incomplete, is_damaged=True)


def _timed(found: Any, text: str) -> Timed:
    timed = _event(found)
    if _needs_text(timed):
        texts, _ = _TEXT_DECODER.raw_decode(text)
        timed = timed[0], *_times(timed[0].ph, texts)
    return timed


_DECODER = json.JSONDecoder(strict=False)
_TEXT_DECODER = json.JSONDecoder(parse_float=str, strict=False)


def _attempts(raw: bytes) -> Iterator[str]:
    text = raw.decode("utf-8", "replace")
    yield text
    text = _ESCAPE.sub(r"\\\\", _BARE.sub(r"\1null", text))
    yield text
    yield _NAME.sub(lambda match: match[1] + _INNER_QUOTE.sub(r"\"", match[2]) + match[3], text, 1)


def _event(found: Any) -> Timed:
    """Raises ValueError if it is none."""
    ph = found.get("ph") if isinstance(found, dict) else None
    if not isinstance(ph, str):
        raise ValueError("got no event")
    get = found.get
    start, duration = _times(ph, found)
    name, cat = get("name", ""), get("cat", "")
    return (
        TraceEvent(
            ph=ph,
            cat=cat if isinstance(cat, str) else str(cat),
            name=name if isinstance(name, str) else str(name),
            pid=_number_or_text(get("pid", 0)),
            tid=_number_or_text(get("tid", 0)),
            id=_number_or_text(get("id", 0)),
            args=get("args"),
        ),
        start,
        duration,
    )


def _times(ph: str, found: Mapping[str, Any]) -> tuple[int, int]:
    """Start and duration. Raises ValueError if they are none."""
    start = 0 if ph in UNTIMED else nanoseconds_of(found.get("ts"))
    duration = nanoseconds_of(found.get("dur", 0)) if ph == "X" else 0
    if abs(start) >= _MOST_TIME or abs(duration) >= _MOST_TIME:
        raise ValueError("got an event outside of time")
    return start, duration


def _needs_text(timed: Timed) -> bool:
    """True if a double may have lost digits of its times."""
    return abs(timed[1]) >= _EXACT or abs(timed[2]) >= _EXACT


_MOST_TIME = 1 << 62
_EXACT = int(EXACT_BELOW) * 1000


def _number_or_text(value: object) -> int | str:
    return value if isinstance(value, (int, str)) else str(value)
