"""The faults of the logs below a path."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from vdlite.errors import FormatError, LogdirError
from vdlite.format.layout import is_spool
from vdlite.kinds.scalar import NAME as SCALAR
from vdlite.reader.files.tail import PIECE_BYTES
from vdlite.reader.logdir.discovery import ForeignLogs, Unreadable, discover
from vdlite.reader.logdir.foreign_stores import Stores, path_of_file
from vdlite.reader.logdir.logdirs import Logdir, check_file, check_logdir, logdirs_of
from vdlite.reader.logdir.part_folders import PartFolders
from vdlite.reader.logdir.reached import Reached
from vdlite.reader.run.losses import FileDamage, FileGap
from vdlite.reader.run.run import Run


@dataclass(frozen=True, slots=True)
class Tail:
    """The beginning of a record at the end of a file: its writer was stopped, or is just writing."""

    file: str
    offset: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Spool:
    """Records that a writer did not come to make: it was killed. They are read from its spool."""

    file: str
    records: int


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of `check`; file names are as in the paths that were given."""

    runs: int
    files: int
    records: int
    damage: tuple[FileDamage, ...]
    gaps: tuple[FileGap, ...]
    tails: tuple[Tail, ...]  # a normal state, not damage
    spools: tuple[Spool, ...]  # neither
    unreadable: tuple[Unreadable, ...]
    foreign: tuple[ForeignLogs, ...]  # of other tools, which are not read

    @property
    def intact(self) -> bool:
        """True if everything that was written can be read, perhaps with a library that is not installed."""
        return not self.damage and not any(item.is_damaged for item in self.unreadable)


def check(paths: Sequence[str | Path], *, follow_links: bool = False) -> Report:
    """Read everything below the paths (logdirs, runs or single log files), payloads too.

    follow_links: True also follows links that lead out of them; a path itself may always be one.
    Runs are counted as the page shows them: with their parts.
    Changes nothing. Raises LogdirError if a path does not exist, or is a file that is no log.
    """
    runs: list[Run] = []
    unreadable: list[Unreadable] = []
    foreign: list[ForeignLogs] = []
    for path in paths:
        if path == "":
            check_logdir("")
        (place,) = logdirs_of([path])
        if place.address is None:
            _check_path(Path(path), place)
        path = place.folder
        files = Reached([place], follow_links=follow_links)
        files.check()
        look = discover([place.path], files)
        look.files, folded = PartFolders(files).fold(look.files)
        stores = Stores(files)
        stores.expand(look)
        unreadable += [replace(item, path=str(path / item.path)) for item in look.unreadable]
        foreign += [replace(each, example=str(path / each.example)) for each in look.foreign_logs()]
        for name, logs in {str(path / name): logs for name, logs in look.files.items()}.items():
            run = Run(name, files, stores=stores)
            run.set_files(logs, folded)
            runs.append(run)
    buffer = bytearray(PIECE_BYTES)
    for run in runs:
        run.look()
        run.read(buffer)
    return Report(
        runs=len(runs),
        # A database is one file, however many runs it holds.
        files=len({path_of_file(file.path) for run in runs for file in run.files}),
        records=sum(run.info.records for run in runs),
        damage=tuple(damage for run in runs for damage in _damage(run)),
        gaps=tuple(gap for run in runs for gap in run.losses().gaps()),
        tails=tuple(tail for run in runs for tail in _tails(run)),
        spools=tuple(Spool(*left) for run in runs for left in run.losses().left_behind()),
        unreadable=(
            *unreadable,
            *(Unreadable(file, reason) for run in runs for file, reason in run.losses().failures()),
        ),
        foreign=tuple(foreign),
    )


def _check_path(path: Path, place: Logdir) -> None:
    """Raises LogdirError for what is not there, or is no log."""
    if not path.exists():
        raise LogdirError(f"can't check: there is no such file or folder: {path}")
    if not path.is_file() and not path.is_dir():
        raise LogdirError(f"can't check: neither a file nor a folder: {path}")
    if place.file and not is_spool(place.file):
        check_file(place.path)


def _damage(run: Run) -> list[FileDamage]:
    found = list(run.losses().damage())
    for kind, tag in run.series_names():
        if kind == SCALAR:
            continue
        for record in run.records(kind, tag).records(superseded=True):
            try:
                record.raw()
            except (FormatError, OSError) as error:
                entry = record.entry
                found.append(FileDamage(str(record.path), entry.offset, entry.length, str(error)))
    return found


def _tails(run: Run) -> list[Tail]:
    return [
        Tail(f"{run.name}/{file.path.name}", file.tail.offset, file.tail.unread)
        for file in run.files
        if file.tail.unread and file.tail.pending is None and file.tail.failure is None
    ]
