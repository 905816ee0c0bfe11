"""What control characters and sequences do to a cursor, and to the lines that it stands in."""

from __future__ import annotations

import re
from bisect import bisect_right

from vdlite.console.cursor import Cursor
from vdlite.console.scroll import LONGEST, Scroll
from vdlite.console.style import styled

_MOST_CHANGED = 4096  # characters that are changed at once
_OTHER_SCREEN = {b"1049", b"47", b"1047"}


def obey(found: re.Match[bytes], scroll: Scroll, cursor: Cursor, walltime: float) -> None:
    """Do what one of `controls` says."""
    if found["ends"] is not None:
        _sequence(scroll, cursor, found["codes"], found["ends"])
    elif found["escape"] is not None:
        _escape(cursor, found["escape"], walltime)
    elif found["single"] is not None and not cursor.is_elsewhere:
        _single(cursor, found["single"], walltime)


def _single(cursor: Cursor, character: bytes, walltime: float) -> None:
    match character:
        case b"\r":
            cursor.carriage_return()
        case b"\b":
            cursor.go_on(-1)
        case b"\x0b" | b"\x0c":
            cursor.line_feed(walltime)


def _escape(cursor: Cursor, character: bytes, walltime: float) -> None:
    match character:
        case b"7":
            cursor.save()
        case b"8":
            cursor.restore()
        case b"c":
            cursor.style = b""
        case b"D" | b"E":
            cursor.line_feed(walltime)
        case b"M":
            cursor.up(1)


def _sequence(scroll: Scroll, cursor: Cursor, codes: bytes, ends: bytes) -> None:
    if codes[:1] == b"?":
        if ends in (b"h", b"l") and set(codes[1:].split(b";")) & _OTHER_SCREEN:
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
            cursor.up(count)
            if ends == b"F":
                cursor.carriage_return()
        case b"B" | b"E" | b"e":
            cursor.down(count)
            if ends == b"E":
                cursor.carriage_return()
        case b"C" | b"a":
            cursor.go_on(count)
        case b"D":
            cursor.go_on(-count)
        case b"G" | b"`":
            cursor.go_to_column(count - 1)
        case b"H" | b"f":
            cursor.go_to(count - 1, (numbers[1] if len(numbers) > 1 else 1) - 1)
        case b"J":
            _erase_screen(scroll, cursor, number)
        case b"K":
            _erase_row(scroll, cursor, number)
        case b"P" | b"X" | b"@":
            _change_row(scroll, cursor, ends, count)
        case b"s":
            cursor.save()
        case b"u":
            cursor.restore()


def _erase_row(scroll: Scroll, cursor: Cursor, which: int) -> None:
    if cursor.row is None or (which == 0 and cursor.at_end):
        return
    cursor.settle()
    row = scroll.row(cursor.row)
    match which:
        case 0:
            row.erase(cursor.column)
        case 1:
            row.erase(0, min(cursor.column + 1, len(row)))
        case 2:
            row.erase(0)
    scroll.touch(cursor.row)


def _erase_screen(scroll: Scroll, cursor: Cursor, which: int) -> None:
    """Erase what is below the cursor. All of it is never erased: what has been printed stays to be read."""
    if which != 0 or cursor.row is None:
        return
    _erase_row(scroll, cursor, 0)
    for number in cursor.rows[bisect_right(cursor.rows, cursor.row) :]:
        scroll.row(number).erase(0)
        scroll.touch(number)


def _change_row(scroll: Scroll, cursor: Cursor, ends: bytes, count: int) -> None:
    if cursor.row is None:
        return
    cursor.settle()
    row = scroll.row(cursor.row)
    count = min(count, _MOST_CHANGED)
    match ends:
        case b"P":
            row.delete(cursor.column, count)
        case b"X":
            row.erase(cursor.column, min(cursor.column + count, len(row)))
        case _ if len(row) < LONGEST // 4:
            row.insert(cursor.column, count)
    scroll.touch(cursor.row)
