"""The plain way to compute a point: a fresh copy of the model, over fresh copies of the samples, in batches as they came."""

import torch

from vdlite.landscape.torch.setup import Setup
from vdlite.landscape.torch.tuning import Plan

_FEW_POINTS = 10  # 3 x 3, and the center
_LEAST_BATCH, _MOST_BATCH = 16, 1024  # samples in a batch that somebody would train with


def is_quickest(setup: Setup, points: int | None) -> bool:
    """True if so few points take less time than to look for a faster way would."""
    usual = sum(setup.sizes) <= _MOST_BATCH or _LEAST_BATCH <= max(setup.sizes) <= _MOST_BATCH
    return points is not None and points <= _FEW_POINTS and usual and not setup.options.compile


def plain_plan(setup: Setup, tried: Plan | None) -> Plan:
    """Batches of the size that was asked for, or as they came.

    tried: where it says that they may be cut, all samples in one batch are: no more memory is taken than a training would.
    """
    size, cut = setup.options.batch_size, tried.batch_size if tried is not None else None
    if size is None and cut is not None and max(setup.sizes) > max(cut, _MOST_BATCH):
        size = max(cut, _MOST_BATCH)
    return Plan(size, channels_last=False)


def allowance(setup: Setup) -> float:
    """How far a loss may be off that of the plain way, as a share of it: what the order of sums and kernels explain."""
    if setup.is_half or setup.options.precision in ("bfloat16", "float16"):
        return 5e-2
    if setup.options.precision == "float64" or setup.dtype == torch.float64:
        return 1e-6  # some models compute parts in float32
    # Convolutions of a card round as TensorFloat-32 does, unless they are asked not to.
    rounds = setup.device.type == "cuda" and torch.backends.cudnn.allow_tf32
    return 2e-3 if rounds else 3e-4
