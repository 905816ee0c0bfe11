"""What a store reports of the runs that it holds."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable
from zlib import crc32

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vdlite.errors import FormatError
from vdlite.format.layout import OWN_FOLDER
from vdlite.format.outcome import Outcome
from vdlite.kinds.draft import Encoded
from vdlite.kinds.hparams import Goal

_Made = TypeVar("_Made")
_MOST_STEP = 1 << 62
_MOST_NAME = 500  # characters


@dataclass(frozen=True, slots=True)
class RunFacts:
    """One run of a store."""

    name: str  # below the store, `a/b`; different from those of all others
    title: str  # for people
    started: float = 0.0  # seconds since 1970; 0: not known
    ended: float | None = None  # the same; None while the run goes on, or if its tool gives no end
    status: str = ""  # its tool's word for how it ended
    outcome: Outcome | None = None  # ours for it


@dataclass(frozen=True, slots=True)
class Given:
    """The settings that a run was given, and what was written about it."""

    settings: Mapping[str, Any] = field(default_factory=dict)
    metrics: tuple[str, ...] = ()  # tags of the scalars that judge it
    texts: Mapping[str, str] = field(default_factory=dict)  # by tag
    goals: Mapping[str, Goal] = field(default_factory=dict)  # by tag, where they are reported
    logarithmic: tuple[str, ...] = ()  # the settings that are searched by their magnitude
    fields: Mapping[str, Any] = field(default_factory=dict)  # what else is known, for its lineage


class Points(NamedTuple):
    """Points of a run, as columns of one length [N]."""

    tags: Sequence[str]
    steps: NDArray[np.int64]
    walltimes: NDArray[np.float64]  # seconds since 1970
    values: NDArray[np.float64]


Encode: TypeAlias = Callable[[], Encoded]
"""Makes a payload and its summary. Raises FormatError, OSError."""


class StoreRecord(NamedTuple):
    """A record of a run that is no scalar."""

    kind: str
    tag: str
    step: int
    walltime: float  # seconds since 1970
    offset: int  # by which the store finds it again; above 0
    length: int  # bytes of the payload
    crc: int  # of the payload
    summary: Mapping[str, Any]


class Unencoded(NamedTuple):
    """A value of a run that is no scalar, and how it becomes a record."""

    kind: str
    tag: str
    step: int
    walltime: float  # seconds since 1970
    offset: int  # see `StoreRecord`
    what: str  # what its tool calls such values
    encode: Encode


@dataclass(slots=True)
class Piece:
    """The next points of a run."""

    points: list[Points]
    mark: Any  # where to go on; None: at the beginning
    is_all: bool  # nothing more is there for now
    left_out: dict[str, int] = field(default_factory=dict)  # what was not read, and how often
    read_bytes: int = 0  # up to here, of the store's `size`
    records: list[StoreRecord] = field(default_factory=list)
    values: list[Unencoded] = field(default_factory=list)  # for `encode_all`

    def leave_out(self, what: str, count: int = 1) -> None:
        """Count something that is not read as met so often more."""
        self.left_out[what] = self.left_out.get(what, 0) + count

    def encode(self, value: Unencoded) -> None:
        """Make a record of a value; what can't be one is left out."""
        try:
            payload, summary = value.encode()
        except OSError:
            self.leave_out("files that are not below the logdir, or can't be read")
        except FormatError:
            self.leave_out(f"{value.what}, which can't be read")
        else:
            place = value[:5]
            self.records.append(StoreRecord(*place, len(payload), crc32(payload), summary))

    def encode_all(self) -> None:
        """Make records of the values that were met."""
        for value in self.values:
            self.encode(value)
        self.values = []


class BusyError(OSError):
    """A writer holds the store just now."""

    def __init__(self) -> None:
        super().__init__("it is locked by a writer")
        self.strerror = "it is locked by a writer"


class DatabaseError(OSError):
    """A database can't be read, or not now."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.strerror = reason


class LibraryError(DatabaseError):
    """A store is as it should be, and would be read if a library were installed, which the text says."""


class AnewError(Exception):
    """The reading of a run has to begin anew: what was read of it does not count any more."""


class Store(Protocol):
    """A store, which holds runs. Not for several threads at once."""

    @property
    def tool(self) -> str:
        """The tool's name, for people; empty while it is not known."""
        ...

    @property
    def reports_end(self) -> bool:
        """True if the tool says when a run has ended."""
        ...

    @property
    def like(self) -> str:
        """The tool whose store it seems to be, if it is not understood; else empty."""
        ...

    @property
    def is_anothers(self) -> bool:
        """True if the store holds something that no known tool has written."""
        ...

    @property
    def size(self) -> int:
        """Bytes of the points of its only run; 0 if it may hold several."""
        ...

    def refresh(self) -> None:
        """Look at what has changed. Raises OSError; FileNotFoundError if the store is gone."""
        ...

    def refresh_runs(self) -> None:
        """Look for runs again; only which there are need be known then."""
        ...

    def runs(self) -> Mapping[str, RunFacts]:
        """The runs as of the last `refresh`, by key."""
        ...

    def version(self, key: str) -> Hashable:
        """Something that differs when a run may have more to read. Raises KeyError if there is no such run."""
        ...

    def given(self, key: str) -> Given:
        """Raises OSError."""
        ...

    def next_points(self, key: str, mark: Any) -> Piece:
        """The points behind a mark. Raises AnewError, OSError."""
        ...


@runtime_checkable
class RecordStore(Store, Protocol):
    """A store that gives records, too."""

    def record(self, key: str, kind: str, tag: str, offset: int) -> Encoded:
        """The payload of a record, made again; no `refresh` is needed. Raises FormatError, OSError."""
        ...


class Item(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def type(self) -> str: ...


class Listing(Protocol):
    @property
    def items(self) -> Sequence[Item]: ...


class StoreFiles(Protocol):
    """How the files of a store are reached; all raise OSError. See `reader.files.files.Files`."""

    def list(self, folder: Path) -> Listing: ...

    def stat(self, path: Path) -> os.stat_result: ...

    def read(self, path: Path, offset: int, length: int) -> bytes: ...

    def use(self, path: Path, work: Callable[[Path], _Made]) -> _Made: ...


def with_own_names(runs: Mapping[str, RunFacts]) -> dict[str, RunFacts]:
    """The runs in the order in which they began, with other names and titles for those that have one of a run before."""
    names: set[str] = set()
    titles: set[str] = set()
    found = {}
    for key, facts in sorted(runs.items(), key=lambda one: (one[1].started, one[0])):
        name, title = facts.name, facts.title
        if name in names:
            name = f"{name} ({safe_name(key).replace('/', '_')})"
        while name in names:
            name += "_"
        if title in titles:
            title = f"{title} ({key[:8]})"
        names.add(name)
        titles.add(title)
        same = (name, title) == (facts.name, facts.title)
        found[key] = facts if same else replace(facts, name=name, title=title)
    return found


def safe_name(text: str) -> str:
    """A name that can stand below that of a file: its parts lead nowhere else."""
    parts = [
        "".join(sign if sign.isprintable() else "?" for sign in part) for part in text.split("/")
    ]
    kept = [part.strip() for part in parts if part.strip() not in ("", ".", "..", OWN_FOLDER)]
    return "/".join(kept)[:_MOST_NAME] or "_"


def points_of(
    tags: Sequence[Any], steps: Sequence[Any], walltimes: Sequence[Any], values: Sequence[Any]
) -> tuple[Points, int]:
    """Columns of whatever a store holds, and how many rows were left out: those that are no numbers."""
    try:
        columns = (
            np.array(steps, np.int64),
            np.array(walltimes, np.float64),
            np.array(values, np.float64),
        )
        if all(type(tag) is str for tag in tags) and not any(
            type(value) is str for value in values
        ):
            return Points(tags, *columns), 0
    except (TypeError, ValueError, OverflowError):
        pass
    rows = [
        row
        for row in zip(tags, steps, walltimes, values, strict=True)
        if isinstance(row[0], str) and _is_step(row[1]) and all(map(_is_number, row[2:]))
    ]
    kept: Sequence[ArrayLike] = list(zip(*rows, strict=True)) or ((), (), (), ())
    points = Points(
        [row[0] for row in rows],
        np.array(kept[1], np.int64),
        np.array(kept[2], np.float64),
        np.array(kept[3], np.float64),
    )
    return points, len(tags) - len(rows)


def _is_step(value: object) -> bool:
    return isinstance(value, int) and abs(value) < _MOST_STEP


def _is_number(value: object) -> bool:
    return isinstance(value, float) or (isinstance(value, int) and abs(value) < _MOST_STEP)
