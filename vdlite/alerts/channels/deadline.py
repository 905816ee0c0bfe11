"""A deadline for all of a request: what a socket's timeout bounds is each piece of an answer, however many there are."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Any


class Deadline:
    """The time until which connections last: then they are shut down, whoever waits for them."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        # Doubles, which last though the connection is wrapped for TLS meanwhile.
        self._doubles: list[socket.socket] = []
        self._timer = threading.Timer(seconds, self._end)
        self._timer.daemon = True
        self.is_over = False

    def __enter__(self) -> Deadline:
        self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._timer.cancel()
        with self._lock:
            for double in self._doubles:
                double.close()
            self._doubles.clear()

    def connect(
        self, address: tuple[str, int], timeout: Any = None, source_address: Any = None
    ) -> socket.socket:
        """A connection, as `socket.create_connection` makes it, that lasts until then. Raises OSError."""
        connection = socket.create_connection(address, self._seconds, source_address)
        with self._lock:
            if self.is_over:
                connection.close()
                raise TimeoutError
            self._doubles.append(connection.dup())
        return connection

    def _end(self) -> None:
        with self._lock:
            self.is_over = True
            for double in self._doubles:
                with suppress(OSError):
                    double.shutdown(socket.SHUT_RDWR)
