"""Events are sent once: over restarts, by one of several, in few messages, and as long as it takes."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.alerts.services import web_service
from tests.alerts.watching import read
from vdlite import LogWriter
from vdlite.alerts.book import Book, book_path
from vdlite.alerts.channels.channel import ChannelError
from vdlite.alerts.channels.channel_file import Channel
from vdlite.alerts.channels.message import Message
from vdlite.alerts.duty import Duty
from vdlite.alerts.rule import USUAL, Rule
from vdlite.alerts.rule_file import RuleFile
from vdlite.alerts.sending import Sender
from vdlite.format.stop_request import stop_reason, stop_stamp
from vdlite.reader import Store

NAN = float("nan")


@dataclass
class Box:
    """A channel's other end: it keeps what it gets, or is down."""

    is_down: bool = False
    tries: int = 0
    messages: list[Message] = field(default_factory=list)

    def __call__(self, message: Message) -> None:
        self.tries += 1
        if self.is_down:
            raise ChannelError("it is down")
        self.messages.append(message)


@dataclass
class Clock:
    now: float = 1e9

    def __call__(self) -> float:
        return self.now


class Watching:
    """A duty over runs, as a server has it, with a clock of the test for what is sent."""

    def __init__(self, folder: Path, rules: Sequence[Rule] = USUAL, box: Box | None = None) -> None:
        self.box = Box() if box is None else box
        self.clock = Clock()
        self.channel = Channel("box", "webhook", self.box)
        self.store: Store = read(folder / "runs")
        self.duty = Duty(self.store, RuleFile(tuple(rules), (self.channel,)), folder / "books")
        self.sender = Sender(self.duty.book, [self.channel], clock=self.clock)

    def look(self) -> list[tuple[str, str, int | None]]:
        """The events of all that has come: rule, run and step of each."""
        self.store.refresh()
        while not self.store.done:
            self.store.refresh()
        return [(each.rule, each.run, each.step) for each in self.duty.look()]

    def send(self) -> bool:
        return self.sender.send(self.channel)

    def close(self) -> None:
        self.sender.stop()
        self.duty.stop()


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "runs").mkdir()
    yield tmp_path


def test_what_was_there_is_no_news_and_neither_is_it_after_a_restart(folder: Path) -> None:
    writer = LogWriter(folder / "runs" / "a")
    writer.add_scalar("loss", NAN, 0)
    first = Watching(folder)
    assert first.look() == []
    writer.add_scalar("loss", 1.0, 1)
    writer.add_scalar("loss", NAN, 2)
    assert first.look() == [("non-finite", "a", 2)]
    assert first.look() == []
    first.close()  # before anything was sent
    second = Watching(folder)
    assert second.look() == []
    assert second.send()
    assert [each.count for each in second.box.messages] == [1]
    assert not second.send()
    second.close()
    writer.add_scalar("loss", 1.0, 3)
    writer.add_scalar("loss", NAN, 4)
    third = Watching(folder)
    assert third.look() == [("non-finite", "a", 4)]  # it came while nobody watched
    third.close()
    writer.close()


def test_a_rule_that_was_changed_begins_anew(folder: Path) -> None:
    writer = LogWriter(folder / "runs" / "a")
    for step in range(10):
        writer.add_scalar("loss", float(step), step)
    for above, wanted in ((5.0, []), (7.0, []), (7.0, [])):
        watching = Watching(folder, [Rule("high", "threshold", above=above)])
        assert watching.look() == wanted
        watching.close()
    watching = Watching(folder, [Rule("high", "threshold", above=7.0)])
    watching.look()
    writer.add_scalar("loss", 1.0, 20)
    writer.add_scalar("loss", 9.0, 21)
    assert watching.look() == [("high", "a", 21)]
    watching.close()
    writer.close()


def test_many_runs_are_one_message_and_what_comes_meanwhile_waits(folder: Path) -> None:
    watching = Watching(folder)
    assert watching.look() == []
    writers = [LogWriter(folder / "runs" / f"r{number:03}") for number in range(100)]
    for writer in writers[:50]:
        writer.add_scalar("loss", NAN, 0)
    assert len(watching.look()) == 50
    assert watching.send()
    for number, writer in enumerate(writers[50:]):
        writer.add_scalar("loss", NAN, 0)
        if number % 10 == 0:
            watching.look()
            assert not watching.send()  # within half a minute
    watching.look()
    watching.clock.now += 31
    assert watching.send()
    first, second = watching.box.messages
    assert (first.count, second.count) == (50, 50)
    assert first.title == "non-finite: 50 events in more than 20 runs"
    assert first.id != second.id
    watching.close()
    for writer in writers:
        writer.close()


def test_a_channel_that_is_down_for_an_hour_gives_one_summary(folder: Path) -> None:
    watching = Watching(folder)
    watching.look()
    watching.box.is_down = True
    writer = LogWriter(folder / "runs" / "a")
    for minute in range(60):
        writer.add_scalar("loss", NAN if minute % 2 else 1.0, minute)
        watching.look()
        for _ in range(6):
            watching.send()
            watching.clock.now += 10
    assert watching.box.tries <= 14
    state = watching.duty.book.channel("box")
    assert (state.waiting, state.problem) == (30, "it is down")
    watching.box.is_down = False
    watching.clock.now += 600
    assert watching.send()
    (message,) = watching.box.messages
    assert (message.count, message.events[-1].step) == (30, 59)
    assert watching.duty.book.channel("box").problem is None
    watching.close()
    writer.close()


def test_a_clock_that_is_set_back_does_not_hold_up_what_waits(folder: Path) -> None:
    watching = Watching(folder)
    watching.look()
    writer = LogWriter(folder / "runs" / "a")
    writer.add_scalar("loss", NAN, 0)
    watching.look()
    assert watching.send()
    watching.clock.now -= 86_400
    writer.add_scalar("loss", 1.0, 1)
    writer.add_scalar("loss", NAN, 2)
    watching.look()
    assert watching.send()
    watching.close()
    writer.close()


def test_of_two_watches_one_sends(folder: Path) -> None:
    box = Box()
    first, second = Watching(folder, box=box), Watching(folder, box=box)
    writer = LogWriter(folder / "runs" / "a")
    first.look(), second.look()
    for step in range(20):
        writer.add_scalar("loss", NAN if step % 4 == 0 else 1.0, step)
        both = [watching.look() for watching in (first, second)]
        assert both[0] == both[1]  # each says it to whoever reads what it prints
        first.send(), second.send()
        first.clock.now = second.clock.now = first.clock.now + 40
    assert [each.count for each in box.messages] == [1] * 5
    first.close()
    second.close()
    writer.close()


def test_what_people_said_of_events_holds(folder: Path) -> None:
    watching = Watching(folder)
    watching.look()
    book = watching.duty.book
    writers = {name: LogWriter(folder / "runs" / name) for name in "abc"}
    book.silence(rule=None, run="a", until=None)
    book.silence(rule="non-finite", run="b", until=watching.clock.now - 1)  # it is over
    for writer in writers.values():
        writer.add_scalar("loss", NAN, 0)
    assert len(watching.look()) == 3  # silence is about messages
    events, count = book.waiting("box", 10)
    assert ([each.alert.run for each in events], count) == (["b", "c"], 2)
    book.acknowledge([events[0].id], watching.clock.now)
    assert [each.alert.run for each in book.waiting("box", 10)[0]] == ["c"]
    assert book.unacknowledged() == 2
    book.silence(rule="non-finite", run=None, until=4e9)
    assert not watching.send()
    book.end_silence(max(each.id for each in book.silences(0.0)))
    book.acknowledge(None, watching.clock.now)
    assert book.unacknowledged() == 0
    assert [each.acknowledged is not None for each in book.events(10)] == [True] * 3
    assert [each.alert.run for each in book.events(10, run="b")] == ["b"]
    watching.close()
    for writer in writers.values():
        writer.close()


def test_channels_take_the_levels_and_rules_that_are_theirs(folder: Path) -> None:
    rules = [Rule("quiet", "non-finite", level="info"), Rule("loud", "ended", channels=("other",))]
    watching = Watching(folder, rules)
    loud = Channel("box", "webhook", watching.box, level="warn")
    watching.duty = Duty(watching.store, RuleFile(tuple(rules), (loud,)), folder / "others")
    watching.look()
    with LogWriter(folder / "runs" / "a") as writer:
        writer.add_scalar("loss", NAN, 0)
    assert len(watching.look()) == 2
    assert watching.duty.book.waiting("box", 10) == ([], 0)
    watching.close()


def test_a_book_that_can_not_be_used_is_said_and_done_without(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    channel = Channel("box", "webhook", Box())
    store = read(folder / "runs")
    path = book_path(folder / "books", [str(folder / "runs")], ["box"])
    path.parent.mkdir()
    path.write_bytes(b"no database" * 1000)
    duty = Duty(store, RuleFile(USUAL, (channel,)), folder / "books")
    assert "events are not kept beyond this process" in caplog.text
    assert duty.look() == []
    duty.stop()
    book = Book(folder / "later")
    book.close()
    with sqlite3.connect(folder / "later") as later:
        later.execute("PRAGMA user_version = 99")
    later.close()
    with pytest.raises(OSError, match="of a later version"):
        Book(folder / "later")


@pytest.mark.skipif(os.name != "posix", reason="kill -9")
def test_a_watch_that_is_killed_goes_on_where_it_was(folder: Path) -> None:
    """The command, a webhook, and a kill in the middle of a delivery."""
    writer = LogWriter(folder / "runs" / "a")
    writer.add_scalar("loss", 1.0, 0)
    with web_service(hangs=True) as sink:
        rules = folder / "rules.toml"
        rules.write_text('[[channel]]\nwhat = "webhook"\nurl = "env:HOOK"\n')
        command = [sys.executable, "-m", "vdlite", "watch", str(folder / "runs"), "--json"]
        command += ["--rules", str(rules)]
        config = {"XDG_CONFIG_HOME": str(folder), "HOME": str(folder), "no_proxy": "127.0.0.1"}
        environment = {**os.environ, **config, "HOOK": sink.url}
        step = 0
        with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as watching:
            while not sink.requests:
                assert watching.poll() is None
                writer.add_scalar("loss", NAN if step % 2 else 1.0, step)
                step += 1
                time.sleep(0.3)  # a message lists twenty
            arguments = Path(f"/proc/{watching.pid}/cmdline")
            if arguments.exists():
                assert b"s3cret" not in arguments.read_bytes()
            watching.send_signal(signal.SIGKILL)
        sink.hangs.set()
        (sent,) = sink.messages
        books = list(folder.rglob("*.sqlite"))
        assert [path.stat().st_mode & 0o777 for path in books] == [0o600]
        with sqlite3.connect(books[0]) as book:
            book.execute("UPDATE senders SET until = 0")  # as after a quarter of a minute
        book.close()
        with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as watching:
            while len(sink.requests) < 2:
                assert watching.poll() is None
                time.sleep(0.05)
            watching.send_signal(signal.SIGINT)
        again = sink.messages[1]
        # What was on its way may come twice, and says so by its events.
        assert again["events"][0] == sent["events"][0]
        assert json.loads(json.dumps(again))["count"] >= sent["count"]
    writer.close()


def test_a_rule_asks_a_run_to_stop_for_what_is_new(folder: Path) -> None:
    writer = LogWriter(folder / "runs" / "a")
    other = LogWriter(folder / "runs" / "b")
    writer.add_scalar("loss", NAN, 0)
    other.add_scalar("loss", 1.0, 0)
    watching = Watching(folder, [Rule("broken", "non-finite", stop=True)])
    assert watching.look() == []
    assert stop_stamp(folder / "runs" / "a") is None
    writer.add_scalar("loss", 1.0, 1)
    writer.add_scalar("loss", NAN, 2)
    assert watching.look() == [("broken", "a", 2)]
    assert stop_reason(folder / "runs" / "a") == "broken: loss is NaN at step 2"
    assert stop_stamp(folder / "runs" / "b") is None
    watching.close()
    writer.close()
    other.close()


@pytest.mark.parametrize("place", ["schema", "tables"])
def test_a_book_that_was_damaged_is_not_used(folder: Path, place: str) -> None:
    path = folder / "book"
    Book(path).close()
    data = bytearray(path.read_bytes())
    if place == "schema":
        # What SQLite says of it is no UTF-8.
        data = data.replace(b"tableevents", b"tableev\xffnts").replace(b"E TABLE ev", b"E TUBLE ev")
    else:
        data[4096:] = b"\xff" * (len(data) - 4096)
    path.write_bytes(data)
    with pytest.raises(OSError, match="book"):
        Book(path)
