"""One connection of a client, and how long it may take over what it does."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any, Protocol

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

CONNECTION = "vdlite.connection"
"""The name under which the state of a request holds its connection."""


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds after which a connection is closed."""

    head: float = 10.0  # until the head of a request is whole
    body: float = 60.0  # until its body is
    reading: float = 30.0  # without taking anything of the answer
    handshake: float = 5.0  # of TLS


class ConnectionList(Protocol):
    """A list where connections sign in and out."""

    def add(self, connection: Connection) -> None: ...
    def remove(self, connection: Connection) -> None: ...


class Connection(H11Protocol):
    """uvicorn's protocol, with an eye on the clock; `check` is called about once a second."""

    def __init__(
        self, config: Config, state: ServerState, app_state: dict[str, Any], list_: ConnectionList
    ) -> None:
        # uvicorn hands this to the app as scope["state"].
        state_of_requests = app_state | {CONNECTION: self}
        super().__init__(config=config, server_state=state, app_state=state_of_requests)
        self._list = list_
        self._began = time.monotonic()  # to wait for a request, or to receive it
        self._receives = False
        self._stuck_since: float | None = None
        self._stuck_with = 0  # bytes that wait to be taken

    @property
    def idle_since(self) -> float | None:
        """Since when no whole head of a request is there (on the monotonic clock); None while one is dealt with."""
        busy = self.cycle is not None and not self.cycle.response_complete
        return None if busy or self.conn.their_state is h11.SEND_BODY else self._began

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._list.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._list.remove(self)

    def on_response_complete(self) -> None:
        self._began = time.monotonic()
        super().on_response_complete()

    def abort(self) -> None:
        """Close it at once, whatever waits to be sent."""
        self.transport.abort()

    def check(self, now: float, patience: Patience) -> None:
        """Close the connection if the client takes too long."""
        receives = self.conn.their_state is h11.SEND_BODY
        if receives != self._receives:
            self._receives, self._began = receives, now
        idle = self.idle_since
        if (
            (idle is not None and now - idle > patience.head)
            or (receives and now - self._began > patience.body)
            or self._is_stuck(now, patience.reading)
        ):
            self.abort()

    def _is_stuck(self, now: float, seconds: float) -> bool:
        waiting = self.transport.get_write_buffer_size()
        if waiting == 0:
            self._stuck_since = None
        elif self._stuck_since is None or waiting != self._stuck_with:
            self._stuck_since = now
        self._stuck_with = waiting
        return self._stuck_since is not None and now - self._stuck_since > seconds
