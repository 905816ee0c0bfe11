"""Chrome traces, as PyTorch's profiler and many other programs write them, of any size and in little memory."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from vdlite.errors import FormatError
from vdlite.kinds.profile.recording import Note, Recording
from vdlite.profiling.files.pieces import MOST_EVENT, Pieces
from vdlite.profiling.files.trace_columns import TraceColumns
from vdlite.profiling.files.trace_events import Decoded, Decoder, PlainDecoder, mended
from vdlite.profiling.files.trace_facts import head_facts

_MOST_EXAMPLES = 3
_MOST_OFFSETS = 20
_MOST_SHOWN = 120


def read_trace(
    path: str | os.PathLike[str], *, progress: Callable[[int], None] | None = None
) -> Recording:
    """The recording that a trace file (.json, .json.gz) holds.

    progress: is given now and then how many bytes of the file were read.
    Events that are damaged are left out, and counted in a note with their offsets. Raises FormatError for what is no
    trace, OSError if the file can't be read.
    """
    path = Path(path)
    plain, fast = PlainDecoder(), fast_decoder()
    columns, damage, is_closed = TraceColumns(), _Damage(), False
    pieces = Pieces(path)
    try:
        base, facts = head_facts(pieces.head)
        for offset, piece, is_last in pieces:
            if is_closed and b'"traceEvents"' not in piece:
                continue  # what comes behind the events, unless another trace does
            decoder, found = _decoded(piece, fast or plain, plain, is_last=is_last)
            rest = found.rest.lstrip()
            if len(rest) >= MOST_EVENT:  # more would be held with each piece
                damage.add(offset, [(len(piece) - len(rest), rest[:_MOST_SHOWN])])
                rest = b""
            pieces.give_back(rest)
            damage.add(offset, found.damaged)
            columns.add(found, decoder)
            is_closed |= found.is_closed
            if progress is not None:
                progress(pieces.taken)
        damage.is_cut = pieces.cut_short or not is_closed
    finally:
        pieces.close()
    if not columns.count and not damage.count:
        raise FormatError(f"trace: got no events: {path}")
    return columns.recording(base, facts, damage.notes())


def fast_decoder() -> Decoder | None:
    """A decoder several times as fast, where its library is installed."""
    try:
        from vdlite.profiling.files.fast_events import FastDecoder
    except ImportError:
        return None
    return FastDecoder()


def _decoded(
    piece: bytes, usual: Decoder, plain: Decoder, *, is_last: bool
) -> tuple[Decoder, Decoded]:
    """The events of a piece, and what has decoded them."""
    if not is_last:  # behind whose events is the end of the file
        for decoder in (usual, plain):
            try:
                return decoder, decoder.decode(piece)
            except (ValueError, RecursionError):
                continue
    return plain, mended(piece, is_last=is_last)


class _Damage:
    """The parts of a trace that are no events."""

    def __init__(self) -> None:
        self.count = 0
        self.is_cut = False
        self._offsets: list[int] = []
        self._examples: list[str] = []

    def add(self, offset: int, damaged: list[tuple[int, bytes]]) -> None:
        for place, raw in damaged:
            self.count += 1
            if len(self._offsets) < _MOST_OFFSETS:
                self._offsets.append(offset + place)
            if len(self._examples) < _MOST_EXAMPLES:
                text = raw[:_MOST_SHOWN].decode("utf-8", "replace")
                self._examples.append(" ".join(text.split()))

    def notes(self) -> list[Note]:
        notes = []
        if self.is_cut:
            notes.append(
                Note("the trace has no end: what came behind this is not there", "warning")
            )
        if self.count:
            more = ", ..." if self.count > len(self._offsets) else ""
            places = ", ".join(f"{each:,}" for each in self._offsets) + more
            examples = "; ".join(self._examples)
            notes.append(
                Note(
                    f"{self.count} damaged events are left out, at bytes {places}: {examples}",
                    "warning",
                )
            )
        return notes
