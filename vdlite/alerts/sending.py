"""Sending: what waits in the book goes to the channels, in a thread of its own."""

from __future__ import annotations

import hashlib
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial

from vdlite.alerts.alert import Alert
from vdlite.alerts.book import Book
from vdlite.alerts.channels.channel import ChannelError
from vdlite.alerts.channels.channel_file import Channel
from vdlite.alerts.channels.message import MOST_LISTED, Message
from vdlite.alerts.rule import Rule
from vdlite.kinds.alert import LEVELS

logger = logging.getLogger("vdlite")

_EVERY = 1.0  # seconds between two looks whether something waits
_FIRST_RETRY = 5.0  # seconds after a failure, which double with each further one up to ...
_LAST_RETRY = 600.0
_LEASE = 15.0  # seconds, besides those that a delivery may take, for which no other process sends
_GOODBYE = (
    1.0  # seconds that the end waits for a message on its way, which is else sent again later
)


def channels_of(alert: Alert, rules: Sequence[Rule], channels: Sequence[Channel]) -> list[str]:
    """The names of the channels that an event is sent by."""
    wanted = next((rule.channels for rule in rules if rule.name == alert.rule), None)
    level = LEVELS.index(alert.level)
    return [
        each.name
        for each in channels
        if (wanted is None or each.name in wanted) and LEVELS.index(each.level) <= level
    ]


class Sender:
    """Sends what waits. Of several processes with one book, one does."""

    def __init__(
        self,
        book: Book,
        channels: Sequence[Channel],
        *,
        server: Callable[[], str | None] = lambda: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """server: gives the address of the page that shows the runs, up to #."""
        self._book = book
        self._channels = channels
        self._server = server
        self._clock = clock
        self._stopping = threading.Event()
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Send from now on; each channel has a thread, so that one that hangs holds up no other."""
        for channel in self._channels:
            run = partial(self._run, channel)
            thread = threading.Thread(target=run, name=f"vdlite-{channel.what}", daemon=True)
            self._threads.append(thread)
            thread.start()

    def stop(self) -> None:
        """End the threads; what was not sent waits on disk."""
        self._stopping.set()
        until = time.monotonic() + _GOODBYE
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))
        if self._channels:
            self._book.give_up_sending()

    def _run(self, channel: Channel) -> None:
        while not self._stopping.wait(_EVERY):
            try:
                self.send(channel)
            except sqlite3.Error as error:  # the disk is full, say; it is tried again
                if not self._stopping.wait(_FIRST_RETRY):
                    logger.warning("vdlite: the book of events can't be used: %s", error)

    def _may_send(self, channel: Channel, now: float) -> bool:
        return self._book.may_send(channel.name, now, _LEASE + channel.seconds)

    def send(self, channel: Channel) -> bool:
        """Send one message with all that waits for a channel, if it is time to; True if it was delivered."""
        now = self._clock()
        state = self._book.channel(channel.name)
        pause = channel.every if state.problem is None else _LAST_RETRY
        # A time far ahead is of a clock that was set back since.
        if not state.waiting or now < state.next <= now + pause or not self._may_send(channel, now):
            return False
        events, count = self._book.waiting(channel.name, MOST_LISTED)
        if not events:
            return False
        last = events[-1].id
        message = Message(
            _id(channel.name, [each.id for each in events], events[-1].found),
            [each.alert for each in events],
            count,
            self._server(),
        )
        try:
            channel.deliver(message)
        except ChannelError as error:
            problem = str(error)
        except Exception as error:  # a defect here, or in a library: the channel is tried again
            logger.exception("vdlite: the channel %r failed", channel.name)
            problem = f"it failed: {type(error).__name__}"
        else:
            now = self._clock()
            self._book.delivered(channel.name, last, now, now + channel.every)
            return True
        wait = min(_LAST_RETRY, _FIRST_RETRY * 2.0 ** min(state.failures, 20))
        self._book.failed(channel.name, problem, self._clock() + wait)
        if not state.failures:
            logger.warning("vdlite: the channel %r delivers nothing: %s", channel.name, problem)
        return False


def _id(channel: str, events: Sequence[int], found: float) -> str:
    return hashlib.sha256(repr((channel, events, found)).encode()).hexdigest()[:16]
