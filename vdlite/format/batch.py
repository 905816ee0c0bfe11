"""What a piece of a log file holds, decoded."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Header:
    version: int
    about: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a series number of this file stands for."""

    series: int
    kind: str
    tag: str
    about: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Scalars:
    """Scalar records in file order, as columns of one length [N]."""

    series: NDArray[np.unsignedinteger[Any]]
    steps: NDArray[np.int64]
    walltimes: NDArray[np.float64]  # seconds since 1970
    values: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Entry:
    """A record whose payload is read on demand."""

    series: int
    step: int
    walltime: float
    in_media: bool  # else the payload lies in the log file itself
    offset: int  # of the payload's first byte, in that file
    length: int  # bytes
    crc: int
    summary: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Gap:
    """Records that a writer had to drop because writing failed for too long."""

    missing: int
    since: float  # seconds since 1970
    until: float


@dataclass(frozen=True, slots=True)
class Damage:
    """Bytes of a file that hold no readable record."""

    offset: int
    bytes: int
    reason: str


@dataclass(slots=True)
class Batch:
    """All that was decoded from one piece."""

    header: Header | None = None
    declarations: list[Declaration] = field(default_factory=list)
    scalars: list[Scalars] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    damage: list[Damage] = field(default_factory=list)
    ended: float | None = None  # walltime at which the writer closed
