"""Who may ask: the Host and Origin checks, the token, and the headers that confine the page.

Pure ASGI, because Starlette's BaseHTTPMiddleware buffers and would hold back live events.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from urllib.parse import parse_qsl, urlencode, urlsplit

from fastapi import Response
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from vdlite.server.errors import ApiError, error_response
from vdlite.server.hosts import is_address, listens_everywhere, own_names
from vdlite.server.notice import notice
from vdlite.server.settings import Settings

MAX_BODY = 4 * 1024 * 1024  # bytes
_COOKIE_DAYS = 30

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
    """Refuses a body larger than MAX_BODY, whether or not it says its length."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > MAX_BODY:
            await error_response(413, "too_large", _TOO_LARGE)(scope, receive, send)
            return
        received = 0

        async def counting_receive() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > MAX_BODY:
                raise ApiError(413, "too_large", _TOO_LARGE)
            return message

        await self._app(scope, counting_receive, send)


_TOO_LARGE = f"the body is larger than {MAX_BODY} bytes"


# A name or address and perhaps a port: nothing that two parsers could read in two ways.
_HOST = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")


class Access:
    """Lets a request pass if its Host, its Origin and its token are right."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._token = settings.token
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
            or self._refuse_token(scope, headers)
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

    def _refuse_token(self, scope: Scope, headers: Headers) -> Response | None:
        """None if the request carries the token; else a refusal, or the way to the cookie."""
        if self._token is None:
            return None
        path = scope["path"]
        wants_page = (
            self._page_served and scope["method"] in {"GET", "HEAD"} and path in self._pages
        )
        if wants_page and b"token=" in scope["query_string"]:
            return self._log_in(scope, headers, self._token)
        if self._carries_token(headers, self._token):
            return None
        if wants_page:
            return notice(
                401,
                "This page needs its token",
                "Open the address that vdlite printed when it started: it ends with ?token=… "
                "and logs this browser in.",
            )
        return error_response(
            401,
            "no_token",
            "the token is missing or wrong; send it as Authorization: Bearer TOKEN",
            {"WWW-Authenticate": "Bearer"},
        )

    def _carries_token(self, headers: Headers, token: str) -> bool:
        scheme, _, credential = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and _same(credential.strip(), token):
            return True
        cookie = cookie_parser(headers.get("cookie", "")).get(_cookie_name(token), "")
        return _same(cookie, token)

    def _log_in(self, scope: Scope, headers: Headers, token: str) -> Response:
        """Put the token from the address into a cookie, and send on to the clean address."""
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        given = [value for name, value in query if name == "token"]
        if not given or not _same(given[0], token):
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
            _cookie_name(token),
            token,
            max_age=_COOKIE_DAYS * 86400,
            path=self._page,
            httponly=True,
            samesite="strict",
        )
        return answer


def _cookie_name(token: str) -> str:
    """Browsers share cookies between ports: servers with different tokens need different names."""
    return f"vdlite_{hashlib.sha256(token.encode()).hexdigest()[:12]}"


def _same(given: str, token: str) -> bool:
    return secrets.compare_digest(given.encode(), token.encode())


def _host_name(url: str) -> str | None:
    try:
        return urlsplit(url).hostname
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
