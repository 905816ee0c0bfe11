"""How many samples a batch has, whatever it is made of."""

from collections.abc import Mapping
from typing import Any

_MOST_DEPTH = 4  # of batches within each other


def samples_in(batch: Any) -> int:
    """Samples in a batch; 0 if it has none, or does not tell: a nested tensor raises when it is asked for its shape."""
    try:
        return _size(batch)
    except Exception:  # noqa: BLE001  # whatever a batch of the caller's does when it is looked at
        return 0


def _size(batch: Any, depth: int = 0) -> int:
    """Samples in a batch: of its first array."""
    shape = getattr(batch, "shape", None)
    if isinstance(shape, tuple):
        return int(shape[0]) if shape else 0
    if depth < _MOST_DEPTH and isinstance(batch, Mapping):
        return _size(next(iter(batch.values()), None), depth + 1)
    if depth < _MOST_DEPTH and isinstance(batch, (list, tuple)) and batch:
        return _size(batch[0], depth + 1) or len(batch)
    return 0
