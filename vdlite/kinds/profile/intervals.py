"""The time that is covered by intervals, in whole nanoseconds."""

import numpy as np
from numpy.typing import NDArray

Columns = NDArray[np.int64]


class Cover:
    """The moments that lie in at least one of some intervals."""

    __slots__ = ("_before", "ends", "starts")

    def __init__(self, starts: Columns, ends: Columns) -> None:
        """starts, ends: in any order, overlapping or not, [N]."""
        order = np.argsort(starts, kind="stable")
        starts, ends = starts[order], ends[order]
        reach = np.maximum.accumulate(ends) if len(ends) else ends
        new = np.ones(len(starts), np.bool_)
        new[1:] = starts[1:] > reach[:-1]
        last = np.append(new[1:], True) if len(new) else new
        self.starts, self.ends = starts[new], reach[last]
        self._before = np.concatenate([np.zeros(1, np.int64), np.cumsum(self.ends - self.starts)])

    def until(self, times: Columns) -> Columns:
        """How much is covered before each of the times."""
        at = np.searchsorted(self.starts, times)
        reached = np.where(at > 0, at - 1, 0)
        if not len(self.starts):
            return np.zeros(len(times), np.int64)
        over = np.maximum(self.ends[reached] - times, 0)
        result: Columns = self._before[at] - np.where(at > 0, over, 0)
        return result

    def within(self, ranges: Columns) -> Columns:
        """How much of each range is covered, [S], of ranges [S, 2]."""
        result: Columns = self.until(ranges[:, 1]) - self.until(ranges[:, 0])
        return result

    def joined(self, other: "Cover") -> "Cover":
        return Cover(
            np.concatenate([self.starts, other.starts]), np.concatenate([self.ends, other.ends])
        )


def shared(one: Cover, other: Cover, ranges: Columns) -> Columns:
    """How much of each range both cover, [S]."""
    result: Columns = one.within(ranges) + other.within(ranges) - one.joined(other).within(ranges)
    return result


def parted(covers: list[Cover], ranges: Columns) -> Columns:
    """The parts of each range that the covers hold and those before them do not, and the rest, [S, P + 1]."""
    parts = np.zeros((len(ranges), len(covers) + 1), np.int64)
    so_far = Cover(np.empty(0, np.int64), np.empty(0, np.int64))
    known = np.zeros(len(ranges), np.int64)
    for position, cover in enumerate(covers):
        so_far = so_far.joined(cover)
        covered = so_far.within(ranges)
        parts[:, position] = covered - known
        known = covered
    parts[:, -1] = ranges[:, 1] - ranges[:, 0] - known
    return parts
