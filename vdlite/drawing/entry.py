"""What a callback gives: the model, its data and its loss, built anew after the training."""

import importlib
import inspect
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from vdlite.errors import LandscapeError, shown
from vdlite.landscape.problem import Problem
from vdlite.snapshots.folder import About
from vdlite.snapshots.training import structure_of

Callback = Callable[[], Any]


def callback_at(entry: str) -> Callback:
    """The function of an entry such as "train:landscape" or "package.train:landscape", looked for here first.

    Raises LandscapeError if there is none.
    """
    module, _, name = entry.partition(":")
    if not module or not name:
        raise LandscapeError(f"entry: got {shown(entry)}, want module:function")
    # As with `python -m`; processes that are started later look there, too.
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        found: Any = importlib.import_module(module.removesuffix(".py"))
    except ModuleNotFoundError as error:
        wanted = module.removesuffix(".py")
        if not f"{wanted}.".startswith(f"{error.name}."):
            raise  # it is one that the user's own code asks for
        raise LandscapeError(f"entry: there is no module {error.name!r} here") from error
    for part in name.split("."):
        found = getattr(found, part, None)
    if not callable(found):
        raise LandscapeError(f"entry: module {module!r} has no function {name!r}")
    return found  # type: ignore[no-any-return]


def _check_arguments(callback: Callback) -> None:
    """Raises LandscapeError for a function that can't be called without arguments."""
    try:
        signature = inspect.signature(callback)
    except (TypeError, ValueError):  # no signature, as of functions that are written in C
        return
    try:
        signature.bind()
    except TypeError as error:
        name = getattr(callback, "__name__", type(callback).__name__)
        raise LandscapeError(
            f"callback_fn (--entry): got {name}{signature}, want a function without arguments that gives (model, data, loss)"
        ) from error


def problem_of(
    callback: Callback, defaults: Mapping[str, Any], given: Mapping[str, Any]
) -> Problem:
    """The problem of a callback, which gives (model, data, loss), a mapping with arguments of `TorchProblem`, or a problem.

    defaults: settings that the callback may replace. given: settings that replace the callback's.
    Raises LandscapeError for anything else.
    """
    _check_arguments(callback)
    made = callback()
    if hasattr(made, "evaluator") and hasattr(made, "weights"):
        if given:
            raise LandscapeError(
                f"settings: got {sorted(given)}, but callback_fn (--entry) gives a problem that is ready"
            )
        problem: Problem = made
        return problem
    if isinstance(made, tuple) and len(made) in (3, 4):
        made = dict(zip(("model", "data", "loss", "metrics"), made, strict=False))
    if not isinstance(made, Mapping) or not {"model", "data"} <= set(made):
        raise LandscapeError(
            f"callback_fn (--entry): got {shown(made)}, want (model, data, loss), or a mapping with these and other settings"
        )
    from vdlite.landscape.torch import TorchProblem

    arguments = {**defaults, **made, **given}
    if made.get("facts") and given.get("facts"):
        arguments["facts"] = {**made["facts"], **given["facts"]}
    model, data = arguments.pop("model"), arguments.pop("data")
    try:
        found = TorchProblem(model, data, **arguments)
    except TypeError as error:
        raise LandscapeError(f"callback_fn (--entry): {error}") from error
    found.recipe = partial(problem_of, callback, dict(defaults), dict(given))
    return found


def check_model(problem: Problem, about: About) -> None:
    """Raises LandscapeError if the snapshots are of another model than the callback's."""
    weights = problem.whole.weights
    found = {weight.name: weight.value.shape for weight in weights}
    kept = dict(zip(about.names, about.shapes, strict=True))
    missing = [name for name in kept if name not in found]
    more = [name for name in found if name not in kept]
    other = [name for name in kept if name in found and found[name] != kept[name]]
    if missing or more:
        some = missing[:3] or more[:3]
        raise LandscapeError(
            f"model: that of callback_fn (--entry) is not the one that was trained: {len(missing)} of its weights are missing, "
            f"{len(more)} are new, such as {some}"
        )
    if other:
        name = other[0]
        raise LandscapeError(
            f"model: that of callback_fn (--entry) is not the one that was trained: {name!r} has shape {found[name]}, "
            f"want {kept[name]}"
        )


def computes_otherwise(problem: Problem, about: About) -> bool:
    """True if the code of the callback's model is known to differ from that of the model that was trained."""
    now, then = structure_of(getattr(problem, "model", None)), about.structure
    version, _, _ = now.partition(":")
    return bool(now and then) and now != then and then.startswith(f"{version}:")
