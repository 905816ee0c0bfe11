"""What a function computes, known by its code: a landscape goes on only with the loss that it was begun with."""

import re
from collections.abc import Mapping
from functools import partial
from types import CodeType, FunctionType, MethodType
from typing import Any

import numpy as np

from vdlite.landscape.weights import fingerprint

_DEEP = 4  # functions that call each other
_LIBRARIES = ("torch", "numpy", "builtins")  # known by name: an upgrade is no other loss
_SERIAL = re.compile(r"___torch_mangle_\d+\.")
"""What distinguishes the names of scripted classes within a process."""
_PLAIN = (bool, int, float, complex, str, bytes, type(None))


def identity(thing: Any, deep: int = _DEEP) -> str:
    """A text that is the same for the same thing in every process, and another one for another thing.

    A function is its code, with its defaults, the values that it closes over, and the functions and constants of its
    module that it names; an object is its type's code, with its settings. Where it was defined does not count: a script
    is another module when it is imported.
    """
    if isinstance(thing, _PLAIN):
        return repr(thing)
    if isinstance(thing, np.ndarray):
        return fingerprint([thing]) if thing.dtype.kind in "biufc" else str(thing.dtype)
    if hasattr(thing, "detach") and hasattr(thing, "cpu"):  # a tensor
        return identity(np.asarray(thing.detach().cpu().double()))
    if isinstance(thing, Mapping):
        return _joined(f"{key}={identity(value, deep)}" for key, value in thing.items())
    if isinstance(thing, (set, frozenset)):
        return _joined(sorted(identity(one, deep) for one in thing))
    if isinstance(thing, (list, tuple)):
        return _joined(identity(one, deep) for one in thing)
    if deep <= 0:
        return _name(thing)
    if isinstance(thing, partial):
        return identity([thing.func, thing.args, thing.keywords], deep)
    if isinstance(thing, MethodType):
        return _joined([identity(thing.__func__, deep), _object(thing.__self__, deep)])
    if isinstance(thing, FunctionType):
        return _function(thing, deep)
    if isinstance(thing, type) or not hasattr(thing, "__dict__") or _root(thing) == "builtins":
        return _name(thing)
    return _object(thing, deep)


def _function(function: FunctionType, deep: int) -> str:
    if _root(function) in _LIBRARIES:
        return function.__name__
    code = function.__code__
    parts = [function.__name__, _code(code), identity(function.__defaults__, deep - 1)]
    parts.append(identity(function.__kwdefaults__, deep - 1))
    for cell in function.__closure__ or ():
        try:
            value = cell.cell_contents
        except ValueError:  # nothing is in it yet
            continue
        # Lists and mappings may be what the function keeps between calls.
        if not isinstance(value, (list, set, Mapping)):
            parts.append(identity(value, deep - 1))
    for name in _names(code):
        value = function.__globals__.get(name)
        if isinstance(value, (*_PLAIN, tuple, np.ndarray, FunctionType)) and value is not None:
            parts.append(f"{name}={identity(value, deep - 1)}")
    return fingerprint((), *parts)


def _code(code: CodeType) -> str:
    constants = [
        _code(one) if isinstance(one, CodeType) else identity(one) for one in code.co_consts
    ]
    return fingerprint((), code.co_code, constants, code.co_names)


def _names(code: CodeType) -> list[str]:
    """The names that the code may look up in its module; functions within it, too."""
    inner = [one for one in code.co_consts if isinstance(one, CodeType)]
    return [*code.co_names, *(name for one in inner for name in _names(one))]


def _object(thing: Any, deep: int) -> str:
    """The settings of an object: what is plain of its attributes, and its tensors if it is a module."""
    parts = [type(thing).__name__]
    for method in ("__call__", "forward"):
        code = getattr(type(thing), method, None)
        if isinstance(code, FunctionType):
            parts.append(identity(code, deep - 1))
    for name, value in sorted(getattr(thing, "__dict__", {}).items()):
        if not name.startswith("_") and name != "training" and isinstance(value, (*_PLAIN, tuple)):
            parts.append(f"{name}={identity(value, deep - 1)}")
    if hasattr(thing, "state_dict") and hasattr(thing, "children"):
        parts += [f"{name}={identity(one)}" for name, one in thing.state_dict().items()]
        parts += [_object(child, deep) for child in thing.children()]
    return fingerprint((), *parts)


def structure(model: Any) -> str:
    """What a torch module computes with its weights: the code and settings of all its parts, without their values."""
    parts = []
    for name, module in model.named_modules():
        settings = {
            key: value
            for key, value in sorted(vars(module).items())
            if not key.startswith("_") and key != "training" and isinstance(value, (*_PLAIN, tuple))
        }
        code = getattr(type(module), "forward", None)
        if not isinstance(code, FunctionType):
            text = getattr(module, "code", None)  # of a scripted module
            code = _SERIAL.sub("", text) if isinstance(text, str) else None
        parts.append(
            (
                name,
                getattr(module, "original_name", type(module).__name__),
                identity(settings),
                identity(code) if code else "",
            )
        )
    return fingerprint((), *parts)


def _root(thing: Any) -> str:
    return str(getattr(thing, "__module__", "") or "").partition(".")[0]


def _name(thing: Any) -> str:
    return str(getattr(thing, "__name__", type(thing).__name__))


def _joined(parts: Any) -> str:
    return "(" + ",".join(parts) + ")"
