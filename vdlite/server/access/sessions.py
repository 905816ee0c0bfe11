"""What a browser shows after it was let in: a credential of this server alone, which ends."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import socket
import time
from collections.abc import Callable

from vdlite.server.settings import Settings

LIFETIME = 7 * 86400  # seconds


class Sessions:
    """Makes and knows sessions.

    Browsers send the cookies of an address to all of its ports, also to those on which another user of the machine
    listens. So a session tells nothing of the token, opens no other server, and ends with this one.
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

    def begin(self) -> str:
        """A new session, to be kept in the cookie."""
        ends = int(self._clock()) + self.lifetime
        content = f"{ends}.{secrets.token_hex(16)}"
        return f"{content}.{self._seal(content)}"

    def is_valid(self, session: str) -> bool:
        """Whether this server has begun it, and it has not ended."""
        content, _, seal = session.rpartition(".")
        if not hmac.compare_digest(seal.encode(), self._seal(content).encode()):
            return False
        return int(content.partition(".")[0]) > self._clock()

    def _seal(self, content: str) -> str:
        return hmac.new(self._key, content.encode(), hashlib.sha256).hexdigest()
