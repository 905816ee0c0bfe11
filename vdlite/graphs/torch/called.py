"""How a model is called: unwrapping it, and making its arguments of what was given."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import nn

from vdlite.errors import PayloadError
from vdlite.kinds.graph import NAME

_TENSORBOARD_NAMES = ("verbose", "use_strict_trace")  # of no effect here, but no reason to fail


def unwrapped(model: nn.Module) -> nn.Module:
    """The model that a compiler or a wrapper for parallel work has in it."""
    for _ in range(10):
        inner = getattr(model, "_orig_mod", None)
        if inner is None and type(model).__name__ in ("DistributedDataParallel", "DataParallel"):
            inner = getattr(model, "module", None)
        if not isinstance(inner, nn.Module):
            break
        model = inner
    return model


def arguments(
    model: nn.Module, inputs: Sequence[Any], named: Mapping[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments that the model is called with. Raises PayloadError if they do not fit its signature."""
    named = dict(named)
    if not inputs and "input_to_model" in named:
        inputs = [named.pop("input_to_model")]
        for name in _TENSORBOARD_NAMES:
            named.pop(name, None)
    if not inputs and "input_spec" in named:
        named.pop("verbose", None)
        inputs = [_of_specification(each) for each in _listed(named.pop("input_spec"))]
    try:
        signature = inspect.signature(model.forward)
    except (TypeError, ValueError):
        return tuple(inputs), named
    given = tuple(inputs)
    alone = given[0] if len(given) == 1 else None
    if isinstance(alone, tuple) and (len(alone) == 1 or _takes_several(signature)):
        given = alone
    try:
        signature.bind(*given, **named)
    except TypeError as error:
        raise PayloadError(
            f"{NAME}: got inputs that do not fit {type(model).__name__}.forward{signature}: {error}"
        ) from error
    return given, named


def names_of_inputs(model: nn.Module, count: int) -> list[str]:
    """The names that the model gives its positional arguments."""
    try:
        parameters = list(inspect.signature(model.forward).parameters.values())
    except (TypeError, ValueError):
        parameters = []
    names: list[str] = []
    for parameter in parameters:
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            names += [f"{parameter.name}[{at}]" for at in range(count)]
        elif parameter.kind is not inspect.Parameter.VAR_KEYWORD:
            names.append(parameter.name)
    return [*names, *(f"input[{at}]" for at in range(len(names), count))][:count]


def _takes_several(signature: inspect.Signature) -> bool:
    """True if several arguments must be given, or any number can be."""
    places = [
        parameter
        for parameter in signature.parameters.values()
        if parameter.kind
        in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    ]
    needed = [each for each in places if each.default is inspect.Parameter.empty]
    starred = any(
        each.kind is inspect.Parameter.VAR_POSITIONAL for each in signature.parameters.values()
    )
    return len(needed) > 1 or starred


def _listed(given: Any) -> list[Any]:
    return list(given) if isinstance(given, (list, tuple)) else [given]


def _of_specification(given: Any) -> Any:
    """A tensor of zeros where an object only gives shape and dtype; -1 and None are taken as 1."""
    if isinstance(given, torch.Tensor) or not hasattr(given, "shape"):
        return given
    sizes = [1 if size is None or size < 0 else int(size) for size in given.shape]
    name = str(getattr(given, "dtype", "float32")).rpartition(".")[2]
    dtype = getattr(torch, name, torch.float32)
    return torch.zeros(sizes, dtype=dtype if isinstance(dtype, torch.dtype) else torch.float32)
