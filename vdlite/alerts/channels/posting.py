"""Requests to addresses that the owner has named, and to no others."""

from __future__ import annotations

import http.client
import socket
import urllib.error
import urllib.request
from collections.abc import Mapping
from email.message import Message as Headers
from functools import partial
from typing import IO, Any, NoReturn

from vdlite.alerts.channels.channel import SECONDS, ChannelError
from vdlite.alerts.channels.deadline import Deadline
from vdlite.version import __version__


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Refuses to go where an answer leads: it may be any address of this network."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: Headers,
        newurl: str,
    ) -> NoReturn:
        fp.close()
        raise ChannelError(f"the address leads elsewhere (status {code}), which is not followed")


class _Connection(http.client.HTTPConnection):
    """A connection that lasts until a deadline."""

    def __init__(self, host: str, *, deadline: Deadline, **given: Any) -> None:
        super().__init__(host, **given)
        self._create_connection = deadline.connect


class _SecureConnection(http.client.HTTPSConnection):
    """An encrypted connection that lasts until a deadline."""

    def __init__(self, host: str, *, deadline: Deadline, **given: Any) -> None:
        super().__init__(host, **given)
        self._create_connection = deadline.connect


class _Until(urllib.request.HTTPHandler, urllib.request.HTTPSHandler):
    """Opens connections that last until a deadline."""

    def __init__(self, deadline: Deadline) -> None:
        super().__init__()
        self._deadline = deadline

    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(partial(_Connection, deadline=self._deadline), req)

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(partial(_SecureConnection, deadline=self._deadline), req)


def post(url: str, body: bytes, headers: Mapping[str, str]) -> None:
    """Send a body to an address. Raises ChannelError, which does not say the address: it may be a secret."""
    if not url.startswith(("https://", "http://")):
        raise ChannelError("the address is none, want one that begins with https://")
    deadline = Deadline(SECONDS)
    opener = urllib.request.build_opener(_NoRedirects, _Until(deadline))
    try:
        request = urllib.request.Request(
            url, body, {"User-Agent": f"vdlite/{__version__}", **headers}
        )
        with deadline, opener.open(request, timeout=SECONDS):
            pass  # it was taken, whatever comes of the rest of the answer
    except urllib.error.HTTPError as error:
        error.close()
        raise ChannelError(f"it was answered with status {error.code}") from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise ChannelError(_why(TimeoutError() if deadline.is_over else error)) from None


def _why(error: Exception) -> str:
    """The reason in words that hold nothing of the address."""
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(reason, (TimeoutError, socket.timeout)):
        return f"there was no answer within {SECONDS:.0f} s"
    if isinstance(reason, socket.gaierror):
        return "its name is not known"
    if isinstance(reason, OSError) and reason.strerror:
        return f"it can't be reached: {reason.strerror}"
    return f"it can't be reached: {type(reason).__name__}"
