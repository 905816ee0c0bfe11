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
        MissingPackageError,
        NoRunError,
        NotFoundError,
        PayloadError,
        PortError,
        QueryError,
        SliceError,
        VdliteError,
        WhereError,
    )
    from vdlite.kinds.graph import GraphBuilder
    from vdlite.reader import LogReader
    from vdlite.server import Server, serve
    from vdlite.snapshots import LandscapeRecorder
    from vdlite.tracking import (
        AlertLevel,
        Audio,
        Config,
        Histogram,
        Html,
        Image,
        Mesh,
        Object3D,
        Run,
        Settings,
        Summary,
        Table,
        Tensor,
        Video,
        alert,
        define_metric,
        finish,
        init,
        log,
        login,
        plot,
        require,
        save,
        setup,
        teardown,
        unwatch,
        watch,
    )
    from vdlite.writer import LogWriter
    from vdlite.writer.estimate import estimate_bytes

    run: Run | None
    config: Config
    summary: Summary

_NAMES_BY_MODULE = {
    "vdlite.drawing.barriers": ("compute_barriers",),
    "vdlite.drawing.compute": ("compute_landscape",),
    "vdlite.drawing.curvature_series": ("compute_curvature",),
    "vdlite.errors": (
        "ClosedWriterError",
        "FormatError",
        "LandscapeError",
        "LogdirError",
        "MissingPackageError",
        "NoRunError",
        "NotFoundError",
        "PayloadError",
        "PortError",
        "QueryError",
        "SliceError",
        "VdliteError",
        "WhereError",
    ),
    "vdlite.kinds.graph": ("GraphBuilder",),
    "vdlite.reader": ("LogReader",),
    "vdlite.server": ("Server", "serve"),
    "vdlite.snapshots": ("LandscapeRecorder",),
    "vdlite.tracking": (
        "AlertLevel",
        "Audio",
        "Config",
        "Histogram",
        "Html",
        "Image",
        "Mesh",
        "Object3D",
        "Run",
        "Settings",
        "Summary",
        "Table",
        "Tensor",
        "Video",
        "alert",
        "define_metric",
        "finish",
        "init",
        "log",
        "login",
        "plot",
        "require",
        "save",
        "setup",
        "teardown",
        "unwatch",
        "watch",
    ),
    "vdlite.writer": ("LogWriter",),
    "vdlite.writer.estimate": ("estimate_bytes",),
}
_OF_THE_RUN = ("config", "run", "summary")
"""What is another thing with each run: see vdlite.tracking.current."""

_HOMES = {name: module for module, names in _NAMES_BY_MODULE.items() for name in names}

__all__ = [
    "AlertLevel",
    "Audio",
    "ClosedWriterError",
    "Config",
    "FormatError",
    "GraphBuilder",
    "Histogram",
    "Html",
    "Image",
    "LandscapeError",
    "LandscapeRecorder",
    "LogReader",
    "LogWriter",
    "LogdirError",
    "Mesh",
    "MissingPackageError",
    "NoRunError",
    "NotFoundError",
    "Object3D",
    "PayloadError",
    "PortError",
    "QueryError",
    "Run",
    "Server",
    "Settings",
    "SliceError",
    "Summary",
    "Table",
    "Tensor",
    "VdliteError",
    "Video",
    "WhereError",
    "__version__",
    "alert",
    "compute_barriers",
    "compute_curvature",
    "compute_landscape",
    "config",
    "define_metric",
    "estimate_bytes",
    "finish",
    "init",
    "log",
    "login",
    "plot",
    "require",
    "run",
    "save",
    "serve",
    "setup",
    "summary",
    "teardown",
    "unwatch",
    "watch",
]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used: a training script should not wait for a web server."""
    if name in _OF_THE_RUN:
        return importlib.import_module("vdlite.tracking.current").attribute(name)
    if name not in _HOMES:
        raise importlib.import_module("vdlite.instead").no_attribute(name)
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
