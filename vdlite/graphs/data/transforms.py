"""Transforms: what is done to each sample."""

from __future__ import annotations

import functools
import types
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from vdlite.graphs.data.hashes import hash_of_code
from vdlite.graphs.data.held import (
    class_names,
    has_method,
    held,
    held_modules,
    parts,
)
from vdlite.graphs.data.values import function_name, is_function
from vdlite.kinds.graph.types import Plain

if TYPE_CHECKING:
    from vdlite.graphs.data.stages import Role
    from vdlite.graphs.data.walk import Walk

_ONE_OF = {"RandomChoice", "OneOf", "OneOrOther"}
_MAYBE = {"RandomApply", "Sometimes"}
_RANDOM = {
    *("ColorJitter", "AutoAugment", "RandAugment", "TrivialAugmentWide", "AugMix", "GaussianBlur"),
    *(
        "ElasticTransform",
        "ScaleJitter",
        "GaussianNoise",
        "MixUp",
        "CutMix",
        "_RandomApplyTransform",
    ),
    *("RandomOrder", "SomeOf", "Dropout", "JPEG", "Erasing", "_BaseMixUpCutMix"),
}
_SIMPLE = (bool, int, float, str)
_ALBUMENTATIONS = {"BasicTransform", "BaseCompose"}
_CHOICES = ("p", "n", "replace")  # of a container: whether and how many of its transforms
_BOOKKEEPING = {
    *("params", "processors", "seed", "random_generator", "py_random", "invalid_args"),
    *("replay_mode", "deterministic", "applied_in_replay", "save_applied_params"),
}


def transformed(walk: Walk, transform: Any, inputs: Sequence[int]) -> list[int]:
    """The stages whose outputs are what the transform makes of those of the inputs."""
    if isinstance(transform, functools.partial):
        return [_partial(walk, transform, inputs)]
    if isinstance(transform, types.FunctionType):
        return [function(walk, transform, "transform", inputs)]
    if isinstance(transform, types.MethodType):
        return _method(walk, transform, inputs)
    inner = contained(transform)
    if inner is not None:
        return _contained(walk, transform, inner, inputs)
    return [_single(walk, transform, inputs)]


def is_transform(value: Any) -> bool:
    """True if a value can be called: a function, or an object of a class with `__call__`."""
    if isinstance(value, type):
        return False
    return (
        isinstance(value, functools.partial) or is_function(value) or has_method(value, "__call__")
    )


def function(
    walk: Walk,
    given: types.FunctionType,
    role: Role,
    inputs: Sequence[int],
    more: Mapping[str, Any] | None = None,
) -> int:
    """A stage of a function: its file and line, a hash of what it does, and the plain values that it has closed over.

    more: arguments that it is called with.
    """
    code = given.__code__
    name = "lambda" if given.__name__ == "<lambda>" else given.__name__
    closed: dict[str, Any] = {}
    for free, cell in zip(code.co_freevars, given.__closure__ or (), strict=False):
        try:
            value = cell.cell_contents
        except ValueError:  # it is still empty
            continue
        if isinstance(value, _SIMPLE):
            closed[free] = value
    parameters = {
        each: walk.value(value, each) for each, value in (closed | dict(more or {})).items()
    }
    at = walk.stage(given, role, inputs, type=name, parameters=parameters, code=_hash_of_own(code))
    stage = walk.pipeline.stages[at]
    stage.file, stage.line = code.co_filename, code.co_firstlineno
    return at


def _partial(walk: Walk, transform: functools.partial[Any], inputs: Sequence[int]) -> int:
    more: dict[str, Any] = {}
    inner: Any = transform
    while isinstance(inner, functools.partial):
        more = (
            {f"args[{at}]": value for at, value in enumerate(inner.args)}
            | dict(inner.keywords)
            | more
        )
        inner = inner.func
    if isinstance(inner, types.FunctionType):
        at = function(walk, inner, "transform", inputs, more)
        walk.pipeline.stages[at].owner = transform
        return at
    parameters = {name: walk.value(value, name) for name, value in more.items()}
    return walk.stage(
        transform, "transform", inputs, type=function_name(inner), parameters=parameters
    )


def _method(walk: Walk, transform: types.MethodType, inputs: Sequence[int]) -> list[int]:
    """A stage of a method, by its own name: what it belongs to is often the dataset itself."""
    inner = transform.__func__
    if not isinstance(inner, types.FunctionType):  # one that is not written in Python
        return [walk.stage(transform, "transform", inputs, parameters={})]
    at = function(walk, inner, "transform", inputs)
    walk.pipeline.stages[at].owner = transform
    return [at]


def contained(transform: Any) -> dict[str, Any] | None:
    """The transforms inside of one that holds others, by name; None if it is no such thing."""
    names = class_names(transform)
    if "Sequential" in names or "ModuleList" in names:
        modules = held_modules(transform)
        if modules is not None:
            return dict(modules)
    attributes = held(transform)
    inside = attributes.get("transforms")
    if isinstance(transform, (list, tuple)):
        inside = transform
    found = parts(inside)
    if not found or not all(is_transform(each) for each in found):
        return None
    return {str(at): each for at, each in enumerate(found)}


def _contained(
    walk: Walk, transform: Any, inner: Mapping[str, Any], inputs: Sequence[int]
) -> list[int]:
    kind = type(transform).__name__
    with walk.container(kind, kind):
        parameters = _container_parameters(walk, transform)
        chance = parameters.get("p")
        is_maybe = kind in _MAYBE or (isinstance(chance, float) and chance < 1)
        is_one_of = kind in _ONE_OF
        before = list(inputs)
        if is_maybe or is_one_of or kind in _RANDOM:
            before = [walk.stage(transform, "random", inputs, parameters=parameters)]
        elif parameters:
            before = [walk.stage(transform, "transform", inputs, parameters=parameters)]
        ends: list[int] = []
        now = before
        for each in inner.values():
            now = walk.transformed(each, before if is_one_of else now)
            if is_one_of:
                ends += now
        ends = ends if is_one_of else now
        # What was not chosen goes past.
        return list(dict.fromkeys([*ends, *before] if is_maybe else ends))


def _container_parameters(walk: Walk, transform: Any) -> dict[str, Plain]:
    if isinstance(transform, (list, tuple)) or "Sequential" in class_names(transform):
        return {}
    if _ALBUMENTATIONS.intersection(class_names(transform)):
        kept = held(transform)
        given = {name: walk.value(kept[name], name) for name in _CHOICES if name in kept}
        return {} if given == {"p": 1.0} else given
    parameters = walk.parameters(transform, {"transforms"})
    return {name: value for name, value in parameters.items() if value is not None}


def _single(walk: Walk, transform: Any, inputs: Sequence[int]) -> int:
    attributes = held(transform)
    names = class_names(transform)
    without = {"transforms"} if "ModuleList" in names else set()
    if _ALBUMENTATIONS.intersection(names):
        parameters = walk.parameters(transform, _BOOKKEEPING)
    else:
        parameters = walk.parameters(transform, without)
    chance = attributes.get("p")
    is_random = any(name.startswith("Random") or name in _RANDOM for name in names) or (
        isinstance(chance, float) and 0 < chance < 1
    )
    at = walk.stage(
        transform, "random" if is_random else "transform", inputs, parameters=parameters
    )
    _point_at_function(walk, at, attributes)
    return at


def _point_at_function(walk: Walk, at: int, attributes: Mapping[str, Any]) -> None:
    """Note where the only function that a transform holds is defined, as of `Lambda`."""
    held_functions = [each for each in attributes.values() if _function_in(each) is not None]
    if len(held_functions) != 1:
        return
    stage = walk.pipeline.stages[at]
    inner = held_functions[0]
    while isinstance(inner, functools.partial):
        for name, value in inner.keywords.items():
            stage.parameters.setdefault(name, walk.value(value, name))
        inner = inner.func
    if isinstance(inner, types.FunctionType):
        code = inner.__code__
        stage.file, stage.line = code.co_filename, code.co_firstlineno
        own = _hash_of_own(code)
        stage.facts |= {} if own is None else {"code": own}


def _hash_of_own(code: types.CodeType) -> str | None:
    """The hash of one's own code: installed packages' code changes with their versions, and those of Python."""
    return None if "-packages" in code.co_filename else hash_of_code(code)


def _function_in(value: Any) -> types.FunctionType | None:
    while isinstance(value, functools.partial):
        value = value.func
    return value if isinstance(value, types.FunctionType) else None
