"""Tables of trainers: CSV files with a row for each step, whose first row has the names of the columns."""

import csv
import io
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError
from vdlite.foreign.formats import Format, ReadPart
from vdlite.foreign.meanings import elapsed_name, step_name, step_of, time_name, walltime_of
from vdlite.format.batch import Batch, Damage, Declaration, Header, Scalars
from vdlite.format.records import VERSION
from vdlite.kinds.draft import Encoded

_MOST_HEAD = 1 << 16  # bytes
_MOST_COLUMNS = 1 << 16
_HOPELESS_BYTES = 1 << 20  # within quotes: they are no quotes then
_WORDS = {"true": 1.0, "false": 0.0}
_BOM = b"\xef\xbb\xbf"

_Row: TypeAlias = Sequence[str]
_Numbers: TypeAlias = tuple[NDArray[np.intp], NDArray[np.float64]]
"""Where a column has numbers, and which, [N]."""


class TableDecoder:
    """Decodes one file, handed over piece by piece: see `formats.Decoder`. What is not a whole row yet is waited for."""

    def __init__(self) -> None:
        self.offset = 0
        self.pending: Damage | None = None
        self.wants = 0
        self.head = b""
        self.written = 0.0
        self._left_out: dict[str, int] = {}
        self._table: _Table | None = None  # None before the names of the columns are there
        self._skipped: Damage | None = None

    @property
    def left_out(self) -> Mapping[str, int]:
        """See `formats.Decoder`."""
        return self._left_out.copy()

    def skip_zeroes(self, end: int) -> None:
        """See `formats.Decoder`."""
        self._skipped = Damage(self.offset, end - self.offset, "zeros, which are no rows")
        self.offset = end

    def decode(self, data: bytes | bytearray) -> Batch:
        """See `formats.Decoder`."""
        batch = Batch()
        if self._skipped is not None:
            batch.damage.append(self._skipped)
            self._skipped = None
        end = _rows_end(data)
        self.wants = 0 if end else len(data) + 1
        rows_begin = 0
        if self._table is None and end:
            rows_begin = _names_end(data, end)
            names = _names(bytes(data[:rows_begin]))
            self._begin_with(data, 0, rows_begin)
            if names is not None:
                self._table = _Table(*names, self._left_out)
        if self._table is not None and rows_begin < end:
            if not self._table.rows:
                self._begin_with(data, rows_begin, data.index(b"\n", rows_begin) + 1)
            rows = bytes(data[rows_begin:end]).replace(b"\r\n", b"\n")
            self._table.read(rows, self.written, batch)
        self.offset += end
        return batch

    def _begin_with(self, data: bytes | bytearray, begin: int, end: int) -> None:
        """The file has to begin with these bytes, too."""
        if len(self.head) == self.offset + begin:
            self.head += bytes(data[begin : min(end, begin + _MOST_HEAD)])


class _Table:
    """The columns of a table, and how far its rows have been read."""

    def __init__(self, names: _Row, delimiter: str, left_out: dict[str, int]) -> None:
        self.rows = 0
        self._names = [name.strip() for name in names[:_MOST_COLUMNS]]
        self._delimiter = delimiter
        self._left_out = left_out
        self._step = self._place(step_name(self._names))
        self._time = self._place(time_name(self._names))
        plain = "time" if "time" in self._names else None  # as Ultralytics calls it
        self._elapsed = self._place(elapsed_name(self._names) or plain)
        self._begun: float | None = None  # seconds since 1970
        self._last_step = 0
        self._numbers: dict[int, int] = {}  # of the series, by column

    def read(self, data: bytes, written: float, batch: Batch) -> None:
        """Take in rows that are whole."""
        columns = self._columns(data)
        count = len(columns[0]) if columns else 0
        if not count:
            return
        if self._step is not None and not self.rows and not _is_whole(columns[self._step]):
            self._step = None  # parts of epochs, which would all be the same step
        steps = self._steps(columns, count)
        walltimes = self._walltimes(columns, count, written)
        if not self.rows:
            batch.header = Header(VERSION, {"created": float(walltimes[0])})
        self.rows += count
        for place, cells in enumerate(columns):
            if place not in (self._step, self._time) and self._names[place]:
                self._take(place, cells, steps, walltimes, batch)

    def _columns(self, data: bytes) -> list[_Row]:
        """The cells of each column, all of one length."""
        width = len(self._names)
        rows_count = _regular_rows(data, self._delimiter, width)
        text = data.decode("utf-8", "replace")
        if rows_count:
            cells = text.replace("\n", self._delimiter).split(self._delimiter)
            return [cells[place : rows_count * width : width] for place in range(width)]
        rows = [row for row in _split(text, self._delimiter) if any(row)]  # others are blank lines
        more = sum(len(row) > width for row in rows)
        if more:
            self._leave_out("rows with more cells than there are names", more)
        rows = [[*row[:width], *[""] * (width - len(row))] for row in rows]
        return list(zip(*rows, strict=True))

    def _steps(self, columns: list[_Row], count: int) -> NDArray[np.int64]:
        """A row that tells none has that of the row above; without such a column, its own number."""
        if self._step is None:
            return np.arange(self.rows, self.rows + count)
        places, values = self._read_numbers(columns[self._step])
        whole = np.isfinite(values) & (np.abs(values) < 1 << 62)
        told = np.full(count, -1)
        told[places[whole]] = np.flatnonzero(whole)
        told = np.maximum.accumulate(told)
        steps = np.where(told < 0, 0, told)
        found = np.append(np.where(whole, values, 0).astype(np.int64), 0)[steps]
        found[told < 0] = self._last_step
        self._last_step = int(found[-1])
        return found

    def _walltimes(self, columns: list[_Row], count: int, written: float) -> NDArray[np.float64]:
        """A table without times tells only when it was written to last."""
        if self._time is not None and not self.rows and walltime_of(columns[self._time][0]) is None:
            self._time = None
        walltimes = np.full(count, written)
        if self._time is not None:
            for row, cell in enumerate(columns[self._time]):
                known = walltime_of(cell)
                walltimes[row] = written if known is None else known
        elif self._elapsed is not None:
            places, values = self._read_numbers(columns[self._elapsed])
            if len(values) and self._begun is None:
                self._begun = written - float(values[-1])  # its last row is as old as the file
            if self._begun is not None:
                walltimes[places] = self._begun + values
        return np.where(np.isfinite(walltimes), walltimes, written)

    def _take(
        self,
        place: int,
        cells: _Row,
        steps: NDArray[np.int64],
        walltimes: NDArray[np.float64],
        batch: Batch,
    ) -> None:
        places, values = self._read_numbers(cells, self._names[place])
        if not len(values):
            return
        number = self._numbers.get(place)
        if number is None:
            number = self._numbers[place] = len(self._numbers)
            batch.declarations.append(Declaration(number, "scalar", self._names[place], {}))
        series = np.full(len(values), number, np.uint16)
        batch.scalars.append(Scalars(series, steps[places], walltimes[places], values))

    def _read_numbers(self, cells: _Row, name: str | None = None) -> _Numbers:
        """name: of the column, if what is no number is to be told."""
        try:
            return np.arange(len(cells)), np.fromiter(map(float, cells), np.float64, len(cells))
        except ValueError:
            places = [place for place, cell in enumerate(cells) if cell]
        try:
            values = [float(cells[place]) for place in places]
            return np.array(places, np.intp), np.array(values, np.float64)
        except ValueError:
            found = {
                place: number for place in places if (number := _number(cells[place])) is not None
            }
        blank = sum(not cells[place].strip() for place in places)
        if name is not None and len(places) - blank > len(found):
            self._leave_out(f"texts in the column {name:.60}", len(places) - blank - len(found))
        return np.array(list(found), np.intp), np.array(list(found.values()), np.float64)

    def _leave_out(self, what: str, count: int) -> None:
        if what in self._left_out or len(self._left_out) < 100:
            self._left_out[what] = self._left_out.get(what, 0) + count

    def _place(self, name: str | None) -> int | None:
        return None if name is None else self._names.index(name)


def encode_at(read: ReadPart, offset: int, kind: str, tag: str) -> Encoded:
    """See `formats.Format`: a table has nothing but scalars."""
    raise FormatError(f"byte {offset}: a table has no {kind}")


FORMAT = Format("CSV", TableDecoder, encode_at)


def _rows_end(data: bytes | bytearray) -> int:
    """Where the last whole row ends; a line that ends within quotes does not end a row."""
    if b'"' not in data:
        return data.rfind(b"\n") + 1
    each = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(each == ord("\n"))
    quotes = np.cumsum(each == ord('"'), dtype=np.int32)[ends]
    outside = ends[quotes % 2 == 0]
    end = int(outside[-1]) + 1 if len(outside) else 0
    return end if len(data) - end < _HOPELESS_BYTES else data.rfind(b"\n") + 1


def _names_end(data: bytes | bytearray, end: int) -> int:
    """Where the row with the names ends: the first that is no comment and not blank."""
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


def _is_whole(cells: _Row) -> bool:
    """Whether the numbers of a column can be steps."""
    numbers = [number for cell in cells if (number := _number(cell)) is not None]
    return bool(numbers) and all(step_of(number) is not None for number in numbers)
