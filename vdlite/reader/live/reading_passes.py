"""Passes over the runs of each drive, by its own threads: who has grown is read, newest first."""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from vdlite.reader.files.drives import Drives
from vdlite.reader.files.tail import PIECE_BYTES
from vdlite.reader.live.drive_passes import DrivePasses, Pass
from vdlite.reader.run.run import Run
from vdlite.reader.run.run_file import Grown

_AT_ONCE = 256  # runs
_KEEPING_SECONDS = 0.1
PASS_SECONDS = 0.25  # that one pass takes at most before it says what it has found so far


class ReadingPasses:
    """Reads what has grown. `go` is for one thread; everything else may be asked by any thread at any time."""

    def __init__(self, drives: Drives) -> None:
        self._drives = drives
        self._by_drive: dict[int | None, DrivePasses] = {}
        self._buffers = threading.local()
        self._aside: Mapping[Run, Pass] = {}
        self._set_aside_for: object = None
        self._unkept: dict[Run, None] = {}  # runs that were read and not kept yet

    def go(
        self,
        runs: Mapping[int | None, Sequence[Run]],
        *,
        anew: bool,
        sparing: bool,
        silent: Collection[Path] = (),
    ) -> dict[Run, Grown]:
        """The growth of these runs, which are given by drive.

        A drive that does not answer is waited for a while, once; then the run that waits for it is set aside, with
        those of its folder. What these have when they are answered comes with a later pass.
        anew: look at all of them, also where some that grew before are not read yet.
        sparing: otherwise look at those that have not grown for a minute in turn only.
        silent: folders that do not answer; once one holds up a drive, what lies below them is set aside as well.
        """
        deadline = time.monotonic() + PASS_SECONDS
        for device, some in runs.items():
            passes = self._by_drive.get(device)
            if passes is None:
                passes = self._by_drive[device] = DrivePasses(self._drives.drive(device))
            late = passes.late
            if late is not None and passes.may_leave:
                held = _beside(late.in_hand, some, silent)
                if any(run not in held and run not in self._aside for run in some):
                    passes.leave()
        self._set_aside(runs, silent)
        for device, some in runs.items():
            if self._by_drive[device].is_free:
                self._begin(self._by_drive[device], some, deadline, anew, sparing)
        grown: dict[Run, Grown] = {}
        for passes in self._by_drive.values():
            passes.wait(self._drives.patience / 5)
            for run, series in passes.take().items():
                grown[run] = {**grown.get(run, {}), **series}
        self._set_aside(runs, silent)
        return grown

    def _begin(
        self, passes: DrivePasses, runs: Sequence[Run], deadline: float, anew: bool, sparing: bool
    ) -> None:
        aside = self._aside
        free = [run for run in runs if run not in aside] if aside else runs
        anew = anew or passes.is_anew
        unread = None if anew else [run for run in passes.unread if run not in aside] or None
        if unread is None:
            looked_at = passes.turns.turn(free) if sparing and not anew else free
            work = partial(self._look_and_read, looked_at, deadline)
        else:
            work = partial(self._read_all, unread, deadline)
        passes.is_anew = False
        passes.begin(work, free)

    @property
    def are_late(self) -> bool:
        """True if a drive, or a folder, does not answer in time."""
        return any(passes.late or passes.left for passes in tuple(self._by_drive.values()))

    @property
    def late_runs(self) -> set[Run]:
        """The runs that a thread still reads, which their drive holds up, and those that lie beside them."""
        late = [passes.late for passes in tuple(self._by_drive.values())]
        return {run for one in late if one is not None for run in one.runs} | set(self._aside)

    @property
    def hanging(self) -> Mapping[Run, float]:
        """The runs that are set aside for so long that they are said to hang, and since when (seconds since 1970)."""
        oldest = time.monotonic() - self._drives.patience
        held = ((run, one.since) for run, one in self._aside.items())
        return {run: wall for run, (since, wall) in held if since < oldest}

    def _set_aside(
        self, runs: Mapping[int | None, Sequence[Run]], silent: Collection[Path]
    ) -> None:
        left = [one for passes in self._by_drive.values() for one in passes.left]
        held = [(one, in_hand) for one in left if (in_hand := one.in_hand)]
        if not (held or self._aside) or (runs, silent, held) == self._set_aside_for:
            return
        self._set_aside_for = runs, silent, held
        everyone = [run for some in runs.values() for run in some] if held else []
        aside: dict[Run, Pass] = {}
        for one, in_hand in held:
            beside = _beside(in_hand, everyone, silent)
            aside |= dict.fromkeys(beside - aside.keys(), one)
        self._aside = aside

    def _look_and_read(self, runs: Sequence[Run], deadline: float, this: Pass) -> list[Run]:
        """Read those that have grown; returns them."""

        rising = 0.0  # seconds that it took to open runs which had rested

        def look(run: Run) -> bool:
            nonlocal rising
            rests, begun = run.rests, time.monotonic()
            if rests and rising > PASS_SECONDS:
                return False  # all runs of a database rise at once: the others have their turn in a later pass
            grown = run.look() or run.loading
            if rests and not run.rests:
                rising += time.monotonic() - begun
            return grown

        grown = [run for run in runs if this.touch(run, partial(look, run))]
        read = self._read_all(_by_age(grown), deadline, this)
        if not any(run.loading for run in read):
            self._keep(runs, this)
        return read

    def _keep(self, runs: Sequence[Run], this: Pass) -> None:
        """Keep some of what was read for the next process; the rest has its turn in a later pass."""
        until = time.monotonic() + _KEEPING_SECONDS
        here = frozenset(runs)
        for run in list(self._unkept):
            if time.monotonic() > until:
                return
            if run in here and this.touch(run, run.keep):
                self._unkept.pop(run, None)

    def keep_all(self, seconds: float) -> None:
        """At the end, when nobody reads: keep what there is to be kept, as far as that time allows."""
        until = time.monotonic() + seconds
        late = self.late_runs
        for run in list(self._unkept):
            if time.monotonic() < until and run not in late:
                run.keep(1)

    def _read_all(self, runs: list[Run], deadline: float, this: Pass) -> list[Run]:
        """Read these runs as far as the deadline leaves time; returns them."""

        def read(run: Run) -> None:
            this.touch(run, partial(self._read, run, deadline, this))

        for first in range(0, len(runs), _AT_ONCE):
            some = runs[first : first + _AT_ONCE]
            # Threads help where much is to be read in one go; with little, they only wait for each other.
            large = [run for run in some if run.unread >= PIECE_BYTES]
            for run in some:
                if run.unread < PIECE_BYTES:
                    read(run)
            deque((this.workers.map if len(large) > 1 else map)(read, large), maxlen=0)
            if time.monotonic() > deadline:
                break
        return runs

    def _read(self, run: Run, deadline: float, this: Pass) -> None:
        """Read a run until the deadline; nothing if that had come before its turn."""
        if time.monotonic() > deadline:
            return
        buffer: bytearray | None = getattr(self._buffers, "buffer", None)
        if buffer is None:
            buffer = self._buffers.buffer = bytearray(PIECE_BYTES)
        this.grew(run, run.read(buffer, lambda: time.monotonic() < deadline))
        self._unkept[run] = None


def _beside(held: Collection[Run], runs: Iterable[Run], silent: Collection[Path]) -> set[Run]:
    """The held runs, those in the folder of one, and those in or below a silent folder."""
    folders = {run.folder for run in held}
    below = tuple(f"{folder}{os.sep}" for folder in silent)

    def is_beside(run: Run) -> bool:
        folder = run.folder
        return folder in folders or (bool(below) and f"{folder}{os.sep}".startswith(below))

    return {*held, *(run for run in runs if is_beside(run))}


def _by_age(runs: Iterable[Run]) -> list[Run]:
    return sorted(runs, key=lambda run: run.modified, reverse=True)
