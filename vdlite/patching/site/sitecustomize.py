"""Python runs this at its start where `vdlite run` has put this folder into PYTHONPATH."""

import importlib.util
import os
import sys
from importlib.machinery import PathFinder


def _patch() -> None:
    try:
        from vdlite.patching import patch
    except ImportError:
        return  # another Python, that has no vdlite
    try:
        patch("instead" if os.environ.get("VDLITE_PATCH") == "instead" else "also")
    except Exception as error:  # noqa: BLE001  # whatever it is, the program comes first
        if sys.stderr is not None:
            print(f"vdlite: can't log what this program logs: {error!r}", file=sys.stderr)  # noqa: T201


def _run_hidden_one() -> None:
    """The file of this name that would have been run without us."""
    own = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH120  # at the start of every Python
    others = [path for path in sys.path if os.path.abspath(path or ".") != own]
    spec = PathFinder.find_spec("sitecustomize", others)
    if spec is not None and spec.loader is not None:
        module = importlib.util.module_from_spec(spec)
        sys.modules["sitecustomize"] = module
        spec.loader.exec_module(module)


_patch()
_run_hidden_one()
