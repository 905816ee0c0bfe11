"""Making lasting what writers that were killed left in their spools."""

import contextlib
import os
import threading
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from vdlite.errors import FormatError, LogdirError, PayloadError
from vdlite.format import spool as layout
from vdlite.format import spool_lock
from vdlite.format.decode import LogDecoder
from vdlite.format.layout import SPOOL_SUFFIX, is_log_file, media_path
from vdlite.format.spool import Slot
from vdlite.kinds import registry
from vdlite.kinds.numbers.packing import number_type, unpack
from vdlite.kinds.scalar import NAME as SCALAR
from vdlite.writer.arguments.checks import check_tag
from vdlite.writer.file.descriptor import lies_at
from vdlite.writer.life.sink import Sink
from vdlite.writer.notices import warn
from vdlite.writer.queue.spool import read_octets

_PIECE_BYTES = 8 << 20
_SUFFIX = ".recovered"  # of the name of the log that the records go to

_Key = tuple[str, str, int, float, int, int]
"""Of a record: kind, tag, step, walltime, and its payload's length and CRC-32."""


class Recovered(NamedTuple):
    """The records found in a spool."""

    spool: str  # its path
    records: int  # which are in a log now
    lost: int  # which were in memory only, or are damaged; the log says how many


def recover(spool: str) -> Recovered | None:
    """Write the records that a dead writer did not come to make into a log beside its own, and remove its spool.

    Returns None if the writer lives, or another process is doing the same. Raises FormatError if this is no spool of
    this version, OSError and LogdirError if the disk does not do it; nothing is lost then. Who is interrupted leaves a
    log whose records the next one does not write again.
    """
    if not spool_lock.AVAILABLE:
        return None
    fd = os.open(spool, os.O_RDWR | os.O_NONBLOCK | os.O_NOFOLLOW)
    try:
        # Another process may have been quicker, and removed it.
        if not spool_lock.take(fd) or not lies_at(fd, spool):
            return None
        about, slots = layout.read_table(lambda at, size: read_octets(fd, at, size).tobytes())
        records, lost = _write(spool, fd, about, slots) if slots else (0, 0)
        # Only now, when all that can be had is in the log.
        os.unlink(spool)
        return Recovered(spool, records, lost)
    finally:
        os.close(fd)


def recover_behind(spools: Sequence[str]) -> threading.Thread:
    """Recover several spools in a thread; what fails is reported by a warning."""
    thread = threading.Thread(
        target=_recover_all, args=(spools,), name="vdlite-recovery", daemon=True
    )
    # Where no more threads can be had, the next writer does it.
    with contextlib.suppress(RuntimeError):
        thread.start()
    return thread


def _recover_all(spools: Sequence[str]) -> None:
    for spool in spools:
        try:
            recover(spool)
        except FileNotFoundError:
            continue  # another process was quicker
        except (FormatError, LogdirError, OSError, MemoryError) as error:
            warn("vdlite can't recover what a writer left behind: %s: %s", error, spool)


def _write(spool: str, fd: int, about: Mapping[str, Any], slots: Sequence[Slot]) -> tuple[int, int]:
    """Write what is in the slots; returns how many records were written, and how many are lost."""
    present = _records_at(spool, [slot.walltime for slot in slots])
    folder, name = os.path.split(spool)
    stem = name.removesuffix(SPOOL_SUFFIX) + _SUFFIX
    # `about` says when the dead writer began: that is the place of these records among the files of the run.
    private = not os.fstat(fd).st_mode & 0o077
    sink = Sink(folder, stem, about, max_queue=0, flush_secs=0, fsync=False, private=private)
    series: dict[tuple[str, str], int] = {}
    records = lost = 0
    try:
        for slot in slots:
            try:
                draft = layout.read_draft(slot, _region(fd, slot), number_type)
                settings = unpack(draft.settings, draft.kind)
                payload, summary = registry.encode(draft.kind, draft.arrays, settings)
                check_tag(draft.tag)
                if draft.kind == SCALAR:
                    raise FormatError("a scalar, which no spool holds")
            except (FormatError, PayloadError, OSError, MemoryError) as error:
                if slot.length:
                    warn("vdlite can't make a record that was left behind: %s: %s", error, spool)
                with sink.file.turn.lock:
                    sink.lose(slot.walltime)
                lost += 1
                continue
            name_of = (draft.kind, draft.tag)
            if (*name_of, slot.step, slot.walltime, len(payload), crc32(payload)) in present:
                continue  # its writer was killed just before it could clear the slot
            with sink.file.turn.lock:
                if name_of not in series:
                    series[name_of] = sink.file.declare(*name_of)
                sink.add_payload(series[name_of], slot.step, slot.walltime, summary, payload)
            records += 1
    finally:
        sink.close()
    if sink.file.backlog or sink.file.missing > lost:
        raise LogdirError(f"can't write logs: {sink.file.error}: {sink.file.path}")
    # The spool may have been on the disk already; then so must be what takes its place.
    for path in (sink.file.path, media_path(sink.file.path)):
        with contextlib.suppress(FileNotFoundError):
            _sync(path)
    return records, lost


def _sync(path: str) -> None:
    fd = os.open(path, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def _region(fd: int, slot: Slot) -> layout.Octets:
    """Raises FormatError if there is no such region in the file, OSError."""
    if slot.length > layout.MOST_REGION or slot.offset + slot.length > os.fstat(fd).st_size:
        raise FormatError(f"draft {slot.number}: the spool ends before it does")
    return read_octets(fd, slot.offset, slot.length)


def _records_at(spool: str, walltimes: Sequence[float]) -> set[_Key]:
    """The records of these walltimes in the logs of the spool's writer."""
    folder, name = os.path.split(spool)
    stem = name.removesuffix(SPOOL_SUFFIX).split("~")[0]
    found: set[_Key] = set()
    for file in sorted(os.listdir(folder)):
        if is_log_file(file) and file.startswith(stem):
            found |= _records_of(os.path.join(folder, file), np.array(walltimes))
    return found


def _records_of(log: str, walltimes: "np.ndarray[Any, np.dtype[np.float64]]") -> set[_Key]:
    names: dict[int, tuple[str, str]] = {}
    found: set[_Key] = set()
    decoder = LogDecoder()
    with open(log, "rb") as file:
        while True:
            before = decoder.offset
            file.seek(before)
            batch = decoder.decode(file.read(_PIECE_BYTES))
            for declaration in batch.declarations:
                names[declaration.series] = (declaration.kind, declaration.tag)
            for entries in batch.entries:
                for at in np.flatnonzero(np.isin(entries.walltimes, walltimes)).tolist():
                    entry = entries[at]
                    kind, tag = names.get(entry.series, ("", ""))
                    found.add((kind, tag, entry.step, entry.walltime, entry.length, entry.crc))
            if decoder.offset == before:
                return found
