"""A server on this machine that holds objects as Google Cloud Storage, Azure and WebDAV servers do: lists and ranges of bytes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import formatdate
from hashlib import blake2b
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, quote, unquote, urlsplit
from xml.sax.saxutils import escape


@dataclass(frozen=True)
class Held:
    data: bytes
    changed: float = field(default_factory=time.time)

    @property
    def tag(self) -> str:
        return blake2b(self.data + str(self.changed).encode(), digest_size=8).hexdigest()

    @property
    def date(self) -> str:
        return formatdate(self.changed, usegmt=True)


@dataclass(frozen=True)
class Asked:
    """One request that the server got."""

    method: str
    path: str
    query: str
    authorization: str | None
    depth: str | None

    @property
    def lists(self) -> bool:
        return self.method == "PROPFIND" or "comp=list" in self.query or "list-type" in self.query


@dataclass
class Stores:
    """The server. Paths begin with the container, bucket or folder."""

    objects: dict[str, Held] = field(default_factory=dict)
    requests: list[Asked] = field(default_factory=list)
    answer: Callable[[Asked], tuple[int, str] | None] = lambda _: None
    """Status and body of the answer to a request, in place of the real one."""
    gives_ranges: bool = True
    lists_all: bool = True
    """Whether WebDAV lists all folders where that is asked for."""
    url: str = ""

    @contextmanager
    def counting(self) -> Iterator[list[Asked]]:
        """The requests within a `with` block."""
        self.requests.clear()
        asked: list[Asked] = []
        yield asked
        asked += self.requests


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    stores: Stores

    def log_message(self, *_: object) -> None:
        pass

    def _do(self) -> None:
        url = urlsplit(self.path)
        given = self.headers
        path, query = unquote(url.path).lstrip("/"), url.query
        asked = Asked(self.command, path, query, given["Authorization"], given["Depth"])
        self.stores.requests.append(asked)
        instead = self.stores.answer(asked)
        wanted = {name: values[0] for name, values in parse_qs(query).items()}
        if instead is not None:
            self._send(instead[0], instead[1].encode())
        elif self.command == "PROPFIND":
            self._dav(path.rstrip("/"), given["Depth"])
        elif "comp" in wanted:
            self._azure(path, wanted)
        elif "list-type" in wanted:
            self._google(path, wanted)
        else:
            self._object(path)

    do_GET = do_HEAD = do_PROPFIND = _do  # noqa: N815

    def _send(self, status: int, data: bytes, headers: Mapping[str, str] = {}) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def _object(self, path: str) -> None:
        held = self.stores.objects.get(path)
        if held is None:
            return self._send(404, b"")
        facts = {"ETag": f'"{held.tag}"', "Last-Modified": held.date}
        wanted = self.headers["Range"] or self.headers["x-ms-range"]
        if wanted is None or not self.stores.gives_ranges:
            return self._send(200, held.data, facts)
        first, last = (int(part) for part in wanted.removeprefix("bytes=").split("-"))
        data = held.data[first : last + 1]
        if not data:
            return self._send(416, b"")
        place = f"bytes {first}-{first + len(data) - 1}/{len(held.data)}"
        return self._send(206, data, {**facts, "Content-Range": place})

    def _page(self, start: str, after: str, length: int) -> tuple[list[str], str]:
        """Names of objects, and the one behind which the next page begins; empty: there is none."""
        names = sorted(
            name for name in self.stores.objects if name.startswith(start) and name > after
        )
        return names[:length], names[length - 1] if len(names) > length else ""

    def _azure(self, container: str, wanted: dict[str, str]) -> None:
        """Up to 5,000 a page, and tags without the quotes that they have with an object."""
        start = f"{container}/{wanted.get('prefix', '')}"
        names, marker = self._page(start, wanted.get("marker", ""), 5000)
        blobs = "".join(
            _blob(name[len(container) + 1 :], self.stores.objects[name]) for name in names
        )
        body = f"<Blobs>{blobs}</Blobs><NextMarker>{escape(marker)}</NextMarker>"
        self._send(200, f"<EnumerationResults>{body}</EnumerationResults>".encode())

    def _google(self, bucket: str, wanted: dict[str, str]) -> None:
        """Up to 1,000 a page."""
        start = f"{bucket}/{wanted.get('prefix', '')}"
        names, token = self._page(start, wanted.get("continuation-token", ""), 1000)
        body = "".join(
            _contents(name[len(bucket) + 1 :], self.stores.objects[name]) for name in names
        )
        if token:
            body += f"<NextContinuationToken>{escape(token)}</NextContinuationToken>"
        self._send(200, f"<ListBucketResult>{body}</ListBucketResult>".encode())

    def _dav(self, folder: str, depth: str) -> None:
        """All folders and files below; with a depth of 1, those that lie in the folder itself."""
        names = [
            name for name in self.stores.objects if name.startswith(f"{folder}/" if folder else "")
        ]
        if not names:
            return self._send(404, b"")
        start = len(folder) + 1 if folder else 0
        parts = {
            name[:end] for name in names for end in range(start, len(name)) if name[end] == "/"
        }
        found = [(part, None) for part in sorted({folder, *parts})]
        found += [(name, self.stores.objects[name]) for name in sorted(names)]  # type: ignore[misc]
        if depth == "1" or not self.stores.lists_all:
            found = [each for each in found if "/" not in each[0][start:]]
        return self._send(
            207,
            f"<D:multistatus xmlns:D='DAV:'>{''.join(map(_response, found))}</D:multistatus>".encode(),
        )


def _blob(name: str, held: Held) -> str:
    return (
        f"<Blob><Name>{escape(name)}</Name><Properties><Last-Modified>{held.date}</Last-Modified>"
        f"<Etag>{held.tag}</Etag><Content-Length>{len(held.data)}</Content-Length><Content-Type/></Properties></Blob>"
    )


def _contents(name: str, held: Held) -> str:
    date = datetime.fromtimestamp(held.changed, UTC).isoformat()
    return (
        f"<Contents><Key>{escape(name)}</Key><LastModified>{date}</LastModified>"
        f'<ETag>"{held.tag}"</ETag><Size>{len(held.data)}</Size></Contents>'
    )


def _response(each: tuple[str, Held | None]) -> str:
    name, held = each
    href = quote(f"/{name}" + ("/" if held is None and name else ""))
    date = held.date if held else formatdate(0, usegmt=True)
    facts = (
        "<D:resourcetype><D:collection/></D:resourcetype>"
        if held is None
        else f'<D:resourcetype/><D:getcontentlength>{len(held.data)}</D:getcontentlength><D:getetag>"{held.tag}"</D:getetag>'
    )
    return (
        f"<D:response><D:href>{href}</D:href><D:propstat><D:prop>"
        f"<D:getlastmodified>{date}</D:getlastmodified>{facts}</D:prop>"
        "<D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
    )


@contextmanager
def running() -> Iterator[Stores]:
    """The server, for a `with` block."""
    stores = Stores()
    http = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"stores": stores}))
    http.daemon_threads = True
    stores.url = f"http://127.0.0.1:{http.server_port}"
    thread = threading.Thread(
        target=http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
    )
    thread.start()
    try:
        yield stores
    finally:
        http.shutdown()
        thread.join()
        http.server_close()


@dataclass(frozen=True)
class Kept:
    """A folder of such a store, and its address."""

    stores: Stores
    address: str
    folder: str  # in the server's paths

    def put(self, key: str, data: bytes) -> None:
        self.stores.objects[f"{self.folder}/{key}"] = Held(data)

    def delete(self, key: str) -> None:
        del self.stores.objects[f"{self.folder}/{key}"]
