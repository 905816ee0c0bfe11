"""How the curvature of snapshots is computed: the keywords of `compute_curvature` and the flags of `vdlite curvature`."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from vdlite.drawing.options import Report, SharpnessOptions, Unit
from vdlite.errors import LandscapeError, shown
from vdlite.landscape.keywords import NO_FLAG, Options, flag
from vdlite.landscape.options import ProblemOptions
from vdlite.landscape.weights import listed

CriticalAlong = Literal["gradient", "update", "nothing"]
"""gradient: of all samples at the snapshot. update: towards the next snapshot, by forward passes alone; it needs the
learning rate. nothing: no critical sharpness."""


@dataclass(frozen=True, kw_only=True)
class SeriesOptions(Options):
    """Options of curvature: of which snapshots it is computed, and what of it.

    compute_curvature(run, callback_fn, curvature_samples=None, learning_rate="train/lr")
    """

    tag: str | None = field(default=None, metadata=flag("--tag", "of the recorder (default: all)"))
    snapshots: Mapping[int, Any] | None = field(default=None, metadata=NO_FLAG)
    unit: Unit = field(
        default="step", metadata=flag("--unit", "what their numbers count (default: step)")
    )
    only: Iterable[str] | str = field(
        default=(),
        metadata=flag(
            "--only-weights",
            "the Hessian of no others: roles or patterns of names (default: all)",
            metavar="A,B",
        ),
    )
    learning_rate: float | str | None = field(
        default=None,
        metadata=flag(
            "--learning-rate",
            "the tag of its scalars, or a number (default: the recorder's, else the scalars learning_rate or lr)",
            metavar="TAG",
        ),
    )
    critical: CriticalAlong = field(
        default="gradient",
        metadata=flag("--critical", "critical sharpness along this (default: gradient)"),
    )
    density: bool = field(
        default=True, metadata=flag("--no-density", "neither density nor trace", const=False)
    )
    curvature_samples: int | None = field(
        default=512,
        metadata=flag("--curvature-samples", "that all is computed of (default: 512)", metavar="N"),
    )
    seed: int = field(default=0, metadata=flag("--seed", "of random vectors (default: 0)"))
    report: Report | None = field(default=None, metadata=NO_FLAG)

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, kind in (("unit", Unit), ("critical", CriticalAlong)):
            if (value := getattr(self, name)) not in get_args(kind):
                raise LandscapeError(f"{name}: got {shown(value)}, want one of {get_args(kind)}")
        if self.curvature_samples is not None and self.curvature_samples < 1:
            raise LandscapeError(
                f"curvature_samples: got {self.curvature_samples}, want 1 or more, or None for all"
            )
        object.__setattr__(self, "only", listed(self.only))
        object.__setattr__(self, "learning_rate", _rate(self.learning_rate))

    @property
    def only_these(self) -> tuple[str, ...]:
        return listed(self.only)


def _rate(given: float | str | None) -> float | str | None:
    """A number, also where a command line gives its text; else the name of a tag."""
    try:
        rate = float(given) if given is not None else None
    except (TypeError, ValueError):
        return given
    if rate is not None and not (rate > 0 and math.isfinite(rate)):
        raise LandscapeError(f"learning_rate: got {shown(given)}, want a number above 0, or a tag")
    return rate


@dataclass(frozen=True, kw_only=True)
class CurvatureSeriesOptions(SharpnessOptions, ProblemOptions, SeriesOptions):
    """All keywords of `compute_curvature`."""
