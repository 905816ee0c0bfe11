"""What `vdlite landscape` prints: how far it is, and what it has drawn."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vdlite.kinds.landscape import Landscape
    from vdlite.landscape.surface.progress import Progress


_ENOUGH = 31  # points along each axis, of which sharpness is not only an estimate


class ProgressLines:
    """The progress: one line that changes in a terminal, now and then a line elsewhere."""

    def __init__(self, first: str) -> None:
        """first: is printed before anything is computed."""
        self._first = first
        self._tag = ""
        self._next = 0.0  # seconds since the landscape began, when the next line is due
        self._open = False

    def __call__(self, tag: str, progress: Progress) -> None:
        if self._first:
            print(self._first, file=sys.stderr)
            self._first = ""
        if tag != self._tag:
            self.end()
            self._tag, self._next = tag, 0.0
        if sys.stdout.isatty():
            print(f"\r\x1b[K{tag}: {progress}", end="", flush=True)
            self._open = True
        elif progress.seconds >= self._next or progress.done == progress.total:
            print(f"{tag}: {progress}", flush=True)
            # Ever more seldom: a log file that is looked at tomorrow needs no line for each second.
            self._next = max(1.0, 1.5 * progress.seconds)

    def end(self) -> None:
        if self._open:
            print()
            self._open = False


def tags_of(run: str, made: Sequence[Landscape]) -> Iterator[str]:
    """The tags of landscapes in the log; two recorders may have landscapes of the same id there."""
    from vdlite.reader import LogReader

    known: dict[str, list[str]] = {}
    for one in LogReader(run).landscapes("."):
        known.setdefault(one.id, []).append(one.tag)
    for landscape in made:
        tags = known.get(landscape.id, ["landscape"])
        yield tags.pop(0) if len(tags) > 1 else tags[0]


def summary_of(tag: str, landscape: Landscape) -> str:
    """One line on what was drawn."""
    loss = landscape.metrics[0]
    interval = landscape.settings.interval
    name = tag if interval is None else f"{tag} {interval[0]}-{interval[1]}"
    shape = " x ".join(str(side) for side in reversed(landscape.shape))
    center = landscape.center.get(loss, math.nan)
    return ", ".join(
        [f"{name}: {shape} points", f"{loss} {center:.6g} at the center", *_more(landscape)]
    )


def _more(landscape: Landscape) -> Iterator[str]:
    """The remarks of a landscape, where it has some."""
    from vdlite.kinds.landscape import Curvature
    from vdlite.landscape.flatness.measure import flatness

    explained = landscape.directions.explained
    if explained:
        yield "axes explain " + " and ".join(f"{100 * share:.1f} %" for share in explained)
    flat = flatness(landscape) if landscape.settings.mode == "result" else None
    if flat is not None:
        coarse = flat.sharpness_method == "grid" and min(landscape.shape) < _ENOUGH
        rough = "≈ " if coarse else ""
        yield f"sharpness {rough}{flat.sharpness:.4g} within {flat.radius:.3g}"
    curvature = landscape.curvature or Curvature()
    values, errors = curvature.eigenvalues, curvature.errors
    if values is not None and errors is not None and len(values):
        ends = [f"{values[place]:.4g} ± {errors[place]:.1g}" for place in (0, -1)]
        yield f"eigenvalues {ends[0]} to {ends[1]}"
    rises = landscape.sharpness
    if rises is not None and rises.mean is not None:
        yield f"mean rise {rises.mean:.4g} ± {rises.mean_error:.1g} at {rises.radius:.3g}"
        if rises.worst is not None:
            yield f"at worst {rises.worst:.4g}"
    for mark in landscape.marks:
        if "hessian/max" in mark.values and (mark.x, mark.y) != (0, 0):
            yield f"largest {mark.values['hessian/max']:.4g} at {mark.name}"
