"""What a run has used up of GPUs, by the scalars that say what they did."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vdlite.reader.series.columns import Columns

_GPU = re.compile(r"(system/(?:host [^/]+/)?gpu/\d+)/(energy_joules|memory_used_bytes)")
_PAUSE_SECONDS = 60.0
_PAUSE_TIMES = 5.0  # as long as usual
_JOULES_IN_KWH = 3.6e6


@dataclass(frozen=True, slots=True)
class SystemUse:
    """Energy and time of all GPUs of a run together."""

    energy_kwh: float | None = None  # None: no GPU says it
    gpu_hours: float | None = None


def gpu_tags(tags: Iterable[str]) -> Mapping[str, Mapping[str, str]]:
    """The tags that say what each GPU has used up, by its own tag and by what they say."""
    found: dict[str, dict[str, str]] = {}
    for tag in tags:
        match = _GPU.fullmatch(tag) if tag.startswith("system/") else None
        if match is not None:
            found.setdefault(match[1], {})[match[2]] = tag
    return found


def system_use(
    gpus: Mapping[str, Mapping[str, str]], points_of: Callable[[str], Columns]
) -> SystemUse:
    """What GPUs have used up; points_of: the points of a tag, in the order of steps."""
    joules: list[float] = []
    seconds: list[float] = []
    for of_gpu in gpus.values():
        # A GPU that says nothing of its energy is used all the same.
        points = points_of(of_gpu.get("energy_joules") or of_gpu["memory_used_bytes"])
        seconds.append(_watched(points.walltimes))
        if "energy_joules" in of_gpu:
            joules.append(_risen(points.values))
    return SystemUse(
        sum(joules) / _JOULES_IN_KWH if joules else None,
        sum(seconds) / 3600 if seconds else None,
    )


def _risen(values: NDArray[np.float64]) -> float:
    """The rise of a counter [N] that begins anew at zero with each watch."""
    rises = np.diff(values, prepend=0.0)
    return float(np.where(rises < 0, values, rises).sum())


def _watched(walltimes: NDArray[np.float64]) -> float:
    """The seconds that points [N] cover; where none came for long, the run was not there."""
    waits = np.diff(walltimes)
    waits = waits[waits > 0]  # clocks may be set back
    if not len(waits):
        return 0.0
    longest = max(_PAUSE_SECONDS, _PAUSE_TIMES * float(np.median(waits)))
    return float(waits[waits <= longest].sum())
