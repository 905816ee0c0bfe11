"""Folders that are runs, for whoever has mistyped one."""

import os
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

from vdlite.errors import LandscapeError
from vdlite.format.layout import OWN_FOLDER, is_log_file
from vdlite.snapshots.folder import SnapshotFolder, folders, is_file

_MOST_FOLDERS = 2000  # that are looked into: a name may be mistyped in a home folder, too
_DEPTH = 4
_SHOWN = 5


def is_run(path: str | Path) -> bool:
    """True if something was logged or kept in the folder."""
    try:
        return any(is_log_file(name) for name in os.listdir(path)) or any(folders(path))
    except OSError:
        return False


def check_path(name: str, given: str | Path) -> None:
    """Raises LandscapeError unless there is a file, a run, or a run's folder of snapshots. name: of what it was given for."""
    if not (is_file(given) or is_run(given) or SnapshotFolder(given).is_there()):
        raise no_run(name, given)


def no_run(name: str, path: str | Path) -> LandscapeError:
    """The error for a folder that is no run: which runs there are, those with a similar name first."""
    wanted, given = Path(path), str(path) or "''"
    base = wanted if os.path.isdir(wanted) else wanted.parent
    while not os.path.isdir(base) and base != base.parent:
        base = base.parent
    found = sorted(_runs(base), key=lambda one: (-_likeness(wanted, one), str(one)))
    if not found:
        return LandscapeError(f"{name}: there is no run {given}, nor any other in {base}")
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    shown = ", ".join(map(str, found[:_SHOWN]))
    return LandscapeError(f"{name}: there is no run {given}, want one of {shown}{more}")


def _runs(base: Path) -> Iterator[Path]:
    """The runs in a folder and below it, the nearest first; each once, where links lead to it again."""
    level, looked = [base], set[str]()
    for _ in range(_DEPTH):
        below: list[Path] = []
        for folder in level:
            if len(looked) == _MOST_FOLDERS:
                return
            place = os.path.realpath(folder)
            if place in looked:
                continue
            looked.add(place)
            if is_run(folder):
                yield folder
            below += _below(folder)
        level = below


def _below(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            found = [one.name for one in entries if one.is_dir()]
    except OSError:
        return []
    return [folder / one for one in sorted(found) if one != OWN_FOLDER and not one.startswith(".")]


def _likeness(wanted: Path, one: Path) -> float:
    """How alike two paths are, as wholes and by their last names: a run in another folder may be meant, too."""
    pairs = ((str(wanted), str(one)), (wanted.name, one.name))
    return sum(SequenceMatcher(None, a.lower(), b.lower()).ratio() for a, b in pairs)
