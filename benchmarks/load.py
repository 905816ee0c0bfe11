"""Clients that ask too much of a server, all at once: busy ones, slow ones, deaf ones, and those that leave."""

from __future__ import annotations

import asyncio
import itertools
import json
import multiprocessing
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection

_LONGEST = 120.0  # seconds that an answer may take
_GONE = (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError, EOFError)


@dataclass(frozen=True)
class Question:
    """One request."""

    path: str
    body: bytes = b""
    accept: str = "application/msgpack"


@dataclass(frozen=True)
class Crowd:
    """How many of each sort come."""

    clients: int = 20  # ask one heavy question after the other
    leavers: int = 4  # do so, and leave before the answer
    streams: int = 15  # listen to the live events
    deaf: int = 20  # ask, and take nothing of the answer
    silent: int = 1000  # connect, and say nothing
    slow: int = 1000  # say their request a few bytes at a time
    bodies: int = 50  # begin a body that has no end


@dataclass
class Heard:
    """What came of it."""

    answers: Counter[int] = field(default_factory=Counter)  # by status
    failed: Counter[str] = field(default_factory=Counter)  # answers of busy clients that broke off
    status_seconds: list[float] = field(default_factory=list)
    status_failed: int = 0
    streams_open: int = 0  # at the end
    refused: int = 0  # connections of the silent and slow that were cut

    def status_quantile(self, share: float) -> float:
        times = sorted(self.status_seconds)
        return times[min(len(times) - 1, int(share * len(times)))] if times else float("inf")


class Load:
    """A crowd in front of one server on the loopback address."""

    def __init__(self, port: int, questions: Sequence[Question], token: str | None = None) -> None:
        self._port = port
        self._questions = questions
        self._token = token
        self.heard = Heard()

    async def run(self, crowd: Crowd, seconds: float) -> Heard:
        """Let them come, for so many seconds; whoever waits for an answer then still gets it."""
        ends = time.monotonic() + seconds
        sorts: list[tuple[int, Callable[[int, float], Awaitable[None]]]] = [
            (crowd.clients, self._client),
            (crowd.leavers, self._leaver),
            (crowd.streams, self._stream),
            (crowd.deaf, self._deaf),
            (crowd.silent, self._silent),
            (crowd.slow, self._slow),
            (crowd.bodies, self._body_without_end),
        ]
        loop = asyncio.get_running_loop()
        # In a process of its own, which has nothing else to do: it is the server that is measured.
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as other:
            probing = loop.run_in_executor(other, probe, self._port, self._token, seconds)
            await asyncio.gather(
                *(act(number, ends) for count, act in sorts for number in range(count))
            )
            self.heard.status_seconds, self.heard.status_failed = await probing
        return self.heard

    # -- one of each sort

    async def _client(self, number: int, ends: float) -> None:
        for question in itertools.cycle(_rotated(self._questions, number)):
            if time.monotonic() > ends:
                return
            try:
                self.heard.answers[await asyncio.wait_for(self._ask(question), _LONGEST)] += 1
            except _GONE as error:
                self.heard.failed[
                    f"{type(error).__name__} of {question.path.partition('?')[0]}"
                ] += 1

    async def _leaver(self, number: int, ends: float) -> None:
        dice = random.Random(number)
        for question in itertools.cycle(_rotated(self._questions, number)):
            if time.monotonic() > ends:
                return
            with suppress(*_GONE):
                _, writer = await self._say(question)
                await asyncio.sleep(dice.uniform(0, 0.3))
                writer.transport.abort()

    async def _stream(self, _: int, ends: float) -> None:
        while (left := ends - time.monotonic()) > 0:
            with suppress(*_GONE):
                reader, writer = await self._say(Question("/api/events"))
                self.heard.streams_open += 1
                try:
                    await asyncio.wait_for(reader.read(-1), left)
                    self.heard.streams_open -= 1
                except TimeoutError:
                    return
                finally:
                    writer.transport.abort()

    async def _deaf(self, number: int, ends: float) -> None:
        question = self._questions[number % len(self._questions)]
        with suppress(*_GONE):
            reader, writer = await self._say(question)
            reader._transport.pause_reading()  # type: ignore[attr-defined]
            await _until(ends)
            writer.transport.abort()

    async def _silent(self, _: int, ends: float) -> None:
        await self._hold(b"", ends)

    async def _slow(self, _: int, ends: float) -> None:
        await self._hold(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-", ends)

    async def _body_without_end(self, _: int, ends: float) -> None:
        head = self._head(Question("/api/scalars", b"x"), length=1 << 20)
        await self._hold(head + b'{"series": [', ends)

    async def _hold(self, said: bytes, ends: float) -> None:
        """Hold a connection, with a byte now and then if anything is said at all; come again when it is cut."""
        while time.monotonic() < ends:
            with suppress(*_GONE):
                reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
                try:
                    writer.write(said)
                    while time.monotonic() < ends:
                        with suppress(asyncio.TimeoutError):
                            await asyncio.wait_for(reader.read(1 << 16), 1.0)
                            break
                        if said:
                            writer.write(b" ")
                finally:
                    writer.transport.abort()
            self.heard.refused += time.monotonic() < ends
            await asyncio.sleep(0.5)

    # -- HTTP

    async def _ask(self, question: Question) -> int:
        """The status of the answer, which is read to its end."""
        reader, writer = await self._say(question)
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            while await reader.read(1 << 20):
                pass
            return int(head.split(b" ", 2)[1])
        finally:
            writer.transport.abort()

    async def _say(self, question: Question) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(self._head(question, len(question.body)) + question.body)
        return reader, writer

    def _head(self, question: Question, length: int) -> bytes:
        lines = [
            f"{'POST' if question.body else 'GET'} {question.path} HTTP/1.1",
            "Host: 127.0.0.1",
            f"Accept: {question.accept}",
            "Connection: close",
        ]
        if self._token is not None:
            lines.append(f"Authorization: Bearer {self._token}")
        if question.body:
            lines += ["Content-Type: application/json", f"Content-Length: {length}"]
        return "\r\n".join([*lines, "", ""]).encode()


def probe(port: int, token: str | None, seconds: float) -> tuple[list[float], int]:
    """How long /api/status took, each time on a connection of its own; and how often it was not there."""
    taken, failed = [], 0
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        began = time.monotonic()
        connection = HTTPConnection("127.0.0.1", port, timeout=_LONGEST)
        try:
            connection.request("GET", "/api/status", headers=headers)
            failed += connection.getresponse().status != 200
            taken.append(time.monotonic() - began)
        except OSError:
            failed += 1
        finally:
            connection.close()
        time.sleep(0.1)
    return taken, failed


def questions(runs: Sequence[str], tags: Sequence[str], picture: str, step: int) -> list[Question]:
    """Heavy ones: many series, every point, and a picture as numbers.

    runs: ids; picture: query of its record without the step.
    """
    series = [{"run": run, "tag": tag} for run in runs for tag in tags]
    body = {"series": series, "pixels": 10_000, "smoothing": 0.6, "quantiles": True}
    table = {"metrics": [{"tag": tag} for tag in tags]}
    pairs = "&".join([*(f"run={run}" for run in runs), *(f"tag={tag}" for tag in tags)])
    return [
        Question("/api/scalars", json.dumps(body).encode()),
        Question(f"/api/payload?{picture}&step={step}", accept="application/json"),
        Question(f"/api/payload?{picture}&step={step}"),
        Question(f"/api/export?{pairs}&format=csv"),
        Question(f"/api/scalars?{pairs}&pixels=2000", accept="application/json"),
        Question("/api/table", json.dumps(table).encode()),
        Question("/api/runs", accept="application/json"),
        Question("/api/tags"),
    ]


def _rotated(all_: Sequence[Question], by: int) -> list[Question]:
    first = by % len(all_)
    return [*all_[first:], *all_[:first]]


async def _until(moment: float) -> None:
    await asyncio.sleep(max(0.0, moment - time.monotonic()))
