"""Options that do not go together: what would be ignored is refused, before anything is computed."""

from pathlib import Path

from vdlite.drawing.options import LandscapeOptions
from vdlite.errors import LandscapeError
from vdlite.landscape.keywords import Given

_OF_SHARPNESS = ("sharpness_radius", "adaptive_radius", "adaptive_scale", "sharpness_directions")


def check_combination(run: Path, given: Given[LandscapeOptions]) -> None:
    """Raises LandscapeError for what can't be had together."""
    options = given.options
    ways = [name for name in ("with_runs", "models", "each_snapshot") if getattr(options, name)]
    if len(ways) > 1:
        raise LandscapeError(f"{ways[0]}: got it with {ways[1]}, want one of them")
    if ways:
        for name in ("train", "result"):
            if name in given.names and getattr(options, name) is not None:
                raise LandscapeError(f"{name}: got it with {ways[0]}, which draws neither of both")
    if options.averages and (ways or options.train is False or _has_no_path(options)):
        raise LandscapeError("averages: got no path that they could be marked on, want train")
    if options.with_runs and options.axes == 1:
        raise LandscapeError("axes: got 1 with with_runs, want the plane of all paths")
    for other in options.with_runs:
        if Path(other).resolve() == run.resolve():
            raise LandscapeError(f"with_runs: got the run itself: {other}")
    lonely = [name for name in _OF_SHARPNESS if name in given.names]
    if lonely and not options.with_sharpness:
        raise LandscapeError(f"{lonely[0]}: got it without with_sharpness (--sharpness)")


def _has_no_path(options: LandscapeOptions) -> bool:
    return options.axes == 1 and options.train is None
