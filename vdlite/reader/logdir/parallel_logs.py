"""Logs of TensorBoard that a training wrote beside a log of ours, in a folder of their own: parts of the same run.

A trainer that reports to both gives each logger a folder. They belong together if the same process wrote both, began
them at the same time, and if they begin with the same points; anything less leaves two runs.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from os.path import relpath
from pathlib import Path
from typing import NamedTuple

import numpy as np

from vdlite.foreign.formats import Decoder, format_of
from vdlite.format.decode import LogDecoder
from vdlite.format.layout import is_log_file
from vdlite.kinds.scalar import NAME as SCALAR
from vdlite.reader.files.files import Files

_THEIRS = re.compile(r".*tfevents\.(?P<time>\d+)\..+\.(?P<pid>\d+)\.\d+(\D.*)?")
_OURS = re.compile(r"(?P<time>\d{8}T\d{6})\.\d+-.+-(?P<pid>\d+)-[0-9a-f]+\.vdl")
_PEEK_BYTES = 1 << 16
_LEEWAY = 60.0  # seconds between the beginnings of two loggers of one training

_Points = dict[tuple[str, int], np.float32]


class _Log(NamedTuple):
    run: str
    path: Path
    begun: float  # seconds since 1970


class ParallelLogs:
    """Finds such logs. What was found once is remembered. For one thread."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._known: dict[Path, Path] = {}  # of ours, by theirs

    def find(self, found: Mapping[str, Sequence[Path]]) -> dict[str, tuple[str, str]]:
        """For each run that is a part of another one: that other, and the way from there.

        found: the log files of each run.
        """
        matches = (_match_theirs(path) for paths in found.values() for path in paths)
        processes = {match["pid"] for match in matches if match is not None}
        if not processes:  # as in most logdirs, which may hold very many runs
            return {}
        ours: dict[str, list[_Log]] = {}  # by process
        for run, paths in found.items():
            for path in paths:
                match = _OURS.fullmatch(path.name)
                if match is None or match["pid"] not in processes:
                    continue
                if (begun := _seconds(match["time"])) is not None:
                    ours.setdefault(match["pid"], []).append(_Log(run, path, begun))
        parts = {}
        for run, paths in found.items():
            events = [path for path in paths if path.name != "projector_config.pbtxt"]
            runs = {self._run_of(path, ours) for path in events}
            if len(runs) == 1 and (of := runs.pop()) is not None and of != run:
                parts[run] = (of, relpath(run, of))
        return parts

    def _run_of(self, path: Path, ours: Mapping[str, Sequence[_Log]]) -> str | None:
        """The run of ours that another tool's log is a part of."""
        match = _match_theirs(path)
        if match is None:
            return None
        begun = float(match["time"])
        near = [log for log in ours.get(match["pid"], ()) if abs(log.begun - begun) < _LEEWAY]
        known = self._known.get(path)
        if not near or known is not None:
            return next((log.run for log in near if log.path == known), None)
        points = self._points(path)
        for log in sorted(near, key=lambda log: abs(log.begun - begun)):
            if points and _say_the_same(points, self._points(log.path)):
                self._known[path] = log.path
                return log.run
        return None

    def _points(self, path: Path) -> _Points:
        """The scalars that a file begins with."""
        found = format_of(path.name)
        decoder: Decoder = LogDecoder() if found is None else found.make_decoder()
        try:
            batch = decoder.decode(self._files.read(path, 0, _PEEK_BYTES))
        except OSError:
            return {}
        tags = {each.series: each.tag for each in batch.declarations if each.kind == SCALAR}
        points: _Points = {}
        with np.errstate(over="ignore"):
            for part in batch.scalars:
                for number, step, value in zip(
                    part.series.tolist(), part.steps.tolist(), part.values.tolist(), strict=True
                ):
                    if number in tags:
                        points.setdefault((tags[number], step), np.float32(value))
        return points


def _match_theirs(path: Path) -> "re.Match[str] | None":
    return None if is_log_file(path.name) else _THEIRS.fullmatch(path.name)


def _say_the_same(theirs: _Points, ours: _Points) -> bool:
    """True if both logs have points of the same tags and steps, and these are equal, as TensorBoard keeps them."""
    both = theirs.keys() & ours.keys()
    return bool(both) and all(_equal(theirs[each], ours[each]) for each in both)


def _equal(one: np.float32, other: np.float32) -> bool:
    return bool(one == other) or (bool(np.isnan(one)) and bool(np.isnan(other)))


def _seconds(stamp: str) -> float | None:
    """Since 1970, of the time (UTC) in our files' names; None if it is none."""
    try:
        return datetime.strptime(stamp, "%Y%m%dT%H%M%S").replace(tzinfo=UTC).timestamp()
    except ValueError:
        return None
