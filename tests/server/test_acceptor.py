"""Connections: never more than there is room for, and none that only holds a place."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
from collections.abc import Awaitable, Callable

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from vdlite.server.connections.acceptor import Acceptor, most_connections
from vdlite.server.connections.connection import Connection, Patience
from vdlite.server.connections.listening import listen

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
WAIT = 30.0  # seconds, after which a test has failed
Say = Callable[[bytes], Awaitable["Streams"]]
Act = Callable[[Say], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def answer(_: Scope, receive: Receive, send: Send) -> None:
    while (await receive()).get("more_body"):
        pass
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]}
    )
    await send({"type": "http.response.body", "body": b"ok"})


def at(acceptor: Acceptor, act: Act, app: App = answer) -> None:
    """Let `act` say what it likes to `app`, each time on a connection of its own."""

    async def run() -> None:
        opened: list[asyncio.StreamWriter] = []
        config = uvicorn.Config(app, http="h11", ws="none", log_config=None)
        config.load()
        state = ServerState()
        with listen("127.0.0.1", 0) as listener:
            acceptor.open(listener, lambda: Connection(config, state, {}, acceptor), None)

            async def say(words: bytes) -> Streams:
                reader, writer = await asyncio.open_connection(*listener.getsockname())
                opened.append(writer)
                writer.write(words)
                return reader, writer

            try:
                await asyncio.wait_for(act(say), WAIT)
            finally:
                for writer in opened:
                    writer.transport.abort()
                acceptor.close()
                acceptor.abort_all()
                await asyncio.sleep(0)

    asyncio.run(run())


async def is_answered(streams: Streams) -> bool:
    try:
        return (await streams[0].readuntil(b"ok")).startswith(b"HTTP/1.1 200")
    except (asyncio.IncompleteReadError, ConnectionError):
        return False


async def cut(streams: Streams, acceptor: Acceptor) -> bool:
    """Whether the server has cut the connection, without an answer."""
    ended = asyncio.create_task(streams[0].read())
    while not ended.done():
        acceptor.check()
        await asyncio.sleep(0.01)
    try:
        return await ended == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize(
    "words",
    [b"", b"GET / HT", GET[:-2], b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n123"],
    ids=["silence", "half a line", "half a head", "half a body"],
)
def test_a_request_that_does_not_become_whole_is_cut_off(words: bytes) -> None:
    acceptor = Acceptor(patience=Patience(head=0.05, body=0.05))

    async def act(say: Say) -> None:
        assert await cut(await say(words), acceptor)

    at(acceptor, act)


def test_who_is_answered_may_ask_again() -> None:
    acceptor = Acceptor(patience=Patience(head=WAIT))

    async def act(say: Say) -> None:
        streams = await say(GET)
        for _ in range(3):
            assert await is_answered(streams)
            acceptor.check()
            streams[1].write(GET)

    at(acceptor, act)


def test_who_takes_nothing_of_an_answer_is_cut_off() -> None:
    acceptor = Acceptor(patience=Patience(reading=0.05))
    ended = asyncio.Event()

    async def act(say: Say) -> None:
        reader, _ = await say(GET)
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        while not ended.is_set():
            acceptor.check()
            await asyncio.sleep(0.01)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(1000):
            await send({"type": "http.response.body", "body": bytes(1 << 18), "more_body": True})
        await receive()
        ended.set()

    at(acceptor, act, app)


def test_where_it_is_full_the_one_that_has_waited_the_longest_gives_way() -> None:
    acceptor = Acceptor(most=3)

    async def act(say: Say) -> None:
        waiting = [await say(b"GET") for _ in range(3)]
        while len(acceptor._connections) < 3:
            await asyncio.sleep(0.01)
        assert await is_answered(await say(GET))
        assert await cut(waiting[0], acceptor)
        waiting[1][1].write(GET[3:])
        assert await is_answered(waiting[1])

    at(acceptor, act)


def test_where_all_are_heard_nobody_else_is_let_in() -> None:
    acceptor = Acceptor(most=2)
    go = asyncio.Event()

    async def patient(scope: Scope, receive: Receive, send: Send) -> None:
        await go.wait()
        await answer(scope, receive, send)

    async def act(say: Say) -> None:
        inside = [await say(GET) for _ in range(2)]
        while (
            not all(each.idle_since is None for each in acceptor._connections)
            or not acceptor._connections
        ):
            await asyncio.sleep(0.01)
        while len(acceptor._connections) < 2:
            await asyncio.sleep(0.01)
        assert await cut(await say(GET), acceptor)
        go.set()
        assert [await is_answered(each) for each in inside] == [True, True]

    at(acceptor, act, patient)


@pytest.mark.parametrize("turns", range(6))
def test_what_arrives_while_it_closes_is_closed(turns: int) -> None:
    """Whatever turn of the event loop it closes in; a socket that is left open would warn here."""
    acceptor = Acceptor()
    clients: list[socket.socket] = []

    async def act(say: Say) -> None:
        _, writer = await say(b"")
        clients.extend(socket.create_connection(writer.get_extra_info("peername")) for _ in "123")
        for _ in range(turns):
            await asyncio.sleep(0)
        acceptor.close()

    at(acceptor, act)
    gc.collect()
    for client in clients:
        with client, contextlib.suppress(ConnectionResetError):
            client.settimeout(WAIT)
            assert client.recv(1) == b""


def test_half_of_the_files_are_left_for_logs() -> None:
    resource = pytest.importorskip("resource")
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert most_connections() <= 1000
    assert soft == resource.RLIM_INFINITY or most_connections() <= soft // 2
