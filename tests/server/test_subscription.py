"""What waits for a slow listener is bounded."""

from __future__ import annotations

import asyncio
import threading

from vdlite.reader import Changes, GrownSeries, Growth, RunInfo
from vdlite.server.live.subscription import MOST_SERIES, Subscription


def changes(run: str, tags: list[str], count: int) -> Changes:
    series = tuple(GrownSeries("scalar", tag, count, count - 1, 100.0 + count, 0.5) for tag in tags)
    info = RunInfo(
        id=run,
        name=run,
        labels=(),
        display_name=None,
        started=100.0,
        updated=100.0 + count,
        duration=float(count),
        state="live",
        outcome=None,
        ending=None,
        loading=False,
        records=count,
        bytes=32 * count,
        files=1,
        damaged=0,
        missing=0,
        diverged=0,
        last_step=None,
        progress=None,
        energy_kwh=None,
        gpu_hours=None,
        hangs_since=None,
        tools=(),
        left_out={},
    )
    return Changes(runs=False, tags=False, growth=(Growth(info, series),))


def test_what_comes_twice_is_reported_once_with_its_newest() -> None:
    async def listen() -> None:
        subscription = Subscription(asyncio.get_running_loop())
        for count in range(1, 1001):
            subscription.offer(changes("run", ["loss"], count))
        assert await subscription.wait(60)
        growth = subscription.take()
        assert list(growth.runs) == ["run"]
        assert growth.runs["run"].records == 1000
        assert growth.series is not None
        assert [series.count for series in growth.series["run"].values()] == [1000]
        assert not subscription.take().runs

    asyncio.run(listen())


def test_too_many_series_leave_only_their_runs() -> None:
    async def listen() -> None:
        subscription = Subscription(asyncio.get_running_loop())
        for number in range(MOST_SERIES + 1):
            subscription.offer(changes("run", [f"tag {number}"], 1))
        growth = subscription.take()
        assert growth.series is None
        assert list(growth.runs) == ["run"]

    asyncio.run(listen())


def test_it_is_woken_from_another_thread() -> None:
    async def listen() -> None:
        subscription = Subscription(asyncio.get_running_loop())
        assert not await subscription.wait(0.01)
        thread = threading.Thread(target=subscription.offer, args=(changes("run", ["t"], 1),))
        thread.start()
        assert await subscription.wait(60)
        thread.join()
        assert list(subscription.take().runs) == ["run"]

    asyncio.run(listen())


def test_a_loop_that_has_ended_disturbs_nobody() -> None:
    loop = asyncio.new_event_loop()
    subscription = Subscription(loop)
    loop.close()
    subscription.offer(changes("run", ["t"], 1))
