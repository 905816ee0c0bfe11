"""What is kept of whole runs that rest, so that a list of very many is there without opening a file of theirs."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from vdlite.cache.arrays import checksum, pack, unpack
from vdlite.cache.catalogue import Catalogue, RunRow
from vdlite.cache.stamps import Stamp
from vdlite.version import __version__

_MOST_RUNS = 200_000  # of all logdirs
_MOST_IN_ALL = 1 << 30  # bytes of the catalogue
_MOST_BYTES = 1 << 16  # of one run; more is no list's, and its logs are in the cache themselves
_USED_SECONDS = 24 * 3600  # how exactly it is known when one was used


class KeptRun:
    """The row of a run; whether its files still are what it was made of, who takes it has to see."""

    __slots__ = ("_row",)

    def __init__(self, row: RunRow) -> None:
        self._row = row

    def facts(self) -> tuple[dict[str, Stamp], dict[str, Any], dict[str, Any]]:
        """The stamp of each of its files, by name; notes on what else these are made of; facts of its line in a list.

        Raises ValueError, TypeError or KeyError if the row is damaged, or was made by another version.
        """
        if self._row.checksum != _checksum(self._row):
            raise ValueError("the row was changed")
        head = unpack(self._row.head, b"")
        if head["version"] != __version__:  # which may work these facts out in another way
            raise ValueError("another version made the row")
        files = {name: Stamp(*stamp) for name, stamp in head["files"].items()}
        return files, head["others"], head["facts"]

    def more(self) -> dict[str, Any]:
        """What else is kept of it; after `facts`."""
        found: dict[str, Any] = unpack(self._row.body, b"")
        return found


class RestingRun(NamedTuple):
    """A run to be kept."""

    files: Mapping[str, Stamp]  # by name; all lie in its folder, or all in one file
    others: Mapping[str, Any]  # notes on what else they are made of, by name
    facts: Mapping[str, Any]  # of its line in a list
    more: Mapping[str, Any]


class KeptRuns:
    """The runs in the catalogue of a cache. Threads may share it; nothing here raises."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def below(self, folders: Iterable[Path]) -> dict[str, KeptRun]:
        """The runs that are kept of these folders and all below them, by their folders."""
        now = int(time.time())
        found: dict[str, KeptRun] = {}
        for folder in folders:
            rows = self._catalogue.runs_below(os.fsencode(folder))
            if any(now - row.used > _USED_SECONDS for row in rows):
                self._catalogue.use_runs_below(os.fsencode(folder), now)
            found |= {os.fsdecode(row.folder): KeptRun(row) for row in rows}
        return found

    def put(self, runs: Iterable[tuple[Path, RestingRun]]) -> None:
        """Keep these runs, given with their folders or what stands for these, in place of what was kept of them."""
        now = int(time.time())
        rows = []
        for folder, run in runs:
            try:
                row = _row(folder, run, now)
            except (ValueError, TypeError, OverflowError):
                continue  # it has what can't be kept, as a name that is no Unicode
            if len(row.head) + len(row.body) <= _MOST_BYTES:
                rows.append(row)
        if rows:
            self._catalogue.put_runs(rows, _MOST_RUNS, _MOST_IN_ALL)


def _row(folder: Path, run: RestingRun, now: int) -> RunRow:
    files, others = dict(run.files), dict(run.others)
    about = {"version": __version__, "files": files, "others": others, "facts": run.facts}
    row = RunRow(os.fsencode(folder), now, pack(about)[0], pack(run.more)[0], 0)
    return row._replace(checksum=_checksum(row))


def _checksum(row: RunRow) -> int:
    return checksum(row.folder, row.head, row.body)
