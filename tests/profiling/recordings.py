"""Recordings for tests, written down by hand."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from vdlite.kinds.profile import (
    CATEGORIES,
    Lane,
    Profile,
    RawEvents,
    Recording,
    decode,
    profile,
)


@dataclass
class Given:
    """One event as a test gives it; times in ns."""

    name: str
    start: int
    end: int
    category: str = "operator"
    lane: int = 0
    columns: dict[str, int | str] = field(default_factory=dict)


HOST = Lane("train.py", "1", "main")
BACKWARD = Lane("train.py", "2", "autograd")
STREAM = Lane("train.py", "stream 7", "stream 7", "stream", 0)
_OTHERWISE = {"sequence": -1, "total": -1, "calls": 1}


def recording(
    events: Sequence[Given], lanes: Sequence[Lane] = (HOST,), base: int = 10**18, **rest: Any
) -> Recording:
    """rest: other fields of the recording."""
    strings = rest.pop("strings", [""])
    known = {each: at for at, each in enumerate(strings)}

    def text(value: str) -> int:
        if value not in known:
            known[value] = len(strings)
            strings.append(value)
        return known[value]

    columns: dict[str, list[int]] = {
        "start": [each.start for each in events],
        "duration": [each.end - each.start for each in events],
        "lane": [each.lane for each in events],
        "name": [text(each.name) for each in events],
        "category": [CATEGORIES.index(each.category) for each in events],
    }
    for name in {name for each in events for name in each.columns}:
        given = [each.columns.get(name, _OTHERWISE.get(name, 0)) for each in events]
        columns[name] = [text(value) if isinstance(value, str) else value for value in given]
    return Recording(
        facts=rest.pop("facts", {"source": "test"}),
        strings=strings,
        lanes=lanes,
        base=base,
        events=RawEvents(**{name: np.array(column, np.int64) for name, column in columns.items()}),
        **rest,
    )


def logged(events: Sequence[Given], lanes: Sequence[Lane] = (HOST,), **rest: Any) -> Profile:
    """What a log gives back of them."""
    return decode(profile(recording(events, lanes, **rest)).encode()[0])


def names(made: Profile, column: Sequence[int]) -> list[str]:
    """The names of the events at these positions; "" for none."""
    content = made.content
    return ["" if at < 0 else content.strings[content.events.name[at]] for at in column]
