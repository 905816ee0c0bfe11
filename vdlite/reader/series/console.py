"""The console of a run: the lines of all programs that were watched, as one text, of which any part is read by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError
from vdlite.kinds import console
from vdlite.kinds.console import Lines
from vdlite.kinds.console_streams import NOTE
from vdlite.reader.series.record_series import Record, Records, RecordSeries
from vdlite.reader.series.restarts import FileKey

_MOST_LINES = 1 << 40  # of one program; a log that says more was made to do harm


@dataclass(frozen=True, slots=True)
class Ending:
    """How a watched program ended. What is not known is None."""

    code: int | None  # its exit code
    signal: str | None  # the name of the signal that ended it, such as `SIGKILL`
    out_of_memory: bool  # the kernel ended processes while it ran, since there was no memory left
    last_words: str | None  # what it printed last that says why, such as `ValueError: ...`
    traceback: int | None  # number of the line where the last traceback begins
    seconds: float | None  # that it ran
    walltime: float  # when it ended, in seconds since 1970

    @property
    def text(self) -> str:
        """All of it in one sentence."""
        parts = []
        if self.out_of_memory:
            parts.append("out of memory")
        if self.signal is not None:
            parts.append(f"killed by {self.signal}")
        elif self.code is not None:
            parts.append(f"exit code {self.code}")
        text = ", ".join(parts) or "it is not known how"
        if not self.last_words or self.code == 0:
            return text
        # What a program was about to do when a signal came is no reason of its end.
        is_reason = self.signal is None or self.traceback is not None
        return (
            f"{text}: {self.last_words}" if is_reason else f"{text}; last line: {self.last_words}"
        )


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that lie in one record."""

    record: Record
    first: int  # number of its first line, among those of all programs
    count: int  # lines that were not replaced later


class Console:
    """The lines, by number; those of programs that ran at the same time are put together by time, block by block."""

    def __init__(self, series: RecordSeries) -> None:
        records = series.records(superseded=True)
        self._records = records
        order, counts, offsets = _blocks_in_order(records)
        self._places = order  # of the blocks, among the records
        self._ends = np.cumsum(counts)
        self._firsts = self._ends - counts
        self._offsets = (
            offsets  # of each block's first line from the number that its own program gave it
        )
        self._walltimes = records.rows.walltimes[order]

    def __len__(self) -> int:
        """The number of lines; nothing is decoded for it."""
        return int(self._ends[-1]) if len(self._ends) else 0

    @property
    def left_out(self) -> int:
        """Lines that were printed and are not kept."""
        found = (record.summary.get(console.LEFT_OUT) for record in self._records)
        return sum(count for count in found if type(count) is int and 0 < count < _MOST_LINES)

    def blocks(self, start: int = 0, stop: int | None = None) -> Iterator[Block]:
        """The blocks in which lines from `start` to before `stop` lie."""
        stop = len(self) if stop is None else min(stop, len(self))
        at = int(np.searchsorted(self._ends, start, "right"))
        while at < len(self._places) and self._firsts[at] < stop:
            count = int(self._ends[at] - self._firsts[at])
            if count:
                record = self._records[int(self._places[at])]
                yield Block(record, int(self._firsts[at]), count)
            at += 1

    def lines(self, start: int, stop: int) -> tuple[int, Lines]:
        """The number of the first line that is given, and the lines from `start` to before `stop`.

        Those of a block that can't be read are one note each, so that all others keep their numbers.
        """
        start = max(0, min(start, len(self)))
        stop = max(start, min(stop, len(self)))
        parts = [
            read_lines(block, start - block.first, stop - block.first)
            for block in self.blocks(start, stop)
        ]
        return start, joined(parts)

    def line_at(self, walltime: float) -> int:
        """The number of the last line that was printed up to then (seconds since 1970); 0 if there is none."""
        # A block's time is that of its end; those of programs that run side by side may overlap.
        at = min(int(np.searchsorted(self._walltimes, walltime)), len(self._places) - 1)
        if at < 0:
            return 0
        for block in self.blocks(int(self._firsts[at]), int(self._firsts[at]) + 1):
            before = np.searchsorted(read_lines(block).walltimes, walltime + 0.0005, "right")
            return max(0, block.first + int(before) - 1)
        return max(0, int(self._firsts[at]) - 1)

    def ending(self) -> Ending | None:
        """How the programs ended that were watched last; None if they have not, or nothing is known of it."""
        return ending_in(self._records)


def ending_in(records: Records) -> Ending | None:
    """How the programs ended that ran last, as their newest blocks say, superseded ones among them.

    Of several that ran at the same time, such as ranks, the first that did not come to its end says it: it may be why
    others did not. None as long as one prints.
    """
    walltimes = records.rows.walltimes
    if not len(walltimes):
        return None
    files: dict[FileKey, int] = {}
    numbers = [files.setdefault(part.file, len(files)) for part in records.rows.parts]
    file_of = np.array(numbers, np.intp)[records.rows.part]
    started = np.array([file.created or np.inf for file in files])
    np.minimum.at(started, file_of, walltimes)
    in_time = np.argsort(walltimes, kind="stable")  # of one moment, the last one says how it ended
    newest = np.zeros(len(files), np.intp)
    newest[file_of[in_time]] = in_time
    last = _ending_of(records[int(in_time[-1])])
    if last is None:
        return None
    # Records that no longer count leave their files empty.
    has_any = np.bincount(file_of, minlength=len(files)) > 0
    together = newest[has_any & (walltimes[newest] >= started[has_any].max())]
    found = filter(None, (_ending_of(records[place]) for place in together.tolist()))
    failed = [each for each in found if each.code != 0]
    return min(failed, key=lambda each: each.walltime, default=last)


def read_lines(block: Block, start: int = 0, stop: int | None = None) -> Lines:
    """The lines of a block from one to before another; notes in their place if it can't be read."""
    start, stop = max(0, start), block.count if stop is None else min(stop, block.count)
    try:
        found: Lines = block.record.payload
    except (FormatError, OSError) as error:
        return _notes(block, stop - start, f"… can't be read: {error}")
    if len(found) < block.count:
        return _notes(block, stop - start, "… can't be read: there are fewer lines than it says")
    part = slice(start, stop)
    return Lines(found.text[part], found.walltimes[part], found.streams[part])


def joined(parts: list[Lines]) -> Lines:
    """Lines behind each other."""
    if not parts:
        return Lines((), np.empty(0), np.empty(0, np.uint8))
    return Lines(
        tuple(line for part in parts for line in part.text),
        np.concatenate([part.walltimes for part in parts]),
        np.concatenate([part.streams for part in parts]),
    )


def _notes(block: Block, count: int, text: str) -> Lines:
    count = max(0, count)
    return Lines(
        (text,) * count,
        np.full(count, block.record.walltime),
        np.full(count, NOTE, np.uint8),
    )


def _blocks_in_order(
    records: Records,
) -> tuple[NDArray[np.intp], NDArray[np.int64], NDArray[np.int64]]:
    """The places of the blocks in the order of their lines, how many of their lines count, and their first lines."""
    rows = records.rows
    summaries = [record.summary for record in records]
    firsts = np.array([_whole(summary, console.FIRST) for summary in summaries], np.int64)
    counts = np.array([_whole(summary, console.LINES) for summary in summaries], np.int64)
    counts = np.minimum(counts, rows.lengths)  # a line has bytes
    sources: dict[Any, list[int]] = {}
    for place in np.lexsort((rows.row, rows.part)).tolist():
        sources.setdefault(rows.parts[rows.part[place]].file, []).append(place)
    places: list[NDArray[np.intp]] = []
    lasting: list[NDArray[np.int64]] = []
    for file in sorted(sources):
        own = np.array(sources[file], np.intp)
        places.append(own)
        # A later block replaces what is at its first line and behind it.
        later = np.minimum.accumulate(firsts[own][::-1])[::-1]
        until = np.append(later[1:], _MOST_LINES)
        lasting.append(np.clip(until - firsts[own], 0, counts[own]))
    if not places:
        nothing = np.empty(0, np.int64)
        return np.empty(0, np.intp), nothing, nothing
    order, count = np.concatenate(places), np.concatenate(lasting)
    if len(places) > 1:
        by_time = np.argsort(rows.walltimes[order], kind="stable")
        order, count = order[by_time], count[by_time]
    return order, count, firsts[order]


def _whole(summary: Mapping[str, Any], name: str) -> int:
    value = summary.get(name)
    return value if type(value) is int and 0 <= value < _MOST_LINES else 0


def _ending_of(record: Record) -> Ending | None:
    """What a block says of its program's end; None if it is not the last one."""
    ended = record.summary.get(console.ENDED)
    return _ending(ended, record.walltime) if isinstance(ended, dict) else None


def _ending(ended: Mapping[str, Any], walltime: float) -> Ending:
    def given(name: str, *types: type) -> Any:
        value = ended.get(name)
        return value if isinstance(value, types) and not isinstance(value, bool) else None

    words = given("last_words", str)
    return Ending(
        code=given("code", int),
        signal=given("signal", str),
        out_of_memory=bool(given("oom_kills", int)),
        last_words=None if words is None else console.SGR.sub("", words),
        traceback=given("traceback", int),
        seconds=given("seconds", int, float),
        walltime=walltime,
    )
