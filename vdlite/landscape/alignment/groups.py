"""The axes of a network's weights that are permuted together, without changing what the network computes."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vdlite.landscape.weights import Array

FIXED = -1
"""The group of what stays in its order, such as inputs and outputs."""

Permutations = Mapping[int, NDArray[np.intp]]
"""For each group the places in the other model of what comes to each place."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of an axis: the channels of a group, each as several entries that follow each other."""

    group: int
    size: int  # channels
    block: int = 1  # entries of each, as where pictures are flattened before a linear layer

    @property
    def length(self) -> int:
        return self.size * self.block


@dataclass(frozen=True, slots=True)
class PermutedAxis:
    """An axis of a weight whose entries belong to channels."""

    name: str
    axis: int
    segments: tuple[Segment, ...]  # several where outputs of layers are concatenated


@dataclass(frozen=True)
class PermutationGroups:
    """All axes of a network that can be permuted. In the order of its computation."""

    axes: tuple[PermutedAxis, ...]

    @property
    def sizes(self) -> dict[int, int]:
        """The channels of each group that can be permuted, in the order in which they are computed."""
        segments = [segment for axis in self.axes for segment in axis.segments]
        found = {one.group: one.size for one in segments if one.group != FIXED}
        return dict(sorted(found.items()))

    def permuted(self, arrays: Mapping[str, Array], permutations: Permutations) -> dict[str, Array]:
        """The arrays of the same function with its channels in another order."""
        made = dict(arrays)
        for axis in self.axes:
            order = order_of(axis, permutations)
            if order is not None:
                made[axis.name] = np.take(made[axis.name], order, axis=axis.axis)
        return made


def order_of(axis: PermutedAxis, permutations: Permutations) -> NDArray[np.intp] | None:
    """The entry of an axis that comes to each place; None: all stay."""
    if not any(segment.group in permutations for segment in axis.segments):
        return None
    parts, start = [], 0
    for segment in axis.segments:
        entries = np.arange(segment.length).reshape(segment.size, segment.block)
        if segment.group in permutations:
            entries = entries[permutations[segment.group]]
        parts.append(start + entries.reshape(-1))
        start += segment.length
    return np.concatenate(parts).astype(np.intp)
