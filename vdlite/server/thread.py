"""uvicorn in a thread: started when it answers, ended without waiting for live events."""

from __future__ import annotations

import socket
import threading

import uvicorn

from vdlite.reader import Store
from vdlite.server.app import create_app
from vdlite.server.context import Context
from vdlite.server.settings import Settings
from vdlite.server.watcher import Watcher

_GRACE = 1  # seconds that a download in progress gets when the server stops


class ServerThread:
    """Serves one app on one socket until it is stopped."""

    def __init__(
        self, store: Store, watcher: Watcher, settings: Settings, listener: socket.socket
    ) -> None:
        app = create_app(store, watcher, settings)
        config = uvicorn.Config(
            app,
            loop="asyncio",
            http="h11",
            ws="none",
            log_config=None,  # logging belongs to the program around us
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=_GRACE,
        )
        self._server = _Server(config, app.state.context)
        # A daemon: a script or notebook that forgets to stop the server can end all the same.
        self._thread = threading.Thread(
            target=self._run, args=(listener,), name="vdlite-server", daemon=True
        )
        self._thread.start()
        self._server.ready.wait()

    def _run(self, listener: socket.socket) -> None:
        try:
            self._server.run(sockets=[listener])
        finally:
            self._server.ready.set()
            listener.close()

    def stop(self) -> None:
        """End all connections and the thread."""
        self._server.should_exit = True
        self._thread.join()

    def join(self, seconds: float) -> bool:
        """Whether the thread has ended within `seconds`."""
        self._thread.join(seconds)
        return not self._thread.is_alive()


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, context: Context) -> None:
        super().__init__(config)
        self.ready = threading.Event()
        self._context = context

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._context.close_subscriptions()  # else uvicorn would wait for them
        await super().shutdown(sockets)
