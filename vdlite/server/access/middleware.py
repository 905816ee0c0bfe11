"""Who may ask: the Host and Origin checks, the token, and the headers that confine the page.

Pure ASGI, because Starlette's BaseHTTPMiddleware buffers and would hold back live events.
"""

from __future__ import annotations

import re
import secrets
from urllib.parse import parse_qsl, urlencode, urlsplit

import anyio
from fastapi import Response
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from vdlite.server.access.guesses import Guesses, TooManyError
from vdlite.server.access.hosts import is_address, listens_everywhere, own_names
from vdlite.server.access.notice import notice
from vdlite.server.access.sessions import Sessions
from vdlite.server.errors import ApiError, error_response
from vdlite.server.settings import Settings

MAX_BODY = 4 * 1024 * 1024  # bytes
MAX_MODEL = 32 * 1024 * 1024  # of the file of a model, without its weights
_MOST_READ_AWAY = 256 * 1024 * 1024  # of a body that is refused
_PAUSE = 0.5  # seconds in which nothing of it comes: then it is waited for no longer
UNGUESSABLE = 32  # characters of a token that nobody finds by trying

_SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class SecurityHeaders:
    """Adds the headers that confine the page to every answer that does not set them itself."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_with_headers)


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
    """Clients that are still sending hear no answer: an end of the connection would be all they are told."""
    left = _MOST_READ_AWAY
    while left > 0:
        with anyio.move_on_after(_PAUSE) as pause:
            message = await receive()
        if pause.cancelled_caught or message["type"] != "http.request":
            return
        left -= len(message.get("body", b""))
        if not message.get("more_body", False):
            return


# A name or address and perhaps a port: nothing that two parsers could read in two ways.
_HOST = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")


class Access:
    """Lets a request pass if its Host, its Origin and its token are right."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._token = settings.token
        self._sessions = Sessions(settings)
        self._guesses = Guesses()
        self._allowed_hosts = settings.allowed_hosts
        self._names = own_names(settings.host)
        self._any_address = listens_everywhere(settings.host)
        self._page = f"{settings.path_prefix}/"
        self._pages = {self._page, settings.path_prefix}
        self._page_served = not settings.api_only

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = (
            self._refuse_host(headers)
            or self._refuse_origin(headers)
            or await self._refuse_token(scope, headers)
        )
        await (refusal or self._app)(scope, receive, send)

    def _refuse_host(self, headers: Headers) -> Response | None:
        """A page of a foreign site whose name was pointed at this server must not read from it."""
        hosts = headers.getlist("host")
        usable = len(hosts) == 1 and _HOST.fullmatch(hosts[0])
        name = _host_name(f"//{hosts[0]}") if usable else None
        if name and (
            name in self._names
            or name in self._allowed_hosts
            or (self._any_address and is_address(name))
        ):
            return None
        return error_response(
            403,
            "foreign_host",
            f"the Host header names {name!r}, which is not an address of this server; "
            "start vdlite with --allowed-host NAME to allow another",
        )

    def _refuse_origin(self, headers: Headers) -> Response | None:
        origins = headers.getlist("origin")
        if not origins:
            return None
        origin = origins[0]
        name = _host_name(origin) if len(origins) == 1 else None
        if name and (
            name in self._allowed_hosts
            or _netloc(origin) == _netloc(f"//{headers['host']}", origin)
        ):
            return None
        return error_response(
            403, "foreign_origin", "a page of another site may not use this server"
        )

    async def _refuse_token(self, scope: Scope, headers: Headers) -> Response | None:
        """None if the request may pass; else a refusal, or the way to the cookie."""
        if self._token is None:
            return None
        path = scope["path"]
        wants_page = (
            self._page_served and scope["method"] in {"GET", "HEAD"} and path in self._pages
        )
        if wants_page and b"token=" in scope["query_string"]:
            return await self._log_in(scope, headers)
        if self._has_session(headers):
            return None
        scheme, _, credential = headers.get("authorization", "").partition(" ")
        given = credential.strip() if scheme.lower() == "bearer" else None
        try:
            if given is not None and await self._is_token(given, scope):
                return None
        except TooManyError:
            message = "too many wrong tokens came from this address; try again in some seconds"
            return error_response(429, "too_many", message, {"Retry-After": "5"})
        if wants_page:
            return notice(
                401,
                "This page needs its token",
                "Open the address that vdlite printed when it started: it ends with ?token=… "
                "and logs this browser in until that vdlite ends, for a week at most.",
            )
        return error_response(
            401,
            "no_token",
            "the token is missing or wrong; send it as Authorization: Bearer TOKEN",
            {"WWW-Authenticate": "Bearer"},
        )

    def _has_session(self, headers: Headers) -> bool:
        cookies = cookie_parser(headers.get("cookie", ""))
        return self._sessions.is_valid(cookies.get(self._sessions.cookie, ""))

    async def _is_token(self, given: str, scope: Scope) -> bool:
        """Whether `given` is the token; one that can be guessed is looked at in its turn only.

        Raises TooManyError if too many from this address wait for that.
        """
        address = scope["client"][0] if scope.get("client") else ""
        right = self._token is not None and _same(given, self._token)
        if right and len(given) >= UNGUESSABLE:
            return True
        await self._guesses.turn(address)
        if not right:
            self._guesses.wrong(address)
        return right

    async def _log_in(self, scope: Scope, headers: Headers) -> Response:
        """Begin a session for the token in the address, and send on to the clean address."""
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        given = [value for name, value in query if name == "token"]
        try:
            right = bool(given) and await self._is_token(given[0], scope)
        except TooManyError:
            return notice(
                429,
                "Too many wrong tokens",
                "Too many wrong tokens came from this machine. Try again in some seconds.",
            )
        if not right:
            return notice(
                401,
                "The token is wrong",
                "The token in this address is not this server's. Open the address that vdlite "
                "printed when it started.",
            )
        rest = [(name, value) for name, value in query if name != "token"]
        clean = self._page + (f"?{urlencode(rest)}" if rest else "")
        answer: Response
        if headers.get("sec-fetch-site") == "cross-site":
            # A browser withholds a Strict cookie along the redirects of a link that was clicked on
            # another site (a notebook, a mail); a page of our own that moves on gets it sent.
            answer = notice(200, "Logged in", "One moment…", move_to=clean)
        else:
            answer = Response(status_code=303, headers={"Location": clean})
        answer.set_cookie(
            self._sessions.cookie,
            self._sessions.begin(),
            max_age=self._sessions.lifetime,
            path=self._page,
            secure=scope["scheme"] == "https",
            httponly=True,
            samesite="strict",
        )
        return answer


def _same(given: str, token: str) -> bool:
    return secrets.compare_digest(given.encode(), token.encode())


def _host_name(url: str) -> str | None:
    try:
        parts = urlsplit(url)
        return parts.hostname if parts.port != 0 else None  # a port that none can be raises
    except ValueError:
        return None


def _netloc(url: str, scheme_of: str | None = None) -> tuple[str | None, int | None] | None:
    """Name and port of `url`, the port being the scheme's own where none is written."""
    try:
        parts = urlsplit(url)
        scheme = urlsplit(scheme_of).scheme if scheme_of else parts.scheme
        return parts.hostname, parts.port or {"http": 80, "https": 443}.get(scheme)
    except ValueError:
        return None
