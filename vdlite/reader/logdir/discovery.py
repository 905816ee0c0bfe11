"""The runs below a logdir: a run is a folder with log files."""

import stat
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from vdlite.foreign.names import (
    CONFIG_OF_SWANLAB,
    RUN_META,
    RUN_PARTS,
    is_beside_logs,
    is_foreign_log,
    is_run_folder,
    is_store,
    names_config,
    tool_not_read,
)
from vdlite.format.layout import OWN_FOLDER, is_log_file, is_spool
from vdlite.reader.files.files import OUTSIDE, Files, Identity, LogFiles, OutsideError, Type
from vdlite.reader.logdir.logdirs import Logdir, logdirs_of


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file or folder below the logdir that can't be read."""

    path: str  # relative to the logdir
    reason: str
    is_damaged: bool = True  # False: only a library that reads it is not installed


@dataclass(frozen=True, slots=True)
class ForeignLogs:
    """Files of another tool below the logdirs, which are not read."""

    tool: str
    files: int
    example: str  # one of them, relative to the logdir


@dataclass(slots=True)
class Found:
    """The runs and logs that one look at the logdirs found."""

    files: dict[str, list[Path]] = field(default_factory=dict)  # log files by run name, in order
    stores: dict[str, Path] = field(default_factory=dict)
    """Files that may hold runs of other tools, by their names relative to the logdir."""
    unreadable: list[Unreadable] = field(default_factory=list)
    # Of all folders that were listed.
    identities: dict[Path, Identity] = field(default_factory=dict)
    times: dict[Path, int] = field(default_factory=dict)
    """When each of them had last changed before it was looked into, in nanoseconds since 1970."""
    # Folders without an answer, and their names.
    unanswered: list[tuple[Path, str]] = field(default_factory=list)
    there: set[Path] = field(default_factory=set)  # the logdirs that answered, by their paths
    foreign: dict[str, list[str]] = field(default_factory=dict)  # files of other tools, by tool

    def foreign_logs(self) -> tuple[ForeignLogs, ...]:
        """How many files each other tool has there."""
        return tuple(
            ForeignLogs(tool, len(names), min(names))
            for tool, names in sorted(self.foreign.items())
        )


class Hidden:
    """Names of runs that can't be looked at for the moment, which does not mean that they are gone."""

    def __init__(self, unreadable: Iterable[Unreadable]) -> None:
        """unreadable: what a search found; what a link leads out to is not there for us."""
        self._paths = {each.path for each in unreadable if each.reason != OUTSIDE}

    def __contains__(self, name: str) -> bool:
        if not self._paths:
            return False
        parts = name.split("/")
        above = {"/".join(parts[:count]) for count in range(1, len(parts) + 1)}
        return "." in self._paths or not above.isdisjoint(self._paths)


def discover(logdirs: Sequence[Path], files: Files | None = None) -> Found:
    """Look for runs in the logdirs and all folders below them.

    A run's name is its folder relative to the logdir, `.` for the logdir itself; with several logdirs, their own
    names come first. Links are followed as far as `files` does, but no folder is visited twice, and one that is found
    without a link has the name that it has there; what is below `.vdlite` is no run. A logdir that does not exist
    holds nothing.
    """
    places = logdirs_of(logdirs)
    walk = Walk(places, LogFiles([each.folder for each in places]) if files is None else files)
    walk.go()
    return walk.found


class Walk:
    """One look at all folders below the logdirs, which goes on without a folder that does not answer.

    `go` is called by a thread that may be held up. Whoever watches it calls `leave`, and then `go` in another one;
    what the first finds when it comes back is not taken in any more.
    """

    def __init__(
        self,
        logdirs: Sequence[Logdir],
        files: Files,
        may_visit: Callable[[Path], bool] = lambda _: True,
    ) -> None:
        """may_visit: whether a folder may answer."""
        self.found = Found()
        self._files = files
        self._may_visit = may_visit
        self._lock = threading.Lock()
        self._turn = 0
        self._visited: set[Identity] = set()
        self._single = {each.path: each for each in logdirs if each.file}
        self._folders = [(each.path, each.prefix) for each in logdirs][::-1]
        self._links: list[tuple[Path, str]] = []  # to folders; after all that are really there
        self._roots = frozenset(each.folder for each in logdirs if not each.file)
        self._at: tuple[Path, str] | None = None

    def go(self) -> None:
        """Visit one folder after another, until all are visited or `leave` is called."""
        turn = self._turn
        while (place := self._next(turn)) is not None:
            folder, name = place
            if not self._may_visit(folder):
                self.found.unanswered.append(place)
                continue
            single = self._single.get(folder)
            looked = (
                _look(self._files, folder, name)
                if single is None
                else _look_at_file(self._files, single)
            )
            with self._lock:
                if turn != self._turn:
                    return
                if single is None:
                    self._take_in(folder, name, looked)
                else:
                    self._take_in_file(single, looked)

    def leave(self) -> Path | None:
        """Go on without the folder that is looked at just now, and say which it is."""
        with self._lock:
            self._turn += 1
            if self._at is None:
                return None
            self.found.unanswered.append(self._at)
            return self._at[0]

    def leave_rest(self) -> None:
        """Go on with nothing: what was not looked at yet is left, too."""
        with self._lock:
            self._turn += 1
            self.found.unanswered += self._folders + self._links

    def _next(self, turn: int) -> tuple[Path, str] | None:
        with self._lock:
            if turn != self._turn:
                return None
            waiting = self._folders or self._links
            self._at = waiting.pop() if waiting else None
            return self._at

    def _take_in(self, folder: Path, name: str, looked: "_Looked") -> None:
        if looked.identity is not None and folder in self._roots:
            self.found.there.add(folder)
        if looked.identity in self._visited:
            return
        self.found.unreadable += looked.unreadable
        if looked.identity is None:
            return
        self._visited.add(looked.identity)
        self.found.times[folder] = looked.changed
        self.found.identities[folder] = looked.identity
        self._folders += looked.folders
        self._links += looked.links
        for store in looked.stores:
            self.found.stores[f"{name}/{store}" if name else store] = folder / store
        for tool, names in looked.foreign.items():
            self.found.foreign.setdefault(tool, []).extend(names)
        if looked.logs:
            self.found.files[name or "."] = [folder / log for log in sorted(looked.logs)]

    def _take_in_file(self, logdir: Logdir, looked: "_Looked") -> None:
        self.found.unreadable += looked.unreadable
        if looked.identity is not None:  # of its folder, whose time says when it comes or goes
            self.found.identities[logdir.folder] = looked.identity
            self.found.times.setdefault(logdir.folder, looked.changed)
        if looked.stores:
            self.found.stores[logdir.prefix or logdir.file] = logdir.path
        if looked.logs:
            self.found.files[logdir.prefix or "."] = [logdir.folder / log for log in looked.logs]
        if looked.stores or looked.logs:
            self.found.there.add(logdir.path)


@dataclass(slots=True)
class _Looked:
    """The files and folders of one folder."""

    identity: Identity | None = None  # None where it could not be listed
    changed: int = 0  # nanoseconds since 1970
    logs: list[str] = field(default_factory=list)
    folders: list[tuple[Path, str]] = field(default_factory=list)
    links: list[tuple[Path, str]] = field(default_factory=list)
    stores: list[str] = field(default_factory=list)
    foreign: dict[str, list[str]] = field(default_factory=dict)
    unreadable: list[Unreadable] = field(default_factory=list)


def _look(files: Files, folder: Path, name: str) -> _Looked:
    looked = _Looked()
    try:
        listing = files.list(folder)
    except FileNotFoundError:
        return looked  # it went while we looked, or was never there
    except OSError as error:
        looked.unreadable.append(Unreadable(name or ".", error.strerror or str(error)))
        return looked
    looked.identity = (listing.device, listing.inode)
    looked.changed = listing.changed
    beside: list[str] = []
    for item in listing.items:
        inner = f"{name}/{item.name}" if name else item.name
        type_ = item.type
        places = looked.folders
        if type_ == "link" and item.name != OWN_FOLDER:
            type_ = _behind(files, folder / item.name, inner, looked)
            places = looked.links
        if type_ == "file" and _is_read(item.name):
            looked.logs.append(item.name)
        elif type_ == "file" and is_beside_logs(item.name):
            beside.append(item.name)
        elif type_ == "file" and is_store(item.name):
            looked.stores.append(item.name)
        elif type_ == "file":
            if (tool := tool_not_read(item.name)) is not None:
                looked.foreign.setdefault(tool, []).append(inner)
        elif type_ == "folder" and item.name != OWN_FOLDER:
            places.append((folder / item.name, inner))
    if beside and any(map(is_foreign_log, looked.logs)):
        looked.logs += beside
    looked.logs += _named(files, folder, looked.logs)
    if is_run_folder(folder.name) and any(item == (RUN_META, "file") for item in listing.items):
        looked.logs.append(RUN_META)
        looked.folders = [place for place in looked.folders if place[0].name not in RUN_PARTS]
    return looked


def _look_at_file(files: Files, logdir: Logdir) -> _Looked:
    looked = _Looked()
    try:
        folder = files.stat(logdir.folder)
        looked.identity = (folder.st_dev, folder.st_ino)
        looked.changed = folder.st_mtime_ns
        mode = files.stat(logdir.path).st_mode
    except FileNotFoundError:
        return looked
    except OSError as error:
        name = logdir.prefix or logdir.file
        looked.unreadable.append(Unreadable(name, error.strerror or str(error)))
        return looked
    if not stat.S_ISREG(mode):
        looked.unreadable.append(Unreadable(logdir.prefix or logdir.file, "it is no plain file"))
    elif is_store(logdir.file):
        looked.stores.append(logdir.file)
    else:
        looked.logs += [logdir.file, *_named(files, logdir.folder, [logdir.file])]
    return looked


def _named(files: Files, folder: Path, logs: Sequence[str]) -> list[str]:
    """Files that tell what a run was given, and that one of its logs names."""
    if not any(map(names_config, logs)):
        return []
    try:
        status = files.stat(folder / CONFIG_OF_SWANLAB)
    except OSError:
        return []
    return [CONFIG_OF_SWANLAB] if stat.S_ISREG(status.st_mode) else []


def _is_read(file_name: str) -> bool:
    return is_log_file(file_name) or is_spool(file_name) or is_foreign_log(file_name)


def _behind(files: Files, path: Path, name: str, looked: _Looked) -> Type:
    """The type of thing that a link leads to."""
    try:
        mode = files.stat(path).st_mode
    except FileNotFoundError:
        return "other"  # what it leads to is gone
    except OutsideError as error:
        if error.to_folder or _is_read(name.rpartition("/")[2]):
            looked.unreadable.append(Unreadable(name, OUTSIDE))
        return "other"
    except OSError as error:  # a link to itself, which must not hide its neighbors
        looked.unreadable.append(Unreadable(name, error.strerror or str(error)))
        return "other"
    if stat.S_ISDIR(mode):
        return "folder"
    return "file" if stat.S_ISREG(mode) else "other"
