"""A bucket of an S3 server on this machine, which counts what it is asked, and fails or hangs when a test says so."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from moto.backends import get_backend
from moto.core import DEFAULT_ACCOUNT_ID as ACCOUNT
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import WSGIRequestHandler, make_server

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

KEY, SECRET, SESSION = "AKIDOFTHETESTS", "secret-of-the-tests", "session-of-the-tests"


class _Quiet(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"

    def log(self, *_: Any) -> None:
        pass


@dataclass(frozen=True)
class Request:
    """One request that the server got."""

    method: str
    path: str
    query: str
    range: str | None

    @property
    def lists(self) -> bool:
        return "list-type" in self.query


@dataclass
class Server:
    """The server. `failing` and `hanging` are for tests."""

    url: str
    requests: list[Request] = field(default_factory=list)
    answer: Callable[[Request], tuple[str, str] | None] = lambda _: None
    """Status and code of the answer to a request, in place of the real one."""
    pages: int = 1000
    """Keys of one page of a list."""
    _go_on: threading.Event = field(default_factory=threading.Event)
    _change: threading.Condition = field(default_factory=threading.Condition)
    _waiting: int = 0

    @contextmanager
    def failing(self, status: str, code: str, *, method: str = "GET") -> Iterator[None]:
        """For a `with` block, requests are answered so."""
        self.answer = lambda asked: (status, code) if asked.method == method else None
        try:
            yield
        finally:
            self.answer = lambda _: None

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """For a `with` block, no request is answered."""
        self._go_on.clear()
        try:
            yield
        finally:
            self._go_on.set()

    @contextmanager
    def counting(self) -> Iterator[list[Request]]:
        """The requests within a `with` block."""
        self.requests.clear()
        asked: list[Request] = []
        yield asked
        asked += self.requests

    def wait(self) -> None:
        """Where a request waits while the server hangs."""
        if self._go_on.is_set():
            return
        with self._change:
            self._waiting += 1
            self._change.notify_all()
        self._go_on.wait(60)
        with self._change:
            self._waiting -= 1

    def wait_for(self, requests: int) -> None:
        """Return when so many requests wait; fails after a while."""
        with self._change:
            assert self._change.wait_for(lambda: self._waiting >= requests, 20), self._waiting


@contextmanager
def running() -> Iterator[Server]:
    """The server, for a `with` block."""
    app = DomainDispatcherApplication(create_backend_app)

    def counted(asked: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        path, query = asked["PATH_INFO"].encode("latin-1").decode(), asked["QUERY_STRING"]
        request = Request(asked["REQUEST_METHOD"], path, query, asked.get("HTTP_RANGE"))
        server.requests.append(request)
        server.wait()
        instead = server.answer(request)
        if instead is not None:
            status, code = instead
            start(status, [("Content-Type", "application/xml")])
            message = f"{KEY} {SECRET} {SESSION}"  # as some servers repeat what they got
            return [f"<Error><Code>{code}</Code><Message>{message}</Message></Error>".encode()]
        return app(asked, start)  # type: ignore[no-any-return]

    http = make_server("127.0.0.1", 0, counted, threaded=True, request_handler=_Quiet)
    http.daemon_threads = True
    server = Server(f"http://127.0.0.1:{http.server_port}")
    server._go_on.set()
    thread = threading.Thread(
        target=http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
    )
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        thread.join()
        http.server_close()


class Bucket:
    """A bucket and a folder in it."""

    def __init__(self, name: str, folder: str = "runs") -> None:
        from obstore.store import S3Store

        self.address = f"s3://{name}/{folder}"
        self._name = name
        self._folder = folder
        self._store = S3Store(name, client_options={"allow_http": True})

    def put(self, key: str, data: bytes) -> None:
        self._store.put(f"{self._folder}/{key}", data, use_multipart=False)

    def put_empty(self, keys: Iterable[str]) -> None:
        """Very many objects, past the interface."""
        backend: Any = get_backend("s3")[ACCOUNT]["aws"]
        for key in keys:
            backend.put_object(self._name, f"{self._folder}/{key}", b"")

    def delete(self, key: str) -> None:
        self._store.delete(f"{self._folder}/{key}")


class Place(Protocol):
    """Where logs can be put."""

    def put(self, key: str, data: bytes) -> None: ...


class InMemory:
    """A folder of fsspec's file system in memory."""

    def __init__(self, name: str) -> None:
        import fsspec

        self.address = f"memory://{name}/runs"
        self._system = fsspec.filesystem("memory")
        self._root = f"/{name}/runs"

    def put(self, key: str, data: bytes) -> None:
        self._system.pipe_file(f"{self._root}/{key}", data)

    def delete(self, key: str) -> None:
        self._system.rm_file(f"{self._root}/{key}")


def put_all(place: Place, folder: Path) -> None:
    """Copy all files below a folder."""
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            place.put(file.relative_to(folder).as_posix(), file.read_bytes())
