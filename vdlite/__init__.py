"""vdlite: log a training with `LogWriter`, look at it with `vdlite --logdir DIR`, read it with `LogReader`."""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vdlite.errors import (
        ClosedWriterError,
        FormatError,
        LandscapeError,
        LogdirError,
        NotFoundError,
        PayloadError,
        PortError,
        SliceError,
        VdliteError,
    )
    from vdlite.reader import LogReader
    from vdlite.server import Server, serve
    from vdlite.snapshots import LandscapeRecorder, compute_landscape
    from vdlite.writer import LogWriter, watch

__version__ = "0.1.0"

_HOMES = {
    "LogWriter": "vdlite.writer",
    "LogReader": "vdlite.reader",
    "serve": "vdlite.server",
    "Server": "vdlite.server",
    "VdliteError": "vdlite.errors",
    "PayloadError": "vdlite.errors",
    "ClosedWriterError": "vdlite.errors",
    "LandscapeError": "vdlite.errors",
    "LogdirError": "vdlite.errors",
    "PortError": "vdlite.errors",
    "FormatError": "vdlite.errors",
    "SliceError": "vdlite.errors",
    "NotFoundError": "vdlite.errors",
    "watch": "vdlite.writer",
    "LandscapeRecorder": "vdlite.snapshots",
    "compute_landscape": "vdlite.snapshots",
}

__all__ = [
    "ClosedWriterError",
    "FormatError",
    "LandscapeError",
    "LandscapeRecorder",
    "LogReader",
    "LogWriter",
    "LogdirError",
    "NotFoundError",
    "PayloadError",
    "PortError",
    "Server",
    "SliceError",
    "VdliteError",
    "__version__",
    "compute_landscape",
    "serve",
    "watch",
]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used: a training script should not wait for a web server."""
    if name not in _HOMES:
        raise AttributeError(f"module 'vdlite' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
