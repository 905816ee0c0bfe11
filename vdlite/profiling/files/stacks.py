"""Stacks that a sampler has counted: collapsed ones, as `py-spy record --format raw` writes them, and speedscope's."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from vdlite.errors import FormatError
from vdlite.kinds.profile.categories import CATEGORIES
from vdlite.kinds.profile.recording import Lane, Note, RawEvents, Recording
from vdlite.profiling.files.stream import Stream
from vdlite.profiling.recording.builder import Strings, encodable, narrow
from vdlite.profiling.recording.rows import Rows

SAMPLE_NS = 10_000_000
"""What a sample of a collapsed stack counts as: py-spy takes 100 a second."""

_LINE = re.compile(r"^(.*\S)\s+(\d{1,15})$")
_MOST_FRAMES = 1000
_MOST_STACKS = 1_000_000
_MOST_LINE = 1 << 20
_MOST_BYTES = 1 << 30
_UNITS = {"nanoseconds": 1.0, "microseconds": 1e3, "milliseconds": 1e6, "seconds": 1e9}


class StackColumns:
    """Puts stacks that follow each other beside each other; what they share is one event."""

    def __init__(self) -> None:
        self._strings = Strings()
        self._lanes: list[Lane] = []
        self._events = Rows(*(np.int64,) * 4)  # start, duration, lane, name
        self._open: list[tuple[int, int]] = []  # name, start
        self._now = 0
        self._cut = 0  # stacks that are deeper than they are kept

    def __len__(self) -> int:
        return len(self._events)

    def begin_lane(self, name: str) -> None:
        self.end_lane()
        self._lanes.append(Lane("samples", str(len(self._lanes)), encodable(name)))
        self._now = 0

    def end_lane(self) -> None:
        self._close(0)

    def add(self, frames: Sequence[str], duration: int) -> None:
        """frames: from the outermost one."""
        self._cut += len(frames) > _MOST_FRAMES
        names = [self._strings.add(frame) for frame in frames[:_MOST_FRAMES]]
        same = 0
        while same < min(len(names), len(self._open)) and self._open[same][0] == names[same]:
            same += 1
        self._close(same)
        self._open += [(name, self._now) for name in names[same:]]
        self._now += duration

    def move_to(self, time: int) -> None:
        self._now = max(self._now, time)

    def open(self, frame: str) -> None:
        self._open.append((self._strings.add(frame), self._now))

    def close(self) -> None:
        self._close(len(self._open) - 1)

    def _close(self, depth: int) -> None:
        while len(self._open) > max(depth, 0):
            name, start = self._open.pop()
            self._events.add(start, self._now - start, len(self._lanes) - 1, name)

    def recording(self, source: str, notes: Sequence[Note]) -> Recording:
        self.end_lane()
        start, duration, lane, name = self._events.columns()
        if self._cut:
            text = f"{self._cut} stacks are deeper than {_MOST_FRAMES} frames, and are cut there"
            notes = [*notes, Note(text, "warning")]
        return Recording(
            facts={"source": source, "rank": 0, "world": 1, "devices": [], "options": {}},
            strings=self._strings.all(),
            lanes=self._lanes,
            base=0,
            events=RawEvents(
                start=narrow(start),
                duration=narrow(duration),
                lane=narrow(lane),
                name=narrow(name),
                category=np.full(len(start), CATEGORIES.index("python"), np.int8),
            ),
            notes=notes,
        )


def read_collapsed(path: Path, *, progress: Callable[[int], None] | None = None) -> Recording:
    """One line a stack, `outer;inner 12`, with the number of its samples.

    Raises FormatError if no line is such.
    """
    stream, counted, left = Stream(path), _Counted(), b""
    try:
        while more := stream.read(1 << 20):
            *lines, left = (left + more).split(b"\n")
            counted.add(lines)
            if len(left) > _MOST_LINE:
                counted.add([left[:_MOST_LINE]])
                left = b""
            if progress is not None:
                progress(stream.taken)
        counted.add([left])
    finally:
        stream.close()
    if not counted.is_mostly_stacks:
        raise FormatError(f"profile: got no trace, stacks or speedscope file: {path}")
    columns = StackColumns()
    columns.begin_lane("all samples")
    for frames in sorted(counted.samples):
        columns.add(frames, counted.samples[frames] * SAMPLE_NS)
    return columns.recording("stacks", [Note(_OF_SAMPLES), *counted.notes()])


_OF_SAMPLES = (
    "stacks of samples: their order is not that of the program, and a sample counts as 10 ms"
)


class _Counted:
    """Samples by their stacks."""

    def __init__(self) -> None:
        self.samples: dict[tuple[str, ...], int] = {}
        self._sound = 0
        self._damaged = 0
        self._too_many = 0

    @property
    def is_mostly_stacks(self) -> bool:
        """Some lines of any file look like stacks."""
        return self._sound > self._damaged

    def add(self, lines: Sequence[bytes]) -> None:
        for line in lines:
            text = line.decode("utf-8", "replace").strip()
            found = _LINE.match(text)
            if found is None:
                self._damaged += bool(text)
                continue
            self._sound += 1
            frames = tuple(found[1].split(";"))
            if frames in self.samples or len(self.samples) < _MOST_STACKS:
                self.samples[frames] = self.samples.get(frames, 0) + int(found[2])
            else:
                self._too_many += 1

    def notes(self) -> list[Note]:
        notes = []
        if self._damaged:
            notes.append(Note(f"{self._damaged} lines are no stacks, and are left out", "warning"))
        if self._too_many:
            text = f"{self._too_many} stacks are left out: a profile has at most {_MOST_STACKS:,}"
            notes.append(Note(text, "warning"))
        return notes


def read_speedscope(path: Path) -> Recording:
    """A file of speedscope, of any of its kinds of profiles. Raises FormatError if it is none."""
    stream = Stream(path)
    try:
        held = stream.read(_MOST_BYTES)
        if stream.read(1):
            raise FormatError(f"speedscope: got more than {_MOST_BYTES >> 30} GiB: {path}")
        found = json.loads(held)
        frames = [_frame(each) for each in found["shared"]["frames"]]
        columns = StackColumns()
        for number, profile in enumerate(found["profiles"]):
            columns.begin_lane(str(profile.get("name") or f"profile {number + 1}")[:200])
            _take(columns, profile, frames)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
        problem = f"{type(error).__name__}: {error}"
        raise FormatError(f"speedscope: this file is damaged ({problem:.200}): {path}") from error
    finally:
        stream.close()
    if not len(columns):
        raise FormatError(f"speedscope: got no samples: {path}")
    return columns.recording("speedscope", ())


def _take(columns: StackColumns, profile: Mapping[str, Any], frames: Sequence[str]) -> None:
    scale = _UNITS.get(profile.get("unit", ""), float(SAMPLE_NS))
    if profile["type"] == "evented":
        begin = float(profile.get("startValue", 0))
        for event in profile["events"]:
            columns.move_to(round((float(event["at"]) - begin) * scale))
            if event["type"] == "O":
                columns.open(frames[event["frame"]])
            else:
                columns.close()
        return
    weights = profile.get("weights") or [1] * len(profile["samples"])
    for sample, weight in zip(profile["samples"], weights, strict=True):
        columns.add([frames[each] for each in sample], max(round(float(weight) * scale), 0))


def _frame(frame: Mapping[str, Any]) -> str:
    file = str(frame.get("file") or "").replace(os.sep, "/")
    name = str(frame.get("name", ""))[:500]
    if not file:
        return name
    return f"{'/'.join(file.split('/')[-2:])}({frame.get('line', 0)}): {name}"
