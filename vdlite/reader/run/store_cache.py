"""What is kept of one run in a store of another tool: it counts as long as all that the run was made of is as it was."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from vdlite.cache.column_cache import ColumnCache, Kept
from vdlite.cache.columns_file import ColumnsFile
from vdlite.cache.stamps import Stamp
from vdlite.foreign.stores.places import Place
from vdlite.reader.files.noted import Facts, are_as_noted
from vdlite.reader.logdir.foreign_stores import Opened
from vdlite.version import __version__


class StoreCache:
    """Finds and keeps it. Not for several threads at once."""

    def __init__(self, cache: ColumnCache | None, opened: Opened, place: Place) -> None:
        """cache: None where nothing is kept."""
        self._cache = cache
        self._opened = opened
        self._place = place
        self._notes = opened.notes_of(place.key)
        self._status: os.stat_result | None = (
            None  # of the store's own file, when it was looked at first
        )
        self._taken: Facts | None = None  # notes on what was taken from the cache

    @property
    def is_there(self) -> bool:
        """True if something can be kept."""
        return self._cache is not None and self._status is not None

    @property
    def is_taken(self) -> bool:
        """True if the run was not read, but taken from the cache."""
        return self._taken is not None

    @property
    def stamp(self) -> Stamp | None:
        """The stamp of the store's own file when it was looked at first; None: it was not."""
        return None if self._status is None else Stamp.of(self._status)

    @contextmanager
    def noting(self) -> Iterator[None]:
        """For a `with` block that reads the run: what it is made of is noted."""
        with self._opened.files.noting(self._notes):
            yield

    def take(self) -> Kept | None:
        """What is kept of the run, if it is what reading would give now. Raises OSError."""
        self._status = self._opened.files.reached.stat(self._place.store)
        kept = self._find(None)
        if kept is None or not kept.is_same:
            return None
        about = kept.facts["tail"]
        is_of = (about.get("run"), about.get("version")) == (self._place.key, __version__)
        if not is_of or about.get("title") != self._opened.title(self._place.key):
            return None
        made_of: Facts = about.get("made_of", {})
        if not are_as_noted(made_of, self._place.store.parent, self._opened.files.reached):
            return None
        self._taken = made_of
        return kept

    def noted(self) -> Facts | None:
        """The notes on all that the run was made of; None if anything may have changed since it was read."""
        folder, files = self._place.store.parent, self._opened.files.reached
        if self._taken is not None:
            return self._taken if are_as_noted(self._taken, folder, files) else None
        of_all, own = (
            self._opened.files.notes.facts(folder, files),
            self._notes.facts(folder, files),
        )
        if of_all is None or own is None:
            return None
        return {name: of_all[name] + own[name] for name in of_all}

    def keep(
        self,
        facts: Mapping[str, Any],
        about: Mapping[str, Any],
        columns: ColumnsFile | None,
        volume: int,
    ) -> bool:
        """Keep this of the run, all of which was read; True if that was done. volume: how much that was, in bytes."""
        if self._cache is None or self._status is None or self._taken is not None:
            return False
        made_of = self.noted()
        if made_of is None:
            return False
        tail = {**about, "run": self._place.key, "version": __version__, "made_of": made_of}
        return self._cache.keep(
            self._status, volume, {**facts, "tail": tail}, columns, _no_bytes, self._place.key
        )

    def find(self, columns: ColumnsFile | None) -> Kept | None:
        """What was just kept, mapped; columns: the file of columns that is open."""
        return self._find(columns)

    def _find(self, columns: ColumnsFile | None) -> Kept | None:
        if self._cache is None or self._status is None:
            return None
        return self._cache.find(self._status, _no_bytes, columns, self._place.key)

    def new_columns(self) -> ColumnsFile | None:
        """A file for columns of what is read; None if there can be none."""
        if self._cache is None or self._status is None:
            return None
        return self._cache.new_columns(self._status)


def _no_bytes(offset: int, length: int) -> bytes:
    """A run of a store has no bytes of its own that could be compared."""
    return b""
