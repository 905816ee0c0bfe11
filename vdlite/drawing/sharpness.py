"""Sharpness as the options of a command ask for it, and whether a record has it already."""

from collections.abc import Sequence

from vdlite.drawing.options import SharpnessOptions
from vdlite.kinds.landscape import Sharpness
from vdlite.landscape.flatness.sharpness import sharpness
from vdlite.landscape.problem import Problem
from vdlite.landscape.surface.progress import Report


def has_sharpness(known: Sharpness | None, options: SharpnessOptions) -> bool:
    """True if the sharpness was computed as it is asked for."""
    return known is not None and (
        known.radius,
        known.adaptive_radius,
        known.adaptive_scale,
        known.directions,
    ) == (
        options.sharpness_radius,
        options.adaptive_radius,
        options.adaptive_scale,
        options.sharpness_directions,
    )


def asked_sharpness(
    problem: Problem,
    options: SharpnessOptions,
    *,
    only: Sequence[str] = (),
    report: Report | None = None,
) -> Sharpness:
    """The sharpness of the model in the middle."""
    return sharpness(
        problem,
        radius=options.sharpness_radius,
        adaptive_radius=options.adaptive_radius,
        scale=options.adaptive_scale,
        directions=options.sharpness_directions,
        only=only,
        report=report,
    )
