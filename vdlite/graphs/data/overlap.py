"""Samples that two loaders share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vdlite.graphs.data.indices import Indices, Taken

_MOST_BITS = 1 << 28  # a source with more rows is compared by sorting


@dataclass(frozen=True, slots=True)
class Overlap:
    """How many different samples both have, and how many the second one has."""

    shared: int
    of: int | None  # None if that is not known


def overlap(first: list[Taken], second: list[Taken]) -> Overlap:
    """How many samples of the second dataset the first one has, too; each sample counts once."""
    shared = 0
    total: int | None = 0
    for source in dict.fromkeys(each.source for each in second):
        ours, rows = _all_of(second, source)
        theirs, _ = _all_of(first, source)
        count = rows if ours is None else _different(ours)
        total = None if total is None or count is None else total + count
        if not any(each.source == source for each in first):
            continue
        if ours is None and theirs is None:
            shared += rows or 0
        elif ours is None:
            shared += _different(theirs)
        elif theirs is None:
            shared += _different(ours)
        else:
            shared += _shared(theirs, ours)
    return Overlap(shared, total)


def repeated(samples: list[Taken]) -> int:
    """How many samples come more than once, where several parts have the same source."""
    found = 0
    for source in dict.fromkeys(each.source for each in samples):
        same = [each for each in samples if each.source == source]
        if len(same) < 2:
            continue
        indices = [each.indices for each in same if each.indices is not None]
        if len(indices) < len(same):  # one part is the whole: whatever else there is comes again
            found += _different(np.concatenate(indices)) if indices else same[0].rows or 0
        else:
            together = np.concatenate(indices)
            found += int(np.count_nonzero(np.unique(together, return_counts=True)[1] > 1))
    return found


def _all_of(samples: list[Taken], source: object) -> tuple[Indices | None, int | None]:
    """All indices of a source, None for all of its rows; and how many rows it has."""
    found = [each for each in samples if each.source == source]
    rows = next((each.rows for each in found if each.rows is not None), None)
    indices = [each.indices for each in found if each.indices is not None]
    if len(indices) < len(found) or not found:
        return None, rows
    return (indices[0] if len(indices) == 1 else np.concatenate(indices)), rows


def _different(indices: Indices | None) -> int:
    if indices is None or not len(indices):
        return 0
    marks = _marks(indices)
    return len(np.unique(indices)) if marks is None else int(np.count_nonzero(marks))


def _shared(first: Indices, second: Indices) -> int:
    if not len(first) or not len(second):
        return 0
    marks = _marks(first)
    if marks is None:
        return len(np.intersect1d(first, second))
    inside = second[(second >= 0) & (second < len(marks))]
    found = np.zeros(len(marks), np.bool_)
    found[inside[marks[inside]]] = True
    return int(np.count_nonzero(found))


def _marks(indices: Indices) -> NDArray[np.bool_] | None:
    """[highest + 1] which ones there are; None where that would take too much memory."""
    highest = int(indices.max())
    if highest >= _MOST_BITS or int(indices.min()) < 0:
        return None
    marks = np.zeros(highest + 1, np.bool_)
    marks[indices] = True
    return marks
