"""The command `vdlite prune`: take deleted and archived runs off the disk."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from vdlite.cli.parser import Parser
from vdlite.cli.terminal import UsageError, printable

if TYPE_CHECKING:
    from vdlite.annotations import TrashItem

_DAY = 86400.0


@dataclass(frozen=True, slots=True)
class _Found:
    """A run that would go."""

    logdir: Path
    run: str  # relative to the logdir
    item: TrashItem | None  # of the trash; None: an archived run, which is still in its place
    bytes: int
    since: float  # when it was deleted, or grew last, in seconds since 1970


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite prune`. Exit status 0: done or reported, 1: a file can't be removed, 2: a path can't be used."""
    options = prune_parser().parse_args(arguments)
    from vdlite.errors import VdliteError
    from vdlite.reader.remote.address import address_of

    logdirs = [Path(folder) for folder in options.folders or ["."]]
    for logdir in logdirs:
        if address_of(logdir) is not None:
            raise UsageError(f"nothing is deleted of an object store: {address_of(logdir)}")
        if not logdir.is_dir():
            what = "want a folder, got a file" if logdir.exists() else "there is no such folder"
            raise UsageError(f"{what}: {logdir}")
    before = time.time() - options.older_than * _DAY
    found = [
        each
        for logdir in logdirs
        for each in (*_deleted(logdir), *(_archived(logdir) if options.archived else ()))
        if each.since <= before
    ]
    failed = False
    for each in found:
        what = "archived" if each.item is None else "deleted"
        line = f"{_size(each.bytes):>10}  {what} {_day(each.since)}  {printable(str(each.logdir / each.run))}"
        if options.yes:
            try:
                _remove(each)
            except VdliteError as error:
                failed = True
                line = f"not removed: {error}: {printable(str(each.logdir / each.run))}"
        print(line)
    if options.yes:
        _sweep(logdirs)
    total = f"{len(found)} runs, {_size(sum(each.bytes for each in found))}"
    if options.yes:
        print(f"removed: {total}" if not failed else "not all could be removed")
    else:
        print(f"would be removed with --yes: {total}" if found else "nothing to remove")
    return 1 if failed else 0


def prune_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite prune",
        description="Take runs off the disk that were deleted in the page, and so lie in the trash of their logdir. "
        "Only says what it would do, unless given --yes.",
    )
    add = parser.add_argument
    add("folders", nargs="*", metavar="LOGDIR", help="logdirs (default: the current folder)")
    add("--archived", action="store_true", help="archived runs that have ended, too")
    add(
        "--older-than",
        type=float,
        default=0.0,
        metavar="DAYS",
        help="only what was deleted, or archived runs that were written to, so many days ago",
    )
    add("--yes", action="store_true", help="do it: there is no way back")
    return parser


def _deleted(logdir: Path) -> Iterator[_Found]:
    from vdlite.annotations import Trash

    for item in Trash(logdir).items():
        yield _Found(logdir, item.run, item, item.bytes, item.deleted)


def _archived(logdir: Path) -> Iterator[_Found]:
    from vdlite.annotations import Sidecar
    from vdlite.reader import Store

    sidecar = Sidecar(logdir)
    sidecar.refresh()
    archived = {name for name, fields in sidecar.runs.items() if fields.get("archived")}
    if not archived:
        return
    store = Store([logdir])
    store.refresh()
    while not store.done:
        store.refresh()
    for info in store.runs():
        if info.name in archived and info.state != "live":
            yield _Found(logdir, info.name, None, info.bytes, info.updated or 0.0)


def _remove(found: _Found) -> None:
    """Raises VdliteError if that can't be done."""
    from vdlite.annotations import Trash
    from vdlite.annotations.removal import remove

    trash = Trash(found.logdir)
    remove(trash, found.item or trash.put(found.run))


def _sweep(logdirs: Sequence[Path]) -> None:
    """Remove what restored runs have left in the trashes as well."""
    from vdlite.annotations import Trash
    from vdlite.annotations.removal import sweep

    for logdir in logdirs:
        sweep(Trash(logdir))


def _size(size: float) -> str:
    for unit in ("B", "kB", "MB", "GB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} TB"


def _day(seconds: float) -> str:
    return time.strftime("%Y-%m-%d", time.localtime(seconds))
