"""Logs of other tools that a log of ours says again, so that nothing is there twice."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from vdlite.foreign.formats import format_of
from vdlite.format.decode import LogDecoder
from vdlite.format.layout import is_log_file
from vdlite.reader.files.files import Files

_PEEK_BYTES = 1 << 12
_LEEWAY = 5.0  # seconds between the beginnings of two logs of one writer
_TIME = re.compile(r"(?:.*tfevents|vdlrecords)\.(?P<time>\d{10})\.(?P<rest>.*)")


@dataclass(frozen=True, slots=True)
class _Mirror:
    tool: str
    created: float  # seconds since 1970
    pid: int


class MirroredLogs:
    """Finds such logs. What a log file of ours mirrors is remembered. For one thread."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._known: dict[Path, _Mirror | None] = {}

    def leave_out(self, runs: Mapping[str, Sequence[Path]]) -> dict[str, list[Path]]:
        """The log files of each run, without those that others of it say again."""
        return {name: self._without_mirrored(paths) for name, paths in runs.items()}

    def _without_mirrored(self, paths: Sequence[Path]) -> list[Path]:
        own = [path for path in paths if is_log_file(path.name)]
        if not own or len(own) == len(paths):
            return list(paths)
        mirrors = [(path, mirror) for path in own if (mirror := self._mirror(path)) is not None]
        return [
            path
            for path in paths
            if not any(self._says_again(file, mirror, path) for file, mirror in mirrors)
        ]

    def _mirror(self, path: Path) -> _Mirror | None:
        if path not in self._known:
            try:
                header = LogDecoder().decode(self._files.read(path, 0, _PEEK_BYTES)).header
            except OSError:
                return None
            if header is None:
                return None  # it is being written
            tool, created, pid = (header.about.get(name) for name in ("mirrors", "created", "pid"))
            is_one = isinstance(tool, str) and isinstance(created, float) and isinstance(pid, int)
            self._known[path] = _Mirror(tool, created, pid) if tool and is_one else None  # type: ignore[arg-type]
        return self._known[path]

    def _says_again(self, file: Path, mirror: _Mirror, other: Path) -> bool:
        """True if another tool's log was begun by the same writer, as far as its name says."""
        found = format_of(other.name)
        match = _TIME.fullmatch(other.name)
        if found is None or match is None or found.tool != mirror.tool:
            return False
        time = int(match["time"])
        if time < mirror.created - _LEEWAY:
            return False
        process = re.fullmatch(r".+\.(\d+)\.\d+(\D.*)?", match["rest"])
        if process is not None:
            return int(process[1]) == mirror.pid
        try:
            return time <= self._files.stat(file).st_mtime + _LEEWAY
        except OSError:
            return False
