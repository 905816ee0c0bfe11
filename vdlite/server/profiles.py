"""Profiles as they are asked for again and again: read once, and kept for a while."""

from __future__ import annotations

import threading
from collections import OrderedDict, defaultdict
from dataclasses import dataclass
from functools import cached_property

from vdlite.errors import NotFoundError
from vdlite.profiling.logged import LoggedProfile
from vdlite.profiling.slices import Timeline
from vdlite.reader import Record, Store
from vdlite.reader.profiles import PROFILE, find_profile, read_profile

MOST_KEPT = 64
MOST_KEPT_EVENTS = 20_000_000
"""Of all profiles whose events are kept together; one stays however many it has."""

_Key = tuple[str, str, int, int]


@dataclass(frozen=True)
class KeptProfile:
    """A profile, and where it is from."""

    record: Record
    profile: LoggedProfile

    @cached_property
    def timeline(self) -> Timeline:
        return Timeline(self.profile.events)

    @property
    def held(self) -> int:
        """Events in memory."""
        return self.profile.tables.events if "content" in vars(self.profile) else 0


class Profiles:
    """The profiles of a store. Threads may share it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        # Of a run one profile is read at a time: what two want is read once.
        self._reading: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._kept: OrderedDict[_Key, KeptProfile] = OrderedDict()

    def tables(self, run: str, tag: str, step: int | None) -> KeptProfile:
        """A profile without its events.

        Raises NotFoundError if there is none, FormatError or OSError if it can't be read.
        """
        return self._read(run, tag, step, events=False)

    def events(self, run: str, tag: str, step: int | None) -> KeptProfile:
        """A profile with its events and its timeline. Raises as `tables` does."""
        return self._read(run, tag, step, events=True)

    def ranks(self, run: str, tag: str, step: int | None) -> list[tuple[str, KeptProfile]]:
        """The profiles of all ranks with their tags, `TAG/rank0` and so on, by rank; those that can't be read are left out.

        tag: with the rank or without. Raises NotFoundError if there is no such run.
        """
        stem, _, last = tag.rpartition("/")
        if last.removeprefix("rank").isdecimal() and last.startswith("rank"):
            tag = stem
        numbers = {}
        for name in self._store.run(run).tags(PROFILE):
            rank = name.removeprefix(f"{tag}/rank")
            if rank != name and rank.isdecimal():
                numbers[name] = int(rank)
        found = []
        for name in sorted(numbers, key=lambda each: numbers[each]):
            try:
                found.append((name, self.tables(run, name, step)))
            except (NotFoundError, ValueError, OSError):
                continue
        return found

    def _read(self, run: str, tag: str, step: int | None, *, events: bool) -> KeptProfile:
        record = find_profile(self._store.run(run).records(PROFILE, tag), step)
        key = (run, tag, record.step, record.entry.crc)
        with self._lock:
            turn = self._reading[run]
        with self._store.drives.holding(turn):
            with self._lock:
                kept = self._kept.pop(key, None)
            if kept is None:
                kept = KeptProfile(record, read_profile(record))
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
