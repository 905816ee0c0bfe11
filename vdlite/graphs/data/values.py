"""Parameters of stages as plain values that keep their type."""

from __future__ import annotations

import functools
import types
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.graphs.data.hashes import hash_of_array, hash_of_items
from vdlite.graphs.data.held import class_names, module_of, parts
from vdlite.graphs.data.redaction import REMOVED, Roots, is_secret, redacted
from vdlite.kinds.fields import plain
from vdlite.kinds.graph.types import Plain

_MOST_ITEMS = 16  # of a list that is kept as it is
_MOST_NAMES = 32  # of a mapping
_MOST_DEPTH = 4
_USUAL = (bool, float)
_LARGE = 1 << 63
_MOST_LETTERS = 500
_DESCRIBED = ("dtype", "device", "memory_format", "layout")  # types of torch whose text is a name


def plain_values(given: Mapping[str, Any], roots: Roots) -> dict[str, Plain]:
    return {name: plain_value(value, roots, name) for name, value in given.items()}


def plain_value(value: Any, roots: Roots, name: str = "", depth: int = 0) -> Plain:
    """The value; of a long list how many there are and a hash, of an object its class."""
    if value is None or type(value) in _USUAL:
        usual: Plain = value
        return usual
    if type(value) is int and abs(value) < _LARGE:
        return int(value)
    if isinstance(value, (int, np.generic)) and not _is_enum(value):
        number: Plain = plain(value)
        return number
    if isinstance(value, float):
        return float(value)
    if type(value) is str or (isinstance(value, str) and not _is_enum(value)):
        text = str.__str__(value)
        return REMOVED if is_secret(name, text) else redacted(text, roots)[:_MOST_LETTERS]
    if isinstance(value, bytes):
        return f"{len(value)} bytes"
    if isinstance(value, PurePath):
        return redacted(str(value), roots)[:_MOST_LETTERS]
    if _is_enum(value):
        held = object.__getattribute__(value, "_value_")
        return str(held if isinstance(held, str) else object.__getattribute__(value, "_name_"))
    if isinstance(value, np.dtype):
        return str(value.name)
    array = as_array(value)
    if array is not None:
        return _of_array(array)
    if depth < _MOST_DEPTH:
        several = _of_several(value, roots, name, depth)
        if several is not None:
            return several
    return _of_object(value)


def as_array(value: Any) -> NDArray[Any] | None:
    """The array itself, or the one of a torch tensor that has its numbers in this machine's memory."""
    if isinstance(value, np.ndarray):
        return value
    if is_tensor(value):
        try:
            if value.device.type == "cpu":
                array: NDArray[Any] = value.detach().numpy()
                return array
        except (TypeError, RuntimeError):  # sparse, quantized, or of a dtype that NumPy has not
            return None
    return None


def is_tensor(value: Any) -> bool:
    """True if a value is a tensor of torch, or of a class that inherits from it."""
    return any(
        base.__name__ == "Tensor" and base.__module__ == "torch" for base in type(value).__mro__
    )


def function_name(function: Any) -> str:
    """The name of a function, of a method with its class, or of what a partial one calls."""
    while isinstance(function, functools.partial):
        function = function.func
    if isinstance(function, types.MethodType):
        return f"{type(function.__self__).__name__}.{function.__func__.__name__}"
    name = getattr(function, "__name__", None) if is_function(function) else None
    return name.strip("<>") if isinstance(name, str) else type(function).__name__


def is_function(value: Any) -> bool:
    kinds = (types.FunctionType, types.MethodType, types.BuiltinFunctionType, type)
    return isinstance(value, (*kinds, np.ufunc))


def _of_array(array: NDArray[Any]) -> Plain:
    if array.size <= _MOST_ITEMS and array.ndim <= 1 and array.dtype.kind in "biuf":
        found: Plain = array.tolist()
        return found
    return f"{array.dtype} {list(array.shape)}, {hash_of_array(array)}"


def _of_several(value: Any, roots: Roots, name: str, depth: int) -> Plain:
    if isinstance(value, range):
        return f"range({value.start}, {value.stop}, {value.step})"
    if isinstance(value, (set, frozenset)):
        value = sorted(
            (plain_value(each, roots, name, depth + 1) for each in value),
            key=lambda each: (type(each).__name__, str(each)),
        )
    if isinstance(value, (list, tuple)):
        items = value if type(value) in (list, tuple) else parts(value)
        if len(items) > _MOST_ITEMS:
            return f"{len(items)} values, {hash_of_items(items)}"
        return [plain_value(each, roots, name, depth + 1) for each in items]
    if isinstance(value, dict):
        entries = list(dict.items(value))
        if len(entries) > _MOST_NAMES:
            return f"{len(entries)} entries, {hash_of_items([key for key, _ in entries])}"
        return {_key(key): plain_value(each, roots, _key(key), depth + 1) for key, each in entries}
    return None


def _key(key: Any) -> str:
    return str.__str__(key) if isinstance(key, str) else str(plain_value(key, "full", "", 3))


def _of_object(value: Any) -> str:
    if isinstance(value, functools.partial):
        return function_name(value)
    if is_function(value):
        return function_name(value)
    if module_of(value) == "torch" and type(value).__name__ in _DESCRIBED:
        return str(value).removeprefix("torch.")
    return type(value).__name__


def _is_enum(value: Any) -> bool:
    return "Enum" in class_names(value)
