"""Requests to addresses that the owner has named, and to no others."""

from __future__ import annotations

import http.client
import socket
import urllib.error
import urllib.request
from collections.abc import Mapping
from email.message import Message as Headers
from typing import IO, NoReturn

from vdlite.alerts.channels.channel import SECONDS, ChannelError
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


_opener = urllib.request.build_opener(_NoRedirects)


def post(url: str, body: bytes, headers: Mapping[str, str]) -> None:
    """Send a body to an address. Raises ChannelError, which does not say the address: it may be a secret."""
    if not url.startswith(("https://", "http://")):
        raise ChannelError("the address is none, want one that begins with https://")
    try:
        request = urllib.request.Request(
            url, body, {"User-Agent": f"vdlite/{__version__}", **headers}
        )
        with _opener.open(request, timeout=SECONDS) as answer:
            answer.read(1)
    except urllib.error.HTTPError as error:
        error.close()
        raise ChannelError(f"it was answered with status {error.code}") from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise ChannelError(_why(error)) from None


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
