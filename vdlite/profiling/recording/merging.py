"""Recordings of one program by two recorders, as one."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.recording import RawEvents, Recording
from vdlite.profiling.recording.builder import Strings, narrow

_NOTHING = {"sequence": -1, "total": -1, "calls": 1}
_TEXTS = ("shapes", "place", "args")


def with_events(recording: Recording, more: Recording) -> Recording:
    """The recording with the lanes and events of another one, whose clock is the same; all else is of the first."""
    strings = Strings()
    for text in recording.strings:
        strings.positions.setdefault(text, len(strings.positions))
    texts = np.array([strings.add(text) for text in more.strings], np.int64)
    count = len(more.events)
    moved: dict[str, NDArray[Any]] = {
        "start": more.events.start + np.int64(more.base - recording.base),
        "lane": more.events.lane + len(recording.lanes),
        "name": texts[more.events.name],
    }
    columns: dict[str, NDArray[Any]] = {}
    for each in fields(RawEvents):
        first = getattr(recording.events, each.name)
        second = moved.get(each.name, getattr(more.events, each.name))
        if first is None and second is None:
            continue
        if first is None:
            first = np.full(len(recording.events), _NOTHING.get(each.name, 0), np.int32)
        if second is None:
            second = np.full(count, _NOTHING.get(each.name, 0), np.int32)
        elif each.name in _TEXTS:
            second = texts[second]
        columns[each.name] = narrow(np.concatenate([first, second]))
    return replace(
        recording,
        strings=strings.all(),
        lanes=[*recording.lanes, *more.lanes],
        events=RawEvents(**columns),
        notes=[*recording.notes, *more.notes],
    )
