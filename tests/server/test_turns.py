"""Turns come in their order, and whoever waits lets others work."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from vdlite.server.scheduling.turns import Turn, Turns

WAIT = 30.0  # seconds, after which a test has failed


def run(act: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        await asyncio.wait_for(act(), WAIT)

    asyncio.run(bounded())


async def others() -> None:
    """Let all tasks go as far as they can."""
    for _ in range(10):
        await asyncio.sleep(0)


def test_turns_come_in_the_order_in_which_they_were_asked_for() -> None:
    async def act() -> None:
        turns = Turns(2)
        asked = [asyncio.create_task(turns.take()) for _ in range(4)]
        await others()
        assert [task.done() for task in asked] == [True, True, False, False]
        turns.give()
        await others()
        assert [task.done() for task in asked] == [True, True, True, False]
        turns.give()
        await asked[3]

    run(act)


def test_a_turn_that_nobody_waits_for_any_more_is_the_next_ones() -> None:
    async def act() -> None:
        turns = Turns(1)
        await turns.take()
        left_before, left_just_then, last = (asyncio.create_task(turns.take()) for _ in range(3))
        await others()
        left_before.cancel()
        turns.give()
        left_just_then.cancel()  # its turn has come, which it does not know yet
        await last
        assert left_before.cancelled()
        assert left_just_then.cancelled()

    run(act)


def test_who_waits_lets_another_work_and_goes_on_at_once() -> None:
    async def act() -> None:
        turns = Turns(1)
        await turns.take()
        first = Turn(turns)
        first.pause()
        await turns.take()  # else this would never end
        first.raise_if_client_left()
        third = asyncio.create_task(turns.take())
        turns.give()
        await others()
        assert not third.done()  # the first one works
        assert first.end()
        await third

    run(act)


def test_a_turn_is_given_back_once_also_if_it_ends_in_a_pause() -> None:
    async def act() -> None:
        turns = Turns(1)
        await turns.take()
        turn = Turn(turns)
        turn.pause()
        assert turn.end()
        turn.raise_if_client_left()
        turn.pause()
        assert not turn.end()
        await turns.take()
        waits = asyncio.create_task(turns.take())
        await others()
        assert not waits.done()
        waits.cancel()

    run(act)
