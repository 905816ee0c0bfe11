"""Who may ask: the Host and Origin checks, the token, and what a browser is let in with.

Pure ASGI, because Starlette's BaseHTTPMiddleware buffers and would hold back live events.
"""

from __future__ import annotations

import secrets
from urllib.parse import parse_qsl, urlencode

from fastapi import Response
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from vdlite.server.access.cookies import is_from_itself, keep_session, shown_session
from vdlite.server.access.guesses import Guesses, TooManyError
from vdlite.server.access.headers import FRAMES
from vdlite.server.access.hosts import is_address, listens_everywhere, own_names
from vdlite.server.access.logins import Logins
from vdlite.server.access.notice import notice
from vdlite.server.access.origins import host_name, is_own_origin, named_host
from vdlite.server.access.sessions import Session, Sessions
from vdlite.server.errors import error_response
from vdlite.server.settings import Settings, frame_origins

UNGUESSABLE = 32  # characters of a token that nobody finds by trying
_MOST_FRAMES = 8  # one within the other
_OF_LOGIN = {"token", "login", "frame"}  # what the address of the page loses when it was used
_ASKS = {"GET", "HEAD", "OPTIONS"}  # methods that change nothing


class Access:
    """Lets a request pass if its Host, its Origin and its token are right."""

    def __init__(self, app: ASGIApp, settings: Settings, logins: Logins) -> None:
        self._app = app
        self._token = settings.token
        self._sessions = Sessions(settings)
        self._logins = logins
        self._guesses = Guesses()
        self._allowed_hosts = settings.allowed_hosts
        self._names = own_names(settings.host)
        self._any_address = listens_everywhere(settings.host)
        self._pages = {f"{settings.path_prefix}/", settings.path_prefix}
        self._login = f"{settings.path_prefix}/api/login"
        self._frames = settings.frame_origins
        self._page_served = not settings.api_only

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refusal = await self._refusal(scope, Headers(scope=scope))
        await (refusal or self._app)(scope, receive, send)

    async def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        """None if the request may pass; else what it is answered instead."""
        query = _query(scope)
        if scope["path"] == self._login and self._logins.knows(_first(query, "name")):
            return None
        host = named_host(headers)
        wants_page = self._wants_page(scope)
        session = shown_session(self._sessions, headers, host, for_page=wants_page)
        if session is not None:
            scope[FRAMES] = session.frames
        code = _first(query, "login")
        if wants_page and not scope["path"].endswith("/") and (code or _first(query, "token")):
            return _move_to_folder(scope)
        if (
            host is not None
            and scope["method"] == "GET"
            and wants_page
            and self._logins.knows(code)
        ):
            return self._log_in_by_code(scope, headers, query, host, session)
        return (
            self._refuse_host(host, headers, session)
            or self._refuse_origin(headers, session, changes=scope["method"] not in _ASKS)
            or await self._refuse_token(scope, headers, query, session)
        )

    def _wants_page(self, scope: Scope) -> bool:
        asked = scope["method"] in {"GET", "HEAD"} and scope["path"] in self._pages
        return self._page_served and asked

    def _refuse_host(
        self, host: str | None, headers: Headers, session: Session | None
    ) -> Response | None:
        """A page of a foreign site whose name was pointed at this server must not read from it.

        Such a page has no session, which belongs to the name by which it was begun, and does not know the token.
        """
        if host and (
            session is not None
            or host in self._names
            or host in self._allowed_hosts
            or (self._any_address and is_address(host))
            or self._shows_unguessable(headers)
        ):
            return None
        return error_response(
            403,
            "foreign_host",
            f"the Host header names {host!r}, which is not an address of this server; "
            "start vdlite with --allowed-host NAME to allow another",
        )

    def _refuse_origin(
        self, headers: Headers, session: Session | None, *, changes: bool
    ) -> Response | None:
        """changes: whether the request may change anything."""
        origins = headers.getlist("origin")
        if changes and session is not None and headers.get("sec-fetch-site") == "cross-site":
            return _foreign_origin()
        if not origins:
            return None
        name = host_name(origins[0]) if len(origins) == 1 else None
        if name and (
            name in self._allowed_hosts
            or is_own_origin(origins[0], headers)
            # Some proxies pass on a Host of their own; the browser knows better.
            or (session is not None and is_from_itself(headers))
        ):
            return None
        return _foreign_origin()

    async def _refuse_token(
        self, scope: Scope, headers: Headers, query: _Query, session: Session | None
    ) -> Response | None:
        """None if the request may pass; else a refusal, or the way to the cookie."""
        if self._token is None:
            return None
        wants_page = self._wants_page(scope)
        if wants_page and b"token=" in scope["query_string"]:
            return await self._log_in(scope, headers, query)
        if session is not None:
            return None
        given = _bearer(headers)
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
                "and logs this browser in until that vdlite ends, for a week at most. "
                "`vdlite url` prints it once more, on the machine where it runs.",
            )
        return error_response(
            401,
            "no_token",
            "the token is missing or wrong; send it as Authorization: Bearer TOKEN",
            {"WWW-Authenticate": "Bearer"},
        )

    def _shows_unguessable(self, headers: Headers) -> bool:
        """True if a program shows the token, and it is one that no page can have found by trying."""
        given = _bearer(headers)
        return (
            self._token is not None
            and given is not None
            and len(given) >= UNGUESSABLE
            and _same(given, self._token)
        )

    async def _is_token(self, given: str, scope: Scope) -> bool:
        """True if `given` is the token; one that can be guessed is looked at in its turn only.

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

    async def _log_in(self, scope: Scope, headers: Headers, query: _Query) -> Response:
        """Begin a session for the token in the address, and send on to the clean address."""
        try:
            right = await self._is_token(_first(query, "token"), scope)
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
                "printed when it started; `vdlite url` prints it once more, on the machine where it runs.",
            )
        answer = _move_to_clean(scope, headers, query)
        self._begin(Session(named_host(headers) or ""), answer, scope, headers)
        return answer

    def _log_in_by_code(
        self, scope: Scope, headers: Headers, query: _Query, host: str, session: Session | None
    ) -> Response:
        """Begin a session for a code of this server; whoever has one says where the page is shown."""
        if not self._logins.take(_first(query, "login")):
            if session is not None:  # the frame is loaded once more
                return _move_to_clean(scope, headers, query)
            return notice(
                401,
                "Show this once more",
                "The address of this view was good for one browser and a short time. Run the cell "
                "of the notebook again, or whatever has shown it.",
                in_any_frame=True,
            )
        answer = _move_to_clean(scope, headers, query)
        self._begin(Session(host, _named_frames(query)), answer, scope, headers)
        return answer

    def _begin(self, session: Session, answer: Response, scope: Scope, headers: Headers) -> None:
        for_frames = bool(session.frames or self._frames)
        keep_session(answer, session, self._sessions, scope, headers, for_frames=for_frames)


_Query = list[tuple[str, str]]


def _query(scope: Scope) -> _Query:
    return parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)


def _first(query: _Query, name: str) -> str:
    return next((value for key, value in query if key == name), "")


def _named_frames(query: _Query) -> tuple[str, ...]:
    """The origins that are to frame the page; one that can't be named is left out, and so is not allowed."""
    named = [value for key, value in query if key == "frame"][:_MOST_FRAMES]
    found: list[str] = []
    for origin in named:
        try:
            found.extend(frame_origins([origin]))
        except ValueError:
            continue
    return tuple(dict.fromkeys(found))


def _move_to_clean(scope: Scope, headers: Headers, query: _Query) -> Response:
    """The way to the same page without what has let the browser in; relative, since a proxy may serve it elsewhere."""
    rest = [(name, value) for name, value in query if name not in _OF_LOGIN]
    clean = f"./{f'?{urlencode(rest)}' if rest else ''}"
    top = headers.get("sec-fetch-dest", "document") == "document"
    if top and headers.get("sec-fetch-site") == "cross-site":
        # A browser withholds a Strict cookie along the redirects of a link that was clicked on
        # another site (a notebook, a mail); a page of our own that moves on gets it sent.
        return notice(200, "Logged in", "One moment…", move_to=clean)
    return Response(status_code=303, headers={"Location": clean})


def _move_to_folder(scope: Scope) -> Response:
    """The way to the same address with a slash at the end of its path: what begins there belongs to that folder."""
    last = scope["path"].rpartition("/")[2]
    query = scope["query_string"].decode("latin-1")
    return Response(status_code=308, headers={"Location": f"./{last}/?{query}"})


def _bearer(headers: Headers) -> str | None:
    scheme, _, credential = headers.get("authorization", "").partition(" ")
    return credential.strip() if scheme.lower() == "bearer" else None


def _same(given: str, token: str) -> bool:
    return secrets.compare_digest(given.encode(), token.encode())


def _foreign_origin() -> Response:
    return error_response(403, "foreign_origin", "a page of another site may not use this server")
