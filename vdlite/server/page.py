"""The built page: a fixed list of files, read at the start and served from memory.

What a request names is looked up in that list and never becomes a path of the file system.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from fastapi import FastAPI, Request, Response
from starlette.responses import RedirectResponse

from vdlite.server.access.notice import notice
from vdlite.server.answers.encoding import accepts_gzip

STATIC = Path(__file__).parent / "static"

# Fixed here, because the operating system's own table can be wrong (Windows: text/plain for .js).
_MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_SHRINKS = {".css", ".html", ".js", ".json", ".map", ".svg", ".txt", ".wasm", ".webmanifest"}
_HASHED = "assets/"  # the build puts a hash of the content into the names below this folder


@dataclass(frozen=True)
class PageFile:
    """One file of the page."""

    name: str  # relative to the page's folder, with "/"
    content: bytes

    @property
    def suffix(self) -> str:
        return Path(self.name).suffix

    @cached_property
    def etag(self) -> str:
        return f'"{hashlib.sha256(self.content).hexdigest()[:24]}"'

    @cached_property
    def compressed(self) -> bytes:
        return gzip.compress(self.content, mtime=0)

    def answer(self, request: Request) -> Response:
        hashed = self.name.startswith(_HASHED)
        headers = {
            "Cache-Control": "private, max-age=31536000, immutable" if hashed else "no-cache",
            "ETag": self.etag,
            "Vary": "Accept-Encoding",
        }
        if self.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        body = self.content
        if self.suffix in _SHRINKS and accepts_gzip(request.headers.get("accept-encoding", "")):
            body = self.compressed
            headers["Content-Encoding"] = "gzip"
        headers["Content-Type"] = _MEDIA_TYPES[self.suffix]
        return Response(body, headers=headers)


def page_files(folder: Path) -> dict[str, PageFile]:
    """Every file of the page in `folder` by its name; empty if the page was not built.

    Links and files of unknown types are left out.
    """
    files = {}
    for path in folder.rglob("*"):
        if path.suffix in _MEDIA_TYPES and path.is_file() and not path.is_symlink():
            name = path.relative_to(folder).as_posix()
            files[name] = PageFile(name, path.read_bytes())
    return files


def offering(index: PageFile, **offered: str | None) -> PageFile:
    """The page itself, which says what it is to be unless its reader has chosen: so it waits for no answer to begin.

    offered: what its root element holds as `data-` attributes; None: the browser decides.
    """
    given = "".join(f' data-{name}="{value}"' for name, value in offered.items() if value)
    return replace(index, content=index.content.replace(b"<html", f"<html{given}".encode(), 1))


def add_page(app: FastAPI, files: Mapping[str, PageFile], prefix: str) -> None:
    """Serve `files` below `prefix`, the page itself at `prefix`/.

    One route for each file, so that everything else stays "not found", whatever its method.
    """
    for name, file in files.items():
        app.add_route(f"{prefix}/{name}", file.answer, ["GET"], include_in_schema=False)
    index = files["index.html"].answer if "index.html" in files else _not_built
    app.add_route(f"{prefix}/", index, ["GET"], include_in_schema=False)
    if prefix:
        app.add_route(
            prefix, lambda _: RedirectResponse(f"{prefix}/", 308), ["GET"], include_in_schema=False
        )


def _not_built(_: Request) -> Response:
    return notice(
        503,
        "The page is not built",
        "This vdlite runs from sources without its page. Run “pip install .” in the folder of "
        "the sources, and start vdlite again. The API below /api works.",
    )
