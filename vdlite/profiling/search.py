"""Events by their names."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.intervals import Cover
from vdlite.kinds.profile.types import Content


def matching(content: Content, query: str) -> NDArray[np.int64]:
    """Positions of the events whose names hold the query, in either case, in order of time."""
    wanted = query.casefold()
    names = [wanted in text.casefold() for text in content.strings]
    return _of_names(content, np.array(names, np.bool_))


def names_of(content: Content) -> list[str]:
    """The names of all events, each once."""
    return [content.strings[at] for at in _used(content).tolist()]


def named(content: Content, places: Iterable[tuple[int, int]]) -> NDArray[np.int64]:
    """Positions of the events of some names, in order of time.

    places: first and last of ranges in `names_of`; what lies beyond it is none.
    """
    used = _used(content)
    wanted = np.zeros(len(content.strings), np.bool_)
    for first, last in places:
        wanted[used[first : last + 1]] = True
    return _of_names(content, wanted)


def time_of(content: Content, found: NDArray[np.int64]) -> int:
    """The time of the events, in ns: in each lane, what lies in several of them counts once."""
    start, lane = content.events.start[found], content.events.lane[found]
    end = start + content.events.duration[found]
    order = np.argsort(lane, kind="stable")
    lanes = np.split(order, np.flatnonzero(np.diff(lane[order])) + 1)
    covers = [Cover(start[rows], end[rows]) for rows in lanes]
    return sum(int((cover.ends - cover.starts).sum()) for cover in covers)


def _used(content: Content) -> NDArray[np.int64]:
    return np.flatnonzero(np.bincount(content.events.name, minlength=len(content.strings)))


def _of_names(content: Content, wanted: NDArray[np.bool_]) -> NDArray[np.int64]:
    """wanted: of each text whether it is a name that is looked for."""
    found = np.flatnonzero(wanted[content.events.name])
    return found[np.argsort(content.events.start[found], kind="stable")]
