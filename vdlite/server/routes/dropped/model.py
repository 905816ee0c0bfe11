"""Graphs of files: of the one that the server was started with, and of those that a user drops onto the page."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request, Response

from vdlite.errors import FormatError, NotFoundError, PayloadError
from vdlite.server.answers.ranges import ranged
from vdlite.server.context import InContext
from vdlite.server.errors import ApiError

router = APIRouter()

_PAYLOAD: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/octet-stream": {"schema": {"type": "string"}}}}
}
_MOST_NAME = 100
_UNUSUAL = re.compile(r"[^A-Za-z0-9._-]")


@router.get("/model", response_class=Response, responses=_PAYLOAD)
def read_model(request: Request, context: InContext) -> Response:
    """The graph of the file that the server was started with, as the payload of a graph."""
    file = context.settings.model
    if file is None:
        raise NotFoundError("model: the server was started without --model")
    if not Path(file).exists():
        raise NotFoundError(f"model: {Path(file).name} is not there yet; waiting for it")
    return _answer(request, Path(file))


@router.post("/model", response_class=Response, responses=_PAYLOAD)
def convert_model(
    request: Request,
    name: Annotated[str, Query(max_length=4096, description="of the file, with its suffix")],
    content: Annotated[bytes, Body(media_type="application/octet-stream")],
) -> Response:
    """The graph of a file's content, which may lack its weights. Nothing of it is kept."""
    bare = _UNUSUAL.sub("_", name.replace("\\", "/").rpartition("/")[2])[-_MOST_NAME:]
    with tempfile.TemporaryDirectory(prefix="vdlite-") as folder:
        file = Path(folder) / (bare.lstrip(".") or "model")  # ".." would lead elsewhere
        file.write_bytes(content)
        return _answer(request, file)


def _answer(request: Request, file: Path) -> Response:
    from vdlite.graphs.files import read_file
    from vdlite.kinds import graph

    try:
        found = read_file(file)
    except (FormatError, PayloadError) as error:
        # Where it lies is nobody's business.
        reason = str(error).replace(f"{file.parent}/", "")
        raise ApiError(422, "damaged", reason) from error
    except OSError as error:
        raise ApiError(422, "damaged", f"{file.name}: {error.strerror}") from error
    payload, _ = graph.graph(found).encode()
    return ranged(request, payload, "application/octet-stream", {"Cache-Control": "no-cache"})
