"""The run that a watched program is in, as its writers say."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from vdlite.format.outcome import Outcome, known_outcome


@dataclass(frozen=True, slots=True)
class _Opened:
    folder: str
    pid: int


def say_run(path: Path, folder: str) -> None:
    """Say in the file that a run was made for what is printed outside of any: what is printed later belongs to it."""
    lines = [json.dumps({word: folder, "pid": os.getpid()}) for word in ("opened", "closed")]
    with suppress(OSError), open(path, "a", encoding="utf-8") as file:
        file.write("".join(line + "\n" for line in lines))


class OpenRuns:
    """Follows the file that writers append to. Not for several threads at once.

    The run of a moment is the one that was opened last of those that are open. Where none is, it is still the one that was
    closed last: what is printed behind its end belongs to it.
    """

    def __init__(self, path: Path) -> None:
        """path: of the file, see `announcement.OPEN_RUNS`."""
        self._path = path
        self._read = 0  # bytes
        self._open: list[_Opened] = []
        self._last: str | None = None
        self._outcomes: dict[str, Outcome | None] = {}  # that writers gave at their end

    @property
    def folder(self) -> str | None:
        """The folder of the run; None before the first one was opened."""
        self._look()
        return self._open[-1].folder if self._open else self._last

    def is_open(self, folder: str) -> bool:
        """True if a writer of the run has not closed."""
        return any(each.folder == folder for each in self._open)

    def outcome(self, folder: str) -> Outcome | None:
        """How the run ended, as its writers say."""
        return self._outcomes.get(folder)

    def _look(self) -> None:
        try:
            if os.stat(self._path).st_size == self._read:
                return
            with open(self._path, "rb") as file:
                file.seek(self._read)
                new = file.read()
        except OSError:
            return
        whole = new[: new.rfind(b"\n") + 1]
        self._read += len(whole)
        for line in whole.splitlines():
            with suppress(ValueError, TypeError, KeyError):
                self._take(json.loads(line))
        # Of processes that were killed, only the last may still be the run of what is printed.
        self._open = [each for each in self._open[:-1] if _is_alive(each.pid)] + self._open[-1:]

    def _take(self, event: dict[str, object]) -> None:
        pid = event["pid"]
        if not isinstance(pid, int):
            return
        if isinstance(opened := event.get("opened"), str):
            self._open.append(_Opened(opened, pid))
        elif isinstance(closed := event.get("closed"), str):
            self._close(_Opened(closed, pid))
            self._outcomes[closed] = known_outcome(event.get("outcome"))

    def _close(self, one: _Opened) -> None:
        for at in range(len(self._open) - 1, -1, -1):
            if self._open[at] == one:
                del self._open[at]
                self._last = one.folder
                return


def _is_alive(pid: int) -> bool:
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)  # only asks
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
