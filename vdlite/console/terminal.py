"""A terminal without an end: what was printed, as it is left on the screen."""

from __future__ import annotations

from typing import NamedTuple

from vdlite.console.commands import obey
from vdlite.console.control import controls, only_styles, special, whole
from vdlite.console.cursor import Cursor
from vdlite.console.row import Row
from vdlite.console.scroll import LONGEST, WINDOW, Changed, Scroll, Unseen
from vdlite.console.style import RESETS, SGR, each_by_itself, styled


class Open(NamedTuple):
    """A place where a line goes on."""

    line: int  # number
    at: int  # bytes of it before the place


class Terminal:
    """Lines of several streams in the order in which each was begun. Not for several threads at once."""

    def __init__(self) -> None:
        self._scroll = Scroll()
        self._cursors: dict[int, Cursor] = {}
        self.pending = 0
        """Bytes of what has come since `take`, about."""

    @property
    def has_changed(self) -> bool:
        return self._scroll.has_changed

    @property
    def has_new_lines(self) -> bool:
        """True if there are lines that were never taken."""
        return self._scroll.has_new_lines

    def feed(self, stream: int, data: bytes, walltime: float) -> None:
        """Take in what was printed, cut at any byte. walltime: seconds since 1970."""
        self.pending += len(data)
        cursor, data = self._of(stream, data)
        self._take_in(cursor, data, special(data), walltime)

    def _take_in(self, cursor: Cursor, data: bytes, specials: bytes, walltime: float) -> None:
        if cursor.is_elsewhere:
            self._obey(cursor, data, walltime)
        elif not specials or only_styles(data, specials):
            self._print(cursor, data, walltime, is_styled=bool(specials))
        elif specials.count(b"\r") == len(specials) and b"\t" not in data:
            self._print_returns(cursor, data, walltime)
        else:
            self._obey(cursor, data, walltime)

    def _of(self, stream: int, data: bytes) -> tuple[Cursor, bytes]:
        """The cursor of the stream, and what it is to be given now."""
        cursor = self._cursors.get(stream)
        if cursor is None:
            cursor = self._cursors[stream] = Cursor(self._scroll, stream)
        data, cursor.rest = whole(cursor.rest + data if cursor.rest else data)
        return cursor, data.replace(b"\r\n", b"\n") if b"\r" in data else data

    def note(self, text: str, walltime: float, stream: int) -> None:
        """Add a line of our own."""
        self._scroll.add([text.encode()], stream, walltime)

    def finish(self, walltime: float) -> None:
        """Take in what was held back: nothing more comes."""
        for cursor in list(self._cursors.values()):
            rest, cursor.rest = cursor.rest, b""
            if rest and not rest.startswith((b"\x1b", b"\r")):
                self._print(cursor, rest.decode(errors="replace").encode(), walltime)
            if cursor.row is not None:
                self._scroll.touch(cursor.row)  # it is whole now, which `take` is to say

    def take(self) -> Changed:
        """The lines that have changed since the last time, and all behind them."""
        changed = self._scroll.take()
        self.pending = 0
        first = self._scroll.end - WINDOW
        if first > self._scroll.base:
            self._scroll.forget(first)
            for cursor in self._cursors.values():
                cursor.forget(first)
        return changed

    @property
    def open(self) -> list[Open]:
        """The places where lines go on, of each stream at most one."""
        return [
            Open(cursor.row, self._bytes_before(cursor))
            for cursor in self._cursors.values()
            if cursor.row is not None
        ]

    def _bytes_before(self, cursor: Cursor) -> int:
        assert cursor.row is not None
        line = self._scroll.line(cursor.row)
        if cursor.at_end and isinstance(line, bytes):
            return len(line)
        row = line if isinstance(line, Row) else Row(line)
        return row.bytes_before(len(row) if cursor.at_end else cursor.column)

    # -- more than can be kept

    def leave_out(self, kept: int, stream: int, unseen: Unseen | None = None) -> int:
        """Put a line that says so in the place of those that were never taken, but for the last ones; returns how many.

        stream: of that line. unseen: lines that never came here, and belong behind them.
        """
        left = self._scroll.leave_out(kept, stream, unseen)
        if left is None:
            return 0
        for cursor in self._cursors.values():
            cursor.leave_out(left)
        self.pending = 0
        return left.lines

    def feed_end(self, stream: int, data: bytes, walltime: float, kept: int, note: int) -> int:
        """Take in what was printed as `feed` and `leave_out` do, without a look at what would be left out.

        kept: lines; note: stream of the line that says so. Returns how many were left out.
        """
        self.pending += len(data)
        cursor, data = self._of(stream, data)
        specials = special(data)
        begin = _last_lines(data, kept)
        end = data.find(b"\n") + 1 if cursor.row is not None else 0  # of the line that goes on
        count = data.count(b"\n", end, begin)
        if count < 2 or not self._can_skip(cursor, data, specials, begin):
            self._take_in(cursor, data, specials, walltime)
            return 0
        self._print(cursor, data[:end], walltime, is_styled=bool(specials))
        if b"\x1b" in data[end:begin]:
            cursor.style = b""
        left_out = self.leave_out(0, note, Unseen(count, begin - end, walltime))
        self._print(cursor, data[begin:], walltime, is_styled=bool(specials))
        return left_out

    def _can_skip(self, cursor: Cursor, data: bytes, specials: bytes, begin: int) -> bool:
        """True if the lines before a byte of the data only move the cursor down, and end without a style."""
        is_behind = not cursor.is_amid and not (cursor.row is None and not cursor.at_end)
        if cursor.is_elsewhere or not is_behind or (specials and not only_styles(data, specials)):
            return False
        last = data.rfind(b"\x1b", 0, begin)
        return last < 0 or data.startswith(RESETS, last)

    # -- text

    def _print(
        self, cursor: Cursor, data: bytes, walltime: float, *, is_styled: bool = False
    ) -> None:
        """Print text and ends of lines. is_styled: there are SGR sequences in it."""
        if not data:
            return
        while cursor.is_amid:
            text, end, data = data.partition(b"\n")
            if text:
                self._overwrite(cursor, text, is_styled=is_styled)
            if not end:
                return
            cursor.line_feed(walltime)
        if cursor.row is None and not cursor.at_end:
            self._begin_moved_on(cursor, data, walltime)
        lines = data.split(b"\n")
        if is_styled or cursor.style:
            cursor.style, lines = each_by_itself(cursor.style, lines)
        if len(data) > LONGEST and _has_long(data):
            self._print_long(cursor, lines, walltime)
            return
        last = lines.pop()
        if cursor.row is not None:
            if not lines:
                self._scroll.append(cursor.row, last)
                return
            self._scroll.append(cursor.row, lines[0])
            cursor.row = None
            del lines[0]
        if lines:
            cursor.new_lines(lines, walltime)
        if last:
            cursor.begin_line(last, walltime)

    def _begin_moved_on(self, cursor: Cursor, data: bytes, walltime: float) -> None:
        """Begin the line that is still to come, in which the cursor was moved on, if there is text for it."""
        if SGR.sub(b"", data.partition(b"\n")[0]):
            cursor.begin_line(b" " * cursor.column, walltime)
        elif b"\n" in data:
            cursor.carriage_return()

    def _print_long(self, cursor: Cursor, lines: list[bytes], walltime: float) -> None:
        """Print lines of which some are longer than what is kept."""
        for number, line in enumerate(lines):
            if number:
                cursor.line_feed(walltime)
            for start in range(0, len(line), LONGEST):
                if cursor.row is None:
                    cursor.begin_line(b"", walltime)
                assert cursor.row is not None
                self._scroll.append(cursor.row, line[start : start + LONGEST])

    def _overwrite(self, cursor: Cursor, text: bytes, *, is_styled: bool = False) -> None:
        """Print text over what is there."""
        assert cursor.row is not None
        if cursor.at_end:
            if is_styled or cursor.style:
                cursor.style, (text,) = each_by_itself(cursor.style, [text])
            self._scroll.append(cursor.row, text)
            return
        line = self._scroll.line(cursor.row)
        if cursor.column == 0 and isinstance(line, bytes) and not is_styled and not cursor.style:
            is_plain = text.isascii() and line.isascii() and b"\x1b" not in line
            if is_plain and len(line) <= len(text) <= LONGEST:
                self._scroll.replace(cursor.row, text)
                cursor.at_end = True
                return
        row = self._scroll.row(cursor.row)
        start = 0
        for found in SGR.finditer(text) if is_styled else ():
            _write(cursor, row, text[start : found.start()])
            cursor.style, start = styled(cursor.style, found[1]), found.end()
        _write(cursor, row, text[start:])
        self._scroll.touch(cursor.row)

    def _print_returns(self, cursor: Cursor, data: bytes, walltime: float) -> None:
        """Print text in which the only controls are returns, as before each state of a bar: most states are never seen."""
        at = 0
        while (found := data.find(b"\r", at)) >= 0:
            begin = max(at, data.rfind(b"\n", at, found) + 1)
            end = data.find(b"\n", found)
            end = len(data) if end < 0 else end
            first, *states = data[begin:end].decode().split("\r")
            self._print(cursor, data[at:begin] + first.encode(), walltime)
            cursor.carriage_return()
            shown = _over_each_other(states)
            self._print(cursor, shown.encode(), walltime)
            if not states[-1]:
                cursor.carriage_return()
            elif len(states[-1]) < len(shown):
                cursor.go_to_column(len(states[-1]))
            at = end
        self._print(cursor, data[at:], walltime)

    def _obey(self, cursor: Cursor, data: bytes, walltime: float) -> None:
        """Take in data that moves the cursor."""
        at = 0
        for found in controls(data):
            if found.start() > at and not cursor.is_elsewhere:
                self._print(cursor, data[at : found.start()], walltime)
            at = found.end()
            obey(found, self._scroll, cursor, walltime)
        if at < len(data) and not cursor.is_elsewhere:
            self._print(cursor, data[at:], walltime)


def _over_each_other(states: list[str]) -> str:
    """What is seen of texts that were printed over each other."""
    shown = states[-1]
    for state in reversed(states):
        if len(state) > len(shown):
            shown += state[len(shown) :]
    return shown


def _write(cursor: Cursor, row: Row, text: bytes) -> None:
    characters = text.decode(errors="replace")
    room = max(0, LONGEST // 4 - cursor.column)
    if "\t" in characters:
        characters = characters.expandtabs()
    row.write(cursor.column, characters[:room], cursor.style)
    cursor.column += len(characters[:room])


def _has_long(data: bytes) -> bool:
    """True if there may be a line of more than `LONGEST` bytes."""
    part = LONGEST // 2
    return any(data.find(b"\n", at, at + part) < 0 for at in range(0, len(data) - part, part))


def _last_lines(data: bytes, count: int) -> int:
    """The byte where the last lines of the data begin; 0 if there are no more."""
    end = len(data)
    for _ in range(count + 1):
        end = data.rfind(b"\n", 0, end)
        if end < 0:
            return 0
    return end + 1
