"""What an operator was called with, by the names of its schema."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import torch
from torch._ops import OpOverload


def attributes(
    operator: OpOverload, arguments: Sequence[Any], named: dict[str, Any]
) -> dict[str, Any]:
    """All arguments that are no tensors, by name; what was left out is left out."""
    found: dict[str, Any] = {}
    for name, value in _named(operator, arguments, named):
        if value is not None and not _holds_tensor(value):
            found[name] = _plain(value)
    return found


def frozen(value: Any) -> Any:
    """A key that distinguishes these arguments from others, but for their tensors: of one type, since 1 is True."""
    if isinstance(value, torch.Tensor):
        return torch.Tensor
    if isinstance(value, (list, tuple)):
        return tuple(map(frozen, value))
    if isinstance(value, dict):
        return tuple((name, frozen(each)) for name, each in value.items())
    return type(value), value


def tensors(
    operator: OpOverload, arguments: Sequence[Any], named: dict[str, Any]
) -> list[tuple[str, bool, torch.Tensor | None]]:
    """All arguments that are tensors, in order: name, whether it is one of a list, and the tensor.

    None stands for one that is left out.
    """
    found: list[tuple[str, bool, torch.Tensor | None]] = []
    takes = _takes_tensor(operator)
    for name, value in _named(operator, arguments, named):
        if isinstance(value, torch.Tensor):
            found.append((name, False, value))
        elif isinstance(value, (list, tuple)) and _holds_tensor(value):
            found += [(name, True, each) for each in value if isinstance(each, torch.Tensor)]
        elif value is None and name in takes:
            found.append((name, False, None))
    return found


@cache
def written(operator: OpOverload) -> frozenset[str]:
    """Names of the arguments that it changes in place."""
    return frozenset(
        argument.name
        for argument in operator._schema.arguments
        if argument.alias_info is not None and argument.alias_info.is_write
    )


def written_tensors(
    operator: OpOverload, arguments: Sequence[Any], named: dict[str, Any]
) -> list[torch.Tensor]:
    names = written(operator)
    if not names:
        return []
    found: list[torch.Tensor] = []
    for name, value in _named(operator, arguments, named):
        if name in names:
            each = value if isinstance(value, (list, tuple)) else [value]
            found += [one for one in each if isinstance(one, torch.Tensor)]
    return found


def _named(
    operator: OpOverload, arguments: Sequence[Any], named: dict[str, Any]
) -> Iterator[tuple[str, Any]]:
    yield from zip(_names(operator), arguments, strict=False)
    yield from named.items()


@cache
def _names(operator: OpOverload) -> tuple[str, ...]:
    return tuple(argument.name for argument in operator._schema.arguments)


@cache
def _takes_tensor(operator: OpOverload) -> frozenset[str]:
    return frozenset(
        argument.name for argument in operator._schema.arguments if "Tensor" in str(argument.type)
    )


def _holds_tensor(value: Any) -> bool:
    if isinstance(value, torch.Tensor):
        return True
    return isinstance(value, (list, tuple)) and any(
        isinstance(each, torch.Tensor) for each in value
    )


def _plain(value: Any) -> Any:
    """Types of torch as their names: "float32", not "torch.float32"."""
    if isinstance(value, (torch.dtype, torch.layout, torch.memory_format)):
        return str(value).removeprefix("torch.")
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    if isinstance(value, (torch.SymInt, torch.SymFloat, torch.SymBool, torch.device)):
        return str(value)
    return value
