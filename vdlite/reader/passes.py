"""Passes over the runs of each drive, by its own threads: who has grown is read, newest first."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from vdlite.reader.drives import Drives
from vdlite.reader.lane import Lane
from vdlite.reader.run import Run
from vdlite.reader.run_file import Grown
from vdlite.reader.tail import PIECE_BYTES
from vdlite.reader.workers import Workers

_AT_ONCE = 256  # runs
PASS_SECONDS = 0.25  # that one pass takes at most before it tells what it has found so far


class Passes:
    """Reads what has grown. `go` is for one thread; everything else may be asked by any thread at any time."""

    def __init__(self, drives: Drives) -> None:
        self._drives = drives
        self._lanes: dict[int | None, Lane] = {}
        self._buffers = threading.local()

    def go(
        self, runs: Mapping[int | None, Sequence[Run]], *, anew: bool, sparing: bool
    ) -> dict[Run, Grown]:
        """What grew of these runs, which are given by drive.

        A drive that does not answer is waited for a while, once; what it has when it answers comes with a later pass.
        anew: look at all of them, also where some that grew before are not read yet.
        sparing: otherwise look at those that have not grown for a minute in turn only.
        """
        deadline = time.monotonic() + PASS_SECONDS
        for device, some in runs.items():
            lane = self._lanes.get(device)
            if lane is None:
                lane = self._lanes[device] = Lane(self._drives.drive(device).readers)
            if lane.is_free:
                look = partial(self._look_and_read, lane, some, deadline, anew, sparing)
                lane.begin(look, some)
        grown: dict[Run, Grown] = {}
        for lane in self._lanes.values():
            lane.wait(self._drives.patience / 5)
            grown |= lane.take()
        return grown

    @property
    def are_late(self) -> bool:
        """Whether a drive does not answer in time."""
        return any(lane.is_late for lane in tuple(self._lanes.values()))

    @property
    def late_runs(self) -> set[Run]:
        """Those that a thread still reads, which their drive holds up."""
        late = (lane for lane in tuple(self._lanes.values()) if lane.is_late)
        return {run for lane in late for run in lane.runs}

    def _look_and_read(
        self, lane: Lane, runs: Sequence[Run], deadline: float, anew: bool, sparing: bool
    ) -> dict[Run, Grown]:
        if anew or not lane.unread:
            looked_at = lane.rounds.turn(runs) if sparing and not anew else runs
            lane.unread = _by_age([run for run in looked_at if run.look() or run.loading])
        grown = self._read_all(lane.unread, deadline, lane.workers)
        lane.rounds.grew(run for run in grown if run.info.state != "ended")
        lane.unread = [run for run in lane.unread if run.loading]
        return grown

    def _read_all(self, runs: list[Run], deadline: float, workers: Workers) -> dict[Run, Grown]:
        """What grew of these runs; those that the deadline left no time for are not in it."""

        def read(run: Run) -> tuple[Run, Grown | None]:
            return run, self._read(run, deadline)

        grown: dict[Run, Grown] = {}
        for first in range(0, len(runs), _AT_ONCE):
            some = runs[first : first + _AT_ONCE]
            # Threads help where much is to be read in one go; with little, they only wait for each other.
            large = [run for run in some if run.unread >= PIECE_BYTES]
            small = [run for run in some if run.unread < PIECE_BYTES]
            results = [read(run) for run in small]
            results += (workers.map if len(large) > 1 else map)(read, large)
            grown.update((run, series) for run, series in results if series is not None)
            if time.monotonic() > deadline:
                break
        return grown

    def _read(self, run: Run, deadline: float) -> Grown | None:
        """Read a run until the deadline; None if the deadline had come before its turn."""
        if time.monotonic() > deadline:
            return None
        buffer: bytearray | None = getattr(self._buffers, "buffer", None)
        if buffer is None:
            buffer = self._buffers.buffer = bytearray(PIECE_BYTES)
        return run.read(buffer, lambda: time.monotonic() < deadline)


def _by_age(runs: Iterable[Run]) -> list[Run]:
    return sorted(runs, key=lambda run: run.modified, reverse=True)
