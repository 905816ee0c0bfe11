"""Records what a program prints into the runs that it is in."""

from __future__ import annotations

import os
import shlex
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vdlite.console.keeper import Keeper
from vdlite.errors import VdliteError
from vdlite.launching.open_runs import OpenRuns
from vdlite.launching.pieces import Piece, Pieces
from vdlite.secrets import Secrets

if TYPE_CHECKING:
    from vdlite.format.outcome import Outcome
    from vdlite.writer.log_writer import LogWriter

_MOST_OPEN = 8  # runs whose files are kept open
_MOST_SPOOLED = 16 << 20  # bytes that wait for the first run
_MOST_TOGETHER = 256 << 10  # bytes of pieces that are taken as one
_LOOK_SECONDS = 0.5  # between two looks for another run while nothing is printed


class _Spool:
    """Blocks that were made before it was known to which run they belong."""

    def __init__(self) -> None:
        self.blocks: list[tuple[bytes, int, float, Mapping[str, Any]]] = []
        self.bytes = 0

    def add_block(
        self, payload: bytes, first: int, walltime: float, summary: Mapping[str, Any]
    ) -> None:
        self.blocks.append((payload, first, walltime, summary))
        self.bytes += len(payload)


@dataclass(slots=True)
class _Recorded:
    keeper: Keeper
    writer: LogWriter


class Recording:
    """A thread that takes pieces and keeps them."""

    def __init__(
        self,
        pieces: Pieces,
        runs: OpenRuns,
        secrets: Secrets,
        *,
        folder: str | None,
        new_folder: Callable[[], str],
        is_first: bool = True,
    ) -> None:
        """folder: of the run that all goes to; None: to the run that the program is in.

        new_folder: makes the folder of a run for what is printed outside of any. Raises LogdirError.
        is_first: False for programs beside a first one, which have a run of their own only if they fail.
        """
        self._pieces = pieces
        self._runs = runs
        self._secrets = secrets
        self._folder = folder
        self._new_folder = new_folder
        self._is_first = is_first
        self.own_folder: str | None = None
        """The folder that was made for it."""
        self._spool = _Spool()
        self._spooled = Keeper(self._spool, secrets)
        self._has_spooled = False
        self._recorded: dict[str, _Recorded | None] = {}  # None: nothing can be written there
        self._current: str | None = None
        self._said = False
        self._thread = threading.Thread(target=self._record, name="vdlite-console", daemon=True)
        self._thread.start()

    def finish(self, ended: Mapping[str, Any] | None, outcome: Outcome | None) -> None:
        """Record what has come by now, and how the program ended."""
        self._pieces.end()
        self._thread.join()
        now = time.time()
        folder = self._run_now()
        has_failed = ended is not None and ended.get("code") != 0
        if folder is None and ((self._has_spooled and self._is_first) or has_failed):
            folder = self._begin_own()
        for name in [each for each in self._recorded if each != folder]:
            self._close(name, now)
        recorded = None if folder is None else self._recorded_of(folder)
        if folder is None or recorded is None:
            return
        if ended is not None and has_failed:
            words, traceback = self._last_words(recorded.keeper, now)
            ended = {**ended, "last_words": words, "traceback": traceback}
        recorded.keeper.finish(now, ended)
        if self._runs.outcome(folder) in ("failed", "killed", "pruned"):
            outcome = None  # who logs knows better
        recorded.writer.close(outcome=outcome)

    def _last_words(self, keeper: Keeper, now: float) -> tuple[str | None, int | None]:
        keeper.finish(now)
        return keeper.last_words()

    def say_where(self) -> None:
        """Say to the user where the console is, if a folder was made for it."""
        if self.own_folder is not None and sys.stderr is not None:
            folder, name = map(shlex.quote, os.path.split(self.own_folder))
            look = f"to look: vdlite console {folder or '.'} {name}"
            line = f"vdlite: the console is kept in {self.own_folder}; {look}"
            with suppress(OSError):
                print(line, file=sys.stderr)  # noqa: T201

    # -- the thread

    def _record(self) -> None:
        while True:
            pieces, lost, is_end = self._pieces.take(self._patience())
            try:
                for piece in _together(pieces):
                    self._keeper().feed(*piece)
                if lost:
                    self._keeper().lose(lost, time.time())
                self._keep_due()
            except Exception as error:  # noqa: BLE001  # the program goes on, whatever becomes of its record
                self._say(f"can't keep the console: {error!r}")
            if is_end:
                return

    def _patience(self) -> float | None:
        due = [
            at
            for keeper in (
                self._spooled,
                *(each.keeper for each in self._recorded.values() if each),
            )
            if (at := keeper.due) is not None
        ]
        return (
            max(0.0, min(due) - time.time())
            if due
            else _LOOK_SECONDS
            if self._has_spooled
            else None
        )

    def _keep_due(self) -> None:
        now = time.time()
        if self._has_spooled and self._run_now() is not None:
            self._recorded_of(self._run_now() or "")
        for keeper in (self._spooled, *(each.keeper for each in self._recorded.values() if each)):
            if keeper.due is not None and now >= keeper.due:
                keeper.keep(now)

    def _run_now(self) -> str | None:
        return self._folder or self._runs.folder or self.own_folder

    def _keeper(self) -> Keeper:
        """The keeper of what is printed now."""
        folder = self._run_now()
        if folder is None and self._spool.bytes > _MOST_SPOOLED:
            folder = self._begin_own()
        recorded = None if folder is None else self._recorded_of(folder)
        if recorded is None:
            self._has_spooled = True
            return self._spooled
        return recorded.keeper

    def _begin_own(self) -> str | None:
        try:
            self.own_folder = self._new_folder()
        except (VdliteError, OSError) as error:
            self._say(f"can't keep the console: {error}")
        return self.own_folder

    def _recorded_of(self, folder: str) -> _Recorded | None:
        if folder not in self._recorded:
            self._recorded[folder] = self._open(folder)
            open_now = [name for name, each in self._recorded.items() if each is not None]
            for name in open_now[:-_MOST_OPEN]:
                self._close(name, time.time())
        return self._recorded[folder]

    def _open(self, folder: str) -> _Recorded | None:
        from vdlite.writer.life.console_records import ConsoleRecords
        from vdlite.writer.life.importing import watching
        from vdlite.writer.life.run_writer import recorder_of
        from vdlite.writer.log_writer import LogWriter

        try:
            with watching():
                writer = LogWriter(folder)
        except (VdliteError, OSError) as error:
            self._say(f"can't keep the console: {error}")
            return None
        records = ConsoleRecords(recorder_of(writer))
        if not self._has_spooled:
            return _Recorded(Keeper(records, self._secrets), writer)
        keeper, self._spooled = self._spooled, Keeper(_Spool(), self._secrets)
        self._has_spooled = False
        for block in self._spool.blocks:
            records.add_block(*block)
        self._spool = _Spool()
        keeper.records = records
        return _Recorded(keeper, writer)

    def _close(self, folder: str, now: float) -> None:
        recorded = self._recorded.pop(folder)
        if recorded is not None:
            recorded.keeper.finish(now)
            recorded.writer.close()

    def _say(self, text: str) -> None:
        if not self._said and sys.stderr is not None:
            self._said = True
            print(f"vdlite run: {text}", file=sys.stderr)  # noqa: T201


def _together(pieces: list[Piece]) -> list[Piece]:
    """Small pieces of one stream that came at once as one."""
    made: list[Piece] = []
    parts: list[bytes] = []
    size = 0
    for piece in pieces:
        is_alike = bool(made) and made[-1].stream == piece.stream
        if is_alike and size < _MOST_TOGETHER and piece.walltime - made[-1].walltime < 0.01:
            parts.append(piece.data)
            size += len(piece.data)
            continue
        if made and len(parts) > 1:
            made[-1] = made[-1]._replace(data=b"".join(parts))
        made.append(piece)
        parts, size = [piece.data], len(piece.data)
    if made and len(parts) > 1:
        made[-1] = made[-1]._replace(data=b"".join(parts))
    return made
