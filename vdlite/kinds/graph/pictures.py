"""Small pictures of what comes out of nodes, in the payload."""

from typing import Any

from vdlite.errors import FormatError
from vdlite.kinds.graph.types import NAME, Graph, Picture

MOST_PICTURES = 1000
_MOST_BYTES = 1 << 16  # of one
_PNG = b"\x89PNG\r\n\x1a\n"


def is_picture(png: bytes) -> bool:
    """True if the bytes are a PNG file that is small enough."""
    return png.startswith(_PNG) and len(png) <= _MOST_BYTES


def packed_pictures(graph: Graph) -> dict[str, Any]:
    """The field of the payload; nothing where there are no pictures."""
    pictures = [
        {"node": each.node, "sample": each.sample, "png": each.png} for each in graph.pictures
    ]
    return {"pictures": pictures} if pictures else {}


def pictures(given: Any, nodes: int) -> list[Picture]:
    """Raises FormatError for other than pictures of nodes that there are."""
    if not isinstance(given, list) or len(given) > MOST_PICTURES:
        raise FormatError(f"{NAME} payload: got no list of up to {MOST_PICTURES} pictures")
    return [_picture(each, nodes) for each in given]


def _picture(given: Any, nodes: int) -> Picture:
    if isinstance(given, dict):
        node, sample, png = given.get("node"), given.get("sample"), given.get("png")
        is_there = isinstance(node, int) and 0 <= node < nodes
        if is_there and isinstance(sample, int) and isinstance(png, bytes) and is_picture(png):
            return Picture(node, sample, png)  # type: ignore[arg-type]  # it was looked at
    raise FormatError(f"{NAME} payload: got a picture that is none, or of no node")
