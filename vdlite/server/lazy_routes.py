"""The routes of the API, each module of them loaded with the first request for it."""

from __future__ import annotations

import threading

from anyio.to_thread import run_sync
from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

from vdlite.server.routes import NOUNS, router_of

_METHODS = ("DELETE", "GET", "HEAD", "PATCH", "POST", "PUT")


class LazyRoutes(BaseRoute):
    """Everything below `prefix`/ whose next part is a noun that is known."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._loaded: dict[str, APIRouter] = {}  # by module
        self._lock = threading.Lock()

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        known = scope["type"] == "http" and self._noun(scope) in NOUNS
        return (Match.FULL if known else Match.NONE), {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        module = NOUNS[self._noun(scope)].module
        router = self._loaded.get(module)
        if router is None:
            router = await run_sync(self._load, module)  # the event loop never waits
        if not _takes(router, scope) and (
            methods := [
                method for method in _METHODS if _takes(router, {**scope, "method": method})
            ]
        ):
            # The framework names the methods of one route only.
            raise HTTPException(405, headers={"Allow": ", ".join(methods)})
        await router(scope, receive, send)

    def _noun(self, scope: Scope) -> str:
        path: str = scope["path"]
        before, found, rest = path.partition(f"{self._prefix}/")
        return rest.partition("/")[0] if found and not before else ""

    def _load(self, module: str) -> APIRouter:
        with self._lock:
            if module not in self._loaded:
                router = APIRouter(prefix=self._prefix, redirect_slashes=False)
                router.include_router(router_of(module))
                self._loaded[module] = router
            return self._loaded[module]


def _takes(router: APIRouter, scope: Scope) -> bool:
    return any(route.matches(scope)[0] is Match.FULL for route in router.routes)
