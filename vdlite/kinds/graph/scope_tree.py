"""A graph as a tree of scopes, each with what is in it."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from vdlite.kinds.graph.memory import memory
from vdlite.kinds.graph.names import parents, scope_paths
from vdlite.kinds.graph.types import SCOPE_KINDS, Graph, Integers, Shape, byte_count

_FORWARD = 0


@dataclass(slots=True)
class Scope:
    """A call of a module or function, or another group of nodes."""

    path: str  # "" for the whole
    name: str
    type: str
    kind: str  # one of SCOPE_KINDS
    node_count: int  # of all inside, however deep
    parameter_count: int  # each tensor once
    trained_count: int
    parameter_bytes: int
    flops: float  # of all forward nodes inside that are counted
    backward_flops: float  # of all other nodes inside that are counted
    peak_bytes: int  # of results, at most in use at one of its operations, whatever scope made them
    output: Shape | None  # of its last forward node
    children: list["Scope"] = field(default_factory=list)

    def walk(self, depth: int = 0) -> Iterator[tuple[int, "Scope"]]:
        """Itself and all inside, each before what is inside it, with their depths."""
        waiting = [(depth, self)]
        while waiting:
            level, scope = waiting.pop()
            yield level, scope
            waiting += [(level + 1, child) for child in reversed(scope.children)]


def scope_tree(graph: Graph) -> Scope:
    columns = graph.scope_columns
    above = parents(columns)
    paths = scope_paths(graph)
    nodes = graph.nodes
    counts = np.bincount(nodes.scope, minlength=len(columns)).astype(np.int64)
    is_forward = nodes.phase == _FORWARD
    counted = np.nan_to_num(nodes.flops)
    flops = np.bincount(nodes.scope, counted * is_forward, minlength=len(columns))
    backward = np.bincount(nodes.scope, counted * ~is_forward, minlength=len(columns))
    held, trained, room = _held(graph, above)
    last = _last_forward(graph)
    peak = np.zeros(len(columns))
    np.maximum.at(peak, nodes.scope, memory(graph).live)
    for scope in range(len(columns) - 1, 0, -1):  # what is inside comes after what contains it
        for column in (counts, flops, backward, held, trained, room):
            column[above[scope]] += column[scope]
        peak[above[scope]] = max(peak[above[scope]], peak[scope])
        last[above[scope]] = max(last[above[scope]], last[scope])
    made = [
        Scope(
            path=paths[at],
            name=graph.strings[int(columns.name[at])],
            type=graph.strings[int(columns.type[at])],
            kind=SCOPE_KINDS[int(columns.kind[at])],
            node_count=int(counts[at]),
            parameter_count=int(held[at]),
            trained_count=int(trained[at]),
            parameter_bytes=int(room[at]),
            flops=float(flops[at]),
            backward_flops=float(backward[at]),
            peak_bytes=int(peak[at]),
            output=_output(graph, int(last[at])),
        )
        for at in range(len(columns))
    ]
    for at in range(1, len(made)):
        made[int(above[at])].children.append(made[at])
    return made[0]


def _held(graph: Graph, above: Integers) -> tuple[list[int], list[int], list[int]]:
    """[S] numbers in the parameters of each scope itself, those of them that are trained, and their bytes.

    A tensor with several owners counts in each of them, and once in whatever contains them: where two of them meet, it
    is taken back.
    """
    held = graph.parameters
    count = len(graph.scope_columns)
    sums = ([0] * count, [0] * count, [0] * count)  # as Python adds them: no sum is too large
    owners: dict[int, list[int]] = {}
    for same, scope in zip(held.shared_with.tolist(), held.scope.tolist(), strict=True):
        owners.setdefault(same, []).append(scope)
    sizes, roles, trained = graph.sizes(), held.role.tolist(), held.trained.tolist()
    for parameter, scopes in owners.items():
        if roles[parameter] != 0:
            continue
        size = sizes[parameter]
        room = min(byte_count(graph.shape_table[int(held.shape[parameter])]) or 0, 8 * size)
        counted = (size, size if trained[parameter] else 0, room)
        scopes.sort()
        for at, scope in enumerate(scopes):
            shared = _common(above, scopes[at - 1], scope) if at else None
            for column, amount in zip(sums, counted, strict=True):
                column[scope] += amount
                if shared is not None:
                    column[shared] -= amount
    return sums


def _common(above: Integers, one: int, other: int) -> int:
    """The innermost scope around both; what contains a scope has a smaller number."""
    while one != other:
        if one > other:
            one = int(above[one])
        else:
            other = int(above[other])
    return one


def _last_forward(graph: Graph) -> Integers:
    """[S] the last forward node of each scope itself that has an output; -1 where there is none."""
    nodes = graph.nodes
    chosen = np.flatnonzero((nodes.phase == _FORWARD) & (np.diff(nodes.first_output) > 0))
    last = np.full(len(graph.scope_columns), -1, np.int64)
    np.maximum.at(last, nodes.scope[chosen], chosen)
    return last


def _output(graph: Graph, node: int) -> Shape | None:
    if node < 0:
        return None
    return graph.shape_table[int(graph.output_shapes[graph.nodes.first_output[node]])]
