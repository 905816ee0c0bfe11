"""Whoever tries one token after the other is slowed down."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest

from vdlite.server import serve
from vdlite.server.access.guesses import Guesses, Pace, TooManyError

T = TypeVar("T")


class Clock:
    """Time that passes when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def test_so_many_wrong_tokens_are_free_and_then_each_costs_time() -> None:
    clock = Clock()
    guesses = Guesses(Pace(free=5, per_second=2), clock=clock, sleep=clock.sleep)

    async def guess(number: int) -> None:
        for _ in range(number):
            await guesses.turn("10.0.0.1")
            guesses.wrong("10.0.0.1")

    run(guess(5))
    assert clock.now == 0
    run(guess(100))
    assert clock.now >= 50


def test_an_address_that_waits_is_as_before_after_some_seconds() -> None:
    clock = Clock()
    guesses = Guesses(Pace(free=5, per_second=2), clock=clock, sleep=clock.sleep)
    for _ in range(5):
        guesses.wrong("10.0.0.1")
    clock.now += 2.5
    run(guesses.turn("10.0.0.1"))
    assert clock.now == 2.5


def test_others_do_not_wait() -> None:
    clock = Clock()
    guesses = Guesses(Pace(free=1), clock=clock, sleep=clock.sleep)
    guesses.wrong("10.0.0.1")
    guesses.wrong("fd00::1")
    run(guesses.turn("10.0.0.2"))
    run(guesses.turn("fd00:0:0:1::1"))
    assert clock.now == 0
    run(guesses.turn("fd00::2"))  # the same network
    assert clock.now > 0


def test_only_some_may_wait() -> None:
    async def many() -> int:
        never = asyncio.Event()

        async def sleep(_: float) -> None:
            await never.wait()

        guesses = Guesses(Pace(free=1, most_waiting=3), clock=lambda: 0.0, sleep=sleep)
        guesses.wrong("10.0.0.1")
        waiting = [asyncio.create_task(guesses.turn("10.0.0.1")) for _ in range(10)]
        refused, patient = await asyncio.wait(waiting, return_when=asyncio.FIRST_EXCEPTION)
        for task in patient:
            task.cancel()
        assert {type(task.exception()) for task in refused} == {TooManyError}
        return len(refused)

    assert run(many()) == 7


def test_what_is_remembered_is_bounded() -> None:
    guesses = Guesses(Pace(most_addresses=10))
    for number in range(1000):
        guesses.wrong(f"10.0.{number // 256}.{number % 256}")
    assert len(guesses._tries) == 10


def test_after_wrong_tokens_the_own_long_token_and_a_session_are_let_in_at_once(
    tmp_path: Path,
) -> None:
    token = "a-token-that-nobody-finds-by-trying"
    with (
        serve(tmp_path, port=0, token=token) as server,
        httpx.Client(base_url=f"http://127.0.0.1:{server.port}") as client,
    ):
        assert client.get(server.url).status_code == 303
        for _ in range(20):
            wrong = {"Authorization": "Bearer wrong", "Cookie": "x=y"}
            assert client.get("/api/status", headers=wrong).status_code == 401
        assert client.get("/api/status").status_code == 200
        right = {"Authorization": f"Bearer {token}", "Cookie": "x=y"}
        assert client.get("/api/status", headers=right).status_code == 200


@pytest.mark.parametrize(("token", "noted"), [("12345678", True), ("1234567890123456", False)])
def test_a_short_token_is_reported(tmp_path: Path, token: str, noted: bool) -> None:
    with serve(tmp_path, port=0, token=token) as server:
        assert any("found by trying" in note for note in server.notes) is noted
