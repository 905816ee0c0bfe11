"""What an object holds, without running a line of its code: no property, no `__getattr__`, no `__repr__`."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

_TAKES_MORE = 0x04 | 0x08  # of a code's flags: it has *args or **kwargs
_MODULES, _PARAMETERS, _BUFFERS = "_modules", "_parameters", "_buffers"  # of a torch module


def held(thing: Any) -> dict[str, Any]:
    """The attributes of an object by name, those of slots and the parts of a torch module among them."""
    try:
        found = object.__getattribute__(thing, "__dict__")
    except AttributeError:
        found = {}
    attributes: dict[str, Any] = dict(found) if type(found) is dict else {}
    for base in type(thing).__mro__:
        if "__slots__" in vars(base):
            attributes |= _slots(thing, base)
    for part in (_MODULES, _PARAMETERS, _BUFFERS):
        inner = attributes.pop(part, None)
        if isinstance(inner, dict):
            attributes |= {str(name): value for name, value in inner.items()}
    return attributes


def _slots(thing: Any, base: type) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, slot in vars(base).items():
        if isinstance(slot, types.MemberDescriptorType):
            with suppress(AttributeError):  # nothing was ever put there
                found[name] = slot.__get__(thing)
    return found


def class_names(thing: Any) -> tuple[str, ...]:
    """The names of an object's class and of all that it inherits from."""
    return tuple(base.__name__ for base in type(thing).__mro__)


def module_of(thing: Any) -> str:
    """The first part of the name of the package that its class is from."""
    name = getattr(type(thing), "__module__", "")
    return name.partition(".")[0] if isinstance(name, str) else ""


def has_method(thing: Any, *names: str) -> bool:
    """True if an object's class has one of these."""
    return any(name in vars(base) for base in type(thing).__mro__ for name in names)


def parts(parent: Any) -> list[Any]:
    """The parts of a list, a tuple, a mapping or a torch container of modules, in order; nothing of other things."""
    if isinstance(parent, list):
        return list(list.__iter__(parent))
    if isinstance(parent, tuple):
        return list(tuple.__iter__(parent))
    if isinstance(parent, dict):
        return list(dict.values(parent))
    inner = held_modules(parent)
    return [] if inner is None else list(inner.values())


def held_modules(thing: Any) -> Mapping[str, Any] | None:
    """The modules inside of a torch module, by name; None if it is no module."""
    try:
        inner = object.__getattribute__(thing, "__dict__").get(_MODULES)
    except AttributeError:
        return None
    return inner if isinstance(inner, dict) else None


def asked(thing: Any) -> Iterator[str]:
    """The names of arguments that its constructor may be called with, in order."""
    seen: set[str] = set()
    for base in type(thing).__mro__:
        made = vars(base).get("__init__")
        made = getattr(made, "__wrapped__", made)
        if not isinstance(made, types.FunctionType):
            continue
        code = made.__code__
        for name in code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]:
            if name not in seen:
                seen.add(name)
                yield name
        if not code.co_flags & _TAKES_MORE:
            return


def arguments(thing: Any, attributes: Mapping[str, Any]) -> dict[str, Any]:
    """The attributes that tell how it was made: what its constructor takes, and whatever else is public."""
    found: dict[str, Any] = {}
    for name in asked(thing):
        for place in (name, f"_{name}"):
            if place in attributes:
                found[name] = attributes[place]
                break
    for name, value in attributes.items():
        if not name.startswith("_") and name not in found:
            found[name] = value
    return found
