"""Making a direction as long as the weights it moves, so that landscapes of different models can be compared.

Networks with ReLU or batch norm do not change when their filters are scaled, and a random direction does not know
their scale. The norms are those of H. Li et al., Visualizing the Loss Landscape of Neural Nets (2018), section 4.
"""

from typing import Literal, get_args

import numpy as np

from vdlite.errors import LandscapeError, shown
from vdlite.landscape.weights import Array, Weight

Norm = Literal["filter", "layer", "weight", "dfilter", "dlayer", "none"]

_TINY = 1e-10  # below a filter's length it counts as zero


def check_norm(norm: str) -> None:
    """Raises LandscapeError for a norm that is not known."""
    if norm not in get_args(Norm):
        raise LandscapeError(f"norm: got {shown(norm)}, want one of {', '.join(get_args(Norm))}")


def normalize(direction: Array, weight: Weight, norm: Norm) -> Array:
    """The direction of a weight, scaled; the given one may be changed for it.

    filter: each filter as long as the weight's filter. layer: the whole as long as the whole weight.
    weight: each entry multiplied with the weight's. dfilter, dlayer: each filter, or the whole, of length 1.
    A vector (a bias, a scale) is one filter. Where the weight is zero, so is what is scaled to its length.
    """
    if norm == "none":
        return direction
    if norm == "weight":
        direction *= weight.value
        return direction
    if norm in ("layer", "dlayer"):
        parts, values = direction.reshape(1, -1), weight.value.reshape(1, -1)
    else:
        parts, values = weight.filters(direction), weight.filters(weight.value)
    targets = 1.0 if norm in ("dfilter", "dlayer") else _lengths(values)
    parts *= (targets / (_lengths(parts) + _TINY)).astype(direction.dtype)
    return parts.reshape(direction.shape) if norm in ("layer", "dlayer") else weight.unfilter(parts)


def _lengths(rows: Array) -> Array:
    """The length of each row, [F, 1], summed in float64 without a copy of all."""
    squares: Array = np.einsum("ij,ij->i", rows, rows, dtype=np.float64)
    return np.sqrt(squares)[:, None]
