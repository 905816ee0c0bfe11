"""Duty: rules are looked at over the runs of a store, and their events are taken into a book and sent."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from vdlite.alerts.alert import Alert, Found
from vdlite.alerts.book import Book, book_path
from vdlite.alerts.rule import Rule
from vdlite.alerts.rule_file import RuleFile
from vdlite.alerts.runs import RunsOfStore
from vdlite.alerts.sending import Sender, channels_of
from vdlite.alerts.stopping import ask_to_stop
from vdlite.alerts.watch import Watch
from vdlite.reader import Store

logger = logging.getLogger("vdlite")

_REST = 5.0  # seconds
_MARGIN = (
    86_400.0  # seconds before the last look: runs that grew since then are looked at when it begins
)


class Duty:
    """What a server does all the time, and `vdlite watch` as long as it runs. For one thread, but for the book."""

    def __init__(
        self,
        store: Store,
        given: RuleFile,
        folder: Path | None,
        *,
        server: Callable[[], str | None] = lambda: None,
    ) -> None:
        """folder: for books; None keeps them in memory.

        server: gives the address of the page that shows the runs, up to #.
        """
        self._store = store
        self.given = given
        self.rules = given.rules  # with those that people have made
        self.book = _open(folder, store, given)
        # Of what ended long before, nothing is news; of the rest, what the book has is none.
        last = self.book.looked()
        since = (time.time() if last is None else last) - _MARGIN
        self._sender = Sender(self.book, given.channels, server=server)
        self._channels_of = partial(channels_of, channels=given.channels)
        self.watch = Watch(RunsOfStore(store), given.rules, since=since)
        self._found: list[Found] = []  # that are not in the book yet
        # Of the store at the last look; and when to look again though these are the same, for silence and queries.
        self._versions: tuple[int, int, int] | None = None
        self._rests_until = 0.0

    def start(self) -> None:
        """Send from now on."""
        self._sender.start()

    def stop(self) -> None:
        """Send no more."""
        self._sender.stop()
        self.book.close()

    def add_rules(self, rules: Sequence[Rule]) -> None:
        """Look by these, too, in place of those that were added before; by what is called as one of the file, that counts."""
        names = {rule.name for rule in self.given.rules}
        self.rules = (*self.given.rules, *(rule for rule in rules if rule.name not in names))
        self.watch.set_rules(self.rules)
        self._versions = None

    def look(self) -> list[Alert]:
        """The events that are new, once all that there is was read."""
        versions = (self._store.runs_version, self._store.tags_version, self._store.growth_version)
        now = time.monotonic()
        # Of ten thousand runs that rest, finding that they do takes hundredths of a second.
        if versions == self._versions and not self._found and now < self._rests_until:
            return []
        self._versions, self._rests_until = versions, now + _REST
        self._found += self.watch.find()
        try:
            channels_of = partial(self._channels_of, rules=self.rules)
            new = self.book.take_in(self._found, self.rules, channels_of, time.time())
        except sqlite3.Error as error:  # the disk is full, say: it is tried again
            logger.warning("vdlite: the book of events can't be used: %s", error)
            return []
        self._found = []
        stopping = {rule.name for rule in self.rules if rule.stop}
        for each in new:
            if each.rule in stopping:
                self._ask_to_stop(each)
        return new

    def _ask_to_stop(self, alert: Alert) -> None:
        runs = {run.name: run for run in self._store.all_runs()}
        try:
            ask_to_stop(runs[alert.run], f"{alert.rule}: {alert.text}")
        except (KeyError, OSError) as error:
            logger.warning("vdlite: %s can't be asked to stop: %s", alert.run, error)


def _open(folder: Path | None, store: Store, given: RuleFile) -> Book:
    """The book on disk; in memory where that can't be used, which is said."""
    if folder is None:
        return Book(None)
    channels = [each.name for each in given.channels]
    path = book_path(folder, [str(place) for place in store.places] or ["."], channels)
    try:
        return Book(path)
    except OSError as error:
        logger.warning("vdlite: events are not kept beyond this process: %s", error)
        return Book(None)
