"""What every channel offers."""

from __future__ import annotations

from typing import Protocol

from vdlite.alerts.channels.message import Message

SECONDS = 5.0
"""How long a channel is waited for."""


class ChannelError(Exception):
    """A message was not delivered. The reason names no address and no secret: people read it in the page."""


class Deliver(Protocol):
    """Delivers messages."""

    def __call__(self, message: Message) -> None:
        """Deliver a message within some seconds. Raises ChannelError."""
