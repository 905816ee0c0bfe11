"""Keeps what was printed as records: blocks of lines, a few in a minute however much there is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from vdlite.console.style import SGR
from vdlite.console.terminal import Terminal
from vdlite.kinds import console
from vdlite.kinds.console_streams import NOTE
from vdlite.secrets import Cut, MaskedBlocks, Secrets

MOST_BYTES = 100_000_000
"""Of a run: from there on only the last lines of each minute are kept."""

_BLOCK_BYTES = 1 << 20  # that make a block at once
_SECONDS = 1.0  # between two blocks, if there are new lines
_MOST_SECONDS = 8.0  # if lines change only, such as progress bars
_SECONDS_BEYOND = 60.0  # beyond the most bytes
_LINES_BEYOND = 200  # of each time
_MOST_LAST = 500  # lines in which a traceback is looked for

_LAST_WORDS = 500  # characters
_BEGINS_TRACEBACK = re.compile(
    r"(?P<rank>(?:\[[^\]]{1,40}\]:? ?)?)(?:Traceback \(most recent call last\):|Fatal Python error: )"
)
"""Launchers put the rank before each line."""


class Records(Protocol):
    """What takes the blocks: a writer."""

    def add_block(
        self, payload: bytes, first: int, walltime: float, summary: Mapping[str, Any]
    ) -> None:
        """Take a block whose first line has this number."""


class Keeper:
    """The console of one run. Not for several threads at once.

    Each block replaces what was kept from its first line on, so that lines that still change, such as the last one, can be
    read at once by whoever follows.
    """

    def __init__(
        self,
        records: Records,
        secrets: Secrets | None = None,
        *,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self.records = records
        self._secrets = MaskedBlocks(Secrets() if secrets is None else secrets)
        self._terminal = Terminal()
        self._most_bytes = most_bytes
        self._kept = 0  # bytes
        self._due: float | None = None  # when the next block is made; None: nothing has changed
        self._pause = _SECONDS
        self._left_out = 0  # lines, since the last block
        self._last: list[tuple[str, int]] = []  # lines and their streams, for a traceback
        self._first_of_last = 0  # number of the first of them
        self._has_ended = False  # nothing more comes

    @property
    def due(self) -> float | None:
        """The time when `keep` is to be called (seconds since 1970); None while nothing has changed."""
        return self._due

    def feed(self, stream: int, data: bytes, walltime: float) -> None:
        """Take in what was printed, cut at any byte."""
        terminal = self._terminal
        if self._is_full:
            self._left_out += terminal.feed_end(stream, data, walltime, _LINES_BEYOND, NOTE)
        else:
            terminal.feed(stream, data, walltime)
        if self._due is None and terminal.has_changed:
            self._due = walltime + (_SECONDS_BEYOND if self._is_full else self._pause)
        if terminal.pending >= _BLOCK_BYTES:
            if self._is_full:
                self._leave_out()
            else:
                self.keep(walltime)

    def lose(self, size: int, walltime: float) -> None:
        """Say that so many bytes that were printed never came here."""
        self._note(f"… {size:,} bytes left out: more was printed than could be kept", walltime)

    def keep(self, now: float) -> None:
        """Make a block of what has changed."""
        terminal = self._terminal
        self._due = None
        if self._is_full:
            self._leave_out()
        if not terminal.has_changed:
            return
        self._pause = _SECONDS if terminal.has_new_lines else min(2 * self._pause, _MOST_SECONDS)
        self._write(now)

    def finish(self, now: float, ended: Mapping[str, Any] | None = None) -> None:
        """Make the last block. ended: how the program ended, which the block's summary says."""
        if not self._has_ended:
            self._has_ended = True
            self._terminal.finish(now)
        if self._is_full:
            self._leave_out()
        if self._terminal.has_changed or ended is not None:
            self._write(now, ended)
        self._due = None

    def last_words(self) -> tuple[str | None, int | None]:
        """The last line that says why a program failed, and the number of the line where its last traceback begins."""
        return last_words(self._last, self._first_of_last)

    @property
    def _is_full(self) -> bool:
        return self._kept >= self._most_bytes

    def _leave_out(self) -> None:
        self._left_out += self._terminal.leave_out(_LINES_BEYOND, NOTE)

    def _note(self, text: str, walltime: float) -> None:
        self._terminal.note(text, walltime, NOTE)
        if self._due is None:
            self._due = walltime + self._pause

    def _write(self, now: float, ended: Mapping[str, Any] | None = None) -> None:
        open_lines = self._terminal.open
        changed = self._terminal.take()
        first, lines = changed.first, changed.lines
        walltimes = np.frombuffer(changed.walltimes, np.float64)
        streams = np.frombuffer(changed.streams, np.uint8)
        begin = float(walltimes.min()) if len(walltimes) else now
        milliseconds = np.minimum((walltimes - begin) * 1000, 2**32 - 1).astype(np.uint32)
        cuts = [(line, at, True) for line, at in changed.cuts]
        cuts += [(each.line - first, each.at, not self._has_ended) for each in open_lines]
        text = b"\n".join(lines)
        text = self._secrets.masked(first, text, _cuts_in(text, lines, cuts))
        payload = console.payload_of(text, begin, milliseconds, streams)
        summary = console.summary_of(first, len(lines), left_out=self._left_out, ended=ended)
        self._left_out = 0
        self._kept += len(payload)
        self.records.add_block(payload, first, now, summary)
        if lines:
            self._remember(first, text, changed.streams)

    def _remember(self, first: int, text: bytes, streams: Sequence[int]) -> None:
        """Keep the last lines, in which a traceback may be."""
        at = max(0, first - self._first_of_last)
        lines = text[-_MOST_LAST * 200 :].decode(errors="replace").split("\n")[-_MOST_LAST:]
        last = list(zip(lines, streams[-len(lines) :], strict=False))
        if len(last) == len(streams):
            self._last[at:] = last
        else:
            self._last, self._first_of_last = last, first + len(streams) - len(last)
        surplus = len(self._last) - _MOST_LAST
        if surplus > 0:
            del self._last[:surplus]
            self._first_of_last += surplus


def _cuts_in(
    text: bytes, lines: Sequence[bytes], cuts: Sequence[tuple[int, int, bool]]
) -> list[Cut]:
    """The places in a text of lines. cuts: index of a line, bytes of it, and whether it goes on."""
    found: list[Cut] = []
    for index, at, goes_on in cuts:
        if index >= 0:
            behind = sum(map(len, lines[index:])) + len(lines) - index - 1
            found.append(Cut(len(text) - behind + min(at, len(lines[index])), goes_on))
    return found


def last_words(lines: Sequence[tuple[str, int]], first: int = 0) -> tuple[str | None, int | None]:
    """The line that says best why a program ended, and the number of the line where its last traceback begins.

    lines: with the stream of each. first: the number of the first of them.
    """
    plain = [
        (SGR.sub(b"", line.encode(errors="replace")).decode(), stream) for line, stream in lines
    ]
    for at in range(len(plain) - 1, -1, -1):
        text, stream = plain[at]
        found = _BEGINS_TRACEBACK.match(text)
        if found is not None:
            # What is printed to the other stream may stand between.
            traceback = [line for line, other in plain[at:] if other == stream]
            return _error_of(traceback, found["rank"])[:_LAST_WORDS], first + at
    said = next((line.strip() for line, _ in reversed(plain) if line.strip()), None)
    return (None if said is None else said[:_LAST_WORDS]), None


def _error_of(traceback: Sequence[str], rank: str) -> str:
    """The line of a traceback that names its error. rank: what each of its lines begins with."""
    if "Traceback" in traceback[0]:
        for line in traceback[1:]:
            own = line.removeprefix(rank)
            if line.startswith(rank) and own and not own[0].isspace():
                return own.strip()
    return traceback[0].removeprefix(rank).strip()
