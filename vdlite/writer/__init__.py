"""The writing side: what a training script imports. Needs NumPy and msgpack only.

What is public here is loaded when it is first used: `vdlite run` starts a program, and needs no array for it.
"""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vdlite.writer.log_writer import LogWriter
    from vdlite.writer.model_watch import watch

_HOMES = {"LogWriter": "vdlite.writer.log_writer", "watch": "vdlite.writer.model_watch"}

__all__ = ["LogWriter", "watch"]


def __getattr__(name: str) -> object:
    """Load a public name when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)
