"""Exports that follow the runs as they grow."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from vdlite.conversion.parquet.export import Export, ExportedRun
from vdlite.conversion.parquet.folder import ExportFolder, check_target
from vdlite.reader import LogReader

_REST = (
    10  # times as long as an update took, at least, is rested: it takes a tenth of a core at most
)


def follow_parquet(
    source: str | Path,
    target: str | Path,
    *,
    wait: Callable[[float], bool],
    every: float = 60.0,
    runs: Sequence[str] | None = None,
    tell: Callable[[ExportedRun], None] = lambda _: None,
) -> None:
    """Keep an export up to date: of a live run each update is a part, and when it ends these become one.

    wait: called between two updates with the seconds to wait; returns False to end.
    every: seconds from one update to the next, at least; more where updates take long.
    The others are as in `export_parquet`; runs may be still to come. Ended at any moment, the export can be read.
    """
    goal = Path(target)
    reader = LogReader(source)
    check_target(Path(source), goal)
    folder = ExportFolder(goal)
    with folder.opened():
        export = Export(reader, folder, runs, follow=True, tell=tell)
        while True:
            began = time.monotonic()
            export.update()
            took = time.monotonic() - began
            if not wait(max(every - took, _REST * took)):
                return
            reader.refresh()
