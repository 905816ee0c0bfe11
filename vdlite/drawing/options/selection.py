"""The choice of the landscapes of a run that are drawn."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from vdlite.errors import LandscapeError, shown
from vdlite.landscape.keywords import NO_FLAG, Options, flag

Unit = Literal["step", "epoch"]


@dataclass(frozen=True, kw_only=True)
class SelectionOptions(Options):
    """The landscapes that are drawn; what the recorder was asked for, if left out.

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
