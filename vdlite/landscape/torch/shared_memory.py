"""Weights whose memory something else looks at, which does not move with them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import torch
from torch import nn

from vdlite.landscape.notices import warn


def warn_of_shared(model: nn.Module) -> None:
    """Warns of parameters that are tied by memory and not by being one, and of views of them that are kept aside."""
    weights = [(*_extent(one), name, True) for name, one in model.named_parameters()]
    aside = [(*_extent(one), name, False) for name, one in _kept_aside(model)]
    lying = sorted((one for one in [*weights, *aside] if one[0] < one[1]), key=lambda one: one[:2])
    for (_, end, one, owns), (start, _, other, also) in pairwise(lying):
        if start >= end or not (owns or also):
            continue
        if owns and also:
            warn(
                f"{one!r} and {other!r} share memory but are two parameters, which are moved apart; want one parameter "
                "in both places"
            )
            continue
        moved, still = (one, other) if owns else (other, one)
        warn(
            f"{still!r} looks at the memory of {moved!r} and stands still while that is moved; want the parameter itself"
        )


def _kept_aside(model: nn.Module) -> Iterator[tuple[str, torch.Tensor]]:
    """Tensors that are plain attributes of modules, and stay so: not those that a hook computes anew for each forward."""
    for prefix, module in model.named_modules():
        # As `nn.utils.spectral_norm` and `weight_norm` do, whose hooks have the name of what they compute.
        computed = {getattr(hook, "name", None) for hook in module._forward_pre_hooks.values()}
        for name, value in vars(module).items():
            if name in computed:
                continue
            if isinstance(value, torch.Tensor) and not isinstance(value, nn.Parameter):
                yield f"{prefix}.{name}" if prefix else name, value


def _extent(tensor: torch.Tensor) -> tuple[int, int]:
    """The bytes that it lies in; none where it has no memory of the usual kind."""
    try:
        start = tensor.data_ptr()
        last = sum(
            (size - 1) * step for size, step in zip(tensor.shape, tensor.stride(), strict=True)
        )
    except (NotImplementedError, RuntimeError):  # sparse ones, and those of other kinds
        return 0, 0
    return start, start + (last + 1) * tensor.element_size() if start and tensor.numel() else start
