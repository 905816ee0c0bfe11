"""How a session travels: set where it begins, found where it is shown again."""

from __future__ import annotations

from fastapi import Response
from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import Scope

from vdlite.server.access.sessions import Session, Sessions

_IN_FRAMES = {"iframe", "frame"}


def keep_session(
    answer: Response,
    session: Session,
    sessions: Sessions,
    scope: Scope,
    headers: Headers,
    *,
    for_frames: bool,
) -> None:
    """Let the browser keep the session.

    There is no Path: the browser takes the folder of the address that it sees, which a proxy may have made longer.

    In a frame of another site only a partitioned cookie comes back, and browsers take one over HTTPS and from this
    machine; there they also tell what the answer is for.

    for_frames: some other page may frame ours.
    """

    def keep(cookie: str, attributes: str) -> None:
        value = sessions.begin(session, cookie)
        answer.headers.append(
            "Set-Cookie", f"{cookie}={value}; Max-Age={sessions.lifetime}; HttpOnly; {attributes}"
        )

    keep(sessions.cookie, f"SameSite=strict{'; Secure' if scope['scheme'] == 'https' else ''}")
    if for_frames and headers.get("sec-fetch-dest") in _IN_FRAMES:
        keep(sessions.framed_cookie, "SameSite=none; Secure; Partitioned")


def shown_session(
    sessions: Sessions, headers: Headers, host: str | None, *, for_page: bool
) -> Session | None:
    """The session that a request to `host` shows, if it counts there.

    for_page: the page itself is asked for, which gives nothing but its files.
    """
    cookies = cookie_parser(headers.get("cookie", ""))
    session = sessions.of(cookies.get(sessions.cookie, ""), sessions.cookie)
    if session is None and (for_page or is_from_itself(headers)):
        # Pages of other sites can have this one sent along: it counts for what our own page asks.
        value = cookies.get(sessions.framed_cookie, "")
        session = sessions.of(value, sessions.framed_cookie)
    return session if session is not None and session.host == host else None


def is_from_itself(headers: Headers) -> bool:
    """True if the browser says that a page asks the server that it came from; no script can make it say so."""
    return headers.get("sec-fetch-site") == "same-origin"
