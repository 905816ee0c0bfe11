"""The channels of tensors on their way through a network, and the axes of weights that must follow them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from vdlite.landscape.alignment.groups import FIXED, PermutationGroups, PermutedAxis, Segment

Segments = tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class Labeled:
    """A tensor one of whose dimensions holds channels of groups. What is no such is in its order for good."""

    dim: int
    segments: Segments
    shape: tuple[int, ...]

    def at(self, dim: int, shape: Sequence[int]) -> "Labeled":
        return Labeled(dim, self.segments, tuple(shape))

    @property
    def from_end(self) -> int:
        return self.dim - len(self.shape)


class Channels:
    """Groups of channels, united where tensors are added; those that can't be permuted are fixed."""

    def __init__(self) -> None:
        self._above: list[int] = []
        self._fixed: set[int] = set()
        self._axes: dict[tuple[int, int], tuple[str, Segments]] = {}

    def new(self, size: int) -> Segments:
        """The outputs of a layer."""
        self._above.append(len(self._above))
        return (Segment(len(self._above) - 1, size),)

    def fix(self, labels: Iterable[Labeled | None]) -> None:
        """Fix the channels of these tensors: what is done with them depends on their order, or is not known."""
        for one in labels:
            if one is not None:
                self._fix(one.segments)

    def unite(self, one: Segments, other: Segments) -> None:
        """Both are in the same order from now on."""
        if [(each.size, each.block) for each in one] != [(each.size, each.block) for each in other]:
            self._fix(one)
            self._fix(other)
            return
        for a, b in zip(one, other, strict=True):
            first, second = self._root(a.group), self._root(b.group)
            if FIXED in (first, second):
                self._fix((a, b))
            elif first != second:
                # The earlier one stands for both: groups count in the order of the computation.
                first, second = sorted((first, second))
                self._above[second] = first
                if second in self._fixed:
                    self._fixed.add(first)

    def follow(self, identity: int, name: str, axis: int, segments: Segments) -> None:
        """An axis of a weight has these channels. identity: of the weight, which may have several names."""
        known = self._axes.setdefault((identity, axis), (name, segments))
        if known[1] is not segments:
            self.unite(known[1], segments)

    def groups(self) -> PermutationGroups:
        """All axes with channels that can be permuted."""
        found = []
        for (_, axis), (name, segments) in self._axes.items():
            named = tuple(replace(one, group=self._root(one.group)) for one in segments)
            if any(one.group != FIXED for one in named):
                found.append(PermutedAxis(name, axis, named))
        return PermutationGroups(tuple(found))

    def _fix(self, segments: Segments) -> None:
        for one in segments:
            root = self._root(one.group)
            if root != FIXED:
                self._fixed.add(root)

    def _root(self, group: int) -> int:
        if group == FIXED:
            return FIXED
        while self._above[group] != group:
            group = self._above[group]
        return FIXED if group in self._fixed else group


def fixed(size: int) -> Segments:
    return (Segment(FIXED, size),)
