"""Files with a JSON object a line, as trainers and loops write them: names of values, and the values."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from vdlite.errors import FormatError
from vdlite.foreign.formats import Format, ReadPart
from vdlite.foreign.tables.meanings import elapsed_name, step_name, step_of, time_name, walltime_of
from vdlite.foreign.tables.scalar_columns import ScalarColumns, number_of
from vdlite.foreign.tables.text_file import TextFile
from vdlite.format.batch import Batch, Damage, Header, add_damage
from vdlite.format.records import VERSION
from vdlite.kinds.draft import Encoded

_MOST_HEAD = 1 << 16  # bytes
_MOST_LAYOUTS = 1 << 10
_MOST_DAMAGES = 1000  # of one file; what is more is only counted
_SETTINGS = "config"  # what RLlib repeats in every line


class _Layout(NamedTuple):
    """The meaning of names that come together in a line."""

    step: str | None
    time: str | None
    elapsed: str | None


class LinesDecoder(TextFile):
    """Decodes one file, handed over piece by piece: see `formats.Decoder`. A line that is not whole yet is waited for."""

    def __init__(self) -> None:
        super().__init__()
        self._layouts: dict[tuple[str, ...], _Layout] = {}
        self._columns = ScalarColumns()
        self._is_log = False  # a line that is an object has been there
        self._damages = 0
        self._rows = 0
        self._step: int | None = None  # of the row above, if any reported one
        self._begun: float | None = None  # seconds since 1970

    def decode(self, data: bytes | bytearray) -> Batch:
        """See `formats.Decoder`."""
        batch = Batch()
        data = self.next_lines(data, batch)
        end = data.rfind(b"\n") + 1
        rows = list(self._whole_rows(bytes(data[:end]), batch))
        last = _object(bytes(data[end:]))
        if last is not None:  # its end shows that it is whole
            rows.append(last)
            self._is_log |= b"\0" not in data[end:]
            end = len(data)
        if not self.offset:
            self.head = bytes(data[:end]).partition(b"\n")[0][:_MOST_HEAD]
        self._take(rows, batch)
        self._columns.hand_over(batch)
        self.take(end, data, batch)
        return batch

    def _whole_rows(self, data: bytes, batch: Batch) -> Iterator[dict[str, Any]]:
        """The objects of lines that end. What is broken behind one of them is damage: then the file is a log."""
        begin = self.offset
        for line in data.split(b"\n"):
            row = _object(line)
            if row is not None:
                self._is_log |= b"\0" not in line  # UTF-16 is not read
            elif self._is_log and self._damages < _MOST_DAMAGES and _is_broken(line):
                self._damages += 1
                add_damage(batch.damage, Damage(begin, len(line) + 1, "a line that is no JSON"))
            elif line.strip():
                self.leave_out("lines that are no JSON object")
            if row:
                yield row
            begin += len(line) + 1

    def _take(self, rows: list[dict[str, Any]], batch: Batch) -> None:
        flat = [dict(_flat(row)) for row in rows]
        self._count_back(flat)
        for row in flat:
            layout = self._layout(row)
            walltime = self._walltime(row, layout)
            if not self._rows:
                batch.header = Header(VERSION, {"created": walltime})
            self._take_row(row, self._step_of(row, layout), walltime, layout)
            self._rows += 1

    def _count_back(self, rows: list[dict[str, Any]]) -> None:
        """Find out when the run began: its newest row is as old as the file."""
        if self._begun is None and rows:
            elapsed = self._layout(rows[-1]).elapsed
            if elapsed is not None and isinstance(rows[-1][elapsed], float):
                self._begun = self.written - rows[-1][elapsed]

    def _step_of(self, row: dict[str, Any], layout: _Layout) -> int:
        value = None if layout.step is None else row[layout.step]
        step = step_of(number_of(value)) if isinstance(value, int | float) else None
        if step is not None:
            self._step = step
        return self._rows if self._step is None else self._step

    def _walltime(self, row: dict[str, Any], layout: _Layout) -> float:
        given = None if layout.time is None else walltime_of(row[layout.time])
        if given is not None:
            return given
        elapsed = None if layout.elapsed is None else row[layout.elapsed]
        if self._begun is not None and isinstance(elapsed, int | float):
            return self._begun + number_of(elapsed)
        return self.written

    def _take_row(self, row: dict[str, Any], step: int, walltime: float, layout: _Layout) -> None:
        for name, value in row.items():
            if isinstance(value, int | float):
                is_time = name == layout.time and walltime_of(value) is not None
                if name == layout.step and step_of(number_of(value)) is not None:
                    continue
                if not is_time and not self._columns.add(name, step, walltime, number_of(value)):
                    self.leave_out("scalars of too many names")
            elif isinstance(value, str):
                if walltime_of(value) is None:
                    self.leave_out(f"texts called {name:.60}")
            elif value is not None:
                self.leave_out(f"lists and settings called {name:.60}")

    def _layout(self, row: dict[str, Any]) -> _Layout:
        names = tuple(row)
        layout = self._layouts.get(names)
        if layout is None:
            layout = _Layout(step_name(names), time_name(names), elapsed_name(names))
            if len(self._layouts) < _MOST_LAYOUTS:
                self._layouts[names] = layout
        return layout


def encode_at(read: ReadPart, offset: int, kind: str, tag: str) -> Encoded:
    """See `formats.Format`: only scalars are read."""
    raise FormatError(f"byte {offset}: there is no {kind}")


FORMAT = Format("JSON lines", LinesDecoder, encode_at)


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _is_broken(line: bytes) -> bool:
    """True if a line was an object once: cut, overwritten or filled with zeros. Words, and JSON over lines, were none."""
    line = line.strip()
    if b"\0" in line:
        return True
    if len(line) < len(b'{"a":') or not line.startswith(b"{"):
        return False
    try:
        json.loads(line.removesuffix(b","))  # of a list with an object a line
    except RecursionError:
        return False
    except ValueError as error:
        return isinstance(error, json.JSONDecodeError | UnicodeDecodeError)  # not: too many digits
    return False


def _flat(row: dict[str, Any], begin: str = "") -> Iterator[tuple[str, Any]]:
    """Values in values by the names of both, `a/b`."""
    for name, value in row.items():
        if isinstance(value, dict) and value and name != _SETTINGS:
            yield from _flat(value, f"{begin}{name}/")
        else:
            yield begin + name, value
