"""Which runs lie below a logdir: a run is a folder with log files."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from vdlite.format.layout import OWN_FOLDER, is_log_file


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file or folder below the logdir that can't be read."""

    path: str  # relative to the logdir
    reason: str


@dataclass(slots=True)
class Found:
    """What one look at the logdirs found."""

    files: dict[str, list[Path]] = field(default_factory=dict)  # log files by run name, in order
    unreadable: list[Unreadable] = field(default_factory=list)


def discover(logdirs: Sequence[Path]) -> Found:
    """Look for runs in the logdirs and all folders below them.

    A run's name is its folder relative to the logdir, `.` for the logdir itself; with several logdirs, their own
    names come first. Links are followed, but no folder is visited twice; what is below `.vdlite` is no run. A logdir
    that does not exist holds nothing.
    """
    found = Found()
    visited: set[tuple[int, int]] = set()
    for logdir, prefix in zip(logdirs, prefixes(logdirs), strict=True):
        _walk(logdir, prefix, found, visited)
    return found


def prefixes(logdirs: Sequence[Path]) -> list[str]:
    """What names of runs begin with; empty for a single logdir."""
    if len(logdirs) == 1:
        return [""]
    names = [logdir.resolve().name for logdir in logdirs]
    return [
        name if names.count(name) == 1 else logdir.as_posix()
        for name, logdir in zip(names, logdirs, strict=True)
    ]


def _walk(logdir: Path, prefix: str, found: Found, visited: set[tuple[int, int]]) -> None:
    folders = [(os.fspath(logdir), prefix)]
    while folders:
        folder, name = folders.pop()
        try:
            status = os.stat(folder)
            if (status.st_dev, status.st_ino) in visited:
                continue
            visited.add((status.st_dev, status.st_ino))
            with os.scandir(folder) as entries:
                logs = []
                for entry in entries:
                    inner = f"{name}/{entry.name}" if name else entry.name
                    try:
                        if is_log_file(entry.name) and entry.is_file():
                            logs.append(entry.path)
                        elif entry.name != OWN_FOLDER and entry.is_dir():
                            folders.append((entry.path, inner))
                    except OSError as error:  # a link to itself, which must not hide its neighbours
                        found.unreadable.append(Unreadable(inner, error.strerror or str(error)))
        except FileNotFoundError:
            continue  # it went while we looked, or was never there
        except OSError as error:
            found.unreadable.append(Unreadable(name or ".", error.strerror or str(error)))
            continue
        if logs:
            found.files[name or "."] = [Path(path) for path in sorted(logs)]


def relative_name(name: str, prefix: str) -> str | None:
    """A run's name relative to the logdir of that prefix; None if it can't lie there."""
    if not prefix:
        return name
    if name == prefix:
        return "."
    return name.removeprefix(f"{prefix}/") if name.startswith(f"{prefix}/") else None
