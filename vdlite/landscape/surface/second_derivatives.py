"""Second derivatives along the axes at the center, which no grid is fine enough to tell."""

import numpy as np
from numpy.typing import NDArray

_STEPS = 50  # in half an axis: small, and yet far above float32's rounding
_OFFSETS = (1.0, -1.0, 0.5, -0.5)  # of a step


class SecondDerivatives:
    """Points around the center of a line or plane, and what their losses tell."""

    def __init__(self, x: NDArray[np.float64], y: NDArray[np.float64] | None) -> None:
        axes = [x] if y is None else [x, y]
        self._steps = np.array([max(float(np.abs(axis).max()), 1e-6) / _STEPS for axis in axes])
        self.points: NDArray[np.float64] = np.concatenate(
            [np.outer(_OFFSETS, self._steps * one) for one in np.eye(len(axes))]
        )
        """[4 A, A] for A axes."""

    def curvatures(self, center: float, losses: NDArray[np.float64]) -> list[float] | None:
        """One for each axis, of the losses at the points; None if they are not finite."""
        # Infinities are losses, too.
        with np.errstate(over="ignore", invalid="ignore"):
            pairs = losses.reshape(len(self._steps), 2, 2).sum(axis=2) - 2 * center
            wide, near = (pairs / (self._steps[:, None] * [1.0, 0.5]) ** 2).T
            # Richardson's extrapolation takes away what is of the fourth order.
            second = (4 * near - wide) / 3
        return second.tolist() if np.isfinite(second).all() else None
