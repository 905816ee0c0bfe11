"""The check that a Hessian is still that of the model when all its products are done."""

from typing import Any

import numpy as np

from vdlite.landscape.curvature.hessian import Hessian
from vdlite.landscape.notices import warn

_WORTH = 20  # products, of which it is worth two more
_MOST = 1e-2  # of the length of a product: rounding is far below it


def warn_of_other(hessian: Hessian, products: int, seed: int) -> None:
    """Warns if a product is another one than that of a fresh copy of the model."""
    difference: Any = getattr(hessian, "difference", None)
    if difference is None or products < _WORTH:
        return
    stream = np.random.Generator(np.random.PCG64([seed, 4]))
    off = difference(stream.standard_normal(hessian.size))
    if not off <= _MOST:
        warn(
            f"a fresh copy of the model has another Hessian: its products differ by {off:.2g} of their length. What the "
            "model keeps from one forward to the next changes it, and the curvature is that of what it has become"
        )
