"""How barriers between models are computed: the keywords of `compute_barriers` and the flags of `vdlite barriers`."""

from dataclasses import dataclass, field
from typing import get_args

from vdlite.drawing.options import Report
from vdlite.errors import LandscapeError, shown
from vdlite.landscape.barriers.pairs import FEWEST_POINTS, Align
from vdlite.landscape.keywords import NO_FLAG, Options, flag
from vdlite.landscape.options import ProblemOptions


@dataclass(frozen=True, kw_only=True)
class LinesOptions(Options):
    """The lines that are computed.

    compute_barriers(run, callback_fn, ["runs/b", "runs/c"], align="both")
    """

    tag: str | None = field(
        default=None, metadata=flag("--tag", "of RUN's recorder (default: the first)")
    )
    points: int = field(
        default=11,
        metadata=flag("--points", "on each line, with both ends (default: 11)", metavar="N"),
    )
    align: Align = field(
        default="none",
        metadata=flag(
            "--align",
            "permute the channels of the second model of each pair: weights, both (with and without), none (default)",
        ),
    )
    report: Report | None = field(default=None, metadata=NO_FLAG)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.align not in get_args(Align):
            raise LandscapeError(f"align: got {shown(self.align)}, want one of {get_args(Align)}")
        if self.points < FEWEST_POINTS:
            raise LandscapeError(
                f"points: got {self.points}, want {FEWEST_POINTS} or more on each line"
            )


@dataclass(frozen=True, kw_only=True)
class BarrierOptions(ProblemOptions, LinesOptions):
    """All keywords of `compute_barriers`."""
