"""What was concluded from the runs of a logdir: the newest entries of its logbook."""

from functools import partial

from vdlite.annotations.entry import LogbookEntry
from vdlite.annotations.logbook import MOST_ENTRIES, Logbook, LogbookPage, page_of
from vdlite.format.layout import LOGBOOK
from vdlite.reader.files.files import Files
from vdlite.reader.logdir.logdirs import Logdir


def logbook(
    place: Logdir, files: Files, run: str | None = None, limit: int = MOST_ENTRIES
) -> list[LogbookEntry]:
    """The newest entries, in the order in which they were written; none where there is no logbook.

    files: what reaches a logdir that has an address.
    run: only entries about this one; None for all. limit: at most so many.
    Raises ValueError for a limit below 1, and OSError where the logbook is there and can't be read.
    """
    if limit < 1:
        raise ValueError(f"limit: got {limit}, want at least 1")
    found: list[LogbookEntry] = []
    before: int | None = None
    while True:
        page = _page(place, files, run, limit - len(found), before)
        found += page.entries
        before = page.older
        if before is None or len(found) == limit:
            return found[::-1]


def _page(
    place: Logdir, files: Files, run: str | None, limit: int, before: int | None
) -> LogbookPage:
    def wanted(entry: LogbookEntry) -> bool:
        return run is None or run in entry.runs

    if place.address is None:
        return Logbook(place.folder).page(limit, before=before, wanted=wanted)
    path = place.folder / LOGBOOK
    try:
        size = files.stat(path).st_size
    except FileNotFoundError:
        return LogbookPage((), None)
    return page_of(partial(files.read, path), size, limit, before=before, wanted=wanted)
