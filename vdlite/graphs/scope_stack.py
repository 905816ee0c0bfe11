"""Scopes of nodes that tell in which calls they were made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from vdlite.kinds.graph import GraphBuilder


class CallOf(NamedTuple):
    """A call of a module or function that a node is in."""

    key: Any  # what distinguishes this call from the others
    name: str
    type: str = ""
    kind: str = "module"


class ScopeStack:
    """Makes the scopes of nodes that come in order. A call that comes again is another one: `relu#2`."""

    def __init__(self, builder: GraphBuilder, root: int = 0) -> None:
        self._builder = builder
        self._stack: list[tuple[Any, int]] = [("", root)]
        self._counts: dict[tuple[int, str], int] = {}
        self._owned: set[int] = set()

    def of(self, calls: Sequence[CallOf]) -> int:
        """The scope of a node in these calls, from outside to inside."""
        depth = 1
        while depth < len(self._stack) and depth <= len(calls):
            if self._stack[depth][0] != calls[depth - 1].key:
                break
            depth += 1
        del self._stack[depth:]
        for call in calls[depth - 1 :]:
            parent = self._stack[-1][1]
            count = self._counts[parent, call.name] = self._counts.get((parent, call.name), 0) + 1
            numbered = call.name if count == 1 else f"{call.name}#{count}"
            scope = self._builder.add_scope(numbered, call.type, kind=call.kind, parent=parent)
            self._stack.append((call.key, scope))
        return self._stack[-1][1]

    def owns(self, parameter: int, scope: int) -> None:
        """The parameter belongs to the first scope that takes it."""
        if parameter not in self._owned:
            self._owned.add(parameter)
            self._builder.belongs(parameter, scope)
