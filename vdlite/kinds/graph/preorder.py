"""Scopes in the order of a tree's walk, so that what is inside one stands right after it."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def in_preorder(
    parents: Sequence[int], node_scopes: Sequence[int]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The scopes in order, and where each of them has come to; siblings by their first node.

    parents: [S] of scopes in the order of their making, each after its parent; the first one is the whole.
    node_scopes: [N] the innermost scope of each node.
    """
    count, last = len(parents), len(node_scopes)
    first = [last] * count
    for node in range(last - 1, -1, -1):
        first[node_scopes[node]] = node
    for scope in range(count - 1, 0, -1):
        first[parents[scope]] = min(first[parents[scope]], first[scope])
    children: list[list[int]] = [[] for _ in range(count)]
    for scope in range(1, count):
        children[parents[scope]].append(scope)
    order: list[int] = []
    waiting = [0]
    while waiting:
        scope = waiting.pop()
        order.append(scope)
        waiting += sorted(children[scope], key=lambda at: (first[at], at), reverse=True)
    place = np.zeros(count, np.int64)
    place[order] = np.arange(count)
    return np.array(order, np.int64), place
