"""Following one run in a store of another tool, as `LogTail` follows a file."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from vdlite.cache.column_cache import ColumnCache, Kept
from vdlite.cache.columns_file import ColumnsFile
from vdlite.cache.stamps import Stamp
from vdlite.errors import FormatError
from vdlite.foreign.decoder_state import SeriesNumbers
from vdlite.foreign.formats import Decoder, Format, ReadPart
from vdlite.foreign.stores.facts import (
    AnewError,
    BusyError,
    DatabaseError,
    Given,
    Piece,
    Points,
    RunFacts,
)
from vdlite.foreign.stores.payloads import STATUS, encode
from vdlite.foreign.stores.places import Place
from vdlite.format.batch import Batch, Damage, Entries, Entry, Header, Scalars
from vdlite.format.records import VERSION
from vdlite.kinds.draft import Encoded
from vdlite.reader.files.noted import Facts
from vdlite.reader.logdir.foreign_stores import Opened, path_of_file
from vdlite.reader.run.store_cache import StoreCache

_MOST_NAME = 1000  # characters
_POINT_BYTES, _ENTRY_BYTES = 24, 100
_BUSY_SECONDS = 2.0  # that a writer may hold a store without a word
_AGAIN_SECONDS = 30.0  # after which what could not be read is tried again as it is


class StoredTail:
    """Reads one run from where it stopped the last time. Not for several threads at once."""

    def __init__(
        self, path: Path, opened: Opened, key: str, cache: ColumnCache | None = None
    ) -> None:
        """cache: where may be kept what the run held when it was read before."""
        self.path = path
        self.modified = 0.0  # when the run grew, as far as is known; seconds since 1970
        self.failure: str | None = None
        self.pending: Damage | None = None
        self.volume = 0  # how much was read, in bytes that it takes here
        self._opened = opened
        self._key = key
        self._cache = StoreCache(cache, opened, Place(path_of_file(path), key))
        self._kept: Kept | None = None  # what is to be given in place of what is not read
        self._title = ""
        self._version: Hashable = None  # as of the last look
        self._seen: Hashable = None  # of which everything was read
        self._failing_since: float | None = None  # on the monotonic clock
        self._failed: tuple[Hashable, float] | None = None  # which version could not be read, when
        self._is_anew = False
        self._about: str | None = None  # title and settings
        self._texts: dict[str, str] = {}
        self._mark: Any = None
        self._read_bytes = 0
        self._numbers = SeriesNumbers()
        self._left_out: Counter[str] = Counter()

    @property
    def format(self) -> Format:
        """The format of the tool that wrote the store."""
        store = self._opened.store
        return Format(store.tool, _no_decoder, _no_encoding, reports_end=store.reports_end)

    @property
    def size(self) -> int:
        """Bytes of its own files; 0 where the run lies in a file with others."""
        return self._opened.store.size

    @property
    def offset(self) -> int:
        """How many of them have been read."""
        return self.size - self.unread

    is_doubted = False

    def read_pieces(self, places: Sequence[int], _: int) -> Sequence[bytes]:
        """Nothing: a store has no records of ours."""
        return [b""] * len(places)

    @property
    def unread(self) -> int:
        """Bytes that are not, or not yet, a whole line."""
        return max(0, self.size - self._read_bytes)

    @property
    def left_out(self) -> Mapping[str, int]:
        """The parts of the run that are not read, and how often."""
        return dict(self._left_out)

    @property
    def finished(self) -> bool:
        """True if there was nothing more to read when it was looked at last."""
        return self._seen is not None and self._seen == self._version and self._kept is None

    def look(self) -> bool:
        """Look whether the run has grown. Raises FileNotFoundError if it is gone, or has to be read anew."""
        if self._is_anew:
            raise FileNotFoundError(f"the run was changed: {self.path}")
        try:
            with self._opened.lock:
                self._opened.store.refresh()
                version = self._opened.store.version(self._key)
                if self._about is None and self._cache.stamp is None:
                    self._look_up(version)
        except KeyError as error:
            raise FileNotFoundError(f"the run is gone: {self.path}") from error
        except FileNotFoundError:
            raise
        except OSError as error:
            self._fail(error)
            return False
        if self._failed is not None:
            failed, when = self._failed
            if version == failed and time.monotonic() - when < _AGAIN_SECONDS:
                return False  # it takes long, perhaps
            self._failed = None
        if self._cache.is_taken and version != self._seen:
            raise FileNotFoundError(f"the run has to be read from its beginning: {self.path}")
        self._version = version
        if self.finished and self._failing_since is not None:
            self.failure = self._failing_since = None
        return not self.finished

    def _look_up(self, version: Hashable) -> None:
        """Take what is kept of the run for read."""
        self._kept = self._cache.take()
        if self._kept is not None:
            about = self._kept.facts["tail"]
            self._seen = version
            self._title = about["title"]
            self.modified, self.volume = about["modified"], about["volume"]
            self._read_bytes = about["read_bytes"]
            self._left_out = Counter(about["left_out"])

    def take_kept(self) -> Kept | None:
        """What was kept of the run before it was read; once, and before anything that is read."""
        kept, self._kept = self._kept, None
        return kept

    @property
    def may_be_kept(self) -> bool:
        """True if there is a cache for what the run holds."""
        return self._cache.is_there and self.failure is None

    is_soon_read = False  # for a small one a database is asked several times, too
    is_sure = True  # what was read is what the notes on it stand for

    @property
    def stamp(self) -> Stamp | None:
        """The stamp of the store's own file when it was looked at first; None: it was not."""
        return self._cache.stamp

    def noted(self) -> Facts | None:
        """The notes on all that the run was made of; None if anything may have changed since it was read."""
        noted = self._cache.noted()
        return None if noted is None else {**noted, "titles": [self._title]}

    def keep(self, facts: Mapping[str, Any], columns: ColumnsFile | None) -> bool:
        """Keep these facts, which cover everything that was read so far; True if that was done."""
        about = {
            "title": self._title,
            "modified": self.modified,
            "volume": self.volume,
            "read_bytes": self._read_bytes,
            "left_out": dict(self._left_out),
        }
        return self.finished and self._cache.keep(facts, about, columns, self.volume)

    def find_kept(self, columns: ColumnsFile | None) -> Kept | None:
        """What was just kept, mapped; columns: the file of columns that is open."""
        return self._cache.find(columns)

    def new_columns(self) -> ColumnsFile | None:
        """A file for columns of what is read; None if there can be none."""
        return self._cache.new_columns()

    def read(self, buffer: bytearray) -> Batch | None:
        """The new records of the run; None if there is nothing more for now."""
        store = self._opened.store
        try:
            with self._opened.lock, self._cache.noting():
                version = store.version(self._key)
                facts = store.runs()[self._key]
                given = store.given(self._key)
                title = self._opened.title(self._key) or ""
                # By what they look like: NaN is not equal to itself.
                about = repr((title, replace(given, texts={})))
                self._is_anew = self._about is not None and self._about != about
                if self._is_anew:
                    self._seen = self._version = version
                    return None
                piece = store.next_points(self._key, self._mark)
        except (AnewError, KeyError):
            self._is_anew = True
            self._seen = self._version
            return None
        except OSError as error:
            if isinstance(error, DatabaseError):
                self._failed = (self._version, time.monotonic())
            self._fail(error)
            self._seen = self._version
            return None
        self.failure = self._failing_since = None
        self._mark, self._read_bytes = piece.mark, piece.read_bytes
        self._version = version
        if piece.is_all:
            self._seen = version
        batch = self._batch(piece, given, title, facts)
        self._about, self._title = about, title
        self.volume += _ENTRY_BYTES + sum(
            _POINT_BYTES * len(points.tags) for points in piece.points
        )
        self.volume += sum(_ENTRY_BYTES + record.length for record in piece.records)
        return batch

    def give_up(self, reason: str) -> None:
        """Read nothing more of this run until its store says that it has changed."""
        self.failure = reason[:_MOST_NAME]
        self._seen = self._version

    def _fail(self, error: OSError) -> None:
        now = time.monotonic()
        if self._failing_since is None:
            self._failing_since = now
        reason = error.strerror or str(error)
        if not isinstance(error, BusyError) or now - self._failing_since > _BUSY_SECONDS:
            self.failure = reason
        if not self._cache.is_taken:
            self._version = (self._version, now)  # it is tried again

    def _batch(self, piece: Piece, given: Given, title: str, facts: RunFacts) -> Batch:
        batch = Batch()
        rows: list[Entry] = []
        is_first = self._about is None
        if is_first:
            batch.header = Header(VERSION, {"created": facts.started, "display_name": title})
            if given.settings or given.goals:
                self._add("hparams", "hparams", facts.started, given, facts, rows, batch)
            if given.fields:
                self._add("lineage", "lineage", facts.started, given, facts, rows, batch)
        texts = dict(given.texts) | ({STATUS: facts.status} if facts.status else {})
        for tag, text in texts.items():
            if self._texts.get(tag) != text:
                walltime = facts.ended if tag == STATUS else None
                self._add("text", tag, walltime or facts.started, given, facts, rows, batch)
        self._texts = texts
        for record in piece.records:
            place = (record.offset, record.length, record.crc, record.summary)
            number = self._numbers.of(record.kind, record.tag, batch)
            rows.append(Entry(number, record.step, record.walltime, False, *place))
        if rows:
            batch.entries.append(Entries.of(rows))
        for points in piece.points:
            self._add_points(points, batch)
        self._left_out.update(piece.left_out)
        newest = max(
            (float(points.walltimes.max()) for points in piece.points if len(points.tags)),
            default=0.0,
        )
        if is_first:
            self.modified = min(max(newest, facts.ended or facts.started), time.time())
        elif piece.points:
            self.modified = time.time()
        if facts.ended is not None and piece.is_all:
            batch.ended, batch.outcome = facts.ended, facts.outcome
        return batch

    def _add(
        self,
        kind: str,
        tag: str,
        walltime: float,
        given: Given,
        facts: RunFacts,
        rows: list[Entry],
        batch: Batch,
    ) -> None:
        try:
            payload, summary = encode(given, facts, kind, tag)
        except FormatError as error:
            batch.damage.append(Damage(0, 0, str(error)))
            return
        number = self._numbers.of(kind, tag, batch)
        rows.append(Entry(number, 0, walltime, False, 0, len(payload), crc32(payload), summary))

    def _add_points(self, points: Points, batch: Batch) -> None:
        tags = points.tags
        if not tags:
            return
        numbers = {tag: self._numbers.of("scalar", tag, batch) for tag in dict.fromkeys(tags)}
        series = np.fromiter(map(numbers.__getitem__, tags), np.uint32, len(tags))
        batch.scalars.append(Scalars(series, points.steps, points.walltimes, points.values))


def _no_decoder() -> Decoder:
    raise AssertionError("a run of a store has no bytes of its own")


def _no_encoding(read: ReadPart, offset: int, kind: str, tag: str) -> Encoded:
    raise FormatError("a run of a store has no bytes of its own")
