"""Finding the order of channels in which one network lies nearest to another one.

Weight matching of S. Ainsworth, J. Hayase, S. Srinivasa, Git Re-Basin: Merging Models modulo Permutation Symmetries
(2023, arXiv 2209.04836), section 3.2 and algorithm 1: coordinate descent, of which each step is a linear assignment.
"""

from collections.abc import Collection, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from vdlite.landscape.alignment.groups import (
    FIXED,
    PermutationGroups,
    PermutedAxis,
    Segment,
    order_of,
)
from vdlite.landscape.weights import Array
from vdlite.packages import needed

_MOST_SWEEPS = 100
_GAIN = 1e-9  # as a share: a sweep that gains less is the last

_Found = dict[int, NDArray[np.intp]]


def match(
    groups: PermutationGroups,
    reference: Mapping[str, Array],
    other: Mapping[str, Array],
    *,
    without: Collection[str] = (),
    seed: int = 0,
) -> _Found:
    """The permutations of the other network with which its weights have the largest product with the reference's.

    without: names of arrays that are permuted, but do not count, such as the statistics of batch norm. seed: of the
    order in which groups take their turns.
    The descent begins twice: at the other network's own order, and at what the layers give one after another, from
    the inputs on, which finds a permuted copy at once. The better end counts.
    """
    matching = _Matching(groups, reference, other, without)
    ends = [
        matching.descended(start, seed) for start in (matching.unchanged(), matching.in_order())
    ]
    return max(ends, key=matching.product)


class _Matching:
    def __init__(
        self,
        groups: PermutationGroups,
        reference: Mapping[str, Array],
        other: Mapping[str, Array],
        without: Collection[str],
    ) -> None:
        self._sizes = groups.sizes
        self._axes: dict[str, list[PermutedAxis]] = {}
        for axis in groups.axes:
            if axis.name not in without:
                self._axes.setdefault(axis.name, []).append(axis)
        self._reference, self._other = reference, other

    def unchanged(self) -> _Found:
        return {group: np.arange(size) for group, size in self._sizes.items()}

    def in_order(self) -> _Found:
        """Each group by the weights whose other axes are known already, as far as there are any."""
        found: _Found = {}
        for group, size in self._sizes.items():
            costs = [
                self._products(axis, start, segment, found)
                for axis, start, segment in self._places(group)
                if all(
                    segment.group in found or segment.group == FIXED
                    for beside in self._axes[axis.name]
                    if beside is not axis
                    for segment in beside.segments
                )
            ]
            found[group] = _assigned(sum(costs[1:], costs[0])) if costs else np.arange(size)
        return found

    def descended(self, start: _Found, seed: int) -> _Found:
        found, rng = dict(start), np.random.default_rng(seed)
        last = self.product(found)
        for _ in range(_MOST_SWEEPS):
            for group in rng.permutation(list(self._sizes)).tolist():
                parts = [self._products(*place, found) for place in self._places(group)]
                if parts:
                    found[group] = _assigned(sum(parts[1:], parts[0]))
            reached = self.product(found)
            if reached - last <= _GAIN * abs(last):
                break
            last = reached
        return found

    def product(self, found: _Found) -> float:
        """The product of all permuted weights with the reference's."""
        total = 0.0
        for name in self._axes:
            array = self._permuted(name, found)
            total += float(np.vdot(_wide(self._reference[name]), array))
        return total

    def _places(self, group: int) -> Iterator[tuple[PermutedAxis, int, Segment]]:
        """The places of a group: the axes, and where in them it begins."""
        for axes in self._axes.values():
            for axis in axes:
                start = 0
                for segment in axis.segments:
                    if segment.group == group:
                        yield axis, start, segment
                    start += segment.length

    def _products(
        self, axis: PermutedAxis, start: int, segment: Segment, found: _Found
    ) -> NDArray[np.float64]:
        """Products of each channel of the reference with each of the other, [C, C], in one weight."""
        other = self._permuted(axis.name, found, without=axis)
        rows = []
        for array in (_wide(self._reference[axis.name]), other):
            moved = np.moveaxis(array, axis.axis, 0)[start : start + segment.length]
            rows.append(moved.reshape(segment.size, -1))
        product: NDArray[np.float64] = rows[0] @ rows[1].T
        return product

    def _permuted(
        self, name: str, found: _Found, without: PermutedAxis | None = None
    ) -> NDArray[np.float64]:
        array = _wide(self._other[name])
        for axis in self._axes[name]:
            order = None if axis is without else order_of(axis, found)
            if order is not None:
                array = np.take(array, order, axis=axis.axis)
        return array


def _assigned(products: NDArray[np.float64]) -> NDArray[np.intp]:
    # SciPy comes with scikit-learn; it is slow to import.
    with needed("matching"):
        from scipy.optimize import linear_sum_assignment

    # Weights of a training that diverged are no reason to fail: what is no number is as good as nothing.
    _, columns = linear_sum_assignment(np.nan_to_num(products), maximize=True)
    found: NDArray[np.intp] = columns
    return found


def _wide(array: Array) -> NDArray[np.float64]:
    return np.asarray(array, dtype=np.float64)
