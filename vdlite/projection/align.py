"""Turning one layout onto another, so that the eye can follow the points."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def align(layout: NDArray[Any], onto: NDArray[Any]) -> NDArray[np.float32]:
    """`layout`, [N, C], moved, turned and mirrored (not stretched) to lie as near as can be to `onto`, [N, C].

    Orthogonal Procrustes analysis (Schönemann, 1966). Points that are NaN in either layout do not count.
    """
    known = np.isfinite(layout).all(axis=1) & np.isfinite(onto).all(axis=1)
    if not known.any():
        return layout.astype(np.float32)
    here, there = layout[known].astype(np.float64), onto[known].astype(np.float64)
    middle, target = here.mean(axis=0), there.mean(axis=0)
    left, _, right = np.linalg.svd((here - middle).T @ (there - target))
    turned: NDArray[np.float64] = (layout - middle) @ (left @ right) + target
    return turned.astype(np.float32)
