"""States of random numbers, put back after somebody else's code has run."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from vdlite.graphs.data.held import class_names, held, parts

_MOST_OBJECTS = 2000  # that are looked through for generators
_PLAIN = (str, bytes, int, float, complex, np.ndarray, type(None))


@contextmanager
def untouched(things: Iterable[Any]) -> Iterator[None]:
    """Random numbers go on afterwards as if nothing had happened: those of Python, NumPy and torch, and of generators
    that the things hold."""
    put_back = [*_of_process(), *(_of_generator(each) for each in _generators(things))]
    try:
        yield
    finally:
        for each in put_back:
            each()


def _of_process() -> list[Callable[[], None]]:
    python, numbers = random.getstate(), np.random.get_state()  # what the training may use
    found: list[Callable[[], None]] = [
        lambda: random.setstate(python),
        lambda: np.random.set_state(numbers),
    ]
    torch = sys.modules.get("torch")
    if torch is not None:
        state = torch.get_rng_state()
        found.append(lambda: torch.set_rng_state(state))
        if torch.cuda.is_initialized():
            states = torch.cuda.get_rng_state_all()
            found.append(lambda: torch.cuda.set_rng_state_all(states))
    return found


def _of_generator(generator: Any) -> Callable[[], None]:
    if isinstance(generator, random.Random):
        python = generator.getstate()
        return lambda: generator.setstate(python)
    if isinstance(generator, np.random.Generator):
        bits = generator.bit_generator
        state = bits.state

        def put_back() -> None:
            bits.state = state

        return put_back
    torch_state = generator.get_state()
    return lambda: generator.set_state(torch_state)


def _generators(things: Iterable[Any]) -> list[Any]:
    found: list[Any] = []
    seen: set[int] = set()
    waiting = list(things)
    while waiting and len(seen) < _MOST_OBJECTS:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, _PLAIN):
            continue
        seen.add(id(thing))
        if isinstance(thing, (random.Random, np.random.Generator)) or _is_of_torch(thing):
            found.append(thing)
        elif isinstance(thing, (list, tuple, dict)):
            waiting += parts(thing)[:100]
        else:
            waiting += held(thing).values()
    return found


def _is_of_torch(thing: Any) -> bool:
    return type(thing).__module__.startswith("torch") and "Generator" in class_names(thing)
