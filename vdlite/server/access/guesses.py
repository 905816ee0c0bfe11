"""Slows down whoever tries one token after the other."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """How many wrong tokens an address may show."""

    free: int = 20  # at once
    per_second: float = 2.0  # from then on
    most_waiting: int = 8  # for their turn; more are sent away
    # That are remembered; the one not heard of for the longest goes first.
    most_addresses: int = 1024


class TooManyError(Exception):
    """So many wait from this address that this one is not looked at."""


@dataclass(slots=True)
class _Tries:
    used: float = 0.0  # falls by `per_second`
    seen: float = 0.0
    waiting: int = 0


class Guesses:
    """Counts the wrong tokens of each address; for the event loop only.

    Waiting holds no thread. An address that has been slowed down is at the full pace again `free / per_second`
    seconds after its last wrong token.
    """

    def __init__(
        self,
        pace: Pace | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._pace = pace or Pace()
        self._clock = clock
        self._sleep = sleep
        self._tries: OrderedDict[str, _Tries] = OrderedDict()

    async def turn(self, address: str) -> None:
        """Return when a token from this address may be looked at. Raises TooManyError."""
        tries = self._of(address)
        if tries.used + tries.waiting < self._pace.free:
            return
        if tries.waiting >= self._pace.most_waiting:
            raise TooManyError
        tries.waiting += 1
        try:
            over = tries.used + tries.waiting - self._pace.free
            await self._sleep(over / self._pace.per_second)
        finally:
            tries.waiting -= 1

    def wrong(self, address: str) -> None:
        """Remember that a token from this address was wrong."""
        self._of(address).used += 1

    def _of(self, address: str) -> _Tries:
        key = _network(address)
        tries = self._tries.pop(key, None) or _Tries(seen=self._clock())
        now = self._clock()
        tries.used = max(0.0, tries.used - (now - tries.seen) * self._pace.per_second)
        tries.seen = now
        self._tries[key] = tries
        while len(self._tries) > self._pace.most_addresses:
            self._tries.popitem(last=False)
        return tries


def _network(address: str) -> str:
    """The address itself; of IPv6 the network, since one machine has 2^64 addresses there."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is None:
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return address
