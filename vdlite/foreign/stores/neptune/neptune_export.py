"""An export of Neptune (neptune-exporter): `..._part_0.parquet` and the parts that follow, with a run each, or several.

A row is one value of one attribute. Series become records as they are read; of all others a run keeps what it was given.
"""

from __future__ import annotations

import math
import time
from collections.abc import Hashable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from vdlite.errors import FormatError, PayloadError
from vdlite.foreign.media import media
from vdlite.foreign.stores.facts import (
    AnewError,
    DatabaseError,
    Given,
    LibraryError,
    Piece,
    Points,
    RunFacts,
    StoreFiles,
    Unencoded,
    with_own_names,
)
from vdlite.foreign.stores.named_files import read_beside
from vdlite.foreign.stores.neptune import neptune_words as words
from vdlite.foreign.stores.neptune.neptune_columns import (
    MICRO,
    MOST_STEP,
    indices,
    is_word,
    numbers_of,
    steps_of,
    times_of,
    words_of,
)
from vdlite.foreign.stores.neptune.neptune_parts import (
    HINT,
    Group,
    Part,
    Parts,
    as_os_error,
    find_parts,
    has_library,
)
from vdlite.foreign.stores.neptune.neptune_values import KINDS, encode_value
from vdlite.kinds.draft import Encoded

_RESTS_SECONDS = 60.0  # without a change, after which parts are looked at only in turn
_TURN_SECONDS = 4.0
_MOST_RUNS = 100_000
_MOST_ATTRIBUTES = 10_000  # of a run, that have one value
_WHERE = ("run_id", "attribute_type")
_SERIES = (
    "run_id", "attribute_path", "attribute_type", "step", "timestamp",
    "float_value", "string_value", "histogram_value", "file_value",
)  # fmt: skip


class NeptuneExport:
    """See `facts.Store`."""

    reports_end = True
    like = ""
    size = 0

    def __init__(self, first: Path, files: StoreFiles) -> None:
        self._first = first
        self._files = files
        self._found: list[Part] | None = None  # as of the last look
        self._failed: tuple[list[Part], float, str] | None = (
            None  # what could not be read, when, and why
        )
        self._looked = self._changed = -math.inf  # when; of the monotonic clock
        self._parts: Parts | None = None
        self._reads = 0  # grows when all of it has to be read anew
        self._runs: Mapping[str, RunFacts] = {}
        self._groups: dict[str, list[Group]] = {}  # with rows of each run
        self._attributes: dict[str, dict[str, Any]] = {}  # attributes with one value, of each run
        self._factors: dict[str, int] = {}
        # Where reading of a run goes on, so that no piece is read twice.
        self._reading: tuple[Any, Iterator[tuple[int, Any]]] | None = None
        self.is_anothers = False

    @property
    def tool(self) -> str:
        """See `facts.Store`."""
        return "" if self.is_anothers else "Neptune"

    def refresh(self) -> None:
        """See `facts.Store`. Parts that have not changed are not looked into, and those that rest not each time."""
        now = time.monotonic()
        rests = now - self._changed > _RESTS_SECONDS and now - self._looked < _TURN_SECONDS
        if rests and self._found is not None:
            return
        found = find_parts(self._first, self._files)
        self._looked = now
        if not found:
            raise FileNotFoundError(f"the first part is gone: {self._first}")
        if found == self._found:
            return
        if self._failed is not None and self._failed[0] == found:
            _, tried, why = self._failed
            if now - tried < _TURN_SECONDS:  # it takes long, perhaps
                raise DatabaseError(why)
        if not has_library():
            raise LibraryError(HINT)
        self._reads += 1
        self._reading = None
        self._groups, self._attributes, self._factors, self._runs = {}, {}, {}, {}
        self._found = found
        self._changed = now
        self._failed = None
        try:
            self._parts = Parts(found, self._files)
            self.is_anothers = not self._parts.is_neptunes
            if not self.is_anothers:
                with as_os_error():
                    self._take_in(self._parts)
        except OSError as error:
            self._found, self._failed = None, (found, now, error.strerror or str(error))
            raise
        self._parts.close()

    def refresh_runs(self) -> None:
        """See `facts.Store`."""
        self.refresh()

    def runs(self) -> Mapping[str, RunFacts]:
        """See `facts.Store`."""
        return self._runs

    def version(self, key: str) -> Hashable:
        """See `facts.Store`."""
        return self._reads, self._runs[key]

    def given(self, key: str) -> Given:
        """See `facts.Store`."""
        with as_os_error():
            return words.given_of(self._attributes.get(key, {}), self._factor(key))

    def next_points(self, key: str, mark: Any) -> Piece:
        """mark: how often all was read, and how many batches were taken."""
        with as_os_error():
            return self._next_piece(key, mark)

    def _next_piece(self, key: str, mark: Any) -> Piece:
        reads, taken = (self._reads, 0) if mark is None else mark
        if reads != self._reads or key not in self._groups:
            raise AnewError
        if self._reading is None or self._reading[0] != (key, mark):
            batches = self._batches(key)
            for _ in range(taken):
                next(batches, None)
        else:
            batches = self._reading[1]
        found = next(batches, None)
        if found is None:
            self._reading = None
            if self._parts is not None:
                self._parts.close()
            return Piece([], (reads, taken), is_all=True)
        after = (reads, taken + 1)
        self._reading = ((key, after), batches)
        piece = Piece([], after, is_all=False)
        self._take_series(key, found[0], found[1], piece)
        return piece

    def record(self, key: str, kind: str, tag: str, offset: int) -> Encoded:
        """See `facts.RecordStore`; the offset is the number of the row, from 1."""
        with as_os_error():
            return self._record(kind, offset)

    def _record(self, kind: str, offset: int) -> Encoded:
        if self._parts is None:
            self._parts = Parts(find_parts(self._first, self._files), self._files)
        group = self._parts.group_of(offset - 1)
        if group is None:
            raise FormatError(f"row {offset - 1}: there is none (any more)")
        at = offset - 1 - group.first
        for batch in self._parts.batches(group, _SERIES):
            if at < batch.num_rows:
                (row,) = batch.slice(at, 1).to_pylist()
                return self._encode(row, kind)
            at -= batch.num_rows
        raise FormatError(f"row {offset - 1}: there is none (any more)")

    # -- what runs there are

    def _take_in(self, parts: Parts) -> None:
        projects: dict[str, str] = {}
        times: dict[str, dict[str, float]] = {}
        for group in parts.groups:
            run, kind = parts.same_of(group, "run_id"), parts.same_of(group, "attribute_type")
            if run is None or kind is None or kind in words.CONFIG:
                runs = self._take_config(parts, group, projects, times)
            else:
                runs = {run}
            for key in runs:
                if key in self._groups or len(self._groups) < _MOST_RUNS:
                    self._groups.setdefault(key, []).append(group)
        self._runs = with_own_names(
            {
                key: words.facts_of(
                    projects.get(key, ""), key, self._attributes.get(key, {}), times.get(key, {})
                )
                for key in self._groups
            }
        )

    def _take_config(
        self,
        parts: Parts,
        group: Group,
        projects: dict[str, str],
        times: dict[str, dict[str, float]],
    ) -> set[str]:
        """Attributes with one value; gives the runs that have rows in the group."""
        runs: set[str] = set()
        has_config = False
        for batch in parts.batches(group, _WHERE):
            runs.update(filter(None, words_of(batch, "run_id")[1]))
            has_config = has_config or not words.CONFIG.isdisjoint(
                words_of(batch, "attribute_type")[1]
            )
        if not has_config:
            return runs
        names = ("project_id", *_WHERE, "attribute_path", *words.COLUMNS)
        for batch in parts.batches(group, names):
            codes, kinds = words_of(batch, "attribute_type")
            wanted = [at for at, kind in enumerate(kinds) if kind in words.CONFIG]
            rows = np.flatnonzero(np.isin(codes, wanted))
            for row in batch.take(indices(rows)).to_pylist():
                key, path = row["run_id"], row["attribute_path"]
                if not isinstance(key, str) or not isinstance(path, str):
                    continue
                projects.setdefault(key, str(row.get("project_id") or ""))
                given = self._attributes.setdefault(key, {})
                if path not in given and len(given) < _MOST_ATTRIBUTES:
                    given[path] = words.value_of(row)
                    if row["attribute_type"] == "datetime" and row.get("datetime_value"):
                        at = row["datetime_value"].timestamp()
                        times.setdefault(key, {})[path] = at
        return runs

    # -- series

    def _batches(self, key: str) -> Iterator[tuple[int, Any]]:
        """Rows of the run's groups, with the number of the first one."""
        parts = self._parts
        if parts is None:
            return
        for group in self._groups.get(key, ()):
            first = group.first
            for batch in parts.batches(group, _SERIES):
                yield first, batch
                first += batch.num_rows

    def _factor(self, key: str) -> int:
        """The factor for steps that makes all of a run's whole."""
        if key not in self._factors:
            common = 0
            parts = self._parts
            for group in self._groups.get(key, ()) if parts is not None else ():
                for batch in parts.batches(group, ("run_id", "step")) if parts is not None else ():
                    micro, is_there = steps_of(batch)
                    mine = is_there & is_word(batch, "run_id", key)
                    common = math.gcd(common, int(np.gcd.reduce(micro[mine], initial=0)))
                    if common == 1:
                        break
            factor = 1
            while common * factor % MICRO:
                factor *= 10
            self._factors[key] = factor
        return self._factors[key]

    def _take_series(self, key: str, first: int, batch: Any, piece: Piece) -> None:
        codes, kinds = words_of(batch, "attribute_type")
        mine = is_word(batch, "run_id", key)
        micro, has_step = steps_of(batch)
        steps = micro // (MICRO // self._factor(key))
        walltimes = times_of(batch)
        tags_at, paths = words_of(batch, "attribute_path")
        tags = [words.tag_of(path) if path else "" for path in paths]
        for at, kind in enumerate(kinds):
            rows = np.flatnonzero(mine & (codes == at))
            if not len(rows) or kind in words.CONFIG or kind is None:
                continue
            if kind == "float_series":
                self._take_points(batch, rows, tags_at, tags, (steps, walltimes, has_step), piece)
            elif kind in KINDS:
                for row in rows.tolist():
                    tag = tags[tags_at[row]] if tags_at[row] >= 0 else ""
                    place = (first + row + 1, int(steps[row]), float(walltimes[row]))
                    self._take_record(batch, row, kind, tag, place, piece)
            else:
                piece.leave_out(f"attributes of type {kind:.40}", len(rows))

    def _take_points(
        self,
        batch: Any,
        rows: Any,
        tags_at: Any,
        tags: list[str],
        columns: tuple[Any, Any, Any],
        piece: Piece,
    ) -> None:
        steps, walltimes, has_step = columns
        values, there = numbers_of(batch, "float_value")
        is_point = (there & has_step & (tags_at >= 0) & (np.abs(steps) < MOST_STEP))[rows]
        if not is_point.all():
            piece.leave_out("values without a step", int((~is_point).sum()))
            rows = rows[is_point]
        if len(rows):
            named = np.array(tags, object)[tags_at[rows]].tolist()
            piece.points.append(Points(named, steps[rows], walltimes[rows], values[rows]))

    def _take_record(
        self,
        batch: Any,
        row: int,
        type_: str,
        tag: str,
        place: tuple[int, int, float],
        piece: Piece,
    ) -> None:
        offset, step, walltime = place
        (row_values,) = batch.slice(row, 1).to_pylist()
        kind = KINDS[type_] or media.kind_of_file(_file_name(row_values))
        if kind is None:
            piece.leave_out(media.OTHER_FILES)
            return
        encode = partial(self._encode, row_values, kind)
        piece.encode(Unencoded(kind, tag, step, walltime, offset, type_, encode))

    def _encode(self, row: Mapping[str, Any], kind: str) -> Encoded:
        """Raises FormatError, OSError."""
        try:
            if KINDS.get(str(row["attribute_type"])) is None:
                name = _file_name(row)
                return media.encode_file(self._read_file(name, kind), kind, name)
            return encode_value(row)
        except (PayloadError, ValueError, TypeError, KeyError, OverflowError) as error:
            raise FormatError(f"{kind}: {error}") from error

    def _read_file(self, name: str, kind: str) -> bytes:
        """A file of the run: the exporter keeps them in `files`, beside the folder `data` with all projects."""
        data = self._first.parent.parent
        if data.name in ("", ".."):
            raise OSError("the folder of files is not below the logdir")
        folder = data.parent / "files"
        return read_beside(self._files, folder, name, most=media.most_of(kind))


def _file_name(row: Mapping[str, Any]) -> str:
    """The path of the file that a row names; empty if it names none."""
    row_values = row.get("file_value")
    name = row_values.get("path") if isinstance(row_values, Mapping) else None
    return name if isinstance(name, str) else ""
