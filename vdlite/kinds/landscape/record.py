"""How a landscape was made: what is known by name and type, and whatever else somebody has logged.

Each class is a mapping of plain values, too, as it is on disk: `settings["loss"]` is `settings.loss`.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Plain: TypeAlias = bool | int | float | str | Sequence[Any] | None
"""What a record can hold beside its known fields."""

Known = TypeVar("Known", bound="Fields")


def to_plain(record: Fields) -> dict[str, Any]:
    """All that is known, by the names that it has on disk: numbers, text, booleans, None, lists, and columns."""
    plain: dict[str, Any] = {}
    for one in fields(record):
        value = getattr(record, one.name)
        if one.name != "extra" and value is not None:
            plain[_key(one)] = list(value) if isinstance(value, tuple) else value
    return {**plain, **record.extra}


def from_plain(kind: type[Known], plain: Mapping[str, Any]) -> Known:
    """The inverse. What has the name of a known field, but not its type, stays in `extra`: any program writes these."""
    hints = _hints(kind)
    known = {_key(one): one for one in fields(kind) if one.name != "extra"}
    given: dict[str, Any] = {}
    extra: dict[str, Plain] = {}
    for name, value in plain.items():
        one = known.get(name)
        if one is not None and _has_type(value, hints[one.name]):
            given[one.name] = tuple(value) if isinstance(value, list) else value
        else:
            extra[name] = value
    return kind(**given, extra=extra)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Fields(Mapping[str, Any]):
    """Known fields, None where there is nothing, and others."""

    extra: Mapping[str, Plain] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        return to_plain(self)[name]

    def __iter__(self) -> Iterator[str]:
        return iter(to_plain(self))

    def __len__(self) -> int:
        return len(to_plain(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({to_plain(self)})"


def _key(one: Any) -> str:
    """The name on disk."""
    return str(one.metadata.get("key", one.name))


@functools.cache
def _hints(kind: type[Fields]) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _has_type(value: Any, hint: Any) -> bool:
    """True if a plain value is what a field is declared as; a list stands for a tuple."""
    if get_origin(hint) in (Union, types.UnionType):
        return value is not None and any(_has_type(value, one) for one in get_args(hint))
    if get_origin(hint) is tuple:
        return isinstance(value, (list, tuple)) and all(
            _has_type(one, get_args(hint)[0]) for one in value
        )
    if get_origin(hint) is Mapping:
        return isinstance(value, Mapping) and all(
            _has_type(one, get_args(hint)[1]) for one in value.values()
        )
    if hint == Floats:  # the origin of which is another one in each NumPy
        return isinstance(value, np.ndarray) and value.ndim == 1
    if isinstance(value, bool):
        return hint is bool
    return isinstance(value, (int, float) if hint is float else hint)


# Summaries keep the first fields where there is no room for all.


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class DirectionsRecord(Fields):
    """How the axes were made."""

    kind: str | None = None  # "random", "pca", "towards", "gradient", "hessian", "given"
    norm: str | None = None
    seed: int | None = None
    explained: tuple[float, ...] | None = None  # shares of the variance
    moved: str | None = field(default=None, metadata={"key": "parameters"})  # "weights" or "states"
    ignore: tuple[str, ...] | None = None
    angle: float | None = None  # degrees
    lengths: tuple[float, ...] | None = None  # in the unit of the weights
    eigenvalues: tuple[float, ...] | None = None
    fingerprint: str | None = None
    curvatures: tuple[float, ...] | None = None
    """Second derivatives of the loss along each axis, at the center."""
    curvature_errors: tuple[float, ...] | None = None
    curvature_method: str | None = None  # "hessian": of its products; "fit": of a parabola
    circle_radius: float | None = None
    """Of a circle around the center on which losses were computed."""
    circle_greatest: float | None = None
    """The greatest of them."""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Provenance(Fields):
    """How the values were computed, and of which training."""

    mode: str | None = (
        None  # "train", "result", "line", "plane", "curvature", "spectrum", "barriers", "curve"
    )
    interval: tuple[int, ...] | None = None  # first and last step or epoch
    unit: str | None = None  # "step" or "epoch"
    model: str | None = None
    loss: str | None = None
    samples: int | None = None
    sampling: str | None = None  # "random", "stratified" or "first", where they are not all
    population: int | None = None  # how many samples they were chosen of
    standard_error: float | None = None  # of the loss at the center, for that
    optimizer: str | None = None
    learning_rate: float | tuple[float, ...] | None = None
    steps_per_epoch: int | None = None
    batch_norm: str | None = None
    precision: str | None = None
    seconds: float | None = None  # what computing took, at the end only
    parameter_count: int | None = field(default=None, metadata={"key": "parameters"})
    frozen: int | None = (
        None  # numbers of parameters that were left alone, since they are not trained
    )
    batch_size: int | None = None
    device: str | None = None
    version: str | None = None
    model_fingerprint: str | None = None
    training: bool | None = None
    compiled: bool | None = None
    rounding: float | None = None  # how far the loss is off, as a share of it
    checked: float | None = None  # the same, from that of a fresh copy of the model at some points
    anew: bool | None = (
        None  # each point by a fresh copy, since what is used twice gave other values
    )
    left_out: tuple[int, ...] | None = None  # steps of unusable snapshots
    model_changed: bool | None = None  # its code is not that of the trained one
    products: int | None = None  # of a map of the curvature, at each point


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Curvature(Fields):
    """The facts known of the Hessian at the center."""

    eigenvalues: Floats | None = None  # [K], falling
    errors: Floats | None = None  # [K], of the eigenvalues
    trace: float | None = None
    trace_error: float | None = None
    samples: float | None = None
    density: Mapping[str, Floats] | None = None  # x and y, [N] each
    products: int | None = None  # with vectors, that it took
    parameter_count: int | None = field(default=None, metadata={"key": "parameters"})
    critical_sharpness: float | None = None  # 2 / the smallest step that raises the loss
    critical_error: float | None = None
    critical_along: str | None = None  # "gradient" or "update"


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Sharpness(Fields):
    """How far the loss rises within a radius around the model, in all directions."""

    radius: float | None = None  # Euclidean, in the unit of the weights
    mean: float | None = None  # rise of the loss at the radius, over random directions
    mean_error: float | None = None  # standard error
    spread: float | None = None  # standard deviation of the rise at a point
    worst: float | None = None  # the greatest rise that was found: a lower bound
    adaptive_radius: float | None = None  # in the scale of the weights
    adaptive_scale: str | None = None  # "element" or "filter"
    adaptive_mean: float | None = None
    adaptive_mean_error: float | None = None
    adaptive_spread: float | None = None
    adaptive_worst: float | None = None
    directions: int | None = None
    steps: int | None = None  # of the ascent
    seed: int | None = None
    samples: int | None = None
