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


def begin_again(seed: int, device: torch.device) -> None:
    """Let Python's, NumPy's and torch's random numbers, on a device too, begin at a seed; inside of `own_randomness`."""
    random.seed(seed)
    np.random.seed(seed % 2**32)
    # Not `torch.manual_seed`: those of other devices are not ours, and nobody would put them back.
    for generator in _generators(device):
        generator.manual_seed(seed)


@contextmanager
def own_randomness(seed: int, device: torch.device, *others: Any) -> Iterator[None]:
    """Random numbers of our own, from a seed; afterwards those of Python, NumPy, torch and of others are as before.

    device: whose numbers are ours beside those of the processor. others: things that may hold a `torch.Generator` as
        `generator`, such as data loaders and their samplers.
    """
    held = [
        generator
        for other in others
        for generator in (
            getattr(other, "generator", None),
            getattr(getattr(other, "sampler", None), "generator", None),
        )
        if isinstance(generator, torch.Generator)
    ]
    with _turn:
        generators = [*held, *_generators(device)]
        states = [generator.get_state() for generator in generators]
        python, numpy = random.getstate(), np.random.get_state()
        try:
            begin_again(seed, device)
            yield
        finally:
            random.setstate(python)
            np.random.set_state(numpy)
            for generator, state in zip(generators, states, strict=True):
                generator.set_state(state)


def _generators(device: torch.device) -> list[torch.Generator]:
    """The generators that functions draw from which are given none: the processor's, and the device's."""
    found = [torch.default_generator]
    if device.type in ("cuda", "xpu"):
        module: Any = getattr(torch, device.type)
        module.init()
        index = device.index if device.index is not None else module.current_device()
        found.append(module.default_generators[index])
    elif device.type == "mps":
        found.append(torch.mps._get_default_mps_generator())
    return found
