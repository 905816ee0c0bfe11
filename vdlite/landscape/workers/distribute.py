"""Distributing points to workers: any `concurrent.futures.Executor`, or processes of our own.

Points are independent, so a worker that is lost costs its chunk only: it is computed again by another one.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    wait,
)
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import LandscapeError
from vdlite.landscape.problem import Values
from vdlite.landscape.weights import fingerprint
from vdlite.landscape.workers.pool import Workers, number_of
from vdlite.landscape.workers.worker import Answer, compute

_ATTEMPTS = 3  # for a chunk whose worker was lost
_GUARD = "A script that starts workers needs `if __name__ == '__main__':` around what it does"
_WAITING = 2  # chunks that wait at each worker, so that none is idle

Chunk = NDArray[np.int64]
"""Positions of points that one task computes."""


def distribute(
    setup: bytes,
    points: NDArray[np.float64],
    chunks: Sequence[Chunk],
    executor: Executor | Workers,
) -> Iterator[tuple[Chunk, Values]]:
    """The values of every chunk, as they come.

    Raises LandscapeError for what the caller's code raised, or if workers are lost again and again.
    """
    own = isinstance(executor, Workers)
    round_ = _Round(setup, points, number_of(executor), own=own)
    round_.todo = list(reversed(chunks))
    try:
        yield from round_.work(executor.executor if isinstance(executor, Workers) else executor)
    except BrokenExecutor as error:
        raise LandscapeError(f"workers: they were lost without a result ({error})") from error


class _Round:
    """The chunks that are still to be computed, and those on their way."""

    def __init__(
        self, setup: bytes, points: NDArray[np.float64], workers: int, *, own: bool
    ) -> None:
        """own: processes that are lost are replaced."""
        self._own = own
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
                    except Exception as error:
                        # Not the caller's code, whose errors come as answers: the worker or its way here is gone.
                        broken = isinstance(error, BrokenExecutor)
                        if broken and not self._own:
                            self.todo.append(chunk)
                            raise
                        if attempt + 1 >= _ATTEMPTS:
                            self.todo.append(chunk)
                            hint = f"{error}. {_GUARD}" if broken else repr(error)
                            raise LandscapeError(
                                f"workers: a chunk was lost {_ATTEMPTS} times: {hint}"
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
