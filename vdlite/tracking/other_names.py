"""What `wandb` has beyond this: what is taken there and means nothing here, and names that are called otherwise."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Literal, ParamSpec, TypeVar

from vdlite.writer.arguments.hints import is_of_the_call
from vdlite.writer.notices import warn

P = ParamSpec("P")
T = TypeVar("T")

OF_RUN: Mapping[str, str] = {
    "watch": "vdlite.watch(model, run.writer)",
    "url": "the address that `vdlite --logdir DIR` prints",
    "dir": "run.logdir",
    "path": "run.logdir",
    "tags": "init(tags=...), or labels in the page",
    "notes": "init(notes=...), or notes in the page",
    "save": "not needed, as files stay where they are",
    "log_code": "run.writer.add_environment()",
    "log_artifact": "run.writer.add_text of a path, as there are no artifacts",
    "use_artifact": "run.writer.add_text of a path, as there are no artifacts",
    "alert": "run.writer.add_text, as there are no alerts",
}
"""Attributes of a run of `wandb`, and what there is instead."""


def tell_ignored(given: Mapping[str, object]) -> None:
    """Warn once of all arguments that were given and mean nothing here."""
    names = [name for name, value in given.items() if value is not None]
    if names:
        warn(
            "vdlite.init: nothing comes of %s: there is no account and no upload, and a run of the same name goes on",
            ", ".join(f"{name}={given[name]!r:.40}" for name in names),
        )


def goal_of(summary: str | None, goal: str | None) -> Literal["min", "max"] | None:
    """The goal of a metric, as `define_metric` gives it; None if it does not."""
    way = {"minimize": "min", "maximize": "max"}.get(goal or "", summary or "")
    if way == "min":
        return "min"
    return "max" if way == "max" else None


def of_dictionaries(method: Callable[P, T]) -> Callable[P, T]:
    """The method `log`; a call that has its values as arguments is asked to make a dictionary of them."""
    known = list(inspect.signature(method).parameters)

    @wraps(method)
    def call(*arguments: P.args, **named: P.kwargs) -> T:
        try:
            return method(*arguments, **named)
        except TypeError as error:
            unknown = [name for name in named if name not in known]
            if not unknown or not is_of_the_call(error):
                raise
            want = f"want a dictionary: run.log({{{unknown[0]!r}: ...}})"
            raise TypeError(f"Run.log(): got an argument {unknown[0]!r}, {want}") from None

    return call
