"""uvicorn in a thread: started when it answers, ended without waiting for live events."""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
import threading
import time
from typing import TYPE_CHECKING

import uvicorn

from vdlite.reader import Store
from vdlite.server.access.logins import Logins
from vdlite.server.app import create_app
from vdlite.server.bounded_log import BoundedLog
from vdlite.server.connections.acceptor import Acceptor
from vdlite.server.connections.connection import Connection
from vdlite.server.context import Context
from vdlite.server.live.watcher import Watcher
from vdlite.server.settings import Settings
from vdlite.server.workspace import LOGGERS, Workspace

if TYPE_CHECKING:
    from vdlite.alerts.rule_file import RuleFile

_GRACE = 0.3  # seconds that a download in progress gets when the server stops
_LONGEST_GOODBYE = 5.0  # seconds
_TICKS = 10  # of uvicorn's loop in a second


class ServerThread:
    """Serves one app on one socket until it is stopped."""

    def __init__(
        self,
        store: Store,
        watcher: Watcher,
        settings: Settings,
        listener: socket.socket,
        encryption: ssl.SSLContext | None = None,
        workspace: Workspace | None = None,
        rules: RuleFile | None = None,
    ) -> None:
        app = create_app(store, watcher, settings, workspace=workspace, rules=rules)
        self._workspace = workspace
        config = uvicorn.Config(
            app,
            loop="asyncio:SelectorEventLoop",  # the acceptor waits for its socket
            http=Connection,
            ws="none",
            log_config=None,  # logging belongs to the program around us
            access_log=False,
            proxy_headers=False,
            server_header=False,
        )
        self._server = _Server(config, app.state.context, listener, encryption)
        # A daemon: a script or notebook that forgets to stop the server can end all the same.
        self._thread = threading.Thread(
            target=self._run, args=(listener,), name="vdlite-server", daemon=True
        )
        self._thread.start()
        self._server.ready.wait()

    def _run(self, listener: socket.socket) -> None:
        bound = BoundedLog()
        loggers = [logging.getLogger(name) for name in LOGGERS]
        for logger in loggers:
            logger.addFilter(bound)
        if self._workspace is not None:
            self._workspace.open_log()
        try:
            self._server.run(sockets=[listener])
        finally:
            for logger in loggers:
                logger.removeFilter(bound)
            if self._workspace is not None:
                self._workspace.close()
            self._server.ready.set()
            listener.close()

    @property
    def logins(self) -> Logins:
        """The codes that let browsers in."""
        return self._server.logins

    def stop(self) -> None:
        """End all connections and the thread; one that is still busy with a request is left behind."""
        self._server.should_exit = True
        self._thread.join(_LONGEST_GOODBYE)

    def join(self, seconds: float) -> bool:
        """True if the thread has ended within `seconds`."""
        self._thread.join(seconds)
        return not self._thread.is_alive()


class _Server(uvicorn.Server):
    """uvicorn's server with an acceptor of our own."""

    def __init__(
        self,
        config: uvicorn.Config,
        context: Context,
        listener: socket.socket,
        encryption: ssl.SSLContext | None,
    ) -> None:
        super().__init__(config)
        self.ready = threading.Event()
        self._context = context
        self.logins = context.logins
        self._listener = listener
        self._encryption = encryption
        self._acceptor = Acceptor()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self.lifespan.startup()
        self.servers: list[asyncio.base_events.Server] = []  # of asyncio; ours is none of them
        self._acceptor.open(self._listener, self._make, self._encryption)
        self.started = True
        self.ready.set()

    def _make(self) -> Connection:
        return Connection(self.config, self.server_state, self.lifespan.state, self._acceptor)

    async def on_tick(self, counter: int) -> bool:
        if counter % _TICKS == 0:
            self._acceptor.check()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._acceptor.close()
        self._listener.close()
        self._context.close_subscriptions()  # else their connections would have to be waited for
        for connection in list(self.server_state.connections):
            connection.shutdown()
        ends = time.monotonic() + _GRACE
        while self.server_state.tasks and time.monotonic() < ends:
            await asyncio.sleep(0.01)
        self._acceptor.abort_all()
        for task in (left := list(self.server_state.tasks)):
            task.cancel()
        if left:
            await asyncio.wait(left, timeout=_GRACE)
        await self.lifespan.shutdown()
