"""Heavy requests take turns, light ones pass, and nobody works for a client that has left."""

from __future__ import annotations

import asyncio

import pytest
from anyio.to_thread import run_sync
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from vdlite.server.scheduling.cancellation import (
    ClientLeftError,
    make_cancelable,
    raise_if_client_left,
)
from vdlite.server.scheduling.lanes import Lanes

from .loops import run, until


class Client:
    """One request, and what came back."""

    def __init__(self, lanes: ASGIApp, path: str, body: bytes = b"") -> None:
        self.got: list[Message] = []
        self._to_say: asyncio.Queue[Message] = asyncio.Queue()
        self._to_say.put_nowait({"type": "http.request", "body": body, "more_body": False})
        scope: Scope = {"type": "http", "path": path, "method": "POST", "headers": []}
        self.done = asyncio.create_task(lanes(scope, self._to_say.get, self._send))

    async def _send(self, message: Message) -> None:
        self.got.append(message)

    def leave(self) -> None:
        self._to_say.put_nowait({"type": "http.disconnect"})

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.got)


class App:
    """Says when it is asked, and answers when it is asked to."""

    def __init__(self, body: bytes = b"") -> None:
        self.asked: list[str] = []
        self.go = asyncio.Event()
        self._body = body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.asked.append(scope["path"])
        message = await receive()
        if scope["path"] != "/api/status":
            await self.go.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": self._body or message["body"]})


def test_so_many_work_at_a_time_and_the_others_in_their_order() -> None:
    async def act() -> None:
        app = App()
        lanes = Lanes(app, "", light={"runs", "status"}, at_once=1)
        clients = [Client(lanes, f"/api/{noun}", noun.encode()) for noun in ("a", "b", "c")]
        await until(lambda: app.asked)
        assert app.asked == ["/api/a"]
        app.go.set()
        await asyncio.gather(*(client.done for client in clients))
        assert app.asked == ["/api/a", "/api/b", "/api/c"]
        assert [client.body for client in clients] == [b"a", b"b", b"c"]

    run(act)


def test_light_ones_and_the_page_do_not_wait() -> None:
    async def act() -> None:
        app = App()
        lanes = Lanes(app, "/prefix", light={"runs", "status"}, at_once=1)
        heavy = [Client(lanes, "/prefix/api/scalars") for _ in range(3)]
        await until(lambda: app.asked)
        light = [Client(lanes, f"/prefix/{path}") for path in ("api/runs", "assets/app.js")]
        await until(lambda: len(app.asked) == 3)
        app.go.set()
        await asyncio.gather(*(client.done for client in heavy + light))

    run(act)


def test_what_nobody_waits_for_is_not_begun() -> None:
    async def act() -> None:
        app = App()
        lanes = Lanes(app, "", light={"runs", "status"}, at_once=1)
        first, second, third = (Client(lanes, f"/api/{noun}") for noun in "abc")
        await until(lambda: app.asked)
        second.leave()
        await second.done
        app.go.set()
        await asyncio.gather(first.done, third.done)
        assert app.asked == ["/api/a", "/api/c"]
        assert second.got == []

    run(act)


def test_who_works_in_a_thread_learns_that_the_client_has_left() -> None:
    async def act() -> None:
        working = asyncio.Event()
        loop = asyncio.get_running_loop()

        def work() -> None:
            loop.call_soon_threadsafe(working.set)
            while True:
                raise_if_client_left()

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            await run_sync(work)

        lanes = Lanes(app, "", light={"runs", "status"}, at_once=1)
        client = Client(lanes, "/api/scalars")
        await working.wait()
        client.leave()
        await client.done
        assert client.got == []

    run(act)


def test_a_light_one_is_not_taken_for_the_heavy_one_before_it_on_its_connection() -> None:
    async def act() -> None:
        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            raise_if_client_left()

        lanes = Lanes(app, "", light={"runs", "status"})

        async def ask(path: str) -> None:
            messages: asyncio.Queue[Message] = asyncio.Queue()
            messages.put_nowait({"type": "http.request", "body": b"", "more_body": False})
            await lanes({"type": "http", "path": path}, messages.get, messages.put)

        await ask("/api/scalars")
        for _ in range(10):  # until whoever waits for the end of the first one knows
            await asyncio.sleep(0)
        await ask("/api/status")

    run(act)


def test_a_large_answer_goes_in_pieces_and_comes_whole() -> None:
    async def act() -> None:
        body = bytes(range(256)) * 5000
        app = App(body)
        app.go.set()
        client = Client(Lanes(app, "", light={"runs", "status"}), "/api/scalars")
        await client.done
        assert client.body == body
        assert len(client.got) > 3
        assert [message["more_body"] for message in client.got[1:]][-2:] == [True, False]

    run(act)


def test_a_defect_gives_the_turn_back() -> None:
    async def act() -> None:
        async def broken(scope: Scope, receive: Receive, send: Send) -> None:
            raise RuntimeError("a defect")

        lanes = Lanes(broken, "", light={"runs", "status"}, at_once=1)
        for _ in range(3):
            with pytest.raises(RuntimeError, match="a defect"):
                await Client(lanes, "/api/scalars").done

    run(act)


def test_without_a_request_there_is_nobody_to_leave() -> None:
    raise_if_client_left()
    left = make_cancelable()
    raise_if_client_left()
    left.set()
    with pytest.raises(ClientLeftError):
        raise_if_client_left()
    make_cancelable()
