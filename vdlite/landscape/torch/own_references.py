"""What looks at the caller's own model, where it should look at the copy that is moved."""

from __future__ import annotations

import dis
import functools
import types
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import torch
from torch import nn

from vdlite.landscape.notices import warn

_MOST_STEPS = 4  # from a function to what it refers to, and on from there


def warn_of_own(model: nn.Module, kept: nn.Module, functions: Mapping[str, Any]) -> None:
    """Warns of functions, and of hooks of its copy, that refer to the caller's model or its parameters: these never move.

    functions: such as the loss, by the name that the caller knows.
    """
    own = {id(one) for one in (*model.modules(), *model.parameters())}
    for name, function in functions.items():
        if function is not None and refers(function, own):
            warn(
                f"{name}: it refers to the model that was given, which stands still while a copy of it is moved; "
                "want batch_loss(model, batch), which is called with the copy"
            )
    for name, module in kept.named_modules():
        hooks = [*module._forward_hooks.values(), *module._forward_pre_hooks.values()]
        patched = vars(module).get("forward")
        if any(
            refers(one, own) for one in (*hooks, patched) if isinstance(one, types.FunctionType)
        ):
            warn(
                f"a hook or forward of {name or type(module).__name__!r} refers to the model that was given, which stands "
                "still while a copy of it is moved; want one that uses the module that it is called with"
            )


def refers(function: Any, own: Collection[int]) -> bool:
    """True if any of these modules and tensors, by their `id`, can be reached from a function."""
    seen: set[int] = set()
    here = [function]
    for _ in range(_MOST_STEPS):
        following: list[Any] = []
        for one in here:
            if id(one) in seen:
                continue
            seen.add(id(one))
            if id(one) in own:
                return True
            if isinstance(one, torch.Tensor):
                continue
            if isinstance(one, nn.Module):
                if any(id(tensor) in own for tensor in one.parameters()):
                    return True
                following += vars(one).values()
            else:
                following += _reached(one)
        here = following
    return False


def _reached(one: Any) -> Iterator[Any]:
    """The objects that an object refers to by itself; none of one that is none of these kinds."""
    if isinstance(one, functools.partial):
        yield from (one.func, *one.args, *one.keywords.values())
    elif isinstance(one, types.MethodType):
        yield from (one.__self__, one.__func__)
    elif isinstance(one, types.FunctionType):
        yield from one.__defaults__ or ()
        yield from (one.__kwdefaults__ or {}).values()
        for cell in one.__closure__ or ():
            try:
                yield cell.cell_contents
            except ValueError:  # it has not been given a value yet
                continue
        yield from (
            one.__globals__[name] for name in _globals(one.__code__) if name in one.__globals__
        )
    elif isinstance(one, (list, tuple)):
        yield from one
    elif isinstance(one, dict):
        yield from one.values()


def _globals(code: types.CodeType) -> Iterator[str]:
    """The names that code looks up in its module, with what it defines inside."""
    for step in dis.get_instructions(code):
        if step.opname == "LOAD_GLOBAL":
            yield str(step.argval)
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield from _globals(const)
