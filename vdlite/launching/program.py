"""A program that runs as it would by itself, while what it prints is kept with its run."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

from vdlite.launching.ending import end_as, ended_with, oom_kills, outcome_of
from vdlite.launching.heir import Heir
from vdlite.launching.open_runs import say_run
from vdlite.launching.outlets import Outlet, open_outlets
from vdlite.launching.passing import Passing
from vdlite.launching.pieces import Pieces
from vdlite.launching.place import Place
from vdlite.launching.recorded import Watched, recording_of

_FORWARDED = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGUSR1", "SIGUSR2")
_A_MOMENT = 0.002  # seconds in which a signal reaches all processes of a group
_SECONDS_TOGETHER = 1.0  # in which signals may be those of one moment


def run_watched(watched: Watched, place: Place) -> int:
    """Run it, and end as it ends: returns its exit status, or does not return where a signal ended it.

    place: is removed once nobody needs it. Raises OSError if the program can't be started.
    """
    try:
        status = _run(watched, place)
    except BaseException:
        place.remove()
        raise
    return end_as(status)


def _run(watched: Watched, place: Place) -> int:
    outlets = open_outlets()
    unique = list({outlet.source: outlet for outlet in outlets}.values())
    kills = oom_kills()
    received: list[int] = []
    signals = _catch(received)
    begin = time.time()
    child = subprocess.Popen(
        watched.command,
        stdout=outlets[0].inlet,
        stderr=outlets[1].inlet,
        env=place.known_to(watched.environment),
        close_fds=False,
    )
    for outlet in unique:
        outlet.close_inlet()

    def take_over() -> None:
        _go_on(watched, unique, place)

    heir = Heir(signals, take_over)
    pieces = Pieces()
    passing = Passing(unique, pieces, heir.close)
    recording = recording_of(watched, pieces, place.runs_file)
    status = _wait(child, heir, received, unique)
    left = passing.finish()
    ended = ended_with(status, time.time() - begin, max(0, oom_kills() - kills))
    recording.finish(ended, outcome_of(status))
    if left:
        if recording.own_folder is not None:
            say_run(place.runs_file, recording.own_folder)
        heir.inherit()
    else:
        heir.dismiss()
        place.remove()
    recording.say_where()
    return status


def _go_on(watched: Watched, outlets: Sequence[Outlet], place: Place) -> None:
    """Do what is left, in the heir."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # it ends when the program does
    pieces = Pieces()
    recording = recording_of(watched, pieces, place.runs_file)
    Passing(outlets, pieces, lambda _: None).wait()
    recording.finish(None, None)
    place.remove()


def _catch(received: list[int]) -> list[int]:
    """Have signals noted that are to be forwarded; returns their numbers. What was ignored still is, by the program too."""

    def note(number: int, _frame: object) -> None:
        received.append(number)

    numbers = [
        number
        for name in _FORWARDED
        if (number := getattr(signal, name, None)) is not None
        and signal.getsignal(number) != signal.SIG_IGN
    ]
    for number in numbers:
        signal.signal(number, note)
    return numbers


def _wait(
    child: subprocess.Popen[bytes], heir: Heir, received: list[int], outlets: Sequence[Outlet]
) -> int:
    """Wait for the program's end, and forward signals meanwhile; returns its code, or minus the number of a signal."""
    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    signal.signal(signal.SIGWINCH, lambda number, frame: [outlet.fit() for outlet in outlets])  # type: ignore[func-returns-value]
    for outlet in outlets:
        outlet.fit()  # to what it has become meanwhile
    forwarding = _Forwarding(child, heir)
    waiting = select.poll()
    waiting.register(woken, select.POLLIN)
    while (status := child.poll()) is None:
        while received:
            forwarding.take(received.pop(0))
        if child.poll() is None and not received:
            waiting.poll(1000)  # whatever may get lost
        with suppress(BlockingIOError):
            os.read(woken, 4096)
    return status


class _Forwarding:
    """Sends signals on to the program, but for those that went to all of its group, as Ctrl-C does."""

    def __init__(self, child: subprocess.Popen[bytes], heir: Heir) -> None:
        self._child = child
        self._heir = heir
        self._everywhere: Counter[int] = (
            Counter()
        )  # that the heir got, and of which we have not heard yet
        self._last = 0.0

    def take(self, number: int) -> None:
        """Take a signal that came here."""
        time.sleep(_A_MOMENT)
        now = time.monotonic()
        if now - self._last > _SECONDS_TOGETHER:
            self._everywhere.clear()  # signals that come too fast are one to one process, and two to another
        self._last = now
        new = self._heir.got(number)
        if new is None:  # there is no heir any more: what a terminal sends, it sends to all
            new = int(number in (signal.SIGINT, signal.SIGQUIT) and _is_in_foreground())
        self._everywhere[number] += new
        if self._everywhere[number]:
            self._everywhere[number] -= 1
        else:
            self._child.send_signal(number)


def _is_in_foreground() -> bool:
    try:
        return os.tcgetpgrp(0) == os.getpgrp()
    except OSError:
        return False
