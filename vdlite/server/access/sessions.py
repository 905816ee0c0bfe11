"""What a browser shows after it was let in: a credential of this server alone, which ends."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass

from vdlite.server.settings import Settings

LIFETIME = 7 * 86400  # seconds


@dataclass(frozen=True, slots=True)
class Session:
    """The rights that a browser was let in with."""

    host: str  # the name of the server that it came by, and may come by again
    frames: tuple[str, ...] = ()  # origins of the pages that may show ours in a frame


class Sessions:
    """Makes and knows sessions.

    Browsers send the cookies of an address to all of its ports, also to those on which another user of the machine
    listens. So a session says nothing of the token, opens no other server, and ends with this one.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        lifetime: int = LIFETIME,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.lifetime = lifetime
        self._clock = clock
        self._key = secrets.token_bytes(32)
        # Servers that a browser reaches under one name, on different ports, need different names.
        place = f"{socket.gethostname()}:{settings.port}{settings.path_prefix}"
        self.cookie = f"vdlite_{hashlib.sha256(place.encode()).hexdigest()[:12]}"
        self.framed_cookie = f"{self.cookie}_framed"

    def begin(self, session: Session, cookie: str) -> str:
        """The value of that cookie for a session that begins now."""
        about = json.dumps([session.host, session.frames]).encode()
        ends = int(self._clock()) + self.lifetime
        content = f"{ends}.{secrets.token_hex(16)}.{base64.urlsafe_b64encode(about).decode()}"
        return f"{content}.{self._seal(cookie, content)}"

    def of(self, value: str, cookie: str) -> Session | None:
        """The session in a cookie; None if this server has not begun it there, or it has ended."""
        content, _, seal = value.rpartition(".")
        if not hmac.compare_digest(seal.encode(), self._seal(cookie, content).encode()):
            return None
        ends, _, about = content.split(".")
        if int(ends) <= self._clock():
            return None
        host, frames = json.loads(base64.urlsafe_b64decode(about))
        return Session(host, tuple(frames))

    def _seal(self, cookie: str, content: str) -> str:
        return hmac.new(self._key, f"{cookie}={content}".encode(), hashlib.sha256).hexdigest()
