"""Options of the path: the way of a training through its landscapes, and the means of its snapshots."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

from vdlite.errors import LandscapeError, shown
from vdlite.landscape.averages import Ensemble, check_ensemble
from vdlite.landscape.keywords import Options, flag
from vdlite.landscape.trajectory import Method
from vdlite.landscape.weights import listed


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
        """Numbers of last snapshots of which there are means, where there are so many; rising.

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
