"""The trash of a logdir: runs are moved there and back; nothing here takes files off the disk (see `removal`).

LOGDIR/.vdlite/trash/20260102T101500-1a2b3c4d/item.json      what it was, and when
LOGDIR/.vdlite/trash/20260102T101500-1a2b3c4d/RUN/...        its log and media files
"""

from __future__ import annotations

import json
import math
import os
import re
import shlex
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from vdlite.annotations.file_lock import locked
from vdlite.annotations.folder import is_in_the_way, is_real_folder, own_folder
from vdlite.errors import NotFoundError, SidecarError, TrashError
from vdlite.foreign.names import (
    RUN_META,
    is_only_a_log,
    is_parquet,
    is_run_folder,
    is_store,
    module_of,
)
from vdlite.format.layout import OWN_FOLDER, is_log_file, is_run_file
from vdlite.format.opening import open_plain

_FOLDER = "trash"
ITEM_FILE = "item.json"
_ITEM_NAME = re.compile(r"\d{8}T\d{6}-[0-9a-f]{8}")
_LARGESTITEM_FILE = 16 << 20  # bytes: the names of 300,000 files


@dataclass(frozen=True, slots=True)
class TrashItem:
    """A run that was deleted."""

    id: str
    run: str  # its name, relative to the logdir
    deleted: float  # seconds since 1970
    bytes: int
    files: int
    part_of: str = ""  # the run that it was a part of, and was deleted with


class Trash:
    """The deleted runs of one logdir. Names of runs are relative to it."""

    def __init__(self, logdir: str | Path) -> None:
        self._logdir = Path(logdir)

    @property
    def folder(self) -> Path | None:
        """The trash's folder; None if nothing was ever deleted, or if a link has its name."""
        folder = self._logdir / OWN_FOLDER / _FOLDER
        return folder if is_real_folder(folder.parent) and is_real_folder(folder) else None

    def folders(self) -> list[Path]:
        """The folders that are called as items are, the oldest first."""
        folder = self.folder
        if folder is None:
            return []
        try:
            return [
                folder / name for name in sorted(filter(_ITEM_NAME.fullmatch, os.listdir(folder)))
            ]
        except OSError:
            return []

    def items(self) -> list[TrashItem]:
        """The items that can be restored, the one deleted last first."""
        items = map(self._item, self.folders())
        found = [item for item in items if item is not None and item.files]
        return sorted(found, key=lambda item: item.deleted, reverse=True)

    def put(self, run: str, *, part_of: str = "") -> TrashItem:
        """Move the log and media files of a run here; its folder goes too if nothing is left in it.

        Raises NotFoundError if the run is gone, TrashError if it is not a folder of this file system below the
        logdir, and SidecarError if the files can't be moved; then they are where they were.
        """
        source = self._run_folder(run)
        try:
            if not source.is_dir():
                raise _gone(run)
            trash = own_folder(self._logdir, _FOLDER)
            with alone_in(trash):
                return self._put(run, source, trash, part_of)
        except FileNotFoundError as error:  # somebody else took it away meanwhile
            raise _gone(run) from error

    def _put(self, run: str, source: Path, trash: Path, part_of: str) -> TrashItem:
        """`put`, while nobody else moves anything of this trash."""
        files = run_files(source)
        if not files and is_run_folder(source.name) and (source / RUN_META).is_file():
            raise TrashError(
                "MLflow has a trash of its own; in a shell: MLFLOW_ALLOW_FILE_STORE=true MLFLOW_TRACKING_URI="
                f"{shlex.quote(str(source.absolute().parents[1]))} mlflow runs delete --run-id {source.name}"
            )
        if not files:
            raise _nothing_to_move(source, run)
        if os.lstat(source).st_dev != os.lstat(trash).st_dev:
            raise TrashError(f"the run is on another disk than the logdir; delete it there: {run}")
        now = time.time()
        stamp = time.strftime("%Y%m%dT%H%M%S", time.gmtime(now))
        item = own_folder(self._logdir, _FOLDER, f"{stamp}-{os.urandom(4).hex()}")
        about = {"run": run, "deleted": now, "files": [file.name for file in files]}
        if part_of:
            about["part_of"] = part_of
        size = sum(os.lstat(file).st_size for file in files)
        try:
            with open(item / ITEM_FILE, "x", encoding="ascii") as written:
                json.dump(about, written)
                written.flush()
                os.fsync(written.fileno())
            target = item / run
            os.makedirs(target, exist_ok=True)
        except OSError as error:
            raise SidecarError(
                f"can't make room in the trash: {error.strerror}: {item.name}"
            ) from error
        move(files, target)
        if run != ".":
            with suppress(OSError):  # something else is in it, and stays
                source.rmdir()
        return TrashItem(item.name, run, now, size, len(files), part_of)

    def restore(self, item_id: str) -> TrashItem:
        """Move the files of an item back to where they were.

        Raises NotFoundError if there is no such item, TrashError if something is in its place by
        now, and SidecarError if the files can't be moved; then they are where they were.
        """
        if (folder := self.folder) is not None:
            with alone_in(folder):
                item = next((each for each in self.items() if each.id == item_id), None)
                if item is not None:
                    return self._restore(item)
        raise NotFoundError(f"nothing in the trash has the id {item_id!r}")

    def _restore(self, item: TrashItem) -> TrashItem:
        """`restore`, while nobody else moves anything of this trash."""
        folder = self.folder_of(item)
        if not leads_straight(folder, item.run):
            raise TrashError(f"a link or file is in the way: {self._named(folder / item.run)}")
        files = run_files(folder / item.run)
        target = self._run_folder(item.run)
        for file in files:
            if os.path.lexists(target / file.name):
                raise TrashError(f"a file of that name is there again: {item.run}/{file.name}")
        try:
            os.makedirs(target, exist_ok=True)
        except OSError as error:
            raise TrashError(
                f"can't make the run's folder: {error.strerror}: {item.run}"
            ) from error
        move(files, target)
        left = folder / item.run
        while left != folder:  # the item itself keeps saying what was deleted when
            with suppress(OSError):
                left.rmdir()
            left = left.parent
        return item

    def folder_of(self, item: TrashItem) -> Path:
        """The folder that an item lies in."""
        return self._logdir / OWN_FOLDER / _FOLDER / item.id

    def _run_folder(self, run: str) -> Path:
        """The folder where a run is or was; raises TrashError if a link leads there, or if it is no run's name."""
        parts = _parts(run)
        if parts is None:
            raise TrashError(f"not the name of a run below the logdir: {run!r}")
        folder = self._logdir
        for part in parts:
            folder = folder / part
            if is_store(part) and folder.is_file():
                what = (
                    "the run lies in exported files; delete them there"
                    if is_parquet(part)
                    else "the run is a part of a file that holds several; delete it with the tool that wrote it"
                )
                raise TrashError(f"{what}: {self._named(folder)}")
            if is_in_the_way(folder):
                raise TrashError(
                    f"a link or file is in the way; do it by hand there: {self._named(folder)}"
                )
        return folder

    def _named(self, path: Path) -> str:
        """A path as errors name it: below the logdir."""
        return path.relative_to(self._logdir).as_posix()

    def _item(self, folder: Path) -> TrashItem | None:
        """None for what is no item, whoever may have put it there."""
        try:
            if not is_real_folder(folder):
                return None
            about = json.loads(_content(folder / ITEM_FILE))
            run, deleted = about["run"], float(about["deleted"])
            if not isinstance(run, str) or _parts(run) is None or not math.isfinite(deleted):
                return None
            if not leads_straight(folder, run):
                return None
            files = run_files(folder / run)
            size = sum(os.lstat(file).st_size for file in files)
        except (OSError, ValueError, TypeError, KeyError, RecursionError, OverflowError):
            return None
        part_of = about.get("part_of", "")
        return TrashItem(
            folder.name, run, deleted, size, len(files), part_of if isinstance(part_of, str) else ""
        )


@contextmanager
def alone_in(trash: Path) -> Iterator[None]:
    """Keep apart those who move files of one trash, such as two servers whose clients delete the same run."""
    try:
        folder = os.open(trash, os.O_RDONLY)
    except OSError:  # a system that opens no folders
        yield
        return
    try:
        with locked(folder):
            yield
    finally:
        os.close(folder)


def _nothing_to_move(source: Path, run: str) -> NotFoundError | TrashError:
    """The reason why a folder holds no file that may be moved."""
    if not source.is_dir() or not any(map(module_of, os.listdir(source))):
        return _gone(run)
    return TrashError(
        f"there are only tables, which may be somebody's own; delete them there: {run}"
    )


def _gone(run: str) -> NotFoundError:
    return NotFoundError(f"the files of the run are gone: {run}")


def _content(path: Path) -> bytes:
    """The bytes of a plain file; of one that is far too long, its beginning. Raises OSError for a pipe or link."""
    with open(open_plain(path.parent, [path.name]), "rb") as file:
        return file.read(_LARGESTITEM_FILE)


def _parts(run: str) -> list[str] | None:
    """The folders of a run's name; None if it could lead anywhere else than below the logdir."""
    if run == ".":
        return []
    parts = run.split("/")
    odd = {"", ".", "..", OWN_FOLDER}
    separators = {"\0", os.sep, os.altsep} - {"/", None}
    if odd.intersection(parts) or any(sign in run for sign in separators if sign):
        return None
    return None if Path(run).anchor or Path(run).drive else parts


def leads_straight(folder: Path, run: str) -> bool:
    """True if a run's folder below `folder` is there, and no link on the way to it."""
    place = folder
    for part in _parts(run) or []:
        place = place / part
        if not is_real_folder(place):
            return False
    return is_real_folder(place)


def run_files(folder: Path) -> list[Path]:
    """The files of one run, log files first: while they are moved, none refers to what is gone."""
    try:
        with os.scandir(folder) as entries:
            names = [
                entry.name
                for entry in entries
                if (is_run_file(entry.name) or is_only_a_log(entry.name))
                and entry.is_file(follow_symlinks=False)
            ]
    except OSError:
        return []
    return [folder / name for name in sorted(names, key=lambda name: (not is_log_file(name), name))]


def move(files: Sequence[Path], target: Path) -> None:
    """Move all files into a folder that has none of their names; or none of them."""
    moved: list[Path] = []
    try:
        for file in files:
            file.rename(target / file.name)
            moved.append(file)
    except OSError as error:
        for file in reversed(moved):
            with suppress(OSError):
                (target / file.name).rename(file)
        missing = files[len(moved)]
        if isinstance(error, FileNotFoundError) and not os.path.lexists(missing):
            raise NotFoundError(f"somebody else has taken a file away: {missing.name}") from error
        raise SidecarError(
            f"can't move a file: {error.strerror}: {files[len(moved)].name}"
        ) from error
