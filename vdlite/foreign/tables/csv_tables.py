"""Tables of trainers: CSV files with a row for each step, whose first row has the names of the columns."""

import csv
import io
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError
from vdlite.foreign.formats import Format, ReadPart
from vdlite.foreign.tables.meanings import elapsed_name, step_name, step_of, time_name, walltime_of
from vdlite.foreign.tables.text_file import TextFile
from vdlite.format.batch import Batch, Damage, Declaration, Header, Scalars, add_damage
from vdlite.format.records import VERSION
from vdlite.kinds.draft import Encoded

_MOST_HEAD = 1 << 16  # bytes
_MOST_COLUMNS = 1 << 16
_HOPELESS_BYTES = 1 << 20  # within quotes: they are no quotes then
_MOST_DAMAGES = 1000  # of one file; what is more is only counted
_WORDS = {"true": 1.0, "false": 0.0}
_BOM = b"\xef\xbb\xbf"
_PART = re.compile(r'(?<![^;\t\n"]) *[+-]?\d*([.,])\d+(?:[eE][+-]?\d+)? *(?![^;\t\n"])')
"""A cell with a decimal, of a table with other signs than commas between its cells."""

_Row: TypeAlias = Sequence[str]
LeaveOut: TypeAlias = Callable[[str, int], None]
_Numbers: TypeAlias = tuple[NDArray[np.intp], NDArray[np.float64]]
"""Where a column has numbers, and which, [N]."""


class TableDecoder(TextFile):
    """Decodes one file, handed over piece by piece: see `formats.Decoder`. What is not a whole row yet is waited for."""

    def __init__(self) -> None:
        super().__init__()
        self._is_wide = False  # in UTF-16, or no text at all
        self._damages = 0
        self._table: _Table | None = None  # None before the names of the columns are there

    def decode(self, data: bytes | bytearray) -> Batch:
        """See `formats.Decoder`."""
        batch = Batch()
        data = self.next_lines(data, batch)
        end = _rows_end(data)
        rows_begin = 0
        if self._table is None and end:
            rows_begin = _names_end(data, end)
            names = _names(bytes(data[:rows_begin]))
            self._is_wide = b"\0" in data[:rows_begin]
            self._begin_with(data, 0, rows_begin)
            if names is not None:
                self._table = _Table(*names, self.leave_out)
        if self._table is not None and rows_begin < end:
            if not self._table.rows:
                self._begin_with(data, rows_begin, data.index(b"\n", rows_begin) + 1)
            rows = self._without_zeros(bytes(data[rows_begin:end]), rows_begin, batch)
            self._table.read(rows.replace(b"\r\n", b"\n"), self.written, batch)
        self.take(end, data, batch)
        return batch

    def _without_zeros(self, rows: bytes, begin: int, batch: Batch) -> bytes:
        """The rows but those with zero bytes, which a crash of the machine leaves: their cells are not what they were."""
        if b"\0" not in rows or self._is_wide:
            return rows
        kept, at = [], self.offset + begin
        for line in io.BytesIO(rows):
            if b"\0" not in line:
                kept.append(line)
            elif self._damages < _MOST_DAMAGES:
                self._damages += 1
                add_damage(batch.damage, Damage(at, len(line), "a row with zero bytes"))
            else:
                self.leave_out("rows with zero bytes")
            at += len(line)
        return b"".join(kept)

    def _begin_with(self, data: bytes | bytearray, begin: int, end: int) -> None:
        """The file has to begin with these bytes, too."""
        if len(self.head) == self.offset + begin:  # else what lies between is not known any more
            self.head += bytes(data[begin : min(end, begin + _MOST_HEAD)])


class _Column(NamedTuple):
    """The cells that some rows have in a column."""

    numbers: NDArray[np.intp] | None  # of the rows, from 0; None for all of them
    cells: _Row

    @property
    def places(self) -> NDArray[np.intp]:
        return np.arange(len(self.cells)) if self.numbers is None else self.numbers


_NO_COLUMN = _Column(None, ())


class _Table:
    """The columns of a table, and how far its rows have been read."""

    def __init__(self, names: _Row, delimiter: str, leave_out: LeaveOut) -> None:
        self.rows = 0
        self._names = [name.strip() for name in names[:_MOST_COLUMNS]]
        self._delimiter = delimiter
        self._decimal = "." if delimiter == "," else ""  # empty: no row has reported it yet
        self._leave_out = leave_out
        self._step = self._place(step_name(self._names))
        self._time = self._place(time_name(self._names))
        plain = "time" if "time" in self._names else None  # as Ultralytics calls it
        self._elapsed = self._place(elapsed_name(self._names) or plain)
        self._begun: float | None = None  # seconds since 1970
        self._last_step = 0
        self._numbers: dict[int, int] = {}  # of the series, by column

    def read(self, data: bytes, written: float, batch: Batch) -> None:
        """Take in rows that are whole."""
        count, columns = self._columns(data)
        if not count:
            return
        if self._step is not None and not self.rows and not _is_whole(columns.get(self._step)):
            self._step = None  # parts of epochs, which would all be the same step
        steps = self._steps(columns, count)
        walltimes = self._walltimes(columns, count, written)
        if not self.rows:
            batch.header = Header(VERSION, {"created": float(walltimes[0])})
        self.rows += count
        for place, column in columns.items():
            if place not in (self._step, self._time) and self._names[place]:
                self._take(place, column, steps, walltimes, batch)

    def _columns(self, data: bytes) -> tuple[int, dict[int, _Column]]:
        """How many rows there are, and what they hold of each column."""
        width = len(self._names)
        count = _regular_rows(data, self._delimiter, width)
        text = self._with_points(data.decode("utf-8", "replace"))
        if count:
            each = text.replace("\n", self._delimiter).split(self._delimiter)
            cells = (each[place : count * width : width] for place in range(width))
            return count, {place: _Column(None, column) for place, column in enumerate(cells)}
        rows = [row for row in _split(text, self._delimiter) if any(row)]  # others are blank lines
        found: dict[int, tuple[list[int], list[str]]] = {}
        for number, row in enumerate(rows):
            for place, cell in enumerate(row[:width]):
                if cell:
                    numbers, column = found.setdefault(place, ([], []))
                    numbers.append(number)
                    column.append(cell)
        more = sum(len(row) > width for row in rows)
        if more:
            self._leave_out("rows with more cells than there are names", more)
        fewer = sum(len(row) < width for row in rows)
        if fewer:
            self._leave_out("rows with fewer cells than there are names", fewer)
        return len(rows), {
            place: _Column(np.array(numbers, np.intp), column)
            for place, (numbers, column) in sorted(found.items())
        }

    def _with_points(self, text: str) -> str:
        """The rows with a point as the decimal sign; the first row with a decimal says which one they have.

        A row that has both says nothing of the comma, which then is none.
        """
        may_tell = not self._decimal and ("," in text or "." in text)
        first = _PART.search(text) if may_tell else None
        if first is not None:
            end = text.find("\n", first.start(1))
            found = {first[1], *_PART.findall(text, first.start(), end if end >= 0 else len(text))}
            self._decimal = "." if "." in found else ","
        return text.replace(",", ".") if self._decimal == "," else text

    def _steps(self, columns: dict[int, _Column], count: int) -> NDArray[np.int64]:
        """A row that gives none has that of the row above; without such a column, its own number."""
        if self._step is None:
            return np.arange(self.rows, self.rows + count)
        places, values = self._read_numbers(columns.get(self._step, _NO_COLUMN))
        whole = np.isfinite(values) & (np.abs(values) < 1 << 62)
        last_known = np.full(count, -1)
        last_known[places[whole]] = np.flatnonzero(whole)
        last_known = np.maximum.accumulate(last_known)
        steps = np.where(last_known < 0, 0, last_known)
        found = np.append(np.where(whole, values, 0).astype(np.int64), 0)[steps]
        found[last_known < 0] = self._last_step
        self._last_step = int(found[-1])
        return found

    def _walltimes(
        self, columns: dict[int, _Column], count: int, written: float
    ) -> NDArray[np.float64]:
        """A table without times says only when it was written to last."""
        walltimes = np.full(count, written)
        times = _NO_COLUMN if self._time is None else columns.get(self._time, _NO_COLUMN)
        if not self.rows and not any(walltime_of(cell) is not None for cell in times.cells[:1]):
            self._time = None
        if self._time is not None:
            logged = [walltime_of(cell) for cell in times.cells]
            walltimes[times.places] = [written if known is None else known for known in logged]
        elif self._elapsed is not None:
            places, values = self._read_numbers(columns.get(self._elapsed, _NO_COLUMN))
            if len(values) and self._begun is None:
                self._begun = written - float(values[-1])  # its last row is as old as the file
            if self._begun is not None:
                walltimes[places] = self._begun + values
        return np.where(np.isfinite(walltimes), walltimes, written)

    def _take(
        self,
        place: int,
        column: _Column,
        steps: NDArray[np.int64],
        walltimes: NDArray[np.float64],
        batch: Batch,
    ) -> None:
        places, values = self._read_numbers(column, self._names[place])
        if not len(values):
            return
        number = self._numbers.get(place)
        if number is None:
            number = self._numbers[place] = len(self._numbers)
            batch.declarations.append(Declaration(number, "scalar", self._names[place], {}))
        series = np.full(len(values), number, np.uint16)
        batch.scalars.append(Scalars(series, steps[places], walltimes[places], values))

    def _read_numbers(self, column: _Column, name: str | None = None) -> _Numbers:
        """name: of the column, if what is no number is to be reported."""
        cells = column.cells
        try:
            return column.places, np.fromiter(map(float, cells), np.float64, len(cells))
        except ValueError:
            filled = [place for place, cell in enumerate(cells) if cell]
        try:
            values = [float(cells[place]) for place in filled]
            return column.places[filled], np.array(values, np.float64)
        except ValueError:
            found = {
                place: number for place in filled if (number := _number(cells[place])) is not None
            }
        texts = sum(bool(cells[place].strip()) for place in filled) - len(found)
        if name is not None and texts:
            self._leave_out(f"texts in the column {name:.60}", texts)
        return column.places[list(found)], np.array(list(found.values()), np.float64)

    def _place(self, name: str | None) -> int | None:
        return None if name is None else self._names.index(name)


def encode_at(read: ReadPart, offset: int, kind: str, tag: str) -> Encoded:
    """See `formats.Format`: a table has nothing but scalars."""
    raise FormatError(f"byte {offset}: a table has no {kind}")


FORMAT = Format("CSV", TableDecoder, encode_at)


def _rows_end(data: bytes | bytearray) -> int:
    """The end of the last whole row; a line that ends within quotes does not end a row."""
    if b'"' not in data:
        return data.rfind(b"\n") + 1
    each = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(each == ord("\n"))
    quotes = np.cumsum(each == ord('"'), dtype=np.int32)[ends]
    outside = ends[quotes % 2 == 0]
    end = int(outside[-1]) + 1 if len(outside) else 0
    return end if len(data) - end < _HOPELESS_BYTES else data.rfind(b"\n") + 1


def _names_end(data: bytes | bytearray, end: int) -> int:
    """The end of the row with the names: the first that is no comment and not blank."""
    at = 0
    while at < end:
        line_end = data.index(b"\n", at) + 1
        line = data[at:line_end].removeprefix(_BOM).strip()
        if line and not line.startswith(b"#"):
            within = bytes(data[at:line_end]).count(b'"') % 2
            while within and line_end < end:
                begin, line_end = line_end, data.index(b"\n", line_end) + 1
                within ^= bytes(data[begin:line_end]).count(b'"') % 2
            return line_end
        at = line_end
    return end


def _names(data: bytes) -> tuple[_Row, str] | None:
    """The names of the columns, and what stands between them; None before they are there."""
    lines = data.removeprefix(_BOM).decode("utf-8", "replace").splitlines(keepends=True)
    text = "".join(line for line in lines if line.strip() and not line.startswith("#"))
    delimiter = max(",;\t", key=text.count)
    rows = _split(text.replace("\r\n", "\n"), delimiter)
    return (rows[0], delimiter) if rows and any(rows[0]) else None


def _split(text: str, delimiter: str) -> list[list[str]]:
    """The cells of each row."""
    if '"' in text:
        try:
            return list(
                csv.reader(
                    io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True
                )
            )
        except csv.Error:  # a cell of more than 128 KiB, which is no number
            pass
    return [line.split(delimiter) for line in text.split("\n")[:-1]]


def _regular_rows(data: bytes, delimiter: str, width: int) -> int:
    """How many rows there are, if each is a line of that many plain cells; else 0."""
    if b'"' in data:
        return 0
    each = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(each == ord("\n"))
    between = np.flatnonzero(each == ord(delimiter))
    if len(between) != len(ends) * (width - 1):
        return 0
    if width == 1:
        return 0 if b"\n\n" in data or data[:1] == b"\n" else len(ends)
    lines = between.reshape(len(ends), width - 1)
    is_regular = (lines[:, -1] < ends).all() and (lines[1:, 0] > ends[:-1]).all()
    return len(ends) if is_regular else 0


def _number(cell: str) -> float | None:
    try:
        return float(cell)
    except ValueError:
        return _WORDS.get(cell.strip().casefold())


def _is_whole(column: _Column | None) -> bool:
    """True if the numbers of a column can be steps."""
    cells = () if column is None else column.cells
    numbers = [number for cell in cells if (number := _number(cell)) is not None]
    return bool(numbers) and all(step_of(number) is not None for number in numbers)
