"""Functions that a model holds and that close over it, such as patched forwards and hooks: those of its copy see the copy.

`copy.deepcopy` takes functions as they are: the copy would compute with the model that was copied, and change it.
"""

from __future__ import annotations

import copy
import functools
import types
from collections.abc import Iterable, Mapping
from typing import Any

import torch
from torch import nn

from vdlite.landscape.torch.own_references import refers

_DEEPEST = 6  # things within things
_MOST = 1000  # in a list or the like: longer ones are data
_OF_TORCH = {"_parameters", "_buffers", "_modules"}


def rebind(made: nn.Module, copies: Mapping[int, Any]) -> None:
    """Give a copy functions of its own. copies: what was made of each object of the model, by its `id`."""
    rebinding = _Rebinding(copies)
    for module in made.modules():
        held = vars(module)
        for name in held.keys() - _OF_TORCH:
            found = rebinding.of(held[name])
            if found is held[name]:
                continue
            if isinstance(found, dict):
                # Handles of hooks refer to it.
                held[name].update(found)
            else:
                held[name] = found


class _Rebinding:
    def __init__(self, copies: Mapping[int, Any]) -> None:
        self._copies = copies
        self._functions: dict[int, types.FunctionType] = {}  # by the id of what they stand for
        self._depth = 0

    def of(self, thing: Any) -> Any:
        """With copies in place of what was copied; the thing itself where it refers to nothing of that."""
        if self._depth == _DEEPEST:
            return thing
        self._depth += 1
        try:
            return self._of(thing)
        finally:
            self._depth -= 1

    def _of(self, thing: Any) -> Any:
        if isinstance(thing, (nn.Module, torch.Tensor)):
            return self._copies.get(id(thing), thing)
        if isinstance(thing, types.FunctionType):
            return self._function(thing) if refers(thing, self._copies.keys()) else thing
        if isinstance(thing, types.MethodType):
            own = self.of(thing.__self__)
            return thing if own is thing.__self__ else types.MethodType(thing.__func__, own)
        if isinstance(thing, functools.partial):
            parts = (thing.func, thing.args, thing.keywords)
            func, args, keywords = found = [self.of(part) for part in parts]
            return thing if _are(found, parts) else functools.partial(func, *args, **keywords)
        if isinstance(thing, (list, tuple, dict)) and len(thing) > _MOST:
            return thing
        if type(thing) in (list, tuple):
            items = [self.of(item) for item in thing]
            return thing if _are(items, thing) else type(thing)(items)
        if isinstance(thing, dict):
            values = [self.of(value) for value in thing.values()]
            if not _are(values, thing.values()):
                thing = copy.copy(thing)
                thing.update(zip(thing, values, strict=True))
        return thing

    def _function(self, function: types.FunctionType) -> types.FunctionType:
        known = self._functions.get(id(function))
        if known is not None:
            return known
        cells = tuple(types.CellType() for _ in function.__closure__ or ())
        made = types.FunctionType(
            function.__code__, function.__globals__, function.__name__, None, cells
        )
        # Before what it closes over: that may be itself.
        self._functions[id(function)] = made
        for old, new in zip(function.__closure__ or (), cells, strict=True):
            try:
                new.cell_contents = self.of(old.cell_contents)
            except ValueError:  # it has not been given a value yet
                continue
        made.__defaults__ = self.of(function.__defaults__)
        made.__kwdefaults__ = self.of(function.__kwdefaults__)
        made.__qualname__, made.__module__ = function.__qualname__, function.__module__
        vars(made).update(self.of(vars(function)))
        return made


def _are(found: Iterable[Any], known: Iterable[Any]) -> bool:
    return all(one is other for one, other in zip(found, known, strict=True))
