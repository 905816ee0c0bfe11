"""How a training ended, as far as the exception says that ended it."""

import sys
from contextlib import suppress
from types import FrameType

from vdlite.errors import PayloadError, shown
from vdlite.format.outcome import OUTCOMES, Outcome, known_outcome

_BY_NAME: dict[str, Outcome] = {"TrialPruned": "pruned", "CancelledError": "killed"}
"""Exceptions of Optuna and asyncio, which need not be imported to be known."""


def check_outcome(outcome: object) -> Outcome:
    """The outcome, if it is one. Raises PayloadError otherwise."""
    known = known_outcome(outcome)
    if known is None:
        want = " or ".join(map(repr, OUTCOMES))
        raise PayloadError(f"outcome: got {shown(outcome)}, want {want}, or None")
    return known


def outcome_of_block(
    kind: type[BaseException] | None, error: BaseException | None
) -> Outcome | None:
    """How a `with` block ended that a writer was open for."""
    return "finished" if kind is None else outcome_of_error(kind, error)


def outcome_of_error(kind: type[BaseException], error: BaseException | None) -> Outcome | None:
    """The outcome that an exception means for the training that it ends; None of one that may mean anything."""
    if issubclass(kind, SystemExit):
        return "finished" if _is_zero(error) else "failed"
    if issubclass(kind, KeyboardInterrupt):
        return "killed"
    named = (_BY_NAME.get(each.__name__) for each in kind.__mro__)
    return next(filter(None, named), "failed" if issubclass(kind, Exception) else None)


def _is_zero(error: BaseException | None) -> bool:
    """True if the program exits with 0; a code may be anything, of which nothing is known."""
    code: object = ""
    with suppress(
        Exception
    ):  # a property of somebody's own class: what it does costs no log its end
        code = getattr(error, "code", None)
    return code is None or (isinstance(code, int) and int(code) == 0)


def outcome_at_exit() -> Outcome | None:
    """How the program ended whose end this is; None unless an exception ended it.

    A program that calls `sys.exit` is not distinguished from one that comes to its end.
    """
    if hasattr(sys, "ps1"):  # people go on after an error
        return None
    error: BaseException | None = getattr(sys, "last_value", None)
    trace = error.__traceback__ if isinstance(error, BaseException) else None
    # Others have their errors printed, too, and go on: theirs begin elsewhere.
    if error is None or trace is None or not _is_outermost(trace.tb_frame):
        return None
    return outcome_of_error(type(error), error)


def _is_outermost(frame: FrameType) -> bool:
    """True for the frame of a whole program: a script, or a module that `python -m` runs."""
    module = frame.f_globals.get("__name__")
    return module == "runpy" or (module == "__main__" and frame.f_code.co_name == "<module>")
