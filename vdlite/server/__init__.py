"""The server: HTTP routes over a Store, live push, access control, and the built page.

FastAPI and uvicorn are imported by `app` and what lies below it, and only when a server starts; `serve` itself is loaded
when it is first used, so that a command can look for servers without it.
"""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vdlite.server.handle import Server, serve

__all__ = ["Server", "serve"]


def __getattr__(name: str) -> object:
    """Load a public name when it is first used."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module("vdlite.server.handle"), name)
