"""A program on a system without forks and pseudo-terminals, such as Windows: its output comes through plain pipes."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from typing import IO

from vdlite.kinds.console_streams import STREAMS
from vdlite.launching.ending import ended_with, outcome_of
from vdlite.launching.pieces import Piece, Pieces
from vdlite.launching.place import Place
from vdlite.launching.recorded import Watched, recording_of

_SECONDS_LEFT = 2.0  # for output that comes behind the program's end


def run_piped(watched: Watched, place: Place) -> int:
    """Run it, remove the place, and return its exit status. Raises OSError if it can't be started."""
    try:
        begin = time.time()
        child = subprocess.Popen(
            watched.command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=place.known_to(watched.environment),
        )
        pieces = Pieces()
        recording = recording_of(watched, pieces, place.runs_file)
        assert child.stdout is not None
        assert child.stderr is not None
        threads = [
            threading.Thread(target=_pass, args=(number, source, target, pieces), daemon=True)
            for number, source, target in (
                (STREAMS.index("stdout"), child.stdout, 1),
                (STREAMS.index("stderr"), child.stderr, 2),
            )
        ]
        for thread in threads:
            thread.start()
        status = _wait(child)
        for thread in threads:
            thread.join(_SECONDS_LEFT)
        recording.finish(ended_with(status, time.time() - begin, 0), outcome_of(status))
        recording.say_where()
        return status
    finally:
        place.remove()


def _wait(child: subprocess.Popen[bytes]) -> int:
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:
            continue  # the program got it, too


def _pass(stream: int, source: IO[bytes], target: int, pieces: Pieces) -> None:
    descriptor = source.fileno()
    while data := os.read(descriptor, 1 << 16):
        pieces.put(Piece(stream, data, time.time()))
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(target, rest) :]
        except OSError:
            continue  # nobody reads it: it is recorded all the same
