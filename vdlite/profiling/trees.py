"""Trees of a profile: modules by their paths, and what called what."""

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from vdlite.kinds.profile.categories import BACKWARD_PHASE, CATEGORIES, FORWARD_PHASE, MODULE
from vdlite.kinds.profile.types import Tables
from vdlite.profiling.tables import in_steps, is_device_work
from vdlite.profiling.whole_model import whole_model

Columns: TypeAlias = dict[str, Any]

_SUMS = ("self", "device_self", "forward", "backward", "flops", "bytes")


@dataclass(slots=True)
class _Node:
    """A module, or an operator in one."""

    name: str
    path: str
    is_module: bool = True
    calls: int = 0
    own: list[int] = field(default_factory=lambda: [0] * len(_SUMS))
    total: list[int] = field(default_factory=lambda: [0] * len(_SUMS))
    modules: "dict[str, _Node]" = field(default_factory=dict)
    operators: "dict[str, _Node]" = field(default_factory=dict)

    def at(self, path: str) -> "_Node":
        """The module of that path, whose first part is below this one."""
        node, below = self, ""
        for part in path.split("."):
            below = f"{below}.{part}" if below else part
            node = node.modules.setdefault(part, _Node(part, below))
        return node

    def operator(self, name: str) -> "_Node":
        return self.operators.setdefault(name, _Node(name, self.path, is_module=False))


def module_tree(tables: Tables, steps: tuple[int, int] | None = None) -> Columns:
    """A row for each module and, below it, each operator in it: parents first, the longest of them first.

    The model itself, where it is called, holds all other modules.

    steps: numbers of the first and the last step; None for all, and what lies in none.

    parent: row; -1 for none. name: last part of the path, or the operator. path: of the module, or of that in which the
    operator is. is_module. calls: of the module, or of the operator. self_ns, device_self_ns: without the rows below.
    total_ns, device_total_ns, forward_ns, backward_ns (on the host), flops, bytes: with them.
    """
    groups = tables.groups
    rows = (groups.module > 0) & ~is_device_work(
        groups
    )  # that is with the operator that launched it
    if steps is not None:
        rows &= in_steps(tables, steps)
    root = _Node("", "")
    whole = whole_model(tables)
    model = root if whole is None else root.at(whole)
    for at in np.flatnonzero(rows).tolist():
        path = tables.strings[groups.module[at]]
        node = model if path == whole else model.at(path)
        if groups.category[at] != MODULE:
            node = node.operator(tables.strings[groups.name[at]])
        own, phase = int(groups.self_ns[at]), groups.phase[at]
        numbers = (
            own,
            int(groups.device_self_ns[at]),
            own if phase == FORWARD_PHASE else 0,
            own if phase == BACKWARD_PHASE else 0,
            int(groups.flops[at]),
            int(groups.bytes[at]),
        )
        node.own = [one + other for one, other in zip(node.own, numbers, strict=True)]
        node.calls += int(groups.calls[at])
    return _columns(root)


def _columns(root: _Node) -> Columns:
    _add_up(root)
    rows: list[_Node] = []
    parents: list[int] = []
    waiting = [(child, -1) for child in _shortest_first(root)]
    while waiting:
        node, parent = waiting.pop()
        parents.append(parent)
        rows.append(node)
        waiting.extend((child, len(rows) - 1) for child in _shortest_first(node))

    def column(values: "list[int]") -> Any:
        return np.array(values, np.int64)

    return {
        "parent": column(parents),
        "name": [node.name for node in rows],
        "path": [node.path for node in rows],
        "is_module": np.array([node.is_module for node in rows], np.bool_),
        "calls": column([node.calls for node in rows]),
        "self_ns": column([node.own[0] for node in rows]),
        "device_self_ns": column([node.own[1] for node in rows]),
        "total_ns": column([node.total[0] for node in rows]),
        "device_total_ns": column([node.total[1] for node in rows]),
        "forward_ns": column([node.total[2] for node in rows]),
        "backward_ns": column([node.total[3] for node in rows]),
        "flops": column([node.total[4] for node in rows]),
        "bytes": column([node.total[5] for node in rows]),
    }


def _add_up(root: _Node) -> None:
    order = [root]
    for node in order:  # grows: children come after their parents
        order.extend([*node.modules.values(), *node.operators.values()])
    for node in reversed(order):
        below = [*node.modules.values(), *node.operators.values()]
        node.total = [
            sum(numbers) for numbers in zip(node.own, *[each.total for each in below], strict=True)
        ]


def _shortest_first(node: _Node) -> list[_Node]:
    below = [*node.modules.values(), *node.operators.values()]
    return sorted(below, key=lambda each: each.total[0] + each.total[1])


def stack_tree(tables: Tables) -> Columns:
    """A row for each path of calls on the host, with the columns of `module_tree` that there are of it."""
    tree = tables.call_tree
    children: list[list[int]] = [[] for _ in range(len(tree))]
    roots: list[int] = []
    for node in np.argsort(tree.total_ns, kind="stable").tolist():
        (children[tree.parent[node]] if tree.parent[node] >= 0 else roots).append(node)
    order: list[int] = []
    parents: list[int] = []
    waiting = [(node, -1) for node in roots]
    while waiting:
        node, parent = waiting.pop()
        order.append(node)
        parents.append(parent)
        waiting.extend((child, len(order) - 1) for child in children[node])
    at = np.array(order, np.int64)
    return {
        "parent": np.array(parents, np.int64),
        "name": [tables.strings[name] for name in tree.name[at].tolist()],
        "category": [CATEGORIES[each] for each in tree.category[at].tolist()],
        "calls": tree.calls[at],
        "self_ns": tree.self_ns[at],
        "total_ns": tree.total_ns[at],
    }
