"""Leaving the caller's random numbers as they were."""

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch

_turn = threading.RLock()
"""Random numbers belong to the whole process: while one thread has its own, no other may."""


def begin_again(seed: int) -> None:
    """Let all random numbers of the process begin at a seed; inside of `own_randomness`."""
    torch.manual_seed(seed)
    random.seed(seed)
    np.random.seed(seed % 2**32)


@contextmanager
def own_randomness(seed: int, device: torch.device, *others: Any) -> Iterator[None]:
    """Random numbers of our own, from a seed; afterwards those of Python, NumPy, torch and of others are as before.

    others: things that may hold a `torch.Generator` as `generator`, such as data loaders and their samplers.
    """
    generators = [
        generator
        for other in others
        for generator in (
            getattr(other, "generator", None),
            getattr(getattr(other, "sampler", None), "generator", None),
        )
        if isinstance(generator, torch.Generator)
    ]
    devices = [device] if device.type == "cuda" else []
    with _turn:
        states = [generator.get_state() for generator in generators]
        python, numpy = random.getstate(), np.random.get_state()
        try:
            with torch.random.fork_rng(devices=devices):
                begin_again(seed)
                yield
        finally:
            random.setstate(python)
            np.random.set_state(numpy)
            for generator, state in zip(generators, states, strict=True):
                generator.set_state(state)
