"""Stores of other tools below the logdirs: each holds runs, which come and go without a change of any folder."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from vdlite.foreign.names import RUN_META, is_parquet, is_run_folder
from vdlite.foreign.stores.facts import BusyError, LibraryError, RunFacts, Store, with_own_names
from vdlite.foreign.stores.places import Place, open_store, path_of, place_of
from vdlite.reader.files.files import Files
from vdlite.reader.files.noted import NotedFiles, Notes
from vdlite.reader.logdir.discovery import Found, Unreadable

_SOON = 0.1  # seconds
_MOST_TITLE = 1000  # characters
_DAMAGED = ("malformed", "can't be loaded")  # of a file whosever it is


_WITH_FOLDERS = "MLflow"  # has runs in folders, too, which it moves into a database with their ids


class _InFolder(NamedTuple):
    """A run that has a folder."""

    name: str
    meta: Path
    facts: RunFacts


@dataclass(slots=True)
class Opened:
    """A store, and the lock that is held by whoever uses it."""

    store: Store
    files: NotedFiles  # by which the store is read
    lock: threading.Lock = field(default_factory=threading.Lock)
    titles: Mapping[str, str] = field(default_factory=dict)
    """Other titles than the store itself gives, by key."""
    _notes: dict[str, Notes] = field(default_factory=dict)

    def title(self, key: str) -> str | None:
        """The title of a run, for people; None if there is no such run (any more)."""
        facts = self.store.runs().get(key)
        return None if facts is None else self.titles.get(key, facts.title)[:_MOST_TITLE]

    def notes_of(self, key: str) -> Notes:
        """Notes on what a run is made of beside what all are made of: from the first time on that it is read."""
        return self._notes.setdefault(key, Notes(self.files.notes))

    @contextmanager
    def held_soon(self) -> Iterator[None]:
        """The lock, for who can do without. Raises BusyError if a reader holds it, whose drive may hang."""
        if not self.lock.acquire(timeout=_SOON):
            raise BusyError
        try:
            yield
        finally:
            self.lock.release()


class Stores:
    """The stores that are known. Threads may share it; `expand` is for one."""

    def __init__(self, files: Files, *, noting: bool = True) -> None:
        """noting: whether it is noted what runs are made of, without which nothing of them can be kept."""
        self._files = files
        self._noting = noting
        self._lock = threading.Lock()
        self._opened: dict[Path, Opened] = {}
        self._known: dict[Path, frozenset[str]] = {}  # the runs of each, as of the last `expand`

    def open(self, path: Path) -> Opened:
        """The store of that file."""
        with self._lock:
            opened = self._opened.get(path)
            if opened is None:
                files = NotedFiles(self._files)
                opened = self._opened[path] = Opened(
                    open_store(path, files if self._noting else self._files), files
                )
            return opened

    def expand(self, found: Found) -> None:
        """Put the runs of the stores that were found among the others."""
        folders = self._expand_folders(found)
        for name, path in found.stores.items():
            opened = self.open(path)
            runs = self._look(name, path, opened, found)
            self._known[path] = frozenset(runs)
            for key, facts in runs.items():
                in_folder = folders.get(key) if opened.store.tool == _WITH_FOLDERS else None
                if in_folder is not None and not _is_elsewhere(in_folder, facts, found):
                    continue
                if key:  # what has none could not be distinguished by the store itself
                    found.files[f"{name}/{facts.name}"] = [path_of(Place(path, key))]
        self._forget(found)

    def may_have_changed(self) -> bool:
        """True if `expand` would find other runs than the last time."""
        return any(self._runs_of(path) != known for path, known in tuple(self._known.items()))

    def _runs_of(self, path: Path) -> frozenset[str]:
        opened = self.open(path)
        try:
            with opened.held_soon():
                opened.store.refresh()
                return frozenset(opened.store.runs())
        except OSError:
            return self._known[path]

    def _look(self, name: str, path: Path, opened: Opened, found: Found) -> Mapping[str, RunFacts]:
        """The runs of a file. What no known tool's file is, is not mentioned."""
        store = opened.store
        try:
            with opened.held_soon():
                store.refresh()
        except FileNotFoundError:
            return {}
        except BusyError:
            pass  # its runs tell if it lasts
        except OSError as error:
            why = error.strerror or str(error)
            if store.runs() or _is_likely(path) or any(each in why for each in _DAMAGED):
                is_damaged = not isinstance(error, LibraryError)
                found.unreadable.append(Unreadable(name, why, is_damaged))
        if store.like:
            found.foreign.setdefault(store.like, []).append(name)
        return store.runs()

    def _expand_folders(self, found: Found) -> dict[str, _InFolder]:
        """Leave out runs that were deleted, and tell apart those of one name. Returns the rest, by their ids."""
        by_id = {}
        by_experiment: dict[Path, dict[str, tuple[Path, RunFacts]]] = {}
        for name, paths in list(found.files.items()):
            meta = next((path for path in paths if _is_run_meta(path)), None)
            if meta is None:
                continue
            opened = self.open(meta)
            try:
                with opened.held_soon():
                    opened.store.refresh_runs()
            except OSError:
                continue
            facts = opened.store.runs().get("")
            if facts is None or ".trash" in Path(name).parts:
                rest = [path for path in paths if path != meta]
                found.files.pop(name)
                if rest:
                    found.files[name] = rest
                continue
            folder = meta.parent
            by_experiment.setdefault(folder.parent, {})[folder.name] = (meta, facts)
            by_id[folder.name] = _InFolder(name, meta, facts)
        for runs in by_experiment.values():
            for key, facts in with_own_names({key: one for key, (_, one) in runs.items()}).items():
                self.open(runs[key][0]).titles = {"": facts.title}
        return by_id

    def _forget(self, found: Found) -> None:
        """Forget the stores that are not there any more."""
        metas = {path for paths in found.files.values() for path in paths if _is_run_meta(path)}
        there = metas | set(found.stores.values())
        with self._lock:
            for path in self._opened.keys() - there:
                del self._opened[path]
        for path in self._known.keys() - there:
            del self._known[path]


def path_of_file(path: Path) -> Path:
    """A log file, or the file that holds a run."""
    place = place_of(path)
    return path if place is None else place.store


def folder_of(path: Path) -> Path:
    """The folder of a log file, or of what holds a run."""
    return path_of_file(path).parent


def file_name(path: Path) -> str:
    """The name of a log file, or of the file that holds a run."""
    return path_of_file(path).name


def lies_at(log: Path, place: Path) -> bool:
    """True if a log belongs to the run that goes by a folder, or by a name below the file that holds it."""
    found = place_of(log)
    return log.parent == place or (found is not None and found.store in place.parents)


def _is_likely(path: Path) -> bool:
    """True if a file that can't be read would be that of a known tool, by its name."""
    return path.name.startswith(("mlflow.", "optuna", "study.")) or is_parquet(path.name)


def _is_elsewhere(run: _InFolder, facts: RunFacts, found: Found) -> bool:
    """True if a run of a database, of the same id as one in a folder, is to be shown.

    What has ended is the same in both, and its artifacts lie in the folder. What goes on does so in the database.
    """
    if facts.started != run.facts.started:
        return True
    if (facts.ended, facts.status) == (run.facts.ended, run.facts.status) and facts.status:
        return False
    rest = [path for path in found.files.pop(run.name, []) if path != run.meta]
    if rest:
        found.files[run.name] = rest
    return True


def _is_run_meta(path: Path) -> bool:
    return path.name == RUN_META and is_run_folder(path.parent.name)
