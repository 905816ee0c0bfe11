"""The process that matches expressions: it is run as a script, imports nothing of vdlite, and may end at any expression.

In: one map of JSON. Out: an empty line, then for each expression a line of JSON, the places of the names that begin as it
says, or with `search` those in which it is found, in either case; or why that can't be known.
"""

import contextlib
import faulthandler
import json
import re
import sys
import warnings

_MOST_MEMORY = 1 << 30  # bytes


def main() -> None:
    """Match the expressions that stand in the input."""
    _limit_memory()
    warnings.simplefilter("ignore")
    asked = json.load(sys.stdin)
    sys.stdout.write("\n")
    sys.stdout.flush()
    for expression in asked["expressions"]:
        # A thread without Python's lock ends the process: the engine gives that lock to nobody.
        faulthandler.dump_traceback_later(asked["seconds"], exit=True)
        answer = _matched(expression, asked["names"], is_search=asked.get("search", False))
        faulthandler.cancel_dump_traceback_later()
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def _matched(expression: str, names: list[str], *, is_search: bool) -> list[int] | str:
    try:
        if is_search:
            match = re.compile(expression, re.IGNORECASE).search
        else:
            match = re.compile(expression).match
        return [at for at, name in enumerate(names) if match(name) is not None]
    except re.error as error:
        return str(error)
    except (RecursionError, OverflowError, MemoryError):
        return "it is too large"


def _limit_memory() -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):  # of Unix, and not of each
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
