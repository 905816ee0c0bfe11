"""The logdirs that are looked at: folders with all that lies below them, or single files."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from vdlite.errors import LogdirError
from vdlite.foreign.names import is_foreign_log, is_only_a_log, is_store
from vdlite.foreign.stores.facts import BusyError
from vdlite.foreign.stores.places import open_store
from vdlite.format.batch import Batch
from vdlite.format.layout import is_log_file
from vdlite.reader.files.files import LogFiles
from vdlite.reader.files.tail import PIECE_BYTES, LogTail
from vdlite.reader.remote.address import Address, address_of

NO_LOG = (
    "want a folder, or a file that is a log by its name, such as study.db, run-1.wandb, metrics.csv or "
    "events.out.tfevents.1700000000.host"
)
_SOME_BYTES = 1 << 12  # a log that is so long holds a record


@dataclass(frozen=True, slots=True)
class Logdir:
    """One of the places that were given.

    A file is looked at as if its folder held nothing else: its runs have the names that they have there, and what
    people add to them lies in that folder.
    """

    folder: Path
    file: str = ""  # what alone is looked at in the folder; empty: all that lies below it
    prefix: str = ""  # what the names of its runs begin with; empty for a single place
    address: Address | None = None  # of the folder, if it lies on no disk

    @property
    def path(self) -> Path:
        """The folder or file itself."""
        return self.folder / self.file if self.file else self.folder

    def __str__(self) -> str:
        if self.address is None:
            return str(self.path)
        return f"{self.address}/{self.file}" if self.file else str(self.address)

    def full_name(self, relative: str) -> str | None:
        """The name of the run that has that name in the folder; None if it is not looked at."""
        if is_store(self.file):
            base = self.prefix or self.file
            is_in = relative.startswith(f"{self.file}/")
            return base + relative[len(self.file) :] if is_in else None
        if self.file:
            return (self.prefix or ".") if relative == "." else None
        if not self.prefix:
            return relative
        return self.prefix if relative == "." else f"{self.prefix}/{relative}"

    def relative_name(self, name: str) -> str | None:
        """A run's name in the folder; None if it can't lie there."""
        if is_store(self.file):
            base = self.prefix or self.file
            return self.file + name[len(base) :] if name.startswith(f"{base}/") else None
        if not self.prefix:
            return name
        if name == self.prefix:
            return "."
        return name.removeprefix(f"{self.prefix}/") if name.startswith(f"{self.prefix}/") else None


def logdirs_of(paths: Sequence[str | Path]) -> tuple[Logdir, ...]:
    """The places that these are; with several, the names of their runs begin with the place's own.

    What is not there yet is waited for: as a file if it is called like a log, else as a folder.
    Raises LogdirError for an address that can't be one.
    """
    places = [_logdir(path) for path in paths]
    if len(places) == 1:
        return (places[0],)
    names = [_own_name(place) for place in places]
    return tuple(
        replace(place, prefix=name if names.count(name) == 1 else _full_name(place))
        for place, name in zip(places, names, strict=True)
    )


def _logdir(path: str | Path) -> Logdir:
    address = address_of(path)
    if address is None:
        return Logdir(*_folder_and_file(Path(path)))
    if len(address.parts) > 1 and is_log_name(address.name):
        return Logdir(address.parent.path, address.name, address=address.parent)
    return Logdir(address.path, address=address)


def _own_name(place: Logdir) -> str:
    if place.address is not None:
        return place.file or place.address.name
    return place.file or place.folder.resolve().name


def _full_name(place: Logdir) -> str:
    return place.path.as_posix() if place.address is None else str(place)


def is_log_name(file_name: str) -> bool:
    """True if a file of that name is read when it is given alone."""
    return is_log_file(file_name) or is_foreign_log(file_name) or is_store(file_name)


def check_logdir(path: str | Path) -> None:
    """Raises LogdirError if there is something that holds no logs. What is not there yet is waited for.

    An address is not looked at.
    """
    if path == "":  # as of a variable that is not set; Path takes it for the current folder
        raise LogdirError(
            "the logdir is an empty text, want a folder or a log file; . is the current folder"
        )
    if address_of(path) is not None:
        return
    place = Path(path)
    try:
        if not place.exists() or place.is_dir():
            return
        is_file = place.is_file()
    except (OSError, ValueError) as error:  # too long a name, or one with a NUL
        raise LogdirError(f"can't use this logdir: {error}") from error
    if not is_file:
        raise LogdirError(f"neither a folder nor a plain file: {place}")
    file = Path(*_folder_and_file(place))
    check_file(file)
    if not is_store(file.name):
        _refuse(file, _why_no_log)


def _folder_and_file(path: Path) -> tuple[Path, str]:
    """The file is empty if a folder is meant. A link to a file leads to what is meant."""
    try:
        if path.is_dir() or not (path.is_file() or is_log_name(path.name)):
            return path, ""
        real = path.resolve() if path.is_symlink() else path
    except (OSError, ValueError):
        return path, ""
    return real.parent, real.name


def check_file(path: Path) -> None:
    """Raises LogdirError for a file that is no log, damaged or not; path: as that of a `Logdir`."""
    if not is_log_name(path.name):
        raise LogdirError(f"no log that is read: {NO_LOG}: {path}")
    if is_store(path.name):
        _refuse(path, _why_no_store)


def _refuse(path: Path, why_not: Callable[[Path], str]) -> None:
    try:
        why = why_not(path)
    except BusyError:
        return
    except OSError as error:
        raise LogdirError(f"can't read this log: {error.strerror or error}: {path}") from error
    if why:
        raise LogdirError(f"{why}: {path}")


def _why_no_store(path: Path) -> str:
    store = open_store(path, LogFiles([path.parent]))
    store.refresh()
    if store.like:
        return f"a file of {store.like}, of a version that is not read"
    return (
        "no runs of MLflow, Optuna, trackio or Neptune are in this file"
        if store.is_anothers
        else ""
    )


def _why_no_log(path: Path) -> str:
    """The beginning of a file that grows identifies it."""
    tail = LogTail(path, LogFiles([path.parent]))
    batch = (tail.look() and tail.read(bytearray(PIECE_BYTES))) or Batch()
    if tail.failure is not None:
        return tail.failure
    is_known = is_only_a_log(path.name) or is_log_file(path.name)
    holds = batch.header or batch.declarations or batch.scalars or batch.wide_rows or batch.entries
    if is_known and not holds and _SOME_BYTES <= os.stat(path).st_size <= PIECE_BYTES:
        tool = "vdlite" if tail.format is None else tail.format.tool
        return f"not a log file of {tool}"
    return ""
