"""How many processes compute where nobody says it: as many as can be started without running the caller's program again."""

import ast
import multiprocessing
import sys
from collections.abc import Sequence
from pathlib import Path

from vdlite.landscape.notices import tell
from vdlite.landscape.workers.pool import Workers, cores


def usual_workers(devices: Sequence[str] | None, *, on_processor: bool) -> Workers | None:
    """One for each device, or for each core, with one thread each, which is faster than one process with all of them.

    None: one process is all that is safe, or of use.
    on_processor: whether the model runs there; several processes only get into each other's way on one card.
    """
    number = len(devices) if devices else cores() if on_processor else 1
    if number < 2:
        return None
    if (why := _why_not()) is not None:
        tell(f"computed in one process, {why}")
        return None
    return Workers(number, devices, by_default=True)


def _why_not() -> str | None:
    """The reason that keeps processes from being started; None if nothing does."""
    if multiprocessing.parent_process() is not None:
        return "since this is one of several already"
    main = sys.modules.get("__main__")
    name = getattr(getattr(main, "__spec__", None), "name", "")
    if name.endswith("__main__"):
        return None  # `python -m package`, which no other process runs again
    path = getattr(main, "__file__", None)
    if path is None or path.startswith("<"):
        return "since others can't see what a notebook or prompt defines; a module can have workers=..."
    if not _has_guard(Path(path)):
        return 'since others would run the script again; with `if __name__ == "__main__":` around what it does, there are more'
    return None


def _has_guard(path: Path) -> bool:
    """True if a script distinguishes being run from being imported."""
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return False  # a program that is no text
    return any(
        isinstance(one, ast.If)
        and any(isinstance(part, ast.Name) and part.id == "__name__" for part in ast.walk(one.test))
        for one in tree.body
    )
