"""Alerts of a server: rules are looked at in a thread of their own, whether a page is open or not."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vdlite.reader import Store
from vdlite.server.access.token import config_folder
from vdlite.server.annotated_runs import AnnotatedRuns
from vdlite.server.connections.listening import address
from vdlite.server.live.watcher import Watcher
from vdlite.server.once import once
from vdlite.server.settings import Settings
from vdlite.server.workspace import Workspace

if TYPE_CHECKING:
    from vdlite.alerts.duty import Duty
    from vdlite.alerts.rule_file import RuleFile

logger = logging.getLogger("vdlite.server")

_EVERY = 1.0  # seconds between two looks
_SHARE = 0.1  # of the time at most that looking may take, and ...
_LONGEST_REST = 10.0  # ... seconds between two looks, however long one took
_LONGEST_GOODBYE = 1.0  # seconds


class Alerts:
    """The rules of the server's owner, and those that people have made of thresholds in the page.

    Without rules of the owner, only what trainings log as alerts is looked for beside those.
    """

    def __init__(
        self,
        store: Store,
        watcher: Watcher,
        settings: Settings,
        annotated: AnnotatedRuns,
        given: RuleFile | None,
        workspace: Workspace | None,
    ) -> None:
        """given: rules and channels of the owner. workspace: where the book of events is kept, if there is one."""
        self._store = store
        self._watcher = watcher
        self._settings = settings
        self._annotated = annotated
        self._given = given
        self._workspace = workspace
        self._thresholds: Mapping[str, Any] = {}
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="vdlite-alerts", daemon=True)

    @once
    def duty(self) -> Duty:
        # Loading what it needs takes longer than the rest of the server's start.
        from vdlite.alerts.duty import Duty
        from vdlite.alerts.rule import LOGGED
        from vdlite.alerts.rule_file import RuleFile

        given = RuleFile(rules=(LOGGED,)) if self._given is None else self._given
        settings = self._settings
        url = address(
            settings.host, settings.port, settings.path_prefix, encrypted=settings.encrypted
        )
        return Duty(self._store, given, self._folder(), server=lambda: url)

    def _folder(self) -> Path | None:
        """The folder for the book; None: it is kept in memory."""
        if self._workspace is not None:
            return self._workspace.folder / "alerts"
        if self._given is None:
            return None
        try:
            return config_folder() / "alerts"
        except RuntimeError:  # the user has no home folder
            return None

    @property
    def version(self) -> int:
        """Grows when there is another event, or something was said of one."""
        return self.duty.book.version if "duty" in vars(self) else 0

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End the thread; a message that is on its way is sent again by the next server."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(_LONGEST_GOODBYE)
        if "duty" in vars(self):
            self.duty.stop()

    def _run(self) -> None:
        while not self._store.done:
            if self._stopping.wait(_EVERY):
                return
        self.duty.start()
        rest = 0.0
        while not self._stopping.wait(rest):
            begun = time.monotonic()
            try:
                self._look()
            except Exception:  # the outermost edge of this thread: log it, and look again later
                logger.exception("looking for alerts failed")
                rest = _LONGEST_REST
                continue
            rest = min(_LONGEST_REST, max(_EVERY, (time.monotonic() - begun) * (1 / _SHARE - 1)))

    def _look(self) -> None:
        from vdlite.alerts.thresholds import rules_of_thresholds

        thresholds = self._annotated.thresholds
        if thresholds != self._thresholds:
            self._thresholds = thresholds
            self.duty.add_rules(rules_of_thresholds(thresholds))
        before = self.version
        self.duty.look()
        if self.version != before:
            self._watcher.tell()
