"""A terminal without an end: what was printed, as it is left on the screen."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from vdlite.console.row import Row
from vdlite.console.style import RESET, SGR, style_after, styled

LONGEST = 1 << 16
"""Bytes of a line that are kept, from its beginning on."""

_WINDOW = 120  # lines that can still change
_MOST_COLUMN = 4096  # to which a cursor can be moved
_MOST_PARTIAL = 1 << 16  # bytes of a sequence that may still come to its end

_PLAIN = bytes([9, 10, *range(32, 127), *range(128, 256)])

_CONTROL = re.compile(
    rb"\x1b\[(?P<codes>[0-9;:<=>?]*)[ -/]*(?P<ends>[@-~])"
    rb"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"  # titles, links
    rb"|\x1b[PX^_][^\x1b]*\x1b\\"  # pictures
    rb"|\x1b[ -/]*(?P<escape>[0-~])"
    rb"|(?P<single>[\x00-\x08\x0b-\x1f\x7f])"
)
_OPEN_SEQUENCE = re.compile(
    rb"\x1b(?:\[[0-9;:<=>?]*[ -/]*|\][^\x07\x1b]*\x1b?|[PX^_][^\x1b]*\x1b?|[ -/]*)\Z"
)


class Changed(NamedTuple):
    """The lines from the first one that has changed to the end; all columns of one length."""

    first: int  # number of that line, from 0 on
    lines: Sequence[bytes]
    walltimes: Sequence[float]
    streams: Sequence[int]
    bytes: int


@dataclass(slots=True)
class _Cursor:
    """A place where a stream goes on."""

    stream: int
    row: int | None = None  # number of its line; None: one that is still to come
    column: int = 0
    at_end: bool = True  # right behind what the line holds; then `column` means nothing
    style: bytes = b""
    rest: bytes = b""  # the beginning of a sequence or character
    saved: tuple[int | None, int] = (None, 0)
    is_elsewhere: bool = False  # on the alternate screen, of which nothing stays
    rows: list[int] = field(default_factory=list)  # numbers of its lines in the window


@dataclass(slots=True)
class _Hole:
    """A line in the place of lines that were left out."""

    number: int
    lines: int = 0
    bytes: int = 0


class Terminal:
    """Lines of several streams in the order in which each was begun. Not for several threads at once."""

    def __init__(self) -> None:
        self._lines: list[bytes | Row] = []  # from number `_base` on
        self._walltimes: list[float] = []
        self._streams: list[int] = []
        self._base = 0
        self._changed = 0  # number of the first line that `take` has not given
        self._given = 0  # number of the first line that it has never given
        self._cursors: dict[int, _Cursor] = {}
        self._cut: dict[int, int] = {}  # bytes left out of lines, by number
        self._hole: _Hole | None = None  # that `take` has not given yet
        self.pending = 0
        """Bytes of what has come since `take`, about."""

    @property
    def end(self) -> int:
        """The number of lines so far."""
        return self._base + len(self._lines)

    @property
    def has_changed(self) -> bool:
        return self._changed < self.end

    @property
    def has_new_lines(self) -> bool:
        """True if there are lines that were never taken."""
        return self._given < self.end

    def feed(self, stream: int, data: bytes, walltime: float) -> None:
        """Take in what was printed, cut at any byte. walltime: seconds since 1970."""
        cursor = self._cursors.get(stream)
        if cursor is None:
            cursor = self._cursors[stream] = _Cursor(stream)
        self.pending += len(data)
        if cursor.rest:
            data, cursor.rest = cursor.rest + data, b""
        data = self._whole(cursor, data)
        if b"\r\n" in data:
            data = data.replace(b"\r\n", b"\n")
        special = data.translate(None, _PLAIN)
        if not cursor.is_elsewhere and (not special or _only_styles(data, special)):
            self._print(cursor, data, walltime, is_styled=bool(special))
        else:
            self._obey(cursor, data, walltime)

    def note(self, text: str, walltime: float, stream: int) -> None:
        """Add a line of our own."""
        self._new_line(stream, text.encode(), walltime)

    def finish(self, walltime: float) -> None:
        """Take in what was held back: nothing more comes."""
        for cursor in list(self._cursors.values()):
            rest, cursor.rest = cursor.rest, b""
            if rest and not rest.startswith((b"\x1b", b"\r")):
                self._print(cursor, rest.decode(errors="replace").encode(), walltime)

    def take(self) -> Changed:
        """The lines that have changed since the last time, and all behind them."""
        first = min(self._changed, self.end)
        start = first - self._base
        lines = [self._rendered(number) for number in range(first, self.end)]
        walltimes, streams = self._walltimes[start:], self._streams[start:]
        self._changed = self._given = self.end
        self._hole = None
        self.pending = 0
        self._let_go(self.end - _WINDOW)
        return Changed(first, lines, walltimes, streams, sum(map(len, lines)) + len(lines))

    def leave_out(self, kept: int, stream: int) -> int:
        """Put a line that says so in the place of those that were never taken, but for the last ones; returns how many."""
        start = max(self._given, self._changed) - self._base
        if self._hole is not None:
            start = self._hole.number - self._base + 1
        stop = len(self._lines) - kept
        if stop <= start + 1:
            return 0
        size = sum(len(self._rendered(each + self._base)) + 1 for each in range(start, stop))
        walltime = self._walltimes[stop - 1]
        self._delete(start, stop)
        if self._hole is None:
            self._hole = _Hole(self._base + start)
            self._insert(start, stream, walltime)
        hole = self._hole
        hole.lines += stop - start
        hole.bytes += size
        at = hole.number - self._base
        self._lines[at] = f"… {hole.lines:,} lines ({hole.bytes:,} bytes) left out".encode()
        self._walltimes[at] = walltime
        self.pending = sum(len(each) for each in self._lines[at:] if isinstance(each, bytes))
        return stop - start

    def _delete(self, start: int, stop: int) -> None:
        first, end, count = start + self._base, stop + self._base, stop - start
        for column in (self._lines, self._walltimes, self._streams):
            del column[start:stop]
        self._cut = {
            number if number < first else number - count: cut
            for number, cut in self._cut.items()
            if not first <= number < end
        }
        for cursor in self._cursors.values():
            cursor.rows = [
                row if row < first else row - count for row in cursor.rows if not first <= row < end
            ]
            if cursor.row is not None and first <= cursor.row < end:
                cursor.row, cursor.column, cursor.at_end = None, 0, True
            elif cursor.row is not None and cursor.row >= end:
                cursor.row -= count

    def _insert(self, at: int, stream: int, walltime: float) -> None:
        first = at + self._base
        self._lines.insert(at, b"")
        self._walltimes.insert(at, walltime)
        self._streams.insert(at, stream)
        self._cut = {number + (number >= first): cut for number, cut in self._cut.items()}
        for cursor in self._cursors.values():
            cursor.rows = [row + (row >= first) for row in cursor.rows]
            if cursor.row is not None and cursor.row >= first:
                cursor.row += 1

    # -- bytes

    def _whole(self, cursor: _Cursor, data: bytes) -> bytes:
        """The data up to the last whole character and sequence, as sound UTF-8; the rest is held back."""
        end = len(data)
        escape = data.rfind(b"\x1b", max(0, end - _MOST_PARTIAL))
        if escape >= 0:
            # The end of a string is a sequence of its own.
            begin = data.rfind(b"\x1b", max(0, end - _MOST_PARTIAL), escape)
            for at in (begin, escape):
                if at >= 0 and _OPEN_SEQUENCE.match(data, at):
                    end = at
                    break
        if end == len(data) and data.endswith(b"\r"):
            end -= 1  # a line may end behind it
        if not data.isascii():
            if end == len(data):
                end -= _cut_character(data)
            cursor.rest = data[end:]
            data = data[:end]
            try:
                data.decode()
            except UnicodeDecodeError:
                data = data.decode(errors="replace").encode()
            return data
        cursor.rest = data[end:]
        return data[:end]

    def _obey(self, cursor: _Cursor, data: bytes, walltime: float) -> None:
        """Take in data that moves the cursor."""
        at = 0
        for found in _CONTROL.finditer(data):
            if found.start() > at and not cursor.is_elsewhere:
                self._print(cursor, data[at : found.start()], walltime)
            at = found.end()
            if found["ends"] is not None:
                self._sequence(cursor, found["codes"], found["ends"], walltime)
            elif found["escape"] is not None:
                self._escape(cursor, found["escape"], walltime)
            elif found["single"] is not None and not cursor.is_elsewhere:
                self._single(cursor, found["single"], walltime)
        if at < len(data) and not cursor.is_elsewhere:
            self._print(cursor, data[at:], walltime)

    # -- text

    def _print(
        self, cursor: _Cursor, data: bytes, walltime: float, *, is_styled: bool = False
    ) -> None:
        """Print text and ends of lines. is_styled: there are SGR sequences in it."""
        if not data:
            return
        while cursor.row is not None and not (cursor.at_end and cursor.row == cursor.rows[-1]):
            # Amid what is there already, line by line.
            text, end, data = data.partition(b"\n")
            if text:
                self._overwrite(cursor, text, walltime, is_styled=is_styled)
            if not end:
                return
            self._line_feed(cursor, walltime)
            cursor.column, cursor.at_end = 0, cursor.row is None
        if cursor.row is None and not cursor.at_end:
            self._begin_moved_on(cursor, data, walltime)
        lines = data.split(b"\n")
        if is_styled or cursor.style:
            lines = _each_by_itself(cursor, lines)
        if len(data) > LONGEST and max(map(len, lines)) > LONGEST:
            self._print_long(cursor, lines, walltime)
            return
        last = lines.pop()
        if cursor.row is not None:
            if not lines:
                self._append(cursor, last, walltime)
                return
            self._append(cursor, lines[0], walltime)
            cursor.row = None
            del lines[0]
        if lines:
            first = self.end
            count = len(lines)
            self._lines += lines
            self._walltimes += [walltime] * count
            self._streams += [cursor.stream] * count
            cursor.rows += range(max(first, first + count - _WINDOW), first + count)
            del cursor.rows[:-_WINDOW]
        if last:
            cursor.row = self._new_line(cursor.stream, last, walltime)
            cursor.column, cursor.at_end = 0, True

    def _begin_moved_on(self, cursor: _Cursor, data: bytes, walltime: float) -> None:
        """Begin the line that is still to come, in which the cursor was moved on, if there is text for it."""
        if SGR.sub(b"", data.partition(b"\n")[0]):
            cursor.row = self._new_line(cursor.stream, b" " * cursor.column, walltime)
        elif b"\n" not in data:
            return
        cursor.column, cursor.at_end = 0, True

    def _print_long(self, cursor: _Cursor, lines: list[bytes], walltime: float) -> None:
        """Print lines of which some are longer than what is kept."""
        for number, line in enumerate(lines):
            if number:
                self._line_feed(cursor, walltime)
            for start in range(0, len(line), LONGEST):
                if cursor.row is None:
                    cursor.row = self._new_line(cursor.stream, b"", walltime)
                    cursor.column, cursor.at_end = 0, True
                self._append(cursor, line[start : start + LONGEST], walltime)

    def _append(self, cursor: _Cursor, text: bytes, walltime: float) -> None:
        """Print text behind what the cursor's line holds."""
        assert cursor.row is not None
        at = cursor.row - self._base
        line = self._lines[at]
        if isinstance(line, Row):
            line = line.rendered()
        room = LONGEST - len(line)
        if len(text) > room:
            self._cut[cursor.row] = self._cut.get(cursor.row, 0) + len(text) - max(room, 0)
            text = _until(text, max(room, 0))
        self._lines[at] = line + text
        self._touch(cursor.row, walltime)

    def _overwrite(
        self, cursor: _Cursor, text: bytes, walltime: float, *, is_styled: bool = False
    ) -> None:
        """Print text over what is there."""
        assert cursor.row is not None
        if cursor.at_end:
            if is_styled or cursor.style:
                (text,) = _each_by_itself(cursor, [text])
            self._append(cursor, text, walltime)
            return
        at = cursor.row - self._base
        line = self._lines[at]
        if cursor.column == 0 and isinstance(line, bytes) and not is_styled and not cursor.style:
            is_plain = text.isascii() and line.isascii() and b"\x1b" not in line
            if is_plain and len(line) <= len(text) <= LONGEST:
                self._lines[at] = text
                cursor.at_end = True
                self._touch(cursor.row, walltime)
                return
        row = line if isinstance(line, Row) else Row(line)
        self._lines[at] = row
        start = 0
        for found in SGR.finditer(text) if is_styled else ():
            self._write(cursor, row, text[start : found.start()])
            cursor.style, start = styled(cursor.style, found[1]), found.end()
        self._write(cursor, row, text[start:])
        self._touch(cursor.row, walltime)

    def _write(self, cursor: _Cursor, row: Row, text: bytes) -> None:
        characters = text.decode(errors="replace")
        room = max(0, LONGEST // 4 - cursor.column)
        if "\t" in characters:
            characters = characters.expandtabs()
        row.write(cursor.column, characters[:room], cursor.style)
        cursor.column += len(characters[:room])

    def _new_line(self, stream: int, line: bytes, walltime: float) -> int:
        number = self.end
        self._lines.append(line)
        self._walltimes.append(walltime)
        self._streams.append(stream)
        cursor = self._cursors.get(stream)
        if cursor is not None:
            cursor.rows.append(number)
            del cursor.rows[:-_WINDOW]
        return number

    def _touch(self, number: int, walltime: float) -> None:
        self._walltimes[number - self._base] = walltime
        self._changed = min(self._changed, number)

    def _rendered(self, number: int) -> bytes:
        line = self._lines[number - self._base]
        text = line if isinstance(line, bytes) else line.rendered()
        cut = self._cut.get(number)
        return text if cut is None else text + f" … {cut:,} bytes left out".encode()

    def _let_go(self, first: int) -> None:
        """Forget the lines before a number: they can't change any more."""
        if first <= self._base:
            return
        count = first - self._base
        for column in (self._lines, self._walltimes, self._streams):
            del column[:count]
        self._base = first
        self._cut = {number: cut for number, cut in self._cut.items() if number >= first}
        for cursor in self._cursors.values():
            del cursor.rows[: bisect_right(cursor.rows, first - 1)]
            if cursor.row is not None and cursor.row < first:
                cursor.row, cursor.column, cursor.at_end = None, 0, True

    # -- cursor

    def _line_feed(self, cursor: _Cursor, walltime: float) -> None:
        """Go to the next line of the stream, at its beginning."""
        if cursor.row is None:
            self._new_line(cursor.stream, b"", walltime)
            return
        place = bisect_right(cursor.rows, cursor.row)
        cursor.row = cursor.rows[place] if place < len(cursor.rows) else None
        cursor.column, cursor.at_end = 0, cursor.row is None

    def _settle(self, cursor: _Cursor) -> None:
        """Know the column of a cursor that stands behind what is there."""
        if cursor.at_end:
            cursor.column = 0 if cursor.row is None else len(self._row(cursor.row))
            cursor.at_end = False

    def _row(self, number: int) -> Row:
        """A line as cells, that are changed."""
        line = self._lines[number - self._base]
        if not isinstance(line, Row):
            line = self._lines[number - self._base] = Row(line)
        return line

    def _up(self, cursor: _Cursor, count: int) -> None:
        self._settle(cursor)
        place = (
            len(cursor.rows) if cursor.row is None else bisect_right(cursor.rows, cursor.row) - 1
        )
        self._go(cursor, place - count)

    def _down(self, cursor: _Cursor, count: int) -> None:
        if cursor.row is None:
            return  # there is nothing below
        self._settle(cursor)
        self._go(cursor, bisect_right(cursor.rows, cursor.row) - 1 + count)

    def _go(self, cursor: _Cursor, place: int) -> None:
        """Go to one of the stream's last lines."""
        place = max(0, place)
        if place < len(cursor.rows):
            cursor.row = cursor.rows[place]
        else:
            cursor.row = None
        cursor.at_end = cursor.row is None and cursor.column == 0

    def _at(self, cursor: _Cursor, column: int) -> None:
        self._settle(cursor)
        cursor.column = max(0, min(column, _MOST_COLUMN))
        if cursor.row is None and cursor.column == 0:
            cursor.at_end = True

    # -- what moves it

    def _single(self, cursor: _Cursor, character: bytes, walltime: float) -> None:
        match character:
            case b"\r":
                self._return(cursor)
            case b"\b":
                self._settle(cursor)
                self._at(cursor, cursor.column - 1)
            case b"\x0b" | b"\x0c":
                self._line_feed(cursor, walltime)

    def _return(self, cursor: _Cursor) -> None:
        cursor.column, cursor.at_end = 0, cursor.row is None

    def _escape(self, cursor: _Cursor, character: bytes, walltime: float) -> None:
        match character:
            case b"7":
                self._settle(cursor)
                cursor.saved = (cursor.row, cursor.column)
            case b"8":
                self._restore(cursor)
            case b"c":
                cursor.style = b""
            case b"D" | b"E":
                self._line_feed(cursor, walltime)
            case b"M":
                self._up(cursor, 1)

    def _restore(self, cursor: _Cursor) -> None:
        row, column = cursor.saved
        if row is not None and row in cursor.rows:
            cursor.row, cursor.column, cursor.at_end = row, column, False

    def _sequence(self, cursor: _Cursor, codes: bytes, ends: bytes, walltime: float) -> None:
        if codes[:1] == b"?":
            if ends in (b"h", b"l") and set(codes[1:].split(b";")) & {b"1049", b"47", b"1047"}:
                cursor.is_elsewhere = ends == b"h"
            return
        if cursor.is_elsewhere:
            return
        if ends == b"m":
            if not codes[:1] or codes[:1].isdigit() or codes[:1] in b";:":
                cursor.style = styled(cursor.style, codes)
            return
        numbers = [int(code[:6]) if code.isdigit() else 0 for code in codes.split(b";")]
        number = numbers[0]
        count = max(1, number)
        match ends:
            case b"A" | b"F":
                self._up(cursor, count)
                if ends == b"F":
                    self._return(cursor)
            case b"B" | b"E" | b"e":
                self._down(cursor, count)
                if ends == b"E":
                    self._return(cursor)
            case b"C" | b"a":
                self._settle(cursor)
                self._at(cursor, cursor.column + count)
            case b"D":
                self._settle(cursor)
                self._at(cursor, cursor.column - count)
            case b"G" | b"`":
                self._at(cursor, count - 1)
            case b"H" | b"f":
                self._go(cursor, max(0, len(cursor.rows) - _WINDOW) + count - 1)
                self._at(cursor, (numbers[1] if len(numbers) > 1 else 1) - 1)
            case b"J":
                self._erase_screen(cursor, number, walltime)
            case b"K":
                self._erase_row(cursor, number, walltime)
            case b"P" | b"X" | b"@":
                self._change_row(cursor, ends, count, walltime)
            case b"s":
                self._settle(cursor)
                cursor.saved = (cursor.row, cursor.column)
            case b"u":
                self._restore(cursor)

    def _erase_row(self, cursor: _Cursor, which: int, walltime: float) -> None:
        if cursor.row is None or (which == 0 and cursor.at_end):
            return
        self._settle(cursor)
        row = self._row(cursor.row)
        match which:
            case 0:
                row.erase(cursor.column)
            case 1:
                row.erase(0, min(cursor.column + 1, len(row)))
            case 2:
                row.erase(0)
        self._touch(cursor.row, walltime)

    def _erase_screen(self, cursor: _Cursor, which: int, walltime: float) -> None:
        """Erase what is below the cursor. All of it is never erased: what has been printed stays to be read."""
        if which != 0 or cursor.row is None:
            return
        self._erase_row(cursor, 0, walltime)
        for number in cursor.rows[bisect_right(cursor.rows, cursor.row) :]:
            self._row(number).erase(0)
            self._touch(number, walltime)

    def _change_row(self, cursor: _Cursor, ends: bytes, count: int, walltime: float) -> None:
        if cursor.row is None:
            return
        self._settle(cursor)
        row = self._row(cursor.row)
        count = min(count, _MOST_COLUMN)
        match ends:
            case b"P":
                row.delete(cursor.column, count)
            case b"X":
                row.erase(cursor.column, min(cursor.column + count, len(row)))
            case _ if len(row) < LONGEST // 4:
                row.insert(cursor.column, count)
        self._touch(cursor.row, walltime)


def _only_styles(data: bytes, special: bytes) -> bool:
    """True if all that is special about the data are SGR sequences."""
    return special.count(b"\x1b") == len(special) == len(SGR.findall(data))


def _each_by_itself(cursor: _Cursor, lines: list[bytes]) -> list[bytes]:
    """The lines, each of which sets the style that it begins in, and ends without one."""
    made: list[bytes] = []
    style = cursor.style
    for line in lines:
        if style or b"\x1b" in line:
            after = style_after(style, line)
            if line:
                has_text = b"\x1b" not in line or SGR.sub(b"", line)
                line = style + line + (RESET if after else b"") if has_text else b""
            style = after
        made.append(line)
    cursor.style = style
    return made


def _cut_character(data: bytes) -> int:
    """How many bytes at the end are the beginning of a character of UTF-8."""
    for back in range(1, min(4, len(data) + 1)):
        byte = data[-back]
        if byte < 0x80:
            return 0
        if byte >= 0xC0:
            length = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            return back if back < length else 0
    return 0


def _until(text: bytes, size: int) -> bytes:
    """The text's first bytes, without half a character at their end."""
    cut = text[:size]
    return cut[: len(cut) - _cut_character(cut)] if cut else cut
