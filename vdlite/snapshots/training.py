"""The facts read off a training: the weights of its model, what that computes, and how its optimizer is set."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, cast

import numpy as np

from vdlite.errors import LandscapeError, shown
from vdlite.landscape.weights import Array, Weight, as_weights

Source = Callable[[], Sequence[Weight]]


def source_of(model: Any) -> Source:
    """Gives the weights as they are when it is called. Raises LandscapeError for what has none."""
    if hasattr(model, "named_parameters"):
        from vdlite.landscape.torch.modules import bare, weights_of

        inner = bare(model)
        return lambda: weights_of(inner, "whole")
    if callable(model):
        function = cast(Callable[[], Sequence[Array | Weight]], model)
        return lambda: _as_copies(function())
    if isinstance(model, Sequence) and not isinstance(model, str):
        return lambda: _as_copies(model)
    raise LandscapeError(
        f"model: got {shown(model)}, want a torch module, a list of arrays, or a function that gives one"
    )


def _as_copies(arrays: Sequence[Array | Weight]) -> tuple[Weight, ...]:
    return tuple(
        replace(weight, value=np.array(weight.value))  # the training changes its own in place
        for weight in as_weights(arrays)
    )


def name_of(thing: Any) -> str:
    if isinstance(thing, str):
        return thing
    scripted = getattr(thing, "original_name", None)  # of a torch module
    own = scripted if isinstance(scripted, str) else getattr(thing, "__name__", None)
    return str(own or type(thing).__name__)


def structure_of(model: Any) -> str:
    """The code by which a torch module computes with its weights; empty for anything else.

    Only models of the same version of Python can be compared: each has byte code of its own; and scripted ones with
    each other only.
    """
    if not hasattr(model, "named_modules"):
        return ""
    from vdlite.landscape.identity import structure
    from vdlite.landscape.torch.modules import bare, is_scripted

    major, minor = sys.version_info[:2]
    inner = bare(model)
    return f"{'script-' if is_scripted(inner) else ''}{major}.{minor}:{structure(inner)}"


def learning_rate(optimizer: Any) -> float | None:
    """The rate of the first group of a torch optimizer; None where there is none."""
    groups = getattr(optimizer, "param_groups", None)
    try:
        return float(groups[0]["lr"]) if groups else None
    except (KeyError, TypeError, ValueError, IndexError):
        return None
