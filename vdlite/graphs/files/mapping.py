"""A mapping with nodes, as `add_graph` takes it, in a file of JSON."""

import json
from pathlib import Path

from vdlite.errors import FormatError, PayloadError
from vdlite.graphs.files.bounds import MOST_TEXT_BYTES
from vdlite.kinds.graph import Graph
from vdlite.kinds.graph.given import graph_of


def read(path: Path) -> Graph:
    if path.stat().st_size > MOST_TEXT_BYTES:
        raise FormatError(f"{path}: got {path.stat().st_size} bytes, want {MOST_TEXT_BYTES}")
    try:
        return graph_of(json.loads(path.read_text(encoding="utf-8")))
    except PayloadError as error:
        raise FormatError(f"{path}: {error}") from error
