"""The tags of one kind as a tree: what lies beneath a prefix, and how much of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from vdlite.reader.names.order import MOST_PARTS, Parts
from vdlite.reader.names.words import PartWords

_MOST_OF_GROUP = 500  # tags that are listed of a group
_FIRST_OF_GROUP = 12  # ... where all lie deeper: a page without a curve says nothing
_MOST_LISTED = 5000
_MOST_BRANCHES = 1000


@dataclass(frozen=True, slots=True)
class Child:
    """What lies directly beneath a prefix: a tag, a branch with more tags beneath it, or both."""

    name: str  # the part behind the prefix
    tag: str | None  # None: it is a branch only
    tags: int  # beneath it; 0: it is a tag only


@dataclass(frozen=True, slots=True)
class Branch:
    """Tags that are not listed."""

    prefix: str  # what they begin with; empty: anything
    tags: int


class TagTree:
    """N tags of one kind over some runs, in order: `layers.2` before `layers.10`, and a branch together. It never changes."""

    def __init__(self, runs: Iterable[tuple[str, Sequence[str]]]) -> None:
        """runs: the id of each run, and its tags, each once."""
        # Runs of one training program have the same tags.
        alike: dict[tuple[str, ...], list[str]] = {}
        for run, tags in runs:
            if tags:
                alike.setdefault(tuple(tags), []).append(run)
        self._sets: list[tuple[str, ...]] = [()]
        names: Sequence[str]
        if len(alike) == 1:
            ((names, ids),) = alike.items()
            self._sets.append(tuple(ids))
            sets = np.ones(len(names), np.int32)
        else:
            set_of = self._joint_sets(alike)
            names = list(set_of)
            sets = np.fromiter(set_of.values(), np.int32, len(names))
        self._parts = Parts(names)
        self.tags = [names[place] for place in self._parts.order.tolist()]
        self._set_of = sets[self._parts.order]
        self._lock = Lock()  # two threads would both make the words

    def _joint_sets(self, alike: Mapping[tuple[str, ...], Sequence[str]]) -> dict[str, int]:
        """For each tag the number of the set of its runs."""
        set_of: dict[str, int] = {}
        for tags, ids in alike.items():
            joint: dict[int, int] = {}  # the set with these runs, by the one without
            for tag in tags:
                before = set_of.get(tag, 0)
                after = joint.get(before)
                if after is None:
                    after = joint[before] = len(self._sets)
                    self._sets.append((*self._sets[before], *ids))
                set_of[tag] = after
        return set_of

    def __len__(self) -> int:
        return len(self.tags)

    def runs_of(self, place: int) -> tuple[str, ...]:
        """Ids of the runs that have the tag at that place."""
        return self._sets[int(self._set_of[place])]

    def of_run(self, run: str) -> NDArray[np.bool_]:
        """Whether a run has each tag [N]."""
        return np.array([run in ids for ids in self._sets])[self._set_of]

    def beneath(self, prefix: str) -> range:
        """The places of the tags beneath a prefix that is empty or ends in a slash; none for any other."""
        found = self._under(prefix)
        return range(0) if found is None else range(found[0], found[1])

    def children(self, prefix: str, offset: int, limit: int) -> tuple[int, list[Child]]:
        """How many there are directly beneath a prefix, and some of them, in order."""
        found = self._under(prefix)
        if found is None or found[0] == found[1]:
            return 0, []
        low, high, depth = found
        ranks = self._parts.ranks
        column = ranks[low:high, depth]
        starts = np.concatenate([[0], np.flatnonzero(column[1:] != column[:-1]) + 1]) + low
        ends = np.append(starts[1:], high)
        some = slice(offset, offset + limit)
        children = []
        for start, end in zip(starts[some].tolist(), ends[some].tolist(), strict=True):
            is_tag = bool(depth + 1 == ranks.shape[1] or ranks[start, depth + 1] < 0)
            name = self._parts.parts[ranks[start, depth]]
            tag = self.tags[start] if is_tag else None
            children.append(Child(name, tag, end - start - int(is_tag)))
        return len(starts), children

    def abridged(self) -> tuple[list[int], list[Branch]]:
        """The places of the tags that a page lists, and the branches with the others.

        Of a group (what lies beneath the part before the first slash) of more than 500 tags, those are listed that lie
        directly in it, 500 of them at most, or else its first 12; and 5000 of all groups together: of groups that most
        runs have, and of small ones, first.
        """
        ranks = self._parts.ranks
        listed: list[int] = []
        found: list[tuple[int, Branch]] = []  # and where its group begins
        if not len(self):
            return [], []
        without_group = ranks[:, 1] < 0 if ranks.shape[1] > 1 else np.ones(len(self), bool)
        alone = np.flatnonzero(without_group)
        listed += alone[:_MOST_OF_GROUP].tolist()
        others = len(alone) - len(listed)
        grouped = np.flatnonzero(~without_group)
        bounds = np.flatnonzero(np.diff(ranks[grouped, 0])) + 1
        groups = np.split(grouped, bounds) if len(grouped) else []
        runs = np.array([len(ids) for ids in self._sets])[self._set_of]
        for places in sorted(groups, key=lambda each: (-int(runs[each].max()), len(each))):
            own = places
            if len(places) > _MOST_OF_GROUP:
                own = places[ranks[places, 2] < 0] if ranks.shape[1] > 2 else places
                own = own[:_MOST_OF_GROUP] if len(own) else places[:_FIRST_OF_GROUP]
            own = own[: max(0, _MOST_LISTED - len(listed))]
            listed += own.tolist()
            left = len(places) - len(own)
            if left and len(found) < _MOST_BRANCHES:
                group = self._parts.parts[ranks[places[0], 0]]
                found.append((int(places[0]), Branch(f"{group}/", left)))
            else:
                others += left
        branches = [branch for _, branch in sorted(found, key=lambda each: each[0])]
        if others:
            branches.append(Branch("", others))
        return sorted(listed), branches

    def with_words(self, words: Sequence[str]) -> NDArray[np.intp]:
        """The places of the tags that have all of these words, in either case; rising."""
        with self._lock:
            part_words = self._part_words
        found = np.ones(len(self), bool)
        for word in words:
            found &= part_words.have(word, self._parts.ranks)
        return np.flatnonzero(found)

    @cached_property
    def _part_words(self) -> PartWords:
        return PartWords(self._parts.parts)

    @cached_property
    def _rank_of(self) -> dict[str, int]:
        return {part: rank for rank, part in enumerate(self._parts.parts)}

    def _under(self, prefix: str) -> tuple[int, int, int] | None:
        """The places beneath a prefix, from the first of two up to the second, and how deep they lie; None: it is none."""
        parts = prefix.split("/")
        ranks = self._parts.ranks
        depth = len(parts) - 1
        if parts.pop() or depth >= min(MOST_PARTS, ranks.shape[1]):
            return None
        low, high = 0, len(self)
        for at, part in enumerate(parts):
            rank = self._rank_of.get(part)
            if rank is None:
                return None
            column = ranks[low:high, at]
            low, high = (
                low + int(column.searchsorted(rank, "left")),
                low + int(column.searchsorted(rank, "right")),
            )
        low += int(ranks[low:high, depth].searchsorted(0))
        return low, high, depth
