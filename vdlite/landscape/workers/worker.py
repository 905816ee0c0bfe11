"""What runs in a worker: it gets the problem once, keeps it, and computes points."""

import multiprocessing
import os
import pickle
import signal
import threading
import traceback
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait

import numpy as np
from numpy.typing import NDArray

from vdlite.landscape.problem import Evaluator, Values
from vdlite.users_code import report_of

_kept: dict[str, Evaluator] = {}
_device: str | None = None
_threads: int | None = None
_turn = threading.RLock()
"""Held by the thread that computes: those of one process share one evaluator, which is at one point at a time."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The results of some points."""

    values: Values | None = None
    needs_setup: bool = False  # this worker has not seen the problem yet: send it
    error: str = ""  # what the caller's own code raised
    trace: str = ""
    worker: int = field(default_factory=os.getpid)


def begin(device: str | None, threads: int, parent_pipe: Connection) -> None:
    """Called first in a process of our own pool: takes the device, and as many threads as given.

    parent_pipe: closed by the parent when it wants nothing more, and by its end, however it comes.
    """
    global _device, _threads
    # Ctrl-C reaches every process of a terminal; the parent decides what is done about it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, args=(parent_pipe,), daemon=True).start()
    _device = device
    _threads = threads
    # For libraries that are loaded later; torch may be loaded already, and is recognized by its adapter.
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = str(threads)


def _end_with_parent(parent_pipe: Connection) -> None:
    """A pool's process waits for work for ever if its parent was killed, and ends no point that it has begun."""
    parent = multiprocessing.parent_process()
    wait([parent_pipe] if parent is None else [parent_pipe, parent.sentinel])
    os._exit(0)


def threads() -> int | None:
    """How many threads a worker of our own pool may use; None anywhere else."""
    return _threads


def compute(key: str, setup: bytes | None, points: NDArray[np.float64]) -> Answer:
    """The metrics at some points of the problem with that key.

    setup: the pickled problem and its directions; left out when the worker should know them already. Sent so, a
        problem reaches each worker once, whatever kind of executor there is.
    """
    try:
        with _turn:
            evaluator = _kept.get(key)
            if evaluator is None:
                if setup is None:
                    return Answer(needs_setup=True)
                evaluator = _begun(key, setup)
            if not getattr(evaluator, "concurrent", False):
                return Answer(evaluator(points))
        return Answer(evaluator(points))
    except Exception as error:  # noqa: BLE001  # the parent raises it again, with where it came from
        return Answer(
            error=f"{type(error).__name__}: {error}",
            trace=report_of(error) or traceback.format_exc(),
        )


def _begun(key: str, setup: bytes) -> Evaluator:
    # One problem at a time: the former one's weights and samples would stay in memory for ever.
    for old in list(_kept):
        _kept.pop(old).close()
    problem, directions = pickle.loads(setup)  # our own parent sent it
    _kept[key] = problem.evaluator(directions, _device)
    return _kept[key]
