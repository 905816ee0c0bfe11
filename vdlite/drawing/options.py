"""How the landscapes of a run are drawn: the keywords of `compute_landscape` and the flags of `vdlite landscape`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, cast, get_args

from vdlite.errors import LandscapeError, shown
from vdlite.landscape.averages import Ensemble, check_ensemble
from vdlite.landscape.directions.axes import Directions
from vdlite.landscape.directions.factories import LI_ET_AL
from vdlite.landscape.directions.normalize import Norm
from vdlite.landscape.flatness.sharpness import Scale
from vdlite.landscape.keywords import NO_FLAG, Options, flag
from vdlite.landscape.options import ProblemOptions
from vdlite.landscape.surface.grid import Range, coordinates
from vdlite.landscape.surface.progress import Progress
from vdlite.landscape.surface.second_derivatives import AxisCurvature, check_axis_curvature
from vdlite.landscape.trajectory import Method
from vdlite.landscape.weights import listed

DirectionsKind = Literal["random", "gradient", "hessian", "saddle"]
"""saddle: along the eigenvectors of the largest and of the smallest eigenvalue."""

Report = Callable[[str, Progress], None]
"""Is called with the tag and interval of a landscape, and how far it is."""

Unit = Literal["step", "epoch"]


@dataclass(frozen=True, kw_only=True)
class SelectionOptions(Options):
    """Which landscapes are drawn; what the recorder was asked for, if left out.

    compute_landscape(run, callback_fn, result=False, intervals=[range(0, 100, 5)])
    compute_landscape(run, callback_fn, models=["other.pt"])  # the line to another model
    """

    tag: str | None = field(
        default=None,
        metadata=flag("--tag", "of the recorder, or of the records (default: landscape)"),
    )
    train: bool | None = field(default=None, metadata=NO_FLAG)
    result: bool | None = field(default=None, metadata=NO_FLAG)
    intervals: Iterable[Iterable[int]] | None = field(default=None, metadata=NO_FLAG)
    each_snapshot: bool = field(
        default=False,
        metadata=flag(
            "--each-snapshot",
            "the surroundings of every snapshot along the same directions, which the page plays",
        ),
    )
    models: Sequence[Any] = field(default=(), metadata=NO_FLAG)
    with_runs: Sequence[str | Path] = field(default=(), metadata=NO_FLAG)
    snapshots: Mapping[int, Any] | None = field(default=None, metadata=NO_FLAG)
    unit: Unit = field(
        default="step", metadata=flag("--unit", "what their numbers count (default: step)")
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.unit not in get_args(Unit):
            raise LandscapeError(f"unit: got {shown(self.unit)}, want 'step' or 'epoch'")


@dataclass(frozen=True, kw_only=True)
class PlaneOptions(Options):
    """Which points are computed, along which directions.

    compute_landscape(run, callback_fn, size=25, directions="saddle", norm="layer")
    compute_landscape(run, callback_fn, axes=1, x="-1:1:101")  # a line
    """

    size: int | None = field(
        default=None,
        metadata=flag("--size", "points along each side (default: the recorder's, 40)"),
    )
    x: Range | None = field(
        default=None,
        metadata=flag("--x", "coordinates along the first direction", metavar="MIN:MAX:NUMBER"),
    )
    y: Range | None = field(
        default=None,
        metadata=flag("--y", "coordinates along the second direction", metavar="MIN:MAX:NUMBER"),
    )
    axes: int = field(default=2, metadata=flag("--line", "along one direction", const=1))
    directions: str | Path | Directions = field(
        default="random",
        metadata=flag(
            "--directions",
            "random (default), gradient, hessian, saddle, or a file: .npz of Directions.save, .h5 of directions",
            metavar="KIND",
        ),
    )
    save_directions: str | Path | None = field(
        default=None,
        metadata=flag(
            "--save-directions",
            "also write them, .npz or .h5, for --directions of other runs; of several landscapes to numbered files",
            metavar="FILE",
        ),
    )
    same: bool = field(
        default=False,
        metadata=flag(
            "--same", "both axes along the first random direction: is it the noise of another one?"
        ),
    )
    seed: int = field(default=0, metadata=flag("--seed", "of random directions (default: 0)"))
    norm: Norm = field(
        default="filter",
        metadata=flag("--norm", "how long random directions are (default: filter)"),
    )
    ignore: Iterable[str] | str | None = field(
        default=None,
        metadata=flag(
            "--ignore",
            "roles (bias, norm, ...) or patterns of names (default: bias,norm)",
            metavar="A,B",
        ),
    )
    only: Iterable[str] | str | None = field(
        default=None,
        metadata=flag(
            "--only-weights",
            "move no others: roles or patterns of names, such as 'head.*' (default: all)",
            metavar="A,B",
        ),
    )
    streamed: bool = field(
        default=False,
        metadata=flag(
            "--streamed",
            "draw random directions anew for each point: no memory for them, more time",
        ),
    )
    orthogonal: bool = field(
        default=False,
        metadata=flag("--orthogonal", "make the directions stand at a right angle"),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.size is not None and self.size < 2:
            raise LandscapeError(f"size: got {self.size} points along each side, want 2 or more")
        for name in ("x", "y"):
            if (given := getattr(self, name)) is not None:
                coordinates(given, name)
        for name in ("ignore", "only"):
            if (given := getattr(self, name)) is not None:
                object.__setattr__(self, name, listed(given))

    @property
    def ignored_at_random(self) -> tuple[str, ...]:
        """What random directions leave alone."""
        return LI_ET_AL if self.ignore is None else listed(self.ignore)

    @property
    def only_these(self) -> tuple[str, ...]:
        """What is moved alone; all, if there is none."""
        return () if self.only is None else listed(self.only)

    @property
    def ignored_by_path(self) -> tuple[str, ...]:
        """What the plane of a path leaves alone."""
        return () if self.ignore is None else listed(self.ignore)


@dataclass(frozen=True, kw_only=True)
class PathOptions(Options):
    """How the plane of a path is found, and its snapshots in it.

    compute_landscape(run, callback_fn, result=False, centered=False, method="cosine")
    """

    centered: bool = field(
        default=True,
        metadata=flag(
            "--uncentered",
            "principal components around the last snapshot, not the mean",
            const=False,
        ),
    )
    method: Method = field(
        default="lstsq",
        metadata=flag("--method", "how snapshots are projected (default: lstsq)"),
    )
    averages: Sequence[int | str] | int | str = field(
        default=(),
        metadata=flag(
            "--averages",
            "mark the means of the last K snapshots on the path's plane, with their own loss; all: of every K",
            metavar="K,K",
        ),
    )
    ensemble: Ensemble = field(
        default="",
        metadata=flag(
            "--ensemble",
            "also the mean prediction of these snapshots: of outputs, or of the probabilities that logits stand for",
            choices=("outputs", "probabilities"),
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        check_ensemble(self.ensemble)
        given = [self.averages] if isinstance(self.averages, (int, str)) else self.averages
        numbers = [one for each in given for one in (str(each).split(",")) if one]
        for one in numbers:
            if one != "all" and not (one.isascii() and one.isdigit() and int(one) >= 2):
                raise LandscapeError(
                    f"averages: got {shown(one)}, want numbers of snapshots, 2 or more, or 'all'"
                )
        object.__setattr__(self, "averages", tuple(numbers))
        if self.ensemble and not numbers:
            raise LandscapeError("ensemble: got it without averages, which say of how many")

    def averaged(self, snapshots: int) -> tuple[int, ...]:
        """Of how many of the last snapshots there are means, where there are so many; rising.

        Raises LandscapeError if there are too few for any of them.
        """
        asked = listed(cast("tuple[str, ...]", self.averages))
        numbers = set(range(2, snapshots + 1)) if "all" in asked else set()
        numbers |= {int(one) for one in asked if one != "all"}
        if asked and not any(one <= snapshots for one in numbers):
            raise LandscapeError(
                f"averages: got {', '.join(asked)}, but the path has only {snapshots} snapshots"
            )
        return tuple(sorted(one for one in numbers if one <= snapshots))


@dataclass(frozen=True, kw_only=True)
class CurvatureOptions(Options):
    """What is computed of the Hessian.

    compute_landscape(run, callback_fn, with_curvature=True, curvature_size=9)
    """

    with_curvature: bool = field(
        default=False, metadata=flag("--curvature", "eigenvalues of the Hessian at the center")
    )
    axis_curvature: AxisCurvature = field(
        default="auto",
        metadata=flag(
            "--axis-curvature",
            "along the axes: auto (default), exact by the hessian, fit of 20 points, or of the grid",
        ),
    )
    curvature_size: int = field(
        default=0,
        metadata=flag("--curvature-size", "map of their ratio with N x N points", metavar="N"),
    )
    curvature_samples: int | None = field(
        default=512, metadata=flag("--curvature-samples", "for both (default: 512)", metavar="N")
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        check_axis_curvature(self.axis_curvature)
        if self.curvature_size < 0:
            raise LandscapeError(
                f"curvature_size: got {self.curvature_size} points along each side, "
                "want 1 or more, or 0 for no map"
            )


@dataclass(frozen=True, kw_only=True)
class SharpnessOptions(Options):
    """How far the loss rises around the model, in all directions; see `sharpness`.

    compute_landscape(run, callback_fn, with_sharpness=True, sharpness_radius=0.1)
    """

    with_sharpness: bool = field(
        default=False,
        metadata=flag("--sharpness", "rise of the loss within a radius: mean and worst case"),
    )
    sharpness_radius: float = field(
        default=0.05,
        metadata=flag("--sharpness-radius", "in the unit of the weights (default: 0.05)"),
    )
    adaptive_radius: float = field(
        default=0.5,
        metadata=flag("--adaptive-radius", "in the scale of the weights (default: 0.5)"),
    )
    adaptive_scale: Scale = field(
        default="element",
        metadata=flag("--adaptive-scale", "of each weight, or of its filter (default: element)"),
    )
    sharpness_directions: int = field(
        default=32,
        metadata=flag("--sharpness-directions", "random ones (default: 32)", metavar="N"),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("sharpness_radius", "adaptive_radius"):
            if not getattr(self, name) > 0:
                raise LandscapeError(f"{name}: got {getattr(self, name)}, want a number above 0")
        if self.adaptive_scale not in get_args(Scale):
            raise LandscapeError(
                f"adaptive_scale: got {shown(self.adaptive_scale)}, want one of {get_args(Scale)}"
            )
        if self.sharpness_directions < 2:
            raise LandscapeError(
                f"sharpness_directions: got {self.sharpness_directions}, want 2 or more"
            )


@dataclass(frozen=True, kw_only=True)
class WorkerOptions(Options):
    """Who computes, and who is called with the progress; see `compute_surface`.

    compute_landscape(run, callback_fn, workers=4)
    compute_landscape(run, callback_fn, devices=["cuda:0", "cuda:1"])
    """

    executor: Executor | None = field(default=None, metadata=NO_FLAG)
    workers: int | None = field(
        default=None,
        metadata=flag("--workers", "processes (default: one for each core or device)", metavar="N"),
    )
    devices: Sequence[str] | None = field(
        default=None,
        metadata=flag("--devices", "such as cuda:0,cuda:1: one process for each", metavar="A,B"),
    )
    report: Report | None = field(default=None, metadata=NO_FLAG)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.workers is not None and self.workers < 1:
            raise LandscapeError(f"workers: got {self.workers}, want 1 or more")


@dataclass(frozen=True, kw_only=True)
class LandscapeOptions(
    WorkerOptions,
    SharpnessOptions,
    CurvatureOptions,
    ProblemOptions,
    PathOptions,
    PlaneOptions,
    SelectionOptions,
):
    """All keywords of `compute_landscape`."""


GROUPS = LandscapeOptions.__bases__[::-1]
"""In the order in which the command line tells them."""
