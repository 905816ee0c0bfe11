"""Scopes that are equal inside: the same operations with the same attributes, shapes and wiring."""

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.graph.types import Edges, Integers, Nodes, Parameters

_FORWARD = 0  # in PHASES
_DATA = 0  # in EDGE_KINDS
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # odd: 2 to the 64th by the golden ratio

Words = NDArray[np.uint64]


def structures(
    nodes: Nodes,
    edges: Edges,
    output_shapes: Integers,
    depth: Integers,
    parent: Integers,
    name: Integers,
    type_: Integers,
    kind: Integers,
    parameters: Parameters,
    uses: Integers,
) -> Integers:
    """[S] numbers that are equal for scopes whose forward operations are equal.

    Compared are, in the order of execution: type, attributes, output shapes and shapes of parameters of each node, the
    names and types of the scopes between, and where each input comes from: as a distance within the scope, or from
    outside. The name of the scope itself is not, nor are edges of control. Backward operations follow from these. The numbers come from 64-bit
    hashes: among a million scopes, the chance that any two unequal ones are taken for equal is 3e-8.
    """
    if not len(depth):
        return np.zeros(0, np.int64)
    forward = np.flatnonzero(nodes.phase == _FORWARD)
    label = _labels(nodes, output_shapes, parameters, uses)[forward]
    inside = nodes.scope[forward]
    number = np.full(len(nodes), -1, np.int64)
    number[forward] = np.arange(len(forward))
    takers = np.repeat(np.arange(len(nodes)), np.diff(nodes.first_input))
    slot = np.arange(len(edges)) - nodes.first_input[takers]
    kept = (number[takers] >= 0) & (number[edges.node] >= 0) & (edges.kind == _DATA)
    taker, maker = number[takers[kept]], number[edges.node[kept]]
    place, output = _words(slot[kept]), edges.output[kept]

    found = _mix(_words(type_), _words(kind))
    ancestor = inside.copy()  # of each node at the level that is looked at
    way = np.zeros(len(forward), np.uint64)  # hash of the scopes between that level and the node
    for level in range(int(depth.max()), -1, -1):
        deep = depth[ancestor] > level
        between = ancestor[deep]
        way[deep] = _mix(way[deep], _words(name[between]), _words(type_[between]))
        ancestor[deep] = parent[ancestor[deep]]
        here = depth[ancestor] == level
        rank = _ranks(ancestor)
        same = ancestor[taker] == ancestor[maker]
        distance = np.where(same, rank[taker] - rank[maker], 0)
        pulled = np.zeros(len(forward), np.uint64)
        # Which output of something outside it is says nothing of the inside.
        port = np.where(same, output, 0)
        np.add.at(pulled, taker, _mix(place, _words(port), _words(distance), _words(same)))
        sums = np.zeros(len(depth), np.uint64)
        np.add.at(sums, ancestor[here], _mix(label, way, pulled, _words(rank))[here])
        at_level = depth == level
        found[at_level] = _mix(found[at_level], sums[at_level])
    return np.unique(found, return_inverse=True)[1].reshape(-1).astype(np.int64)


def _labels(nodes: Nodes, output_shapes: Integers, parameters: Parameters, uses: Integers) -> Words:
    makers = np.repeat(np.arange(len(nodes)), np.diff(nodes.first_output))
    port = np.arange(len(output_shapes)) - nodes.first_output[makers]
    shapes = np.zeros(len(nodes), np.uint64)
    np.add.at(shapes, makers, _mix(_words(port), _words(output_shapes)))
    held = np.repeat(np.arange(len(parameters)), np.diff(parameters.first_use))
    taken = np.zeros(len(nodes), np.uint64)
    np.add.at(taken, uses, _mix(_words(parameters.shape[held]), _words(parameters.role[held])))
    return _mix(_words(nodes.type), _words(nodes.attributes), shapes, taken)


def _ranks(group: Integers) -> Integers:
    """[N] which of its group each is, in order."""
    order = np.argsort(group, kind="stable")
    ordered = group[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]]) if len(group) else order
    lengths = np.diff(np.r_[starts, len(group)])
    rank = np.empty(len(group), np.int64)
    rank[order] = np.arange(len(group)) - np.repeat(starts, lengths)
    return rank


def _words(values: NDArray[np.int64] | NDArray[np.bool_]) -> Words:
    return values.astype(np.int64).view(np.uint64)


def _mix(*columns: Words) -> Words:
    """One hash of several columns; their order counts. The finalizer is that of SplitMix64."""
    mixed = np.zeros(len(columns[0]), np.uint64)
    for column in columns:
        mixed = (mixed + column + _MULTIPLIER) * _MULTIPLIER
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        mixed ^= mixed >> np.uint64(31)
    return mixed
