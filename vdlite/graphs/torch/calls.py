"""The module and the function that are being called."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import torch
from torch import nn
from torch.overrides import TorchFunctionMode, resolve_name
from torch.utils.hooks import RemovableHandle

from vdlite.graphs import flops
from vdlite.graphs.torch.gradients import Gradients
from vdlite.kinds.graph import GraphBuilder

_OURS = tuple(
    str(Path(file).parent) + os.sep for file in (torch.__file__, __file__, flops.__file__)
)
"""Folders whose code is not the user's."""


class Calls(TorchFunctionMode):  # type: ignore[misc]  # torch is not typed here
    """Follows the calls of a model's modules and of functions in them, and makes their scopes when they are needed.

    A scope is a call: of what is called twice, the second one is `relu#2`. In the backward pass functions are followed
    only in modules that are called again: autograd itself is a function, in which no other would be seen.
    """

    def __init__(self, builder: GraphBuilder, model: nn.Module, gradients: Gradients) -> None:
        super().__init__()
        self._builder = builder
        self._gradients = gradients
        self._model = model
        self._names: dict[int, list[str]] = {}
        for name, module in model.named_modules(remove_duplicate=False):
            self._names.setdefault(id(module), []).append(name)
        self._stack: list[tuple[int, str]] = [(0, "")]  # scopes, and the modules' names
        self._made: dict[int, list[int]] = {}  # the scopes of each module
        self._counts: dict[tuple[int, str], int] = {}
        self._functions: dict[
            tuple[int, str], list[int]
        ] = {}  # scopes, by those around and by names
        self._repeated: dict[tuple[int, str], int] = {}  # how often, in a call that is made again
        self._function: tuple[str, int | None] | None = (
            None  # its name, and its scope once there is one
        )
        self._places: dict[int, tuple[str, int]] = {}
        self.is_backward = False
        self.failed_scope: int | None = None
        """The innermost module that has raised."""

    @property
    def scope(self) -> int:
        """The scope of what happens now."""
        if self._function is None:
            return self._stack[-1][0]
        name, scope = self._function
        if scope is None:
            scope = self._function_scope(name)
            self._function = (name, scope)
        return scope

    @property
    def is_within(self) -> bool:
        """True if a module inside of the model is being called."""
        return len(self._stack) > 1

    def place(self, scope: int) -> tuple[str, int]:
        """File and line of the call: of the user's code that is nearest; in the backward pass that of the scope."""
        if self.is_backward:
            return self._places.get(scope, ("", 0))
        found = _nearest(sys._getframe(1))
        self._places.setdefault(scope, found)
        return found

    def module_scopes(self, module: nn.Module) -> list[int]:
        return self._made.get(id(module), [])

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Any,
        args: tuple[Any, ...] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        given = kwargs or {}
        if self._function is not None:
            return func(*args, **given)
        if not self.is_backward:
            self._gradients.belong(args, self._stack[-1][0])
        self._function = (_function_name(func), None)
        try:
            made = func(*args, **given)
            scope = self._function[1]
            if scope is not None and not self.is_backward:
                self._gradients.belong((made,), scope)
            return made
        finally:
            self._function = None

    @contextmanager
    def followed(self) -> Iterator[None]:
        """Hooks in all modules, for as long as it lasts."""
        handles: list[RemovableHandle] = []
        try:
            for module in self._model.modules():
                if not isinstance(module, torch.jit.ScriptModule):
                    handles.append(module.register_forward_pre_hook(self._enter, prepend=True))
                    handles.append(module.register_forward_hook(self._leave, always_call=True))
            yield
        finally:
            for handle in handles:
                handle.remove()

    def _enter(self, module: nn.Module, inputs: Any) -> None:
        if module is self._model and len(self._stack) == 1:
            self._stack.append((0, ""))
            self._made.setdefault(id(module), []).append(0)
            return
        if not self.is_backward:
            self._gradients.belong(inputs, self._stack[-1][0])
        above = self._stack[-1][1]
        names = self._names.get(id(module), [type(module).__name__])
        beginning = f"{above}." if above else ""
        full = next((name for name in names if name.startswith(beginning)), names[0])
        own = full.removeprefix(beginning) or type(module).__name__
        scope = self._again(module) if self.is_backward else None
        if scope is None:
            scope = self._new_scope(own, type(module).__name__, "module")
            self._made.setdefault(id(module), []).append(scope)
        if self.is_backward:
            if len(self._stack) == 1:
                self.__enter__()
            for key in [key for key in self._repeated if key[0] == scope]:
                del self._repeated[key]
        self._stack.append((scope, full))

    def _leave(self, module: nn.Module, inputs: Any, output: Any) -> None:
        if len(self._stack) > 1:
            scope, _ = self._stack.pop()
            if output is None and self.failed_scope is None and sys.exc_info()[1] is not None:
                self.failed_scope = scope
            if not self.is_backward:
                self._gradients.belong((output,), scope)
            elif len(self._stack) == 1:
                self.__exit__(None, None, None)

    def _again(self, module: nn.Module) -> int | None:
        """The scope of the call that is repeated for the backward pass, as checkpoints do."""
        made = self.module_scopes(module)
        now = self._gradients.current_scope()
        return now if now in made else made[-1] if made else None

    def _function_scope(self, name: str) -> int:
        key = self._stack[-1][0], name
        known = self._functions.setdefault(key, [])
        if self.is_backward and known:
            count = self._repeated[key] = self._repeated.get(key, 0) + 1
            return known[min(count, len(known)) - 1]
        known.append(self._new_scope(name, "", "function"))
        return known[-1]

    def _new_scope(self, name: str, type_name: str, kind: str) -> int:
        parent = self._stack[-1][0]
        count = self._counts[parent, name] = self._counts.get((parent, name), 0) + 1
        numbered = name if count == 1 else f"{name}#{count}"
        return self._builder.add_scope(numbered, type_name, kind=kind, parent=parent)


def _function_name(function: Callable[..., Any]) -> str:
    """The name that people write: "linear", "add" for Tensor.__add__ too."""
    name = getattr(function, "__name__", None) or resolve_name(function) or "call"
    bare = str(name).rpartition(".")[2]
    if bare.startswith("__") and bare.endswith("__"):
        bare = bare.strip("_")
    return bare


def _nearest(frame: FrameType | None) -> tuple[str, int]:
    """The nearest frame that belongs neither to torch nor to this library."""
    while frame is not None:
        file = frame.f_code.co_filename
        if not file.startswith(_OURS) and not file.startswith("<"):
            return file, frame.f_lineno
        frame = frame.f_back
    return "", 0
