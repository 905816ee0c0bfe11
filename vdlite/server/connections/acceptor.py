"""Lets connections in: never more than the process has room for."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import socket
import ssl
import sys
import time
from collections.abc import Callable

from vdlite.server.connections.connection import Connection, Patience

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


class Acceptor:
    """Accepts connections of one socket.

    asyncio's own server takes in all that come, and fills the log when there are no more file descriptors. Here, where
    the house is full, whoever has waited the longest without asking anything has to go; those who were heard stay.
    """

    def __init__(self, *, most: int | None = None, patience: Patience | None = None) -> None:
        self.most = most or most_connections()
        self._patience = patience or Patience()
        self._connections: set[Connection] = set()
        self._arriving: set[asyncio.Task[None]] = set()
        self._listener: socket.socket | None = None
        self._pause: asyncio.TimerHandle | None = None
        self._warned = False

    def open(
        self,
        listener: socket.socket,
        make: Callable[[], Connection],
        encryption: ssl.SSLContext | None,
    ) -> None:
        """Begin to accept; called in the event loop, which must be a selector loop.

        What asyncio accepts in a coroutine of its own is lost, and never closed, when that is canceled between the
        accepting and its next step. Here nothing lies between them.
        """
        loop = asyncio.get_running_loop()
        listener.setblocking(False)
        self._listener = listener

        def accept_or_pause() -> None:
            if not self._accept_some(listener, make, encryption):
                loop.remove_reader(listener)
                self._pause = loop.call_later(_UNTIL_ROOM, wait_for_some)

        def wait_for_some() -> None:
            loop.add_reader(listener, accept_or_pause)

        wait_for_some()

    def close(self) -> None:
        """Accept no more, and close what has not become a connection yet."""
        if self._pause is not None:
            self._pause.cancel()
        if self._listener is not None:
            asyncio.get_running_loop().remove_reader(self._listener)
        for task in tuple(self._arriving):
            task.cancel()

    def abort_all(self) -> None:
        """Cut all connections."""
        for connection in tuple(self._connections):
            connection.abort()

    def add(self, connection: Connection) -> None:
        self._connections.add(connection)

    def remove(self, connection: Connection) -> None:
        self._connections.discard(connection)

    def check(self) -> None:
        """Close the connections of clients that take too long; called about once a second."""
        now = time.monotonic()
        for connection in tuple(self._connections):
            connection.check(now, self._patience)

    def _accept_some(
        self,
        listener: socket.socket,
        make: Callable[[], Connection],
        encryption: ssl.SSLContext | None,
    ) -> bool:
        """Let in some of those who wait; False if the process has no room for more, and they have to wait."""
        for _ in range(_IN_A_ROW):
            try:
                accepted = listener.accept()[0]
            except (BlockingIOError, InterruptedError):
                return True  # nobody is left
            except OSError as error:
                if error.errno in _NO_ROOM:
                    self._tell_no_room(error)
                    self._make_room()
                    return False
                continue  # the client has gone again
            accepted.setblocking(False)
            full = len(self._connections) + len(self._arriving) >= self.most
            if full and not self._make_room():
                accepted.close()
            else:
                self._begin_to_welcome(accepted, make, encryption)
            if full:
                return True  # who has to go needs a turn for that
        return True

    def _begin_to_welcome(
        self,
        accepted: socket.socket,
        make: Callable[[], Connection],
        encryption: ssl.SSLContext | None,
    ) -> None:
        task = asyncio.get_running_loop().create_task(self._welcome(accepted, make, encryption))
        self._arriving.add(task)

        def end(task: asyncio.Task[None]) -> None:
            self._arriving.discard(task)
            if task.cancelled():  # maybe before its first step
                accepted.close()

        task.add_done_callback(end)

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
        except OSError:  # it hung up, took too long, or does not speak TLS
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
        if not self._warned:
            logger.warning("connections have to wait: %s", error.strerror)
        self._warned = True
