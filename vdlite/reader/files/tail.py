"""Following one log file as it grows."""

import os
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from vdlite.cache.column_cache import ColumnCache, Kept
from vdlite.cache.columns_file import ColumnsFile
from vdlite.cache.stamps import Stamp
from vdlite.errors import DriveError
from vdlite.foreign.formats import Decoder, Format, format_of
from vdlite.foreign.names import module_of
from vdlite.foreign.stores.named_files import read_beside
from vdlite.format.batch import Batch, Damage
from vdlite.format.decode import DecoderState, LogDecoder
from vdlite.format.opening import check_plain
from vdlite.format.read_before import ReadBefore
from vdlite.format.records import VERSION
from vdlite.reader.files.files import Files, Identity, PassingError
from vdlite.reader.files.noted import Facts, NotedFiles, are_as_noted
from vdlite.version import __version__

PIECE_BYTES = 4 << 20
_HOPELESS_BYTES = 1 << 20  # that hold not a single record: not a log file


class LogTail:
    """Reads one log file from where it stopped the last time. Not for several threads at once."""

    def __init__(
        self, path: Path, files: Files, cache: ColumnCache | None = None, suffix: str = ""
    ) -> None:
        """cache: where may be kept what the file held when it was read before; suffix: of its tags, as they are kept."""
        self.path = path
        self._files = files
        self.size = 0  # bytes, when it was looked at last
        self.modified = 0.0  # seconds since 1970
        # Why it can't be read at all; it is tried again when it changes.
        self.failure: str | None = None
        self._identity: Identity | None = None
        self.is_near = files.is_near(path)  # on a disk
        self.format: Format | None = format_of(path.name)  # None for our own
        self._beside: NotedFiles | None = None  # what another tool's log names
        self._taken: Facts | None = None  # notes on what it names, if it was not read but taken
        self._decoder: Decoder
        if self.format is None:
            self._decoder = LogDecoder(wide_rows=self.is_near)
        else:
            self._beside = NotedFiles(files)
            self._decoder = self.format.follow(partial(read_beside, self._beside, path.parent))
        self._seen_size = -1  # size at which there was nothing more to read
        self._any_record = False
        self._tried = 0  # bytes of the last piece, if no record fits into it
        self._is_rewritten = False
        self.is_doubted = False  # whether it was written to without having grown
        self._read_before = ReadBefore()
        # What an installed package reads, its next version may read differently.
        is_kept = self.format is None or (self.format.is_kept and module_of(path.name) is not None)
        self._cache = cache if is_kept else None
        self._suffix = suffix
        self._status: os.stat_result | None = None  # when it was looked at last
        self._is_unsure = False  # whether it may have been written to, unseen, since it was read
        self._is_young = False  # whether it was written to just before it was looked at
        self._kept: Kept | None = None  # what is to be given in place of bytes that are not read
        # Of another tool's log that was not read, as its decoder can't go on in the middle.
        self._left_out: Mapping[str, int] | None = None
        # Why it is read no more.
        self._given_up: str | None = None if self.format is None else self.format.failure

    @property
    def offset(self) -> int:
        """How far the file has been read, in bytes."""
        return self._decoder.offset

    @property
    def volume(self) -> int:
        """How much was read of it, in bytes."""
        return self._decoder.offset

    @property
    def left_out(self) -> Mapping[str, int]:
        """The parts of another tool's log that are not read, and how often."""
        return self._decoder.left_out if self._left_out is None else self._left_out

    @property
    def pending(self) -> Damage | None:
        """Bytes at the end of the file that are no record as they are now."""
        return self._decoder.pending

    @property
    def finished(self) -> bool:
        """True if there was nothing more to read when it was looked at last."""
        return self.size == self._seen_size and self._kept is None

    @property
    def unread(self) -> int:
        """Bytes at the end that are not, or not yet, a whole record."""
        return max(self.size - self._decoder.offset, 0)

    def look(self) -> bool:
        """Look at the file's size; True if there is something to read.

        Raises FileNotFoundError if it is gone, if another file has taken its place, or if it was rewritten.
        """
        try:
            status = self._files.stat(self.path, self._identity)
            check_plain(status)
            if (status.st_size, status.st_mtime) != (self.size, self.modified):
                self._compare_head()
                read = partial(self._files.read, self.path)
                self._is_rewritten = self._is_rewritten or self._read_before.differs(read)
        except FileNotFoundError:
            raise
        except OSError as error:
            self.failure = error.strerror or str(error)
            return False
        identity = (status.st_dev, status.st_ino)
        if self._identity is None:
            self._identity = identity
            self._look_up(status)
        elif self._left_out is not None and (status.st_size, status.st_mtime) != (
            self.size,
            self.modified,
        ):
            self._is_rewritten = True  # it has to be read from its beginning
        if identity != self._identity or status.st_size < self.size or self._is_rewritten:
            raise FileNotFoundError(f"another file has taken its place: {self.path}")
        before = self._status
        if before is not None and status.st_size == before.st_size:
            self.is_doubted |= status.st_mtime_ns != before.st_mtime_ns
            self._is_unsure |= Stamp.of(status) != Stamp.of(before)
        else:
            self._is_young = Stamp.of(status).is_young(time.time_ns())
            # What is appended to may change its times a moment before its size.
            self._is_unsure &= bool(self._decoder.head)
        self._status = status
        self.size = status.st_size
        self.modified = status.st_mtime
        if self._given_up is not None:
            self.give_up(self._given_up)
            return False
        if self._seen_size >= 0 and self.unread < self._decoder.wants:
            self._seen_size = self.size  # a long record is still written
        return not self.finished

    def _look_up(self, status: os.stat_result) -> None:
        """Take what is kept of the file for read."""
        if self._cache is None:
            return
        kept = self._cache.find(status, partial(self._files.read, self.path))
        if kept is None:
            return
        facts, whole = kept.facts["tail"], kept.is_same and kept.covered == status.st_size
        said_elsewhere = (module_of(self.path.name), self._suffix)
        if (facts.get("format", ""), facts.get("suffix", "")) != said_elsewhere:
            return  # the same file under a name, or in a place, that says something else
        if kept.facts["damage"] and not kept.is_same:
            return  # it may have been mended
        if isinstance(self._decoder, LogDecoder):
            self._decoder.go_on(DecoderState(*facts["decoder"]))
            self._read_before.go_on(*facts["read_before"])
        elif whole and self._is_to_be_taken(facts):
            self._decoder.offset = kept.covered
            self._left_out = MappingProxyType(facts["left_out"])
        else:
            return
        self._any_record, self._kept = True, kept
        if whole:
            self._seen_size = status.st_size

    def _is_to_be_taken(self, facts: Mapping[str, Any]) -> bool:
        """True if this version has read another tool's log, and what that names is as it was."""
        if facts.get("version") != __version__:
            return False
        beside: Facts = facts.get("beside", {})
        if not are_as_noted(beside, self.path.parent, self._files):
            return False
        self._taken = beside
        return True

    @property
    def stamp(self) -> Stamp | None:
        """The stamp of the file when it was looked at last; None: it was not."""
        return None if self._status is None else Stamp.of(self._status)

    @property
    def may_be_kept(self) -> bool:
        """True if there is a cache for what it holds."""
        return self._cache is not None and self.failure is None

    @property
    def is_soon_read(self) -> bool:
        """True if it lies on a disk and names no other file: a small one is read as fast as it is found elsewhere."""
        names_files = bool(self._beside and self._beside.notes) or any((self._taken or {}).values())
        return self.is_near and not names_files

    @property
    def is_sure(self) -> bool:
        """True if what was read is what its stamp stands for."""
        may_keep_its_size = bool(self._decoder.head)  # when it is rewritten
        is_young = self._is_young and may_keep_its_size
        return not (self._is_rewritten or self._is_unsure or is_young)

    def noted(self) -> Facts | None:
        """The notes on the files that it names; None if they may have changed since they were read."""
        if self._taken is not None:
            is_same = are_as_noted(self._taken, self.path.parent, self._files)
            return self._taken if is_same else None
        if self._beside is None:
            return {}
        return self._beside.notes.facts(self.path.parent, self._files)

    def take_kept(self) -> Kept | None:
        """What was kept of the file before it was read; once, and before anything that is read."""
        kept, self._kept = self._kept, None
        return kept

    def keep(self, facts: Mapping[str, Any], columns: ColumnsFile | None) -> bool:
        """Keep these facts, which cover everything that was read so far; True if that was done."""
        if self._cache is None or self._status is None:
            return False
        whole = self.finished and self.pending is None and self.offset == self.size
        own = isinstance(self._decoder, LogDecoder)
        beside = self.noted()
        if not (own or whole) or not self.is_sure or beside is None:
            return False
        tail: dict[str, Any] = {
            "format": module_of(self.path.name),
            "decoder": self._decoder.state if isinstance(self._decoder, LogDecoder) else None,
            "read_before": self._read_before.state,
            "left_out": dict(self.left_out),
        }
        if not own:
            tail |= {"version": __version__, "beside": beside}
        if self._suffix:
            tail["suffix"] = self._suffix
        read = partial(self._files.read, self.path)
        if not self._cache.keep(self._status, self.offset, {**facts, "tail": tail}, columns, read):
            return False
        if self._read_before.differs(read):
            # It was overwritten since it was read, so that the checks are not of what was read.
            self._cache.forget(self._status)
            return False
        return True

    def find_kept(self, columns: ColumnsFile | None) -> Kept | None:
        """What was just kept, mapped; columns: the file of columns that is open."""
        if self._cache is None or self._status is None:
            return None
        read = partial(self._files.read, self.path)
        return self._cache.find(self._status, read, columns)

    def read_pieces(self, places: Sequence[int], length: int) -> Sequence[bytes]:
        """The bytes at each of these places, fewer where the file ends; nothing if it is gone, or another file now.

        Where it can't be read, nothing either: it is read anew when it is looked at, and then says why. Raises DriveError.
        """
        try:
            status = self._files.stat(self.path, self._identity)
            if (status.st_dev, status.st_ino) == self._identity:
                return self._files.read_pieces(self.path, places, length)
        except FileNotFoundError:  # its run leaves it out once that is seen
            pass
        except DriveError:
            raise
        except OSError:
            self._is_rewritten = True
        return [b""] * len(places)

    def new_columns(self) -> ColumnsFile | None:
        """A file for columns of what is read; None if there can be none."""
        if self._cache is None or self._status is None:
            return None
        return self._cache.new_columns(self._status)

    def read(self, buffer: bytearray) -> Batch | None:
        """The records of the next piece, of at most the size of `buffer`; None if there is nothing more for now."""
        try:
            data = self._read_piece(buffer)
            # After the piece: one that was rewritten in between does not begin as before any more.
            self._compare_head()
        except OSError as error:
            self.failure = error.strerror or str(error)
            self._seen_size = -1 if isinstance(error, PassingError) else self.size
            return None
        if self._is_rewritten:
            self._seen_size = self.size  # until it is looked at
            return None
        self._decoder.written = self.modified
        before = self._decoder.offset
        batch = self._decoder.decode(data)
        moved = self._decoder.offset > before
        if moved and not self._decoder.head:
            self._read_before.add(data, before, self._decoder.offset)
        is_long = self._tried < len(data) < self._decoder.wants <= self.size - before
        if not moved and is_long:
            self._tried = len(data)
            return batch  # the record is longer than the piece was, and so is the next piece
        self._tried = 0
        if len(data) < len(buffer) or not moved or self._decoder.offset == self.size:
            # Up to here there was no more; the rest of a record that is cut short changes the size.
            self._seen_size = before + len(data)
        self.failure = self._failure_of(batch)
        if self.failure is not None:
            self._seen_size = self.size
            return None
        return batch if moved or len(data) >= len(buffer) else None

    def give_up(self, reason: str) -> None:
        """Read nothing more of this file, as long as no other one takes its place."""
        self._given_up = self.failure = reason
        self._seen_size = self.size

    def _compare_head(self) -> None:
        head = self._decoder.head
        if head and self._files.read(self.path, 0, len(head)) != head:
            self._is_rewritten = True

    def _read_piece(self, buffer: bytearray) -> bytes | bytearray:
        if len(buffer) < self._decoder.wants:
            size = max(self._decoder.wants, 2 * self._tried)
            buffer = bytearray(max(len(buffer), min(size, self.unread)))
        self._skip_hole(len(buffer))
        count = self._files.read_into(self.path, self._decoder.offset, buffer)
        return buffer if count == len(buffer) else bytes(memoryview(buffer)[:count])

    def _skip_hole(self, piece: int) -> None:
        """Go on behind a hole of the file, which may be a thousand times as long as what the disk holds of it.

        Its last bytes are read like any others: what follows them may change what they are.
        """
        start = self._decoder.offset
        if self.size - start < 3 * piece:
            return
        end = min(self._files.next_data(self.path, start), self.size) - piece
        if end - start >= piece:
            self._decoder.skip_zeroes(end)

    def _failure_of(self, batch: Batch) -> str | None:
        if batch.header is not None and batch.header.version > VERSION:
            return f"its format is version {batch.header.version}, this vdlite reads up to {VERSION}: update vdlite"
        self._any_record = self._any_record or bool(
            batch.header or batch.declarations or batch.scalars or batch.wide_rows or batch.entries
        )
        if not self._any_record and self._decoder.offset > _HOPELESS_BYTES:
            tool = "vdlite" if self.format is None else self.format.tool
            return f"not a log file of {tool}"
        return None
