"""vdlite: log a training with `LogWriter`, look at it with `vdlite --logdir DIR`, read it with `LogReader`."""

import importlib
from typing import TYPE_CHECKING, Any

from vdlite.version import __version__

if TYPE_CHECKING:
    from vdlite.drawing.barriers import compute_barriers
    from vdlite.drawing.compute import compute_landscape
    from vdlite.drawing.curvature_series import compute_curvature
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
    from vdlite.kinds.graph import GraphBuilder
    from vdlite.reader import LogReader
    from vdlite.server import Server, serve
    from vdlite.snapshots import LandscapeRecorder
    from vdlite.tracking import Audio, Histogram, Image, Mesh, Run, Tensor, Video, init
    from vdlite.writer import LogWriter, watch
    from vdlite.writer.estimate import estimate_bytes

_NAMES_BY_MODULE = {
    "vdlite.drawing.barriers": ("compute_barriers",),
    "vdlite.drawing.compute": ("compute_landscape",),
    "vdlite.drawing.curvature_series": ("compute_curvature",),
    "vdlite.errors": (
        "ClosedWriterError",
        "FormatError",
        "LandscapeError",
        "LogdirError",
        "NotFoundError",
        "PayloadError",
        "PortError",
        "SliceError",
        "VdliteError",
    ),
    "vdlite.kinds.graph": ("GraphBuilder",),
    "vdlite.reader": ("LogReader",),
    "vdlite.server": ("Server", "serve"),
    "vdlite.snapshots": ("LandscapeRecorder",),
    "vdlite.tracking": ("Audio", "Histogram", "Image", "Mesh", "Run", "Tensor", "Video", "init"),
    "vdlite.writer": ("LogWriter", "watch"),
    "vdlite.writer.estimate": ("estimate_bytes",),
}
_OTHERWISE = {
    "SummaryWriter": "LogWriter, or vdlite.tensorboard.SummaryWriter",
    "log": "run = vdlite.init(...), and then run.log({...})",
    "config": "run = vdlite.init(...), and then run.config",
    "summary": "run = vdlite.init(...), and then run.summary",
    "finish": "run = vdlite.init(...), and then run.finish()",
    "define_metric": "run = vdlite.init(...), and then run.define_metric(...)",
    "run": "run = vdlite.init(...) is it",
    "Table": "run.writer.add_text takes a table in Markdown, run.writer.add_embeddings points with metadata",
    "Html": "run.writer.add_text takes Markdown",
    "Object3D": "vdlite.Mesh",
    "Api": "vdlite.LogReader",
    "Artifact": "there are no artifacts",
    "login": "there is no account",
}
"""Names of other tools' packages, and what there is instead."""

_HOMES = {name: module for module, names in _NAMES_BY_MODULE.items() for name in names}

__all__ = [
    "Audio",
    "ClosedWriterError",
    "FormatError",
    "GraphBuilder",
    "Histogram",
    "Image",
    "LandscapeError",
    "LandscapeRecorder",
    "LogReader",
    "LogWriter",
    "LogdirError",
    "Mesh",
    "NotFoundError",
    "PayloadError",
    "PortError",
    "Run",
    "Server",
    "SliceError",
    "Tensor",
    "VdliteError",
    "Video",
    "__version__",
    "compute_barriers",
    "compute_curvature",
    "compute_landscape",
    "estimate_bytes",
    "init",
    "serve",
    "watch",
]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used: a training script should not wait for a web server."""
    if name not in _HOMES:
        meant = f": {_OTHERWISE[name]}" if name in _OTHERWISE else ""
        raise AttributeError(f"module 'vdlite' has no attribute {name!r}{meant}")
    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def load_ipython_extension(shell: Any) -> None:
    """Called by `%load_ext vdlite` in a notebook."""
    importlib.import_module("vdlite.notebook.magic").add_magic(shell)


def unload_ipython_extension(shell: Any) -> None:
    """Called by `%unload_ext vdlite`."""
    importlib.import_module("vdlite.notebook.magic").remove_magic(shell)


def __dir__() -> list[str]:
    return __all__
