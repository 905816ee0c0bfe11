"""Lets connections in: never more than the process has room for."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import itertools
import logging
import socket
import ssl
import sys
import time
from collections.abc import Callable

from vdlite.server.connection import Connection, Patience

logger = logging.getLogger("vdlite.server")

_MOST = 1000
_FEW = 256  # files that may be open where nobody can tell how many
_NO_ROOM = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}
_UNTIL_ROOM = 0.1  # seconds
_IN_A_ROW = 16  # connections that are accepted, before something else has its turn


def most_connections() -> int:
    """How many connections are let in: half of the files that the process may open, the rest is for logs."""
    if sys.platform == "win32":
        return _FEW
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _MOST if soft == resource.RLIM_INFINITY else max(1, min(_MOST, soft // 2))


class Door:
    """Accepts connections of one socket.

    asyncio's own server takes in all that come, and fills the log when there are no more file descriptors. Here, where
    the house is full, whoever has waited the longest without asking anything has to go; those who were heard stay.
    """

    def __init__(self, *, most: int | None = None, patience: Patience | None = None) -> None:
        self.most = most or most_connections()
        self._patience = patience or Patience()
        self._connections: set[Connection] = set()
        self._arriving: set[asyncio.Task[None]] = set()
        self._accepting: asyncio.Task[None] | None = None
        self._told = False

    def open(
        self,
        listener: socket.socket,
        make: Callable[[], Connection],
        encryption: ssl.SSLContext | None,
    ) -> None:
        """Begin to accept; called in the event loop."""
        listener.setblocking(False)
        self._accepting = asyncio.get_running_loop().create_task(
            self._accept(listener, make, encryption)
        )

    def close(self) -> None:
        """Accept no more."""
        for task in (self._accepting, *self._arriving):
            if task is not None:
                task.cancel()

    def abort_all(self) -> None:
        """Cut all connections."""
        for connection in tuple(self._connections):
            connection.abort()

    def came(self, connection: Connection) -> None:
        self._connections.add(connection)

    def left(self, connection: Connection) -> None:
        self._connections.discard(connection)

    def check(self) -> None:
        """Close the connections of clients that take too long; called about once a second."""
        now = time.monotonic()
        for connection in tuple(self._connections):
            connection.check(now, self._patience)

    async def _accept(
        self,
        listener: socket.socket,
        make: Callable[[], Connection],
        encryption: ssl.SSLContext | None,
    ) -> None:
        loop = asyncio.get_running_loop()
        for number in itertools.count():
            if listener.fileno() < 0:
                return
            try:
                accepted, _ = await loop.sock_accept(listener)
            except OSError as error:
                if error.errno in _NO_ROOM:
                    self._tell_no_room(error)
                    self._make_room()
                    await asyncio.sleep(_UNTIL_ROOM)
                continue  # else the client has gone again
            full = len(self._connections) + len(self._arriving) >= self.most
            if full and not self._make_room():
                accepted.close()
            else:
                arriving = loop.create_task(self._welcome(accepted, make, encryption))
                self._arriving.add(arriving)
                arriving.add_done_callback(self._arriving.discard)
            if full or number % _IN_A_ROW == 0:
                await asyncio.sleep(0)  # those who are inside have their turn, however many come

    async def _welcome(
        self,
        accepted: socket.socket,
        make: Callable[[], Connection],
        encryption: ssl.SSLContext | None,
    ) -> None:
        limit = None if encryption is None else self._patience.handshake
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                make, accepted, ssl=encryption, ssl_handshake_timeout=limit
            )
        except (OSError, asyncio.TimeoutError):  # it hung up, or does not speak TLS
            with contextlib.suppress(OSError):
                accepted.close()

    def _make_room(self) -> bool:
        """Close the connection that has waited the longest without a request; False if none waits."""
        waiting = [
            (since, connection)
            for connection in self._connections
            if (since := connection.idle_since) is not None
            and not connection.transport.is_closing()
        ]
        if not waiting:
            return False
        min(waiting, key=lambda one: one[0])[1].abort()
        return True

    def _tell_no_room(self, error: OSError) -> None:
        if not self._told:
            logger.warning("connections have to wait: %s", error.strerror)
        self._told = True
