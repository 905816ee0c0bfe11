"""Options of the plane of a landscape: its points, and the directions along its axes."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from vdlite.errors import LandscapeError
from vdlite.landscape.directions.axes import Directions
from vdlite.landscape.directions.factories import LI_ET_AL
from vdlite.landscape.directions.normalize import Norm
from vdlite.landscape.keywords import Options, flag
from vdlite.landscape.surface.grid import Range, coordinates
from vdlite.landscape.weights import listed

DirectionsKind = Literal["random", "gradient", "hessian", "saddle"]
"""saddle: along the eigenvectors of the largest and of the smallest eigenvalue."""


@dataclass(frozen=True, kw_only=True)
class PlaneOptions(Options):
    """The points that are computed, and the directions that they lie along.

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
        """The weights that random directions leave alone."""
        return LI_ET_AL if self.ignore is None else listed(self.ignore)

    @property
    def only_these(self) -> tuple[str, ...]:
        """The weights that are moved alone; all, if there is none."""
        return () if self.only is None else listed(self.only)

    @property
    def ignored_by_path(self) -> tuple[str, ...]:
        """The weights that the plane of a path leaves alone."""
        return () if self.ignore is None else listed(self.ignore)
