"""Codes that let one browser in once: for an address that is written where others may read it."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import threading
import time
from collections.abc import Callable

LIFETIME = 120  # seconds
_MOST = 1000  # that wait to be used; the oldest goes first
_NAME = re.compile(r"([0-9a-f]{16})([0-9a-f]{32})", re.ASCII)


class Logins:
    """Makes codes and takes each of them once.

    A code is `NAME.SECRET`. The name alone opens nothing: with it, a page can look for the address at which a server
    answers, and a server distinguishes codes that it has made from those of others, for as long as it lives.
    """

    def __init__(
        self, *, lifetime: float = LIFETIME, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._lifetime = lifetime
        self._clock = clock
        self._key = secrets.token_bytes(32)
        self._lock = threading.Lock()  # guards what follows
        self._waiting: dict[str, tuple[bytes, float]] = {}  # by name: digest of the secret, end

    def new(self) -> str:
        """A code for one browser."""
        nonce = secrets.token_hex(8)
        name = nonce + self._seal(nonce)
        secret = secrets.token_urlsafe(32)
        with self._lock:
            self._waiting[name] = (_digest(secret), self._clock() + self._lifetime)
            while len(self._waiting) > _MOST:
                self._waiting.pop(next(iter(self._waiting)))
        return f"{name}.{secret}"

    def knows(self, code: str) -> bool:
        """True if this server has made the code of that name, which may have been used meanwhile."""
        found = _NAME.fullmatch(code.partition(".")[0])
        return found is not None and hmac.compare_digest(found[2], self._seal(found[1]))

    def take(self, code: str) -> bool:
        """True if the code lets a browser in; it never does again."""
        name, _, secret = code.partition(".")
        with self._lock:
            digest, ends = self._waiting.get(name, (b"", 0.0))
            # A wrong secret leaves the code to the one who has the right one.
            if not hmac.compare_digest(digest, _digest(secret)):
                return False
            del self._waiting[name]
        return self._clock() < ends

    def _seal(self, nonce: str) -> str:
        return hmac.new(self._key, nonce.encode(), hashlib.sha256).hexdigest()[:32]


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()
