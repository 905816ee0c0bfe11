"""Scopes of nodes of torch.fx, by the stack of modules that each of them tells."""

from __future__ import annotations

from typing import Any

from torch import fx

from vdlite.kinds.graph import GraphBuilder


class FxScopes:
    """Calls of modules and functions, made when the first node in them comes. A second call of one is `relu#2`."""

    def __init__(self, builder: GraphBuilder, root: int) -> None:
        self._builder = builder
        self._stack: list[tuple[Any, int]] = [("", root)]  # what tells a call, and its scope
        self._counts: dict[tuple[int, str], int] = {}
        self._owned: set[int] = set()

    def of(self, node: fx.Node) -> int:
        """The scope of the node: those that it is no longer in are left."""
        wanted = _calls(node)
        depth = 1
        while depth < len(self._stack) and depth <= len(wanted):
            if self._stack[depth][0] != wanted[depth - 1][0]:
                break
            depth += 1
        del self._stack[depth:]
        for key, name, type_name, kind in wanted[depth - 1 :]:
            parent = self._stack[-1][1]
            count = self._counts[parent, name] = self._counts.get((parent, name), 0) + 1
            told = name if count == 1 else f"{name}#{count}"
            scope = self._builder.add_scope(told, type_name, kind=kind, parent=parent)
            self._stack.append((key, scope))
        return self._stack[-1][1]

    def owns(self, parameter: int, builder: GraphBuilder, scope: int) -> None:
        """The parameter belongs to the first scope that uses it."""
        if parameter not in self._owned:
            self._owned.add(parameter)
            builder.belongs(parameter, scope)


def _calls(node: fx.Node) -> list[tuple[Any, str, str, str]]:
    """From outside to inside: what tells the call, its name, its type and its kind."""
    found: list[tuple[Any, str, str, str]] = []
    above = ""
    for key, (path, kind) in (node.meta.get("nn_module_stack") or {}).items():
        bare = str(path).partition("@")[0]
        if bare:
            name = bare.removeprefix(f"{above}.") if above else bare
            told = kind if isinstance(kind, str) else getattr(kind, "__name__", "")
            found.append(((key, path), name, str(told).rpartition(".")[2], "module"))
            above = bare
    function = node.meta.get("torch_fn")
    if function:
        found.append((function[0], str(function[1]).rpartition(".")[2], "", "function"))
    return found
