"""The heavy parts of t-SNE out of scikit-learn, which has them under private names only."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

NEWEST_TRIED = (1, 9)
"""The newest version of scikit-learn whose private names were looked at; a test says when there is a newer one."""


@dataclass(frozen=True, slots=True)
class BarnesHut:
    """The state that a descent needs to go step by step."""

    joint_probabilities: Callable[..., Any]
    divergence: Callable[..., Any]


def barnes_hut(module: str = "sklearn.manifold._t_sne") -> BarnesHut | None:
    """The parts; None where this scikit-learn calls them by other names."""
    try:
        found = importlib.import_module(module)
        return BarnesHut(found._joint_probabilities_nn, found._kl_divergence_bh)
    except (ImportError, AttributeError):
        return None
