"""The process that keeps very many names and searches them: it is run as a script, imports nothing of vdlite, and may end
at any expression.

In: the number of bytes of the names in a line, and the names, a line each. Then for each question a line of JSON with
`expression`, `flags` (of re), `seconds` and `places` (how many follow as 32-bit integers; null: all names are searched).
Out: for each question a line of JSON, the number of places that follow as 32-bit integers, or why that can't be known.
"""

import array
import contextlib
import faulthandler
import json
import re
import sys
import warnings

_MOST_MEMORY = 2 << 30  # bytes


def main() -> None:
    """Answer until nobody asks any more."""
    _limit_memory()
    warnings.simplefilter("ignore")
    given, out = sys.stdin.buffer, sys.stdout.buffer
    names = given.read(int(given.readline())).decode(errors="surrogatepass").split("\n")
    while line := given.readline():
        asked = json.loads(line)
        places = array.array("i")
        if asked["places"] is not None:
            places.frombytes(given.read(asked["places"] * places.itemsize))
        # A thread without Python's lock ends the process: the engine gives that lock to nobody.
        faulthandler.dump_traceback_later(asked["seconds"], exit=True)
        found = _found(asked, names, places)
        faulthandler.cancel_dump_traceback_later()
        if isinstance(found, str):
            out.write(json.dumps(found).encode() + b"\n")
        else:
            out.write(b"%d\n" % len(found) + found.tobytes())
        out.flush()


def _found(asked: dict, names: list[str], places: array.array) -> "array.array | str":  # type: ignore[type-arg]
    try:
        search = re.compile(asked["expression"], asked["flags"]).search
        if asked["places"] is None:
            return array.array("i", [at for at, name in enumerate(names) if search(name)])
        return array.array("i", [at for at in places if search(names[at])])
    except re.error as error:
        return str(error)
    except (RecursionError, OverflowError, MemoryError, ValueError):
        return "it is too large"


def _limit_memory() -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):  # of Unix, and not of each
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
