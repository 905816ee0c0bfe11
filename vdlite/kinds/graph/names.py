"""The names of nodes and scopes."""

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from vdlite.kinds.graph.types import Graph, Integers, Scopes

_FUNCTION = 1  # in SCOPE_KINDS


def short_type(name: str) -> str:
    """An operation's type as people say it: "addmm" for "aten.addmm.default", "Gelu" for "own.Gelu".

    A variant that is more than the usual one stays: "add.Scalar".
    """
    parts = name.split(".")
    if len(parts) == 3 and parts[0].isidentifier() and parts[1] and parts[2]:
        return parts[1] if parts[2] in ("default", "Tensor") else f"{parts[1]}.{parts[2]}"
    return parts[-1] or name


def parents(scopes: "Scopes") -> "Integers":
    """[S] the scope that each is in; 0 for the whole."""
    at: list[int] = []
    found = np.zeros(len(scopes), np.int64)
    for scope, depth in enumerate(scopes.depth.tolist()):
        del at[depth:]
        found[scope] = at[-1] if at else 0
        at.append(scope)
    return found


def scope_paths(graph: "Graph") -> list[str]:
    """[S] names of the modules and groups down to each scope, joined by dots; a function call adds nothing."""
    scopes = graph.scope_columns
    path: list[str] = []
    ends: list[str] = []
    for scope, (depth, kind) in enumerate(
        zip(scopes.depth.tolist(), scopes.kind.tolist(), strict=True)
    ):
        del path[depth:]
        above = path[-1] if path else ""
        name = graph.strings[int(scopes.name[scope])] if depth and kind != _FUNCTION else ""
        path.append(f"{above}.{name}" if above and name else above or name)
        ends.append(path[-1])
    return ends


def call_names(graph: "Graph") -> list[str]:
    scopes = graph.scope_columns
    is_call = scopes.kind == _FUNCTION
    named = [
        graph.strings[name] if call else ""
        for name, call in zip(scopes.name.tolist(), is_call.tolist(), strict=True)
    ]
    return [named[at] for at in graph.nodes.scope.tolist()]


def node_names(graph: "Graph") -> list[str]:
    seen: dict[tuple[int, str], int] = {}
    found: list[str] = []
    given = [graph.strings[at] for at in graph.nodes.name.tolist()]
    for scope, type_name, name in zip(graph.nodes.scope.tolist(), graph.types, given, strict=True):
        called = name or short_type(type_name)
        count = seen[scope, called] = seen.get((scope, called), 0) + 1
        found.append(called if count == 1 else f"{called}#{count}")
    return found
