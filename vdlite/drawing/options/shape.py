"""What is computed of the ground beside the loss: curvature, sharpness."""

from dataclasses import dataclass, field
from typing import get_args

from vdlite.errors import LandscapeError, shown
from vdlite.landscape.flatness.sharpness import Scale
from vdlite.landscape.keywords import Options, flag
from vdlite.landscape.surface.second_derivatives import AxisCurvature, check_axis_curvature


@dataclass(frozen=True, kw_only=True)
class CurvatureOptions(Options):
    """The parts of the Hessian that are computed.

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
