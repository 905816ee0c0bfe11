"""Event loops of tests: what is awaited in one, with an end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

WAIT = 30.0
"""Seconds, after which a test has failed."""


async def until(holds: Callable[[], object]) -> None:
    while not holds():
        await asyncio.sleep(0.001)


def run(act: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        await asyncio.wait_for(act(), WAIT)

    asyncio.run(bounded())
