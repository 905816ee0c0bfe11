"""Spreading points over workers: any `concurrent.futures.Executor`, or processes of our own.

Points are independent, so a worker that is lost costs its chunk only: it is computed again by another one.
"""

import multiprocessing
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from multiprocessing.connection import Connection
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import LandscapeError
from vdlite.landscape.problem import Values
from vdlite.landscape.weights import fingerprint
from vdlite.landscape.worker import Answer, begin, compute

# For a chunk whose worker was lost, and for a pool that broke without having done anything.
_ATTEMPTS = 3
_WAITING = 2  # chunks that wait at each worker, so that none is idle
_START, _START_WITH_TORCH = 0.5, 3.0  # seconds until a process has loaded what it needs

Chunk = NDArray[np.int64]
"""Positions of points that one task computes."""


class Workers:
    """Processes of our own, used for one surface after another; those that are lost are replaced.

    number: how many; one for each device, or for each core, if left out. Each takes one of the devices.
    threads: of each; its share of the cores, if left out. worth_starting: seconds of work below which they are not
        started: to start a process and load torch takes two or three.
    A script that starts them has to do so below `if __name__ == "__main__":`.
    """

    def __init__(
        self,
        number: int | None = None,
        devices: Sequence[str] | None = None,
        *,
        threads: int | None = None,
        worth_starting: float = 5.0,
    ) -> None:
        if number is not None and number < 1:
            raise LandscapeError(f"workers: got {number}, want 1 or more")
        if threads is not None and threads < 1:
            raise LandscapeError(f"threads: got {threads}, want 1 or more")
        self._devices = list(devices or ())
        self.number = number if number is not None else len(self._devices) or cores()
        self.threads = threads if threads is not None else max(1, cores() // self.number)
        self.worth_starting = worth_starting
        self._pool: ProcessPoolExecutor | None = None
        self._tie: Connection | None = None

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
    def executor(self) -> ProcessPoolExecutor:
        """The processes, which are started when they get something to do."""
        if self._pool is None:
            # Fresh processes: a fork would share CUDA's and OpenMP's state with the parent, which breaks both.
            context = multiprocessing.get_context("spawn")
            queue = context.SimpleQueue() if self._devices else None
            if queue is not None:
                for number in range(self.number):
                    queue.put(self._devices[number % len(self._devices)])
            theirs, self._tie = context.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(
                self.number,
                mp_context=context,
                initializer=begin,
                initargs=(queue, self.threads, theirs),
            )
        return self._pool

    def close(self) -> None:
        """End the processes, also amid a point; new ones are started when they are needed again."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
        if self._tie is not None:
            self._tie.close()
            self._tie = None


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def spread(
    setup: bytes,
    points: NDArray[np.float64],
    chunks: Sequence[Chunk],
    crew: Executor | Workers,
) -> Iterator[tuple[Chunk, Values]]:
    """The values of every chunk, as they come.

    Raises LandscapeError for what the caller's code raised, or if workers are lost again and again.
    """
    own = crew if isinstance(crew, Workers) else None
    round_ = _Round(setup, points, number_of(crew))
    round_.todo = list(reversed(chunks))
    broken = 0
    while round_.todo:
        before = len(round_.todo)
        try:
            yield from round_.work(own.executor if own is not None else cast(Executor, crew))
        except BrokenExecutor as error:
            if own is not None:
                own.close()
            broken = 0 if len(round_.todo) < before else broken + 1
            if own is None or broken >= _ATTEMPTS:
                raise LandscapeError(
                    f"workers: they were lost without a result ({error}). A script that starts workers needs "
                    "`if __name__ == '__main__':` around what it does"
                ) from error


class _Round:
    """The chunks that are still to be computed, and those on their way."""

    def __init__(self, setup: bytes, points: NDArray[np.float64], workers: int) -> None:
        self.todo: list[Chunk] = []
        self._setup = setup
        self._key = fingerprint((), setup)
        self._points = points
        self._most = workers * _WAITING
        self._under_way: dict[Future[Answer], tuple[Chunk, int]] = {}

    def work(self, executor: Executor) -> Iterator[tuple[Chunk, Values]]:
        try:
            while self.todo or self._under_way:
                while self.todo and len(self._under_way) < self._most:
                    self._send(executor, self.todo.pop(), setup=False, attempt=0)
                finished, _ = wait(self._under_way, return_when=FIRST_COMPLETED)
                for future in finished:
                    chunk, attempt = self._under_way.pop(future)
                    try:
                        answer = future.result()
                    except BrokenExecutor:
                        self.todo.append(chunk)
                        raise
                    except Exception as error:
                        # Not the caller's code, whose errors come as answers: the worker or its way here is gone.
                        if attempt + 1 >= _ATTEMPTS:
                            self.todo.append(chunk)
                            raise LandscapeError(
                                f"workers: a chunk was lost {_ATTEMPTS} times: {error!r}"
                            ) from error
                        self._send(executor, chunk, setup=False, attempt=attempt + 1)
                        continue
                    if answer.needs_setup:
                        self._send(executor, chunk, setup=True, attempt=attempt)
                    elif answer.error:
                        raise LandscapeError(
                            f"the loss raised {answer.error}\n\nin worker {answer.worker}:\n{answer.trace}"
                        )
                    elif answer.values is not None:
                        yield chunk, answer.values
        finally:
            for future, (chunk, _) in self._under_way.items():
                future.cancel()
                self.todo.append(chunk)
            self._under_way.clear()

    def _send(self, executor: Executor, chunk: Chunk, *, setup: bool, attempt: int) -> None:
        sent: Any = self._setup if setup else None
        try:
            future = executor.submit(compute, self._key, sent, self._points[chunk])
        except BaseException:
            self.todo.append(chunk)
            raise
        self._under_way[future] = (chunk, attempt)


def number_of(crew: Executor | Workers) -> int:
    """How many workers there are, as far as an executor tells; 8 where it does not."""
    if isinstance(crew, Workers):
        return crew.number
    number = getattr(crew, "_max_workers", None)
    if isinstance(number, int) and number > 0:
        return number
    client = getattr(crew, "_client", None)  # Dask's ClientExecutor
    if client is not None:
        try:
            return max(1, len(client.ncores()))
        except Exception:  # noqa: BLE001  # only a hint: a cluster that can't say so may still compute
            return 8
    return 8
