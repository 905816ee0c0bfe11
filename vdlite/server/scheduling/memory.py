"""Memory that is free again goes back to the system."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import lru_cache


@lru_cache(maxsize=1)
def _trim() -> Callable[[int], int] | None:
    if not sys.platform.startswith("linux"):
        return None
    try:
        return ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):  # not glibc
        return None


def give_back() -> None:
    """Tell glibc to give back what it keeps for later; elsewhere the system's own allocator does.

    It keeps what many threads have used in an arena for each of them: hundreds of MB after some large answers.
    """
    trim = _trim()
    if trim is not None:
        trim(0)
