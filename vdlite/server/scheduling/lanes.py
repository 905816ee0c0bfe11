"""Heavy requests take turns, so that light ones always find a thread, and memory is bounded."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Collection, Coroutine, Iterable
from typing import Any

from anyio.to_thread import run_sync
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from vdlite.server.connections.connection import CONNECTION
from vdlite.server.errors import error_response
from vdlite.server.scheduling.cancellation import ClientLeftError, make_cancelable, never_cancel
from vdlite.server.scheduling.memory import give_back
from vdlite.server.scheduling.turns import Turn, Turns, turn_here
from vdlite.server.scheduling.unsent import Room, Unsent

HEAVY_AT_ONCE = max(2, min(8, os.cpu_count() or 1))  # more would only wait for the interpreter
LIGHT_THREADS = 4

_PIECE = 1 << 18  # bytes of an answer that are handed over at a time
_LATER = {"Retry-After": "2"}
_BUSY = (
    "answers that others have asked for, and have not taken yet, fill the memory that there is for them; "
    "ask again in some seconds, or for less"
)
_TRIM_FROM = 32 << 20  # bytes of answers, after which it is worth to look for free memory
_QUIET = 1.0  # seconds without heavy work before memory is given back


def _length(start: Message) -> int:
    """Bytes of the body that follows; 0 if that is not known before."""
    for name, value in start.get("headers", ()):
        if name.lower() == b"content-length":
            return int(value)
    return 0


class Lanes:
    """Lets some heavy requests work at a time. The others wait in the order they came, without a thread.

    A request whose client leaves while it waits is not begun; one whose client leaves later is noticed by `raise_if_client_left`.
    One that waits for a drive makes room for another meanwhile, see `Lending`. For any answer that is not small there
    has to be room until it has been taken, see `Unsent`.
    """

    def __init__(
        self,
        app: ASGIApp,
        prefix: str,
        *,
        light: Collection[str],
        at_once: int = HEAVY_AT_ONCE,
        unsent: Unsent | None = None,
    ) -> None:
        """light: what follows `/api/` in requests that do not wait; all others below it do."""
        self._app = app
        self._light = light
        self._api = f"{prefix}/api/"
        self._turns = Turns(at_once)
        self._working = 0
        self._unsent = unsent or Unsent()
        self._sent = 0  # bytes since memory was given back
        self._trimming: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or self._is_light(scope["path"]):
            never_cancel()
            turn_here.set(None)
            if scope["type"] == "http" and scope["path"].startswith(self._api):
                await self._send(scope, receive, send, lambda: None, lambda: False)
            else:
                await self._app(scope, receive, send)
            return
        body = await _whole_body(receive)
        if body is None:
            return
        left = make_cancelable()
        gone = asyncio.create_task(_client_leaves(receive))
        gone.add_done_callback(lambda _: left.set())
        try:
            if await self._take_turn(gone):
                await self._work(scope, _again(body, gone), send, gone)
        finally:
            gone.cancel()

    def _is_light(self, path: str) -> bool:
        if not path.startswith(self._api):
            return True
        return path[len(self._api) :].partition("/")[0] in self._light

    async def _take_turn(self, gone: asyncio.Task[None]) -> bool:
        """True if it is the turn of this request; False if its client has left."""
        return await _before(gone, self._turns.take(), undo=self._turns.give)

    async def _work(
        self, scope: Scope, receive: Receive, send: Send, gone: asyncio.Task[None]
    ) -> None:
        self._working += 1
        turn = Turn(self._turns)
        turn_here.set(turn)

        def let_next() -> None:
            if turn.end():
                self._working -= 1

        try:
            await self._send(scope, receive, send, let_next, gone.done)
        except ClientLeftError:
            self._sent += _TRIM_FROM
        finally:
            let_next()
            self._trim_when_quiet()

    async def _send(
        self,
        scope: Scope,
        receive: Receive,
        send: Send,
        let_next: Callable[[], None],
        is_gone: Callable[[], bool],
    ) -> None:
        """Answer, in pieces where it is large; let_next: called when the answer is made."""
        connection = scope.get("state", {}).get(CONNECTION)
        room: Room | None = None
        is_refused = False

        async def send_in_pieces(message: Message) -> None:
            nonlocal room, is_refused
            let_next()  # what is sent is made; a slow client holds nobody up
            if is_refused or is_gone():
                return
            if message["type"] == "http.response.start":
                size = _length(message)
                if size > _PIECE:
                    room = await self._unsent.take(size, connection and connection.abort)
                    is_refused = room is None
                if is_refused:
                    await error_response(503, "busy", _BUSY, _LATER)(scope, receive, send)
                    return
            body = message.get("body", b"")
            if len(body) <= _PIECE:
                await send(message)
                return
            for first in range(0, len(body), _PIECE):
                if is_gone():
                    return
                piece = body[first : first + _PIECE]
                more = message.get("more_body", False) or first + _PIECE < len(body)
                await send({**message, "body": piece, "more_body": more})
                if room is not None:
                    self._unsent.moved(room)
            self._sent += len(body)

        try:
            await self._app(scope, receive, send_in_pieces)
        finally:
            if room is not None:
                self._unsent.give(room)

    def _trim_when_quiet(self) -> None:
        if self._sent >= _TRIM_FROM and self._trimming is None:
            self._trimming = asyncio.create_task(self._trim())

    async def _trim(self) -> None:
        try:
            while self._working:
                await asyncio.sleep(_QUIET)
            self._sent = 0
            await asyncio.sleep(_QUIET)
            await run_sync(give_back)
        finally:
            self._trimming = None


async def _whole_body(receive: Receive) -> list[Message] | None:
    """The messages of the body; None if the client has left before its end."""
    messages: list[Message] = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        messages.append(message)
        if not message.get("more_body", False):
            return messages


async def _client_leaves(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _again(messages: Iterable[Message], gone: asyncio.Task[None]) -> Receive:
    """A `receive` that gives the messages, and then says when the client has left."""
    waiting = iter(messages)

    async def receive() -> Message:
        for message in waiting:
            return message
        await asyncio.wait([gone])
        return {"type": "http.disconnect"}

    return receive


async def _before(
    gone: asyncio.Task[None],
    what: Coroutine[Any, Any, object],
    *,
    undo: Callable[[], None] = lambda: None,
) -> bool:
    """True if `what` ends before the client leaves; if both have happened, it is undone."""
    task = asyncio.create_task(what)
    try:
        await asyncio.wait({gone, task}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        task.cancel()  # harmless if it is done
    if not task.done():
        return False
    if gone.done():
        undo()
        return False
    return True
