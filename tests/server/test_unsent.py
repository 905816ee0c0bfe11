"""Answers that nobody takes are bounded in bytes, and hold up nobody who takes theirs."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from pathlib import Path

import numpy as np
import pytest
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from vdlite import LogWriter
from vdlite.server import serve
from vdlite.server.connections.connection import CONNECTION
from vdlite.server.scheduling.lanes import Lanes
from vdlite.server.scheduling.unsent import MIB, Limits, Unsent

from .conftest import TOKEN, client_of, run_ids, wait_until_loaded
from .loops import WAIT, run, until

LIMITS = Limits(most=4 * MIB, reserve=MIB, modest=MIB, waiting=2 * MIB, wait=0.4, stuck=0.2)
PATIENT = Limits(most=4 * MIB, reserve=MIB, modest=MIB, waiting=2 * MIB, wait=WAIT, stuck=WAIT)


class Client:
    """A client of `lanes`; one that is deaf takes no piece until its connection is cut."""

    def __init__(self, lanes: Lanes, size: int, noun: str = "scalars", *, deaf: bool) -> None:
        self.got: list[Message] = []
        self.takes = asyncio.Event()
        if not deaf:
            self.takes.set()
        self.was_cut = False
        self._to_say: asyncio.Queue[Message] = asyncio.Queue()
        self._to_say.put_nowait({"type": "http.request", "body": b"", "more_body": False})
        scope: Scope = {
            "type": "http",
            "path": f"/api/{noun}",
            "method": "GET",
            "headers": [],
            "query_string": str(size).encode(),
            "state": {CONNECTION: self},
        }
        self.done = asyncio.create_task(lanes(scope, self._to_say.get, self._send))

    async def _send(self, message: Message) -> None:
        if len(message.get("body", b"")) > 1000:
            await self.takes.wait()
        self.got.append(message)

    def abort(self) -> None:
        """What lanes calls to end the connection."""
        self.was_cut = True
        self._to_say.put_nowait({"type": "http.disconnect"})
        self.takes.set()

    @property
    def status(self) -> int:
        status: int = self.got[0]["status"]
        return status

    @property
    def size(self) -> int:
        return sum(len(message.get("body", b"")) for message in self.got)


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers with as many bytes as it is asked for."""
    await Response(bytes(int(scope["query_string"])))(scope, receive, send)


@pytest.mark.parametrize("noun", ["scalars", "runs"])
def test_what_nobody_takes_never_holds_more_than_its_room(noun: str) -> None:
    async def act() -> None:
        unsent = Unsent(PATIENT)
        lanes = Lanes(app, "", light={"runs", "status"}, at_once=2, unsent=unsent)
        clients = [Client(lanes, 2 * MIB, noun, deaf=True) for _ in range(20)]
        await until(lambda: sum(client.done.done() for client in clients) == 17)
        assert (unsent.held, unsent.waiting) == (4 * MIB, 2 * MIB)
        refused = [client for client in clients if client.done.done()]
        assert {client.status for client in refused} == {503}
        assert all((b"retry-after", b"2") in client.got[0]["headers"] for client in refused)
        for client in clients:
            client.takes.set()
        await asyncio.gather(*(client.done for client in clients))
        assert sorted({client.size for client in clients if client.status == 200}) == [2 * MIB]
        assert (unsent.held, unsent.waiting) == (0, 0)

    run(act)


def test_modest_answers_pass_while_others_take_nothing() -> None:
    async def act() -> None:
        unsent = Unsent(PATIENT)
        lanes = Lanes(app, "", light={"runs", "status"}, at_once=2, unsent=unsent)
        deaf = [Client(lanes, 2 * MIB, deaf=True) for _ in range(10)]
        await until(lambda: unsent.waiting)
        for size in (0, 1000, MIB // 2, MIB):
            page = Client(lanes, size, deaf=False)
            await page.done
            assert (page.status, page.size) == (200, size)
        for client in deaf:
            client.takes.set()
        await asyncio.gather(*(client.done for client in deaf))

    run(act)


def test_whoever_takes_nothing_is_cut_off_when_others_need_the_room() -> None:
    async def act() -> None:
        unsent = Unsent(LIMITS)
        lanes = Lanes(app, "", light={"runs", "status"}, at_once=2, unsent=unsent)
        deaf = [Client(lanes, 2 * MIB, deaf=True) for _ in range(2)]
        await until(lambda: unsent.held == 4 * MIB)
        await asyncio.sleep(2 * LIMITS.stuck)
        assert not any(client.was_cut for client in deaf)  # nobody needs it
        page = Client(lanes, 3 * MIB, deaf=False)
        await page.done
        assert (page.status, page.size) == (200, 3 * MIB)
        assert all(client.was_cut for client in deaf)
        await asyncio.gather(*(client.done for client in deaf))
        assert unsent.held == 0

    run(act)


def test_an_answer_larger_than_all_room_is_given_when_little_else_is_held() -> None:
    async def act() -> None:
        client = Client(
            Lanes(app, "", light={"runs", "status"}, unsent=Unsent(LIMITS)), 9 * MIB, deaf=False
        )
        await client.done
        assert (client.status, client.size) == (200, 9 * MIB)

    run(act)


def test_an_answer_without_room_is_refused_at_last() -> None:
    async def act() -> None:
        unsent = Unsent(Limits(most=4 * MIB, waiting=2 * MIB, modest=0, wait=0.05, stuck=WAIT))
        lanes = Lanes(app, "", light={"runs", "status"}, unsent=unsent)
        deaf = Client(lanes, 4 * MIB, deaf=True)
        await until(lambda: unsent.held)
        page = Client(lanes, 2 * MIB, deaf=False)
        await page.done
        assert page.status == 503
        assert json.loads(page.got[1]["body"])["error"]["code"] == "busy"
        deaf.takes.set()
        await deaf.done
        assert deaf.size == 4 * MIB

    run(act)


def test_a_server_cuts_off_deaf_clients_when_another_one_asks_for_much(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_tensor("large", np.ones(8 * MIB), 0)  # 64 MiB
    with serve(tmp_path, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        path = f"api/media?kind=tensor&run={run_ids(client)['run']}&tag=large&step=0"
        deaf = [ask_and_take_nothing(server.port, path) for _ in range(6)]
        assert client.get("api/status").status_code == 200
        ends = time.monotonic() + WAIT
        while (answer := client.get(path)).status_code == 503 and time.monotonic() < ends:
            time.sleep(float(answer.headers["Retry-After"]) / 4)
        assert answer.status_code == 200
        assert len(answer.content) >= 64 * MIB
        assert min([taken(one) for one in deaf]) < 64 * MIB


def ask_and_take_nothing(port: int, path: str) -> socket.socket:
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    one.connect(("127.0.0.1", port))
    head = f"GET /{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {TOKEN}\r\n"
    one.sendall(f"{head}Connection: close\r\n\r\n".encode())
    return one


def taken(one: socket.socket) -> int:
    """Bytes that come until the connection ends; all of an answer that was refused counts as all."""
    with one:
        size = 0
        try:
            first = one.recv(1 << 20)
            if b" 503 " in first[:20]:
                return 64 * MIB
            size = len(first)
            while piece := one.recv(1 << 20):
                size += len(piece)
        except ConnectionError:
            pass
        return size
