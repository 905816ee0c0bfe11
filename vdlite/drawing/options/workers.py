"""Options of the computation: which processes compute landscapes, and what hears of their progress."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field

from vdlite.errors import LandscapeError
from vdlite.landscape.keywords import NO_FLAG, Options, flag
from vdlite.landscape.surface.progress import Progress

Report = Callable[[str, Progress], None]
"""Is called with the tag and interval of a landscape, and how far it is."""


@dataclass(frozen=True, kw_only=True)
class WorkerOptions(Options):
    """The workers that compute, and the function that is called with the progress; see `compute_surface`.

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
