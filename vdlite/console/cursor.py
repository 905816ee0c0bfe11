"""The place where a stream goes on, and how it moves."""

from __future__ import annotations

from bisect import bisect_right

from vdlite.console.scroll import WINDOW, LeftOut, Scroll

_MOST_COLUMN = 4096  # to which a cursor can be moved


class Cursor:
    """A place among the lines of one stream: it never leaves them for those of another."""

    __slots__ = (
        "_saved",
        "_scroll",
        "at_end",
        "column",
        "is_elsewhere",
        "rest",
        "row",
        "rows",
        "stream",
        "style",
    )

    def __init__(self, scroll: Scroll, stream: int) -> None:
        self._scroll = scroll
        self._saved: tuple[int | None, int] = (None, 0)
        self.stream = stream
        self.row: int | None = None
        """The number of its line; None: one that is still to come."""
        self.column = 0
        self.at_end = True
        """True right behind what the line holds; then `column` means nothing."""
        self.style = b""
        self.rest = b""
        """The beginning of a sequence or character, of which the rest is still to come."""
        self.is_elsewhere = False
        """True on the alternate screen, of which nothing stays."""
        self.rows: list[int] = []
        """Numbers of its lines that can still change."""

    # -- its lines

    def new_lines(self, lines: list[bytes], walltime: float) -> None:
        """Add whole lines behind all others; the cursor is behind them."""
        first = self._scroll.add(lines, self.stream, walltime)
        end = first + len(lines)
        self.rows += range(max(first, end - WINDOW), end)
        del self.rows[:-WINDOW]
        self.row = None

    def begin_line(self, text: bytes, walltime: float) -> None:
        """Add a line behind all others, and go behind what it holds."""
        number = self._scroll.add([text], self.stream, walltime)
        self.rows.append(number)
        del self.rows[:-WINDOW]
        self.row, self.column, self.at_end = number, 0, True

    @property
    def is_amid(self) -> bool:
        """True if there may be something of its stream behind or below it."""
        return self.row is not None and not (self.at_end and self.row == self.rows[-1])

    def forget(self, first: int) -> None:
        """Know that the lines before a number can't change any more."""
        del self.rows[: bisect_right(self.rows, first - 1)]
        if self.row is not None and self.row < first:
            self._behind_all()

    def leave_out(self, left: LeftOut) -> None:
        """Know that lines have been taken out."""
        start, stop = left.start, left.stop
        by = left.is_new - (stop - start)
        self.rows = [
            row if row < start else row + by for row in self.rows if not start <= row < stop
        ]
        if self.row is not None and self.row >= start:
            if self.row < stop:
                self._behind_all()
            else:
                self.row += by

    def _behind_all(self) -> None:
        self.row, self.column, self.at_end = None, 0, True

    # -- how it moves

    def settle(self) -> None:
        """Know the column where it stands behind what is there."""
        if self.at_end:
            self.column = 0 if self.row is None else len(self._scroll.row(self.row))
            self.at_end = False

    def line_feed(self, walltime: float) -> None:
        """Go to the next line of the stream, at its beginning."""
        if self.row is None:
            self.new_lines([b""], walltime)
            return
        place = bisect_right(self.rows, self.row)
        self.row = self.rows[place] if place < len(self.rows) else None
        self.carriage_return()

    def carriage_return(self) -> None:
        self.column, self.at_end = 0, self.row is None

    def up(self, count: int) -> None:
        self.settle()
        place = len(self.rows) if self.row is None else bisect_right(self.rows, self.row) - 1
        self._go(place - count)

    def down(self, count: int) -> None:
        if self.row is None:
            return  # there is nothing below
        self.settle()
        self._go(bisect_right(self.rows, self.row) - 1 + count)

    def go_to(self, row: int, column: int) -> None:
        """Go to a place of a screen that has the stream's last lines, both from 0 on."""
        self._go(max(0, len(self.rows) - WINDOW) + row)
        self.go_to_column(column)

    def go_to_column(self, column: int) -> None:
        self.settle()
        self.column = max(0, min(column, _MOST_COLUMN))
        if self.row is None and self.column == 0:
            self.at_end = True

    def go_on(self, columns: int) -> None:
        """Go so many columns to the right; back where they are less than 0."""
        self.settle()
        self.go_to_column(self.column + columns)

    def save(self) -> None:
        self.settle()
        self._saved = (self.row, self.column)

    def restore(self) -> None:
        row, column = self._saved
        if row is not None and row in self.rows:
            self.row, self.column, self.at_end = row, column, False

    def _go(self, place: int) -> None:
        """Go to one of the stream's last lines."""
        place = max(0, place)
        self.row = self.rows[place] if place < len(self.rows) else None
        self.at_end = self.row is None and self.column == 0
