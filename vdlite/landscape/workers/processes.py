"""Processes of which each has its own way here, so that one that is lost takes nothing but its own tasks along."""

import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from functools import partial
from typing import Any


class Processes(Executor):
    """Pools of one process each. One that is lost is replaced when there is something to do."""

    def __init__(self, number: int, start: Callable[[int], ProcessPoolExecutor]) -> None:
        """start: gives a pool of one process, for a place from 0 on."""
        self._start = start
        self._pools: list[ProcessPoolExecutor | None] = [None] * number
        self._waiting = [0] * number  # tasks of each
        self._turn = threading.Lock()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """To the process that has the least to do."""
        with self._turn:
            place = min(range(len(self._pools)), key=self._waiting.__getitem__)
            pool = self._pools[place] or self._start(place)
            try:
                future = pool.submit(fn, *args, **kwargs)
            except BrokenExecutor:
                pool = self._start(place)
                future = pool.submit(fn, *args, **kwargs)
            self._pools[place] = pool
            self._waiting[place] += 1
        future.add_done_callback(partial(self._done, place, pool))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        for pool in self._pools:
            if pool is not None:
                pool.shutdown(wait=wait, cancel_futures=cancel_futures)

    def _done(self, place: int, pool: ProcessPoolExecutor, future: Future[Any]) -> None:
        with self._turn:
            self._waiting[place] -= 1
            lost = not future.cancelled() and isinstance(future.exception(), BrokenExecutor)
            if lost and self._pools[place] is pool:
                self._pools[place] = None
