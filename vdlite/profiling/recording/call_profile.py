"""What `cProfile` has counted, as a recording: time and calls of each function, without when they were."""

from __future__ import annotations

import cProfile
import os
import pstats
from collections.abc import Mapping
from typing import Any

import numpy as np

from vdlite.errors import PayloadError
from vdlite.kinds.profile.categories import CATEGORIES
from vdlite.kinds.profile.recording import Lane, Note, RawEvents, Recording
from vdlite.profiling.recording.builder import Strings, narrow
from vdlite.profiling.recording.facts import facts

_NOTE = "cProfile has no times of single calls: functions stand in the order of their own time"


def of_call_profile(given: cProfile.Profile | pstats.Stats) -> Recording:
    """One event for each function: its duration is the own time, `total` that with all that it called.

    Raises PayloadError if nothing was profiled.
    """
    stats: Mapping[tuple[str, int, str], tuple[Any, ...]]
    try:
        stats = vars(pstats.Stats(given) if isinstance(given, cProfile.Profile) else given)["stats"]
    except TypeError as error:
        raise PayloadError(f"profile: got a cProfile that has profiled nothing: {error}") from error
    strings = Strings()
    rows = [
        (round(own * 1e9), calls, round(total * 1e9), strings.add(_name(function)))
        for function, (_, calls, own, total, _) in stats.items()
    ]
    rows.sort(reverse=True)
    duration, calls, total, name = np.array(rows, np.int64).reshape(-1, 4).T
    start = np.cumsum(duration) - duration
    return Recording(
        facts=facts("cProfile", {}),
        strings=strings.all(),
        lanes=[Lane(str(os.getpid()), "functions", "functions", "other")],
        base=0,
        events=RawEvents(
            start=narrow(start),
            duration=narrow(duration),
            lane=np.zeros(len(rows), np.int32),
            name=narrow(name),
            category=np.full(len(rows), CATEGORIES.index("python"), np.int8),
            calls=narrow(calls),
            total=narrow(np.maximum(total, duration)),
        ),
        notes=[Note(_NOTE)],
    )


def _name(function: tuple[str, int, str]) -> str:
    file, line, name = function
    if file == "~":
        return name
    # Two parts of the path distinguish modules of one name.
    return f"{'/'.join(file.replace(os.sep, '/').split('/')[-2:])}({line}): {name}"
