"""Calling a model so that it is afterwards what it was before."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import numpy as np
import torch
from torch import nn


@contextmanager
def untouched(model: nn.Module, copy: Callable[[torch.Tensor], torch.Tensor]) -> Iterator[None]:
    """Puts back the attributes of all modules, what is in their lists and maps, and the states of random numbers.

    copy: makes the stand-ins that modules have for tensors among their attributes. Parameters and buffers get none
        here: whoever calls the model within gives it copies of them.
    """
    kept: list[_Kept] = []
    with ExitStack() as stack:
        stack.enter_context(same_random_numbers())
        try:
            for module in model.modules():
                kept.append(_Kept(module))
                kept[-1].stand_in(copy)
            yield
        finally:
            for one in kept:
                one.put_back()


class _Kept:
    """The attributes of a module."""

    def __init__(self, module: nn.Module) -> None:
        self._module = module
        self._attributes = dict(module.__dict__)
        self._containers = [
            (value, _copied(value))
            for value in module.__dict__.values()
            if isinstance(value, (dict, list, set))
        ]

    def stand_in(self, copy: Callable[[torch.Tensor], torch.Tensor]) -> None:
        for name, value in self._attributes.items():
            if isinstance(value, torch.Tensor):
                self._module.__dict__[name] = copy(value)

    def put_back(self) -> None:
        held = self._module.__dict__
        if held.keys() != self._attributes.keys() or any(
            held[name] is not value for name, value in self._attributes.items()
        ):
            held.clear()
            held.update(self._attributes)
        for container, before in self._containers:
            _fill(container, before)


def _copied(container: Any) -> Any:
    """The items of a container, in its order."""
    return list(container.items()) if isinstance(container, dict) else list(container)


def _fill(container: Any, before: list[Any]) -> None:
    if isinstance(container, dict):
        now = list(container.items())
        if len(now) != len(before) or any(
            a[0] is not b[0] or a[1] is not b[1] for a, b in zip(now, before, strict=True)
        ):
            container.clear()
            for key, value in before:
                container[key] = value
    elif isinstance(container, list):
        container[:] = before
    else:
        container.clear()
        container.update(before)


@contextmanager
def same_random_numbers() -> Iterator[None]:
    """Puts back the states of random numbers."""
    python, numpy = random.getstate(), np.random.get_state()
    cpu = torch.get_rng_state()
    on_devices = torch.cuda.get_rng_state_all() if torch.cuda.is_initialized() else None
    try:
        yield
    finally:
        random.setstate(python)
        np.random.set_state(numpy)
        torch.set_rng_state(cpu)
        if on_devices is not None:
            torch.cuda.set_rng_state_all(on_devices)
