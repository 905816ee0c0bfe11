"""Points in many dimensions that routes work with: logged ones, read once and kept for a while, and uploaded ones."""

from __future__ import annotations

import threading
import uuid
from collections import OrderedDict, defaultdict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import NotFoundError
from vdlite.kinds.embeddings import NAME, Embeddings
from vdlite.reader import Store
from vdlite.reader.series.record_series import Record

MOST_KEPT = 512 << 20
"""Bytes of logged points kept in memory; the newest asked for stay, and one set stays however large it is."""

MOST_UPLOADED = 512 << 20
"""Bytes of uploaded points; older uploads make room for newer ones."""

PIECE_BYTES = 2 << 20
"""So much of an upload comes in one request at most."""


@dataclass(frozen=True, slots=True)
class Source:
    """Points: those logged at a step, or those of an upload."""

    run: str = ""
    tag: str = ""
    step: int = 0
    upload: str = ""


class _Upload:
    def __init__(self, points: int, dimensions: int) -> None:
        self.shape = (points, dimensions)
        self.bytes = bytearray()

    @property
    def size(self) -> int:
        return 4 * self.shape[0] * self.shape[1]


class PointSets:
    """Gives vectors to whoever asks. Threads may share it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        # Of a run one set is read at a time: two who want it read it once.
        self._reading: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._kept: OrderedDict[tuple[str, str, int, int], Embeddings] = OrderedDict()
        self._uploads: OrderedDict[str, _Upload] = OrderedDict()

    # -- logged

    def record(self, source: Source) -> Record:
        """Raises NotFoundError if there is none at that step."""
        record = self._store.run(source.run).records(NAME, source.tag).find(source.step)
        if record is not None:
            return record
        raise NotFoundError(f"no {NAME} with tag {source.tag!r} at step {source.step}")

    def embeddings(self, source: Source) -> Embeddings:
        """The points that were logged at a step.

        Raises NotFoundError if there are none, FormatError or OSError if they can't be read.
        """
        record = self.record(source)
        key = (source.run, source.tag, source.step, record.entry.crc)
        with self._lock:
            turn = self._reading[source.run]
        with self._store.drives.holding(turn):
            with self._lock:
                found = self._kept.get(key)
                if found is not None:
                    self._kept.move_to_end(key)
                    return found
            embeddings: Embeddings = record.payload
            with self._lock:
                self._kept[key] = embeddings
                while len(self._kept) > 1 and self._held() > MOST_KEPT:
                    self._kept.popitem(last=False)
        return embeddings

    def _held(self) -> int:
        return sum(kept.vectors.nbytes for kept in self._kept.values())

    # -- uploaded

    def begin_upload(self, points: int, dimensions: int) -> str:
        """A new upload's id. Raises ValueError if it would be too large."""
        upload = _Upload(points, dimensions)
        if upload.size > MOST_UPLOADED:
            raise ValueError(f"{upload.size} bytes of vectors, want at most {MOST_UPLOADED}")
        name = uuid.uuid4().hex
        with self._lock:
            self._uploads[name] = upload
            while sum(each.size for each in self._uploads.values()) > MOST_UPLOADED:
                self._uploads.popitem(last=False)
        return name

    def add_piece(self, name: str, offset: int, piece: bytes) -> tuple[int, int]:
        """Add bytes to an upload; returns how many it has, and how many it wants.

        Raises NotFoundError if there is no such upload, ValueError if this is not the piece that comes next.
        """
        with self._lock:
            upload = self._upload(name)
            if offset != len(upload.bytes):
                raise ValueError(f"a piece at byte {offset}, want the one at {len(upload.bytes)}")
            if len(piece) > PIECE_BYTES or offset + len(piece) > upload.size:
                raise ValueError(
                    f"{len(piece)} bytes at {offset}, want at most {PIECE_BYTES}, "
                    f"and {upload.size} in all"
                )
            upload.bytes += piece
            return len(upload.bytes), upload.size

    def forget_upload(self, name: str) -> None:
        """Raises NotFoundError if there is no such upload."""
        with self._lock:
            self._upload(name)
            del self._uploads[name]

    def _upload(self, name: str) -> _Upload:
        upload = self._uploads.get(name)
        if upload is None:
            raise NotFoundError("no such upload; it may have made room for newer ones")
        return upload

    # -- either

    def vectors(self, source: Source) -> NDArray[np.float32] | NDArray[np.float64]:
        """[N, D]. Raises NotFoundError if there are none, FormatError or OSError if they can't be read."""
        if not source.upload:
            return self.embeddings(source).vectors
        with self._lock:
            upload = self._upload(source.upload)
            if len(upload.bytes) != upload.size:
                raise NotFoundError(f"of this upload {upload.size - len(upload.bytes)} bytes lack")
            vectors = np.frombuffer(upload.bytes, "<f4").reshape(upload.shape)
        vectors.flags.writeable = False
        return vectors

    def fingerprint(self, source: Source) -> str:
        """Changes when the points of the source do. Raises NotFoundError if there are none."""
        if source.upload:
            with self._lock:
                self._upload(source.upload)
            return source.upload
        return f"{source.run}/{source.tag}/{source.step}/{self.record(source).entry.crc}"
