"""Traces that a user drops onto the page: received in pieces, converted in a process of their own, kept for a while.

They lie in a folder of this process that goes with it. Nothing is written into a logdir.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from vdlite.errors import FormatError, NotFoundError

MOST_BYTES = 8 << 30
"""Of one trace."""
MOST_KEPT = 8
"""Traces: older ones make room for newer ones, and those that nobody looks at before those that somebody does."""
LOOKED_AT_SECONDS = 300
"""For so long after it was asked for the last time a trace counts as looked at: a page asks every minute."""
AT_ONCE = 2
"""Traces that are read; others wait for them."""
MOST_SECONDS = 900.0
"""That reading one may take."""
MOST_UNPACKED = 16 << 30
"""Bytes of one that is compressed: a few megabytes may stand for any number."""
PIECE_BYTES = 2 << 20
"""So much of a trace comes in one request at most."""

State = Literal["receiving", "reading", "ready", "failed"]

_SUFFIXES = (".json.gz", ".gz", ".json", ".txt", ".folded", ".collapsed")


@dataclass(slots=True)
class Trace:
    """One that was dropped."""

    name: str
    wanted: int  # bytes
    file: Path
    payload: Path
    received: int = 0
    state: State = "receiving"
    error: str | None = None
    process: subprocess.Popen[str] | None = None
    is_forgotten: bool = False
    is_reported: bool = False  # whoever sent it knows that it is ready: who asks again looks at it
    looked_at: float = -float("inf")
    lock: threading.Lock = field(default_factory=threading.Lock)


class Traces:
    """Threads may share it."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        *,
        most_seconds: float = MOST_SECONDS,
        most_unpacked: int = MOST_UNPACKED,
    ) -> None:
        """clock: seconds, from whenever.

        most_seconds: that reading one may take.
        most_unpacked: bytes of one when it is decompressed.
        """
        self._clock = clock
        self._most_seconds = most_seconds
        self._most_unpacked = most_unpacked
        self._turns = threading.Semaphore(AT_ONCE)
        self._lock = threading.Lock()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._traces: OrderedDict[str, Trace] = OrderedDict()

    def begin(self, name: str, size: int) -> str:
        """A new trace's id. Raises ValueError if it would be too large."""
        if not 0 < size <= MOST_BYTES:
            raise ValueError(f"{size} bytes, want 1 to {MOST_BYTES}")
        trace_id = uuid.uuid4().hex
        with self._lock:
            if self._folder is None:
                self._folder = tempfile.TemporaryDirectory(prefix="vdlite-")
            folder = Path(self._folder.name)
            suffix = next((each for each in _SUFFIXES if name.lower().endswith(each)), ".json")
            self._traces[trace_id] = Trace(
                name, size, folder / f"{trace_id}{suffix}", folder / f"{trace_id}.payload"
            )
            old = [self._traces.pop(self._least()) for _ in range(len(self._traces) - MOST_KEPT)]
        for trace in old:
            _forget(trace)
        return trace_id

    def add_piece(self, trace_id: str, offset: int, piece: bytes) -> Trace:
        """Add bytes to a trace; the last ones begin its conversion.

        Raises NotFoundError if there is no such trace, ValueError if this is not the piece that comes next, OSError if
        it can't be kept.
        """
        trace = self.trace(trace_id)
        with trace.lock:
            if trace.state != "receiving":
                raise ValueError(f"a piece, but all {trace.wanted} bytes have come")
            if offset != trace.received:
                raise ValueError(f"a piece at byte {offset}, want the one at {trace.received}")
            if len(piece) > PIECE_BYTES or offset + len(piece) > trace.wanted:
                raise ValueError(
                    f"{len(piece)} bytes at {offset}, want at most {PIECE_BYTES}, and {trace.wanted} in all"
                )
            with trace.file.open("ab") as file:
                file.write(piece)
            trace.received += len(piece)
            if trace.received == trace.wanted:
                trace.state = "reading"
                threading.Thread(
                    target=self._convert, args=(trace,), name="vdlite-trace", daemon=True
                ).start()
        return trace

    def trace(self, trace_id: str) -> Trace:
        """Raises NotFoundError if there is no such trace."""
        with self._lock:
            found = self._traces.get(trace_id)
        if found is None:
            raise NotFoundError("this trace is not on the server any more; send it again")
        return found

    def report(self, trace_id: str) -> Trace:
        """The trace, for somebody who asks how far it is. Raises NotFoundError if there is no such trace."""
        trace = self.trace(trace_id)
        if trace.is_reported:
            trace.looked_at = self._clock()
        trace.is_reported = trace.state == "ready"
        return trace

    def _least(self) -> str:
        """The trace that is missed least: the oldest that nobody looks at, else the one looked at longest ago."""
        now = self._clock()
        ids = list(self._traces)[:-1]

        def missed(trace_id: str) -> float:
            looked_at = self._traces[trace_id].looked_at
            return looked_at if now - looked_at < LOOKED_AT_SECONDS else -float("inf")

        return min(ids, key=missed)

    def payload(self, trace_id: str) -> Path:
        """The file of a trace's payload. Raises NotFoundError until it is there, FormatError if it was no trace."""
        trace = self.trace(trace_id)
        if trace.state == "failed":
            raise FormatError(trace.error or "it can't be read")
        if trace.state != "ready":
            raise NotFoundError("this trace is not read yet")
        trace.looked_at = self._clock()
        return trace.payload

    def forget(self, trace_id: str) -> None:
        """Raises NotFoundError if there is no such trace."""
        trace = self.trace(trace_id)
        with self._lock:
            self._traces.pop(trace_id, None)
        _forget(trace)

    def _convert(self, trace: Trace) -> None:
        with self._turns:
            if trace.is_forgotten:
                return
            why = self._read(trace)
        trace.file.unlink(missing_ok=True)
        trace.error = why and why.replace(trace.file.name, trace.name)
        trace.state = "ready" if why is None else "failed"

    def _read(self, trace: Trace) -> str | None:
        """The reason why the trace can't be read; None if its payload is there."""
        paths = (str(trace.file), str(trace.payload))
        command = [sys.executable, "-m", "vdlite.profiling", *paths, str(self._most_unpacked)]
        try:
            with trace.lock:
                if trace.is_forgotten:
                    return "it is forgotten"
                trace.process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    text=True,
                )
            try:
                report, _ = trace.process.communicate(timeout=self._most_seconds)
            except subprocess.TimeoutExpired:
                trace.process.kill()
                trace.process.communicate()
                return f"reading it took more than {self._most_seconds:g} s"
        except OSError as error:
            return error.strerror or str(error)
        if trace.process.returncode == 0:
            return None
        return report.strip() or "reading it took more memory than there is"

    def close(self) -> None:
        with self._lock:
            traces, folder = list(self._traces.values()), self._folder
            self._traces.clear()
            self._folder = None
        for trace in traces:
            _forget(trace)
        if folder is not None:
            folder.cleanup()


def _forget(trace: Trace) -> None:
    with trace.lock:
        trace.is_forgotten = True
        if trace.process is not None and trace.process.poll() is None:
            trace.process.kill()
    trace.file.unlink(missing_ok=True)
    trace.payload.unlink(missing_ok=True)
