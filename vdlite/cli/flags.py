"""Flags of a command, derived from dataclasses of options: their names, types, defaults and help are said once, there."""

from __future__ import annotations

import argparse
import types
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

if TYPE_CHECKING:
    from vdlite.landscape.keywords import Flag


def add_flags(parser: argparse.ArgumentParser, options: type[Any]) -> None:
    """Add the flags of a dataclass, each under the name of its field; what is not given is not in the namespace."""
    hints = get_type_hints(options)
    for one in fields(options):
        flag: Flag | None = one.metadata["flag"]
        if flag is not None:
            parser.add_argument(
                flag.name,
                dest=one.name,
                help=flag.help,
                default=argparse.SUPPRESS,
                **_value_of(flag, hints[one.name]),
            )


def given_of(namespace: argparse.Namespace, options: type[Any]) -> dict[str, Any]:
    """The options that were given, by the names of their fields."""
    return {
        one.name: getattr(namespace, one.name)
        for one in fields(options)
        if hasattr(namespace, one.name)
    }


def _value_of(flag: Flag, hint: Any) -> dict[str, Any]:
    """The value that a flag takes, as argparse wants it: nothing, one of some words, a number, a list, or text."""
    wanted = get_args(hint) if get_origin(hint) is types.UnionType else (hint,)
    if flag.const is not None or bool in wanted:
        return {"action": "store_const", "const": True if flag.const is None else flag.const}
    words = next((get_args(one) for one in wanted if get_origin(one) is Literal), ())
    if words:
        return {"choices": flag.choices or tuple(filter(None, words))}
    if int in wanted and str not in wanted:
        return {"type": int, "metavar": flag.metavar}
    if float in wanted and str not in wanted:
        return {"type": float, "metavar": flag.metavar or "X"}
    return {"metavar": flag.metavar}
