"""The place in code that is not ours where an error was raised."""

import os
import sysconfig
import traceback
from pathlib import Path

_OURS = Path(__file__).resolve().parent
_INSTALLED = ("site-packages", "dist-packages")
_CALLS = tuple(
    str(Path("landscape", "torch", name))
    for name in ("batches.py", "ignored_targets.py", "measures.py", "sampling.py")
)
"""Files of ours that call what a user's function has given: a model, a loss, data."""
_MOST_FRAMES = 5
_MOST_TEXT = 1000  # characters


def report_of(error: BaseException) -> str | None:
    """The error, the line that raised it, and the lines that led there, of code that is neither ours nor installed.

    None: there is no such code on its way, nor a call of what such code has given.
    """
    way = traceback.extract_tb(error.__traceback__)
    frames = [each for each in way if _is_file_of_user(each.filename)]
    if isinstance(error, SyntaxError) and error.filename and _is_file_of_user(error.filename):
        text = f"{type(error).__name__}: {error.msg}"
        return f"{text}: line {error.lineno} of {_shown(error.filename)}"
    words = " ".join(str(error).split())[:_MOST_TEXT]
    kind = type(error).__name__
    lines = [f"{kind}: {words}" if words else kind]
    if not frames:
        ours = [at for at, each in enumerate(way) if Path(each.filename).is_relative_to(_OURS)]
        if not ours or ours[-1] + 1 == len(way) or not _calls_given(way[ours[-1]].filename):
            return None
        where = f"line {way[-1].lineno} of {way[-1].filename}, in {way[-1].name}"
        return f"{lines[0]}: raised by the model, loss or data that it gives: {where}"
    last = frames[-1]
    lines[0] += f": line {last.lineno} of {_shown(last.filename)}, in {last.name}"
    lines += [
        f"  line {each.lineno} of {_shown(each.filename)}, in {each.name}: {each.line}"
        for each in frames[-_MOST_FRAMES:]
        if each.line
    ]
    return "\n".join(lines)


def _calls_given(name: str) -> bool:
    return name.endswith(_CALLS)


def _is_file_of_user(name: str) -> bool:
    if name.startswith("<"):  # made by a program
        return False
    path = Path(name).resolve()
    libraries = {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}
    others = [_OURS, *(Path(each).resolve() for each in libraries)]
    return not (set(_INSTALLED) & set(path.parts) or any(map(path.is_relative_to, others)))


def _shown(name: str) -> str:
    path = os.path.relpath(name)
    return name if path.startswith(os.pardir) else path
