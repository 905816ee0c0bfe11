"""A run's folder in MLflow's file store: `meta.yaml`, `metrics/NAME`, `params/NAME`, `tags/NAME`, `artifacts`."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from vdlite.foreign.settings.yaml_settings import parse
from vdlite.foreign.stores.facts import (
    AnewError,
    DatabaseError,
    Given,
    Piece,
    Points,
    RunFacts,
    StoreFiles,
)
from vdlite.foreign.stores.mlflow.mlflow_artifacts import FOLDER as ARTIFACTS
from vdlite.foreign.stores.mlflow.mlflow_artifacts import NOTHING, Artifacts, changed, files_below
from vdlite.foreign.stores.mlflow.mlflow_words import (
    NAME_TAG,
    STATUS_NUMBERS,
    STATUSES,
    given_of,
    seconds,
)
from vdlite.kinds.draft import Encoded

_PIECE_BYTES = 4 << 20
_MOST_META = 1 << 16  # bytes
_MOST_TEXT = 1 << 16  # bytes of a parameter or tag


_HEAD_BYTES = 64
_NO_POINTS = "lines of metrics that are none"


class _File(NamedTuple):
    """The state of a metric's file when it was looked at."""

    inode: int
    size: int  # bytes
    changed: int  # nanoseconds since 1970; -1: not all of it has been read


class _Read(NamedTuple):
    """How far a metric has been read."""

    file: _File
    offset: int
    head: bytes  # what it began with


class MlflowFolder:
    """The one run of a folder, whose key is empty; see `facts.Store`."""

    tool = "MLflow"
    reports_end = True
    like = ""
    is_anothers = False

    def __init__(self, meta: Path, files: StoreFiles) -> None:
        self._meta = meta
        self._folder = meta.parent
        self._files = files
        self._meta_stamp: tuple[int, int] | None = None
        self._facts: RunFacts | None = None
        self._problem = ""  # why not all of `meta.yaml` was read
        self._is_nameless = False  # what was read of it does not say that it is a run
        self._folders: dict[Path, int] = {}  # of metrics, and when each had changed
        self._metrics: dict[str, Path] = {}  # files, by tag
        self._found: dict[str, _File] = {}
        self._artifacts = Artifacts(self._folder / ARTIFACTS, files)
        self._artifacts_version: Hashable = None
        self._given: tuple[int, ...] = ()  # when parameters and tags had changed
        self._known: tuple[tuple[int, ...], Given] | None = None  # what they were then

    def refresh_runs(self) -> None:
        """Look at `meta.yaml` alone. Raises OSError; DatabaseError for one that does not say which run it is."""
        status = self._files.stat(self._meta)
        stamp = (status.st_mtime_ns, status.st_size)
        if stamp != self._meta_stamp:
            meta, self._problem = parse(self._files.read(self._meta, 0, _MOST_META))
            self._facts = self._facts_of(meta)
            self._is_nameless = bool(self._problem) and not _run_id(meta)
            self._meta_stamp = stamp
        if self._is_nameless:
            raise DatabaseError(f"{self._meta.name} can't be read: {self._problem}")

    def refresh(self) -> None:
        """See `facts.Store`."""
        self.refresh_runs()
        self._given = tuple(
            changed(self._files, self._folder / name)
            for name in ("params", "tags", "tags/mlflow.note.content")
        )
        if not self._folders or any(
            changed(self._files, one) != at for one, at in self._folders.items()
        ):
            self._find_metrics()
        found = {}
        for tag, path in self._metrics.items():
            try:
                status = self._files.stat(path)
            except OSError:
                continue
            found[tag] = _File(status.st_ino, status.st_size, status.st_mtime_ns)
        self._found = found
        self._artifacts_version = self._artifacts.look()

    def runs(self) -> Mapping[str, RunFacts]:
        """See `facts.Store`; empty once it was deleted, and of what is no run."""
        return {} if self._facts is None else {"": self._facts}

    def version(self, key: str) -> Hashable:
        """See `facts.Store`."""
        return self.runs()[key], self._given, self._artifacts_version, tuple(self._found.items())

    @property
    def size(self) -> int:
        """Bytes of its metrics."""
        return sum(file.size for file in self._found.values())

    def given(self, key: str) -> Given:
        """See `facts.Store`."""
        if self._known is None or self._known[0] != self._given:
            found = given_of(self._texts("params"), self._texts("tags"))
            self._known = (self._given, found)
        return self._known[1]

    def next_points(self, key: str, mark: Any) -> Piece:
        """mark: how far each metric has been read, and which artifacts."""
        known_reads, taken = mark or ({}, NOTHING)
        read: dict[str, _Read] = dict(known_reads)
        piece = Piece([], None, is_all=True)
        facts = self._facts or RunFacts("", "")
        piece.mark = (read, self._artifacts.next(taken, facts, piece))
        piece.encode_all()
        if mark is None and self._problem:
            piece.leave_out(f"{self._meta.name}: {self._problem}")
        left = _PIECE_BYTES
        for tag, file in list(self._found.items()):
            known = read.get(tag, _Read(file._replace(changed=-1), 0, b""))
            if known.file == file:
                continue
            if left <= 0:
                piece.is_all = False
                break
            self._check(tag, known, file)
            data = self._files.read(
                self._metrics[tag], known.offset, min(left, file.size - known.offset)
            )
            end = data.rfind(b"\n") + 1
            if end:
                points, bad = _points(tag, data[:end])
                piece.points.append(points)
                if bad:
                    piece.leave_out(_NO_POINTS, bad)
            elif len(data) == _PIECE_BYTES:
                end = len(data)  # no line is so long
            left -= len(data)
            is_all = known.offset + len(data) >= file.size
            piece.is_all = piece.is_all and is_all
            read[tag] = _Read(
                file if is_all else file._replace(changed=-1),
                known.offset + end,
                known.head or data[: min(end, _HEAD_BYTES)],
            )
        if read.keys() - self._found.keys():
            raise AnewError  # a metric is gone
        piece.read_bytes = sum(one.offset for one in read.values())
        return piece

    def record(self, key: str, kind: str, tag: str, offset: int) -> Encoded:
        """See `facts.RecordStore`."""
        return self._artifacts.encoder(kind, tag, offset)()

    def _check(self, tag: str, known: _Read, file: _File) -> None:
        """Raises AnewError if a metric is not the file any more that was read."""
        if known.file.inode != file.inode or file.size < known.offset:
            raise AnewError
        if known.head and self._files.read(self._metrics[tag], 0, len(known.head)) != known.head:
            raise AnewError

    def _facts_of(self, meta: Mapping[str, Any]) -> RunFacts | None:
        if not _run_id(meta):
            return None  # data sets have such folders, too
        if meta.get("lifecycle_stage") == "deleted":
            return None
        title = self._text("tags", NAME_TAG) or str(meta.get("run_name") or self._folder.name)
        status = meta.get("status")
        word = STATUS_NUMBERS.get(status, "") if isinstance(status, int) else str(status or "")
        return RunFacts(
            name="",
            title=f"{self._experiment()}/{title}",
            started=seconds(meta.get("start_time")) or 0.0,
            ended=seconds(meta.get("end_time")) if word in STATUSES else None,
            status=word if word in STATUSES else "",
            outcome=STATUSES.get(word),
        )

    def _experiment(self) -> str:
        folder = self._folder.parent
        try:
            meta = parse(self._files.read(folder / "meta.yaml", 0, _MOST_META)).values
        except OSError:
            return folder.name
        return str(meta.get("name") or folder.name)

    def _text(self, *place: str) -> str:
        try:
            return self._files.read(self._folder.joinpath(*place), 0, _MOST_TEXT).decode(
                "utf-8", "replace"
            )
        except OSError:
            return ""

    def _texts(self, folder: str) -> dict[str, str]:
        """The texts that the files of a folder hold, by their names."""
        found = files_below(self._files, self._folder / folder)
        return {name: self._text(folder, name) for name in sorted(found)}

    def _find_metrics(self) -> None:
        self._folders = {}
        self._metrics = files_below(self._files, self._folder / "metrics", self._folders)


def _run_id(meta: Mapping[str, Any]) -> Any:
    return meta.get("run_id") or meta.get("run_uuid")


_LINE = re.compile(rb"(-?\d+) (\S+)(?: (-?\d+)(?: .*)?)?")


def _points(tag: str, data: bytes) -> tuple[Points, int]:
    """The points of whole lines `milliseconds value step`, and how many lines are none."""
    lines = data.count(b"\n")
    words = data.split()
    if len(words) == 3 * lines and data.count(b" ") == 2 * lines:
        try:
            return Points(
                [tag] * lines,
                np.array(words[2::3]).astype(np.int64),
                np.array(words[::3]).astype(np.float64) / 1e3,
                np.array(words[1::3]).astype(np.float64),
            ), 0
        except (ValueError, OverflowError):
            pass
    rows = []
    for line in data.splitlines():
        match = _LINE.fullmatch(line.strip())
        try:
            if match is None:
                continue
            step = int(match[3] or 0)  # older versions wrote none
            if abs(step) < 1 << 62:
                rows.append((step, int(match[1]) / 1e3, float(match[2])))
        except (ValueError, OverflowError):
            continue
    steps, walltimes, values = zip(*rows, strict=True) if rows else ((), (), ())
    points = Points(
        [tag] * len(rows),
        np.array(steps, np.int64),
        np.array(walltimes, np.float64),
        np.array(values, np.float64),
    )
    return points, lines - len(rows)
