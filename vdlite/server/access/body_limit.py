"""How much a request may bring along."""

from __future__ import annotations

import anyio
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from vdlite.server.errors import ApiError, error_response

MAX_BODY = 4 * 1024 * 1024  # bytes
MAX_MODEL = 32 * 1024 * 1024  # of the file of a model, without its weights
_MOST_READ_AWAY = 256 * 1024 * 1024  # of a body that is refused
_PAUSE = 0.5  # seconds in which nothing of it comes: then it is waited for no longer


class BodyLimit:
    """Refuses a body larger than MAX_BODY, or MAX_MODEL where a model is sent, whether or not it says its length."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length", "0")
        most = MAX_MODEL if scope["path"].endswith("/api/model") else MAX_BODY
        refused = f"the body is larger than {most} bytes"
        if not length.isdecimal() or int(length[:20]) > most:
            await _read_away(receive)
            await error_response(413, "too_large", refused)(scope, receive, send)
            return
        received = 0

        async def counting_receive() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > most:
                raise ApiError(413, "too_large", refused)
            return message

        try:
            await self._app(scope, counting_receive, send)
        except ApiError as error:  # read before the framework, which would have answered
            await _read_away(receive)
            refusal = error_response(error.status_code, error.code, error.detail)
            await refusal(scope, receive, send)


async def _read_away(receive: Receive) -> None:
    """Clients that are still sending hear no answer: an end of the connection would be all they hear."""
    left = _MOST_READ_AWAY
    while left > 0:
        with anyio.move_on_after(_PAUSE) as pause:
            message = await receive()
        if pause.cancelled_caught or message["type"] != "http.request":
            return
        left -= len(message.get("body", b""))
        if not message.get("more_body", False):
            return
