"""The arguments of one class beside those of another."""

import inspect
from typing import Any


def public_methods(kind: type) -> list[str]:
    """Its methods, those that it has of others too; with its constructor."""
    names = {name for name, _ in inspect.getmembers(kind, inspect.isfunction)}
    return ["__init__", *sorted(name for name in names if not name.startswith("_"))]


def arguments(kind: type, method: str) -> list[tuple[str, str, Any]]:
    """Name, sort and default of each argument of a method."""
    return [
        (parameter.name, parameter.kind.description, parameter.default)
        for parameter in inspect.signature(getattr(kind, method)).parameters.values()
    ]
