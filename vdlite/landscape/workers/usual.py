"""How many processes compute where nobody says it: as many as can be started without running the caller's program again."""

import multiprocessing
import sys
import tokenize
from collections.abc import Callable, Iterator, Sequence
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
    """True if a script distinguishes being run from being imported.

    By tokens and not by a syntax tree: runs may end in several threads, and in Python 3.11 two of them that parse at
    the same time can fail with "AST constructor recursion depth mismatch".
    """
    try:
        with tokenize.open(path) as script:
            return any(map(_is_guard, _outer_lines(script.readline)))
    except (OSError, SyntaxError, ValueError, tokenize.TokenError):
        return False  # a program that is no text


def _outer_lines(readline: Callable[[], str]) -> Iterator[list[str]]:
    """The words of each statement that stands in no block."""
    depth = 0
    words: list[str] = []
    for token in tokenize.generate_tokens(readline):
        depth += (token.type == tokenize.INDENT) - (token.type == tokenize.DEDENT)
        if token.type == tokenize.NEWLINE:
            yield words
            words = []
        elif depth == 0 and token.type in (tokenize.NAME, tokenize.OP):
            words.append(token.string)


def _is_guard(words: list[str]) -> bool:
    return words[:1] == ["if"] and "__name__" in words
