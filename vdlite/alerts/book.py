"""The book of events: which were found, what waits to be sent, what people said of them; on disk, beside no log.

Servers and watches of one logdir share it, so that each event is sent once, also after a restart.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from vdlite.alerts.alert import Alert, Found
from vdlite.alerts.rule import Rule

ChannelsOf = Callable[[Alert], Iterable[str]]
"""Gives the names of the channels that an event is sent by."""

_VERSION = 1
_PATIENCE = 5.0  # seconds that another process is waited for
_NOTED = 60.0  # seconds after which a look is noted
_MOST_EVENTS = 100_000  # that are kept; the oldest go
_MOST_WAITING = 10_000  # events of a channel

_TABLES = """
CREATE TABLE IF NOT EXISTS rules (mark TEXT PRIMARY KEY, name TEXT NOT NULL, since REAL NOT NULL);
CREATE TABLE IF NOT EXISTS events (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, found REAL NOT NULL,
    rule TEXT NOT NULL, level TEXT NOT NULL, run TEXT NOT NULL, tag TEXT, step INTEGER,
    walltime REAL, value REAL, text TEXT NOT NULL,
    fired INTEGER NOT NULL, acknowledged REAL
);
CREATE INDEX IF NOT EXISTS fired ON events (fired, id);
CREATE TABLE IF NOT EXISTS waiting (
    channel TEXT NOT NULL, event INTEGER NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    PRIMARY KEY (channel, event)
);
CREATE TABLE IF NOT EXISTS channels (
    name TEXT PRIMARY KEY, next REAL NOT NULL, failures INTEGER NOT NULL, problem TEXT, sent REAL
);
CREATE TABLE IF NOT EXISTS senders (channel TEXT PRIMARY KEY, holder TEXT NOT NULL, until REAL NOT NULL);
CREATE TABLE IF NOT EXISTS silences (id INTEGER PRIMARY KEY, rule TEXT, run TEXT, until REAL);
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class KeptEvent:
    """An event in the book."""

    id: int  # rises
    alert: Alert
    found: float  # seconds since 1970
    acknowledged: float | None  # when somebody did so, in seconds since 1970


@dataclass(frozen=True, slots=True)
class Silence:
    """A rule, a run, or a rule in a run, whose events are not sent."""

    id: int
    rule: str | None  # None: every rule
    run: str | None  # None: every run
    until: float | None  # seconds since 1970; None: for ever


@dataclass(frozen=True, slots=True)
class ChannelState:
    """How a channel does."""

    name: str
    waiting: int  # events that are still to be sent
    problem: str | None  # why the last message was not delivered; None: it was, or there was none
    sent: float | None  # when the last one was, in seconds since 1970
    next: float  # when another one may be sent, in seconds since 1970
    failures: int = 0  # since then


def book_path(folder: Path, logdirs: Sequence[str], channels: Iterable[str]) -> Path:
    """The file of the book of these logdirs, in a folder for books; who sends by other channels has a book of its own."""
    places = "\n".join([*logdirs, "", *sorted(channels)])
    readable = re.sub(r"[^A-Za-z0-9_.-]", "_", os.path.basename(logdirs[0]))[:40] or "logdir"  # noqa: PTH119
    digest = hashlib.sha256(os.fsencode(places)).hexdigest()[:12]
    return folder / f"{readable}-{digest}.sqlite"


class Book:
    """The book of some logdirs. Threads may share it."""

    def __init__(self, path: Path | None) -> None:
        """path: of its file; None keeps it in memory. Raises OSError if the file can't be used."""
        self._lock = threading.RLock()
        self._holder = f"{os.getpid()}-{secrets.token_hex(8)}"
        self._opened = time.time()
        self._looked = 0.0  # when that was noted
        try:
            if path is not None:
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            self._of = sqlite3.connect(
                ":memory:" if path is None else path,
                timeout=_PATIENCE,
                check_same_thread=False,
                isolation_level=None,
            )
            self._of.execute("PRAGMA foreign_keys = ON")
            self._of.execute("PRAGMA journal_mode = WAL")
            self._of.execute("PRAGMA synchronous = NORMAL")
            problem = self._of.execute("PRAGMA quick_check(1)").fetchone()[0]
            if problem != "ok":
                raise OSError(f"it is damaged: {path}: {problem.splitlines()[0]}")
            if self._of.execute("PRAGMA user_version").fetchone()[0] > _VERSION:
                raise OSError(f"it is of a later version of vdlite: {path}")
            self._of.executescript(_TABLES)
            self._of.execute(f"PRAGMA user_version = {_VERSION}")
        # Of a damaged file, SQLite's messages may be no UTF-8.
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise OSError(f"{error}: {path}") from error

    def close(self) -> None:
        with self._lock:
            self._of.close()

    @property
    def version(self) -> int:
        """Grows when anybody has changed something in it that people see."""
        found = self._ask("SELECT value FROM facts WHERE name = 'version'")
        return int(found[0][0]) if found else 0

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that changes what people see."""
        with self._writing() as book:
            yield book
            self._note_change()

    def _note_change(self) -> None:
        self._of.execute(
            "INSERT INTO facts VALUES ('version', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1"
        )

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction, which others wait for."""
        with self._lock:
            self._of.execute("BEGIN IMMEDIATE")
            try:
                yield self._of
            except BaseException:
                self._of.execute("ROLLBACK")
                raise
            self._of.execute("COMMIT")

    def _ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._of.execute(query, values).fetchall()

    # -- events

    def looked(self) -> float | None:
        """When somebody last looked at the runs, in seconds since 1970; None: nobody has."""
        found = self._ask("SELECT value FROM facts WHERE name = 'looked'")
        return float(found[0][0]) if found else None

    def take_in(
        self, found: Sequence[Found], rules: Sequence[Rule], channels_of: ChannelsOf, now: float
    ) -> list[Alert]:
        """Take in what a look has found; gives the events that are new, which are to be sent by the channels.

        What the first look of a rule finds, or of one that was changed, was there before it: it is known from here on, and
        is no news. A look that finds nothing is taken in, too.
        """
        marks = {rule.name: _mark(rule) for rule in rules}
        known = {mark for (mark,) in self._ask("SELECT mark FROM rules")}
        begun = [rule for rule in rules if marks[rule.name] not in known]
        if not found and not begun:
            self._note_look(now)
            return []
        new = []
        with self._writing() as book:
            silences = self.silences(now)
            for each in found:
                fires = marks.get(each.alert.rule) in known
                event = self._insert(each, now, fires=fires)
                if (event is not None and fires) or self._is_of_late(each):
                    new.append(each.alert)
                if event is None or not fires:
                    continue
                self._note_change()
                if not any(_covers(silence, each.alert) for silence in silences):
                    rows = [(channel, event) for channel in channels_of(each.alert)]
                    book.executemany("INSERT OR IGNORE INTO waiting VALUES (?, ?)", rows)
            book.executemany(
                "INSERT OR IGNORE INTO rules VALUES (?, ?, ?)",
                [(marks[rule.name], rule.name, now) for rule in begun],
            )
            self._forget_oldest()
        self._note_look(now)
        return new

    def _insert(self, found: Found, now: float, *, fires: bool) -> int | None:
        """The id of the event; None if it was known."""
        alert = found.alert
        row = self._of.execute(
            "INSERT OR IGNORE INTO events VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)",
            (
                json.dumps(found.name),
                now,
                *(_sound(alert.rule), alert.level, _sound(alert.run)),
                *(None if alert.tag is None else _sound(alert.tag), alert.step),
                *(alert.walltime, alert.value, _sound(alert.text), fires),
            ),
        )
        return row.lastrowid if row.rowcount else None

    def _is_of_late(self, found: Found) -> bool:
        """True if another process took it in while this one had the book open."""
        rows = self._ask(
            "SELECT id FROM events WHERE name = ? AND fired AND found >= ?",
            json.dumps(found.name),
            self._opened,
        )
        return bool(rows)

    def _forget_oldest(self) -> None:
        self._of.execute(
            "DELETE FROM events WHERE id <= (SELECT MAX(id) FROM events) - ? "
            "AND id NOT IN (SELECT event FROM waiting)",
            (_MOST_EVENTS,),
        )

    def _note_look(self, now: float) -> None:
        if abs(now - self._looked) >= _NOTED:
            self._looked = now
            with self._writing() as book:
                book.execute("INSERT OR REPLACE INTO facts VALUES ('looked', ?)", (now,))

    def events(self, limit: int, *, run: str | None = None) -> list[KeptEvent]:
        """The newest events that were news, the newest first."""
        where = "fired" if run is None else "fired AND run = ?"
        values = () if run is None else (run,)
        rows = self._ask(
            f"SELECT id, found, acknowledged, {_ALERT} FROM events WHERE {where} ORDER BY id DESC LIMIT ?",
            *values,
            limit,
        )
        return [KeptEvent(row[0], Alert(*row[3:]), row[1], row[2]) for row in rows]

    def unacknowledged(self) -> int:
        """How many events wait for somebody to have read them."""
        count = self._ask("SELECT COUNT(*) FROM events WHERE fired AND acknowledged IS NULL")
        return int(count[0][0])

    def acknowledge(self, ids: Iterable[int] | None, now: float) -> None:
        """Note that somebody has read these events; None: all. What waits of them is not sent any more."""
        with self._changing() as book:
            if ids is None:
                book.execute(
                    "UPDATE events SET acknowledged = ? WHERE fired AND acknowledged IS NULL",
                    (now,),
                )
                book.execute("DELETE FROM waiting")
                return
            rows = [(each,) for each in ids]
            book.executemany(
                f"UPDATE events SET acknowledged = {now!r} WHERE id = ? AND acknowledged IS NULL",
                rows,
            )
            book.executemany("DELETE FROM waiting WHERE event = ?", rows)

    # -- silences

    def silences(self, now: float) -> list[Silence]:
        """The silences that hold."""
        rows = self._ask(
            "SELECT id, rule, run, until FROM silences WHERE until IS NULL OR until > ?", now
        )
        return [Silence(*row) for row in rows]

    def silence(self, *, rule: str | None, run: str | None, until: float | None) -> None:
        """Have events of a rule, of a run, or of a rule in a run not be sent."""
        with self._changing() as book:
            book.execute("INSERT INTO silences VALUES (NULL, ?, ?, ?)", (rule, run, until))
            book.execute(
                "DELETE FROM waiting WHERE event IN (SELECT id FROM events WHERE "
                "(:rule IS NULL OR rule = :rule) AND (:run IS NULL OR run = :run))",
                {"rule": rule, "run": run},
            )

    def end_silence(self, id_: int) -> None:
        """Have them be sent again."""
        with self._changing() as book:
            book.execute("DELETE FROM silences WHERE id = ?", (id_,))

    # -- what waits to be sent

    def may_send(self, channel: str, now: float, seconds: float) -> bool:
        """True if this process is the one that sends by a channel, for so many seconds from now on; of several, one is."""
        with self._writing() as book:
            row = book.execute("SELECT holder, until FROM senders WHERE channel = ?", (channel,))
            holder, until = row.fetchone() or ("", 0.0)
            # A time far ahead is of a clock that was set back since.
            if holder != self._holder and now < until <= now + seconds:
                return False
            mine = (channel, self._holder, now + seconds)
            book.execute("INSERT OR REPLACE INTO senders VALUES (?, ?, ?)", mine)
        return True

    def give_up_sending(self) -> None:
        """Let another process send at once."""
        with self._writing() as book:
            book.execute("DELETE FROM senders WHERE holder = ?", (self._holder,))

    def waiting(self, channel: str, limit: int) -> tuple[list[KeptEvent], int]:
        """The newest events that wait for a channel, in their order, and how many there are."""
        rows = self._ask(
            f"SELECT id, found, acknowledged, {_ALERT} FROM events JOIN waiting ON event = id "
            "WHERE channel = ? ORDER BY id DESC LIMIT ?",
            channel,
            limit,
        )
        count = self._ask("SELECT COUNT(*) FROM waiting WHERE channel = ?", channel)[0][0]
        return [KeptEvent(row[0], Alert(*row[3:]), row[1], row[2]) for row in reversed(rows)], count

    def channel(self, name: str) -> ChannelState:
        """How a channel does."""
        rows = self._ask("SELECT next, failures, problem, sent FROM channels WHERE name = ?", name)
        waiting = self._ask("SELECT COUNT(*) FROM waiting WHERE channel = ?", name)[0][0]
        next_, failures, problem, sent = rows[0] if rows else (0.0, 0, None, None)
        return ChannelState(name, waiting, problem, sent, next_, failures)

    def delivered(self, channel: str, up_to: int, now: float, next_: float) -> None:
        """Note that a channel has delivered what waited, up to an event."""
        with self._changing() as book:
            book.execute("DELETE FROM waiting WHERE channel = ? AND event <= ?", (channel, up_to))
            book.execute(
                "INSERT OR REPLACE INTO channels VALUES (?, ?, 0, NULL, ?)", (channel, next_, now)
            )

    def failed(self, channel: str, problem: str, next_: float) -> None:
        """Note that a channel did not deliver, and when to try again."""
        state = self.channel(channel)
        with self._changing() as book:
            book.execute(
                "INSERT OR REPLACE INTO channels VALUES (?, ?, ?, ?, ?)",
                (channel, next_, state.failures + 1, problem, state.sent),
            )
            book.execute(
                "DELETE FROM waiting WHERE channel = :channel AND event <= (SELECT event FROM waiting "
                "WHERE channel = :channel ORDER BY event DESC LIMIT 1 OFFSET :offset)",
                {"channel": channel, "offset": _MOST_WAITING},
            )


_ALERT = ", ".join(each.name for each in fields(Alert))


def _mark(rule: Rule) -> str:
    """A mark that the same rule has again, wherever its events are sent."""
    what = [
        (each.name, getattr(rule, each.name)) for each in fields(rule) if each.name != "channels"
    ]
    return hashlib.sha256(repr(what).encode()).hexdigest()[:16]


def _sound(text: str) -> str:
    """The text without what no database takes, as in names of files that are no UTF-8."""
    return text.encode(errors="backslashreplace").decode()


def _covers(silence: Silence, alert: Alert) -> bool:
    return silence.rule in (None, alert.rule) and silence.run in (None, alert.run)
