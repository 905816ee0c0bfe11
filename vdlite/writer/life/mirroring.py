"""Marks logs as saying again what another tool's writer logs beside them."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_tool: ContextVar[str] = ContextVar("vdlite_mirrored_tool", default="")


@contextmanager
def mirroring(tool: str) -> Iterator[None]:
    """Log files that are begun meanwhile say in their headers that they mirror that tool's."""
    token = _tool.set(tool)
    try:
        yield
    finally:
        _tool.reset(token)


def mirrored_tool() -> str:
    """The tool whose logs are mirrored now; "" if none are."""
    return _tool.get()
