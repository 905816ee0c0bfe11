"""Profiles as they are asked for again and again: read once, and kept for a while."""

from __future__ import annotations

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from vdlite.errors import FormatError, NotFoundError
from vdlite.profiling.logged import LoggedProfile
from vdlite.profiling.slices import Timeline
from vdlite.reader import Store
from vdlite.reader.series.profiles import PROFILE, find_profile, read_profile, read_profile_file

MOST_KEPT = 64
MOST_KEPT_EVENTS = 20_000_000
"""Of all profiles whose events are kept together; one stays however many it has."""

_Key = tuple[str, str, int, int]


@dataclass(frozen=True, slots=True)
class Source:
    """A profile: one of a run, or a trace that was sent."""

    run: str = ""
    tag: str = ""
    step: int | None = None
    """None for the highest."""
    trace: str = ""

    @property
    def name(self) -> str:
        return f"{self.run}/{self.tag}" if not self.trace else "trace"


@dataclass(frozen=True)
class KeptProfile:
    """A profile, and where it is from."""

    step: int
    walltime: float
    check: int  # CRC-32 of the payload; 0 of a trace
    profile: LoggedProfile

    @cached_property
    def timeline(self) -> Timeline:
        return Timeline(self.profile.events)

    @property
    def held(self) -> int:
        """Events in memory."""
        return self.profile.tables.events if "content" in vars(self.profile) else 0


class Profiles:
    """The profiles of a store, and of traces that were sent. Threads may share it."""

    def __init__(self, store: Store, payload_of_trace: Callable[[str], Path]) -> None:
        """payload_of_trace: raises NotFoundError where there is none, FormatError where it could not be read."""
        self._store = store
        self._payload_of_trace = payload_of_trace
        self._lock = threading.Lock()
        # Of a run one profile is read at a time: what two want is read once.
        self._reading: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._kept: OrderedDict[_Key, KeptProfile] = OrderedDict()

    def tables(self, source: Source) -> KeptProfile:
        """A profile without its events.

        Raises NotFoundError if there is none, FormatError or OSError if it can't be read.
        """
        return self._read(source, events=False)

    def events(self, source: Source) -> KeptProfile:
        """A profile with its events and its timeline. Raises as `tables` does."""
        return self._read(source, events=True)

    def damage(self, source: Source) -> str | None:
        """The reason why the events of a profile can't be read; None: they can. Raises as `tables` does."""
        kept = self.tables(source)
        try:
            _ = kept.profile.content
        except FormatError as error:
            return str(error)
        return None

    def ranks(self, source: Source) -> list[tuple[str, KeptProfile]]:
        """The profiles of all ranks with their tags, `TAG/rank0` and so on, by rank; those that can't be read are left out.

        The source's tag may be that of one of them. Raises NotFoundError if there is no such run.
        """
        tag = source.tag
        stem, _, last = tag.rpartition("/")
        if _rank(last) is not None:
            tag = stem
        ranks = {
            name: _rank(name.removeprefix(f"{tag}/"))
            for name in self._store.run(source.run).tags(PROFILE)
            if name.startswith(f"{tag}/")
        }
        found = []
        for name, _ in sorted(
            ((name, rank) for name, rank in ranks.items() if rank is not None),
            key=lambda each: each[1],
        ):
            try:
                found.append((name, self.tables(Source(source.run, name, source.step))))
            except (NotFoundError, FormatError, OSError):
                continue
        return found

    def _read(self, source: Source, *, events: bool) -> KeptProfile:
        record = None
        if source.trace:
            file = self._payload_of_trace(
                source.trace
            )  # which then knows that somebody looks at it
            key = ("", source.trace, 0, 0)
        else:
            records = self._store.run(source.run).records(PROFILE, source.tag)
            record = find_profile(records, source.step)
            key = (source.run, source.tag, record.step, record.entry.crc)
        with self._lock:
            turn = self._reading[source.run]
        with self._store.drives.holding(turn):
            with self._lock:
                kept = self._kept.pop(key, None)
            if kept is None and record is not None:
                profile = read_profile(record)
                kept = KeptProfile(record.step, record.walltime, record.entry.crc, profile)
            elif kept is None:
                kept = KeptProfile(0, file.stat().st_mtime, 0, read_profile_file(file))
            if events:
                _ = kept.timeline
            with self._lock:
                self._kept[key] = kept
                self._make_room()
        return kept

    def _make_room(self) -> None:
        while len(self._kept) > 1 and (
            len(self._kept) > MOST_KEPT
            or sum(kept.held for kept in self._kept.values()) > MOST_KEPT_EVENTS
        ):
            self._kept.popitem(last=False)


def _rank(name: str) -> int | None:
    """The number of `rank7`; None of any other name."""
    number = name.removeprefix("rank")
    return int(number) if number != name and number.isascii() and number.isdecimal() else None
