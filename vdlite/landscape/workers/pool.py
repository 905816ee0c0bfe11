"""Processes of our own, that are started when they get something to do."""

import multiprocessing
import os
import sys
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing.connection import Connection

from vdlite.errors import LandscapeError
from vdlite.landscape.workers.processes import Processes
from vdlite.landscape.workers.worker import begin

_START, _START_WITH_TORCH = 0.5, 3.0  # seconds until a process has loaded what it needs


class Workers:
    """Processes of our own, used for one surface after another; those that are lost are replaced.

    number: how many; one for each device, or for each core, if left out. Each takes one of the devices.
    threads: of each; its share of the cores, if left out. worth_starting: seconds of work below which they are not
        started: to start a process and load torch takes two or three.
    by_default: nobody has asked for them, so that what can't be sent to them is computed without them.
    A script that starts them has to do so below `if __name__ == "__main__":`.
    """

    def __init__(
        self,
        number: int | None = None,
        devices: Sequence[str] | None = None,
        *,
        threads: int | None = None,
        worth_starting: float = 5.0,
        by_default: bool = False,
    ) -> None:
        if number is not None and number < 1:
            raise LandscapeError(f"workers: got {number}, want 1 or more")
        if threads is not None and threads < 1:
            raise LandscapeError(f"threads: got {threads}, want 1 or more")
        self._devices = list(devices or ())
        self.number = number if number is not None else len(self._devices) or cores()
        self.threads = threads if threads is not None else max(1, cores() // self.number)
        self.worth_starting = worth_starting
        self.by_default = by_default
        self._pool: Processes | None = None
        self._pipe: Connection | None = None

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def starting(self) -> float:
        """About how many seconds it takes until they compute; nothing if they run already."""
        if self._pool is not None:
            return 0.0
        return _START_WITH_TORCH if "torch" in sys.modules else _START

    @property
    def executor(self) -> Processes:
        """The processes, which are started when they get something to do."""
        if self._pool is None:
            # Fresh processes: a fork would share CUDA's and OpenMP's state with the parent, which breaks both.
            context = multiprocessing.get_context("spawn")
            theirs, self._pipe = context.Pipe(duplex=False)

            def start(place: int) -> ProcessPoolExecutor:
                device = self._devices[place % len(self._devices)] if self._devices else None
                return ProcessPoolExecutor(
                    1,
                    mp_context=context,
                    initializer=begin,
                    initargs=(device, self.threads, theirs),
                )

            self._pool = Processes(self.number, start)
        return self._pool

    def close(self) -> None:
        """End the processes, also amid a point; new ones are started when they are needed again."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def number_of(executor: Executor | Workers) -> int:
    """How many workers there are, as far as an executor says; 8 where it does not."""
    if isinstance(executor, Workers):
        return executor.number
    number = getattr(executor, "_max_workers", None)
    if isinstance(number, int) and number > 0:
        return number
    client = getattr(executor, "_client", None)  # Dask's ClientExecutor
    if client is not None:
        try:
            return max(1, len(client.ncores()))
        except Exception:  # noqa: BLE001  # only a hint: a cluster that can't say so may still compute
            return 8
    return 8
