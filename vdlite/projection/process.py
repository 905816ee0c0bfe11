"""A layout in another process, from the side that wants it: heavy work that disturbs nobody and can be ended."""

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.projection.messages import receive, send
from vdlite.projection.pausing import GO_ON, PAUSE

_CALM = {"OMP_WAIT_POLICY": "passive"}
"""Threads of scikit-learn that wait for each other sleep meanwhile: where a training has the cores, they would else
take more of these than the layout does, and one that waits in vain keeps out the one that is waited for."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a layout is."""

    done: float  # from 0 to 1
    iteration: int | None  # None where the method does not count them
    layout: NDArray[np.float32] | None  # [N, components] so far
    last: bool  # this is the layout


class LayoutError(Exception):
    """The process could not make the layout; the text says why."""


class LayoutProcess:
    """Starts a process with `start`, which yields what it says. `stop` ends it, from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False
        self._paused = False
        self._begun = False  # it has its request, and hears what is said behind it

    def start(
        self,
        method: str,
        parameters: Mapping[str, Any],
        vectors: NDArray[np.float32],
        start: NDArray[np.float32] | None,
    ) -> Iterator[Progress]:
        """Lay `vectors`, [N, D], out; ends early, without a last word, after `stop`.

        parameters: those of `tsne` or `umap`, by the method's name.
        Raises LayoutError if the process fails.
        """
        with self._lock:
            if self._stopped:
                return
            process = self._process = subprocess.Popen(
                [sys.executable, "-m", "vdlite.projection"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=_CALM | os.environ,
            )
        assert process.stdin is not None and process.stdout is not None
        try:
            request = {"method": method, "has_start": start is not None, **parameters}
            send(process.stdin, request, vectors)
            if start is not None:
                send(process.stdin, {}, start)
            with self._lock:
                self._begun = True
                self._tell()
            while True:
                message, layout = receive(process.stdout)
                if "error" in message:
                    raise LayoutError(message["error"])
                last = bool(message.get("last"))
                seen = layout if layout.size or last else None
                yield Progress(message["done"], message.get("iteration"), seen, last)
                if last:
                    return
        except (EOFError, BrokenPipeError) as error:
            if not self._stopped:
                code = process.wait()
                raise LayoutError(
                    f"the process ended with code {code}, perhaps for want of memory"
                ) from error
        finally:
            process.kill()
            process.wait()
            with contextlib.suppress(BrokenPipeError):
                process.stdin.close()
            process.stdout.close()

    def pause(self, *, paused: bool = True) -> None:
        """Let the process wait, with all that it has done, or go on; harmless when it has ended."""
        with self._lock:
            self._paused = paused
            if self._begun:
                self._tell()

    def _tell(self) -> None:
        assert self._process is not None and self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):  # it has ended
            self._process.stdin.write(PAUSE if self._paused else GO_ON)
            self._process.stdin.flush()

    def stop(self) -> None:
        """End the process now; harmless when it has not begun or has ended."""
        with self._lock:
            self._stopped = True
            if self._process is not None:
                self._process.kill()
