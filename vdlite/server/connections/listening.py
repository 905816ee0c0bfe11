"""The port that the server listens on, and the address that leads there."""

from __future__ import annotations

import errno
import socket
import sys

from vdlite.errors import PortError
from vdlite.server.access.hosts import bare_name, listens_everywhere
from vdlite.server.settings import DEFAULT_PORT

_BACKLOG = 1024
"""Connections that wait to be accepted; a client that finds no room there tries again after whole seconds."""

_TRIES = 100  # ports after the default one


def listen(host: str, port: int | None) -> socket.socket:
    """A listening socket.

    port: None: the default one, or the next free one after it; 0: any free one.
    Raises PortError if `host` is no address of this machine, or the port is taken or forbidden.
    """
    family, address = _resolve(host)
    if port is not None:
        return _listen(family, address, port, host)
    for candidate in range(DEFAULT_PORT, DEFAULT_PORT + _TRIES):
        if listener := _listen_if_free(family, address, candidate, host):
            return listener
    return _listen(family, address, 0, host)


def _listen_if_free(
    family: socket.AddressFamily, address: str, port: int, host: str
) -> socket.socket | None:
    try:
        return _listen(family, address, port, host)
    except PortError as error:
        if error.errno == errno.EADDRINUSE:
            return None
        raise


def _resolve(host: str) -> tuple[socket.AddressFamily, str]:
    try:
        found = socket.getaddrinfo(
            bare_name(host), None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except (OSError, UnicodeError) as error:
        raise PortError(f"can't listen on host {host!r}: {error}") from error
    # "localhost" can mean ::1 and 127.0.0.1; browsers and scripts all try the latter.
    found.sort(key=lambda entry: entry[0] != socket.AF_INET)
    return found[0][0], str(found[0][4][0])


def _listen(family: socket.AddressFamily, address: str, port: int, host: str) -> socket.socket:
    # asyncio turns off Nagle's algorithm only where the protocol is named; with it, each answer on a connection that
    # is kept open comes 40 ms late.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform == "win32":  # there, REUSEADDR would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((address, port))
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        reasons = {
            errno.EADDRINUSE: "something else listens there already",
            errno.EACCES: "this user may not use that port",
            errno.EADDRNOTAVAIL: "that is no address of this machine",
        }
        reason = reasons.get(error.errno or 0, str(error))
        raise PortError(error.errno, f"can't listen on {host}:{port}: {reason}") from error
    return listener


def address(host: str, port: int, path_prefix: str, *, encrypted: bool = False) -> str:
    """The URL of a server on `host`; if it listens everywhere, by the name of this machine."""
    name = socket.gethostname() if listens_everywhere(host) else bare_name(host)
    scheme = "https" if encrypted else "http"
    return f"{scheme}://{f'[{name}]' if ':' in name else name}:{port}{path_prefix}/"
