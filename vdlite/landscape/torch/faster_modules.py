"""Equal values in less time: what a copy of a model that only computes values may do, and one that trains may not."""

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any

import torch
import torch.nn.functional as F
from torch import nn
from torch.overrides import TorchFunctionMode

from vdlite.landscape.torch.tracing import Call

_ACTIVATIONS = (nn.ReLU, nn.ReLU6, nn.LeakyReLU, nn.ELU, nn.SiLU)
_FRESH = (
    nn.Conv1d,
    nn.Conv2d,
    nn.Conv3d,
    nn.Linear,
    nn.ConvTranspose1d,
    nn.ConvTranspose2d,
    nn.ConvTranspose3d,
    nn.BatchNorm1d,
    nn.BatchNorm2d,
    nn.BatchNorm3d,
)
"""Their outputs are memory of their own, which they do not look at again."""
_LARGEST = 4  # sides of windows that are compared slice by slice


def use_faster_modules(model: nn.Module, called: Sequence[Call], *, pools: bool) -> bool:
    """Change how a model computes, in place; whether anything was changed.

    called: the modules that it calls. pools: whether max-pooling is slow here; it is on processors, where it takes a
        third of the time of a small network.
    """
    overwrites = _overwrites(model, called)
    slices = pools and _slices(model)
    return overwrites or slices


def _overwrites(model: nn.Module, called: Sequence[Call]) -> bool:
    """Activations write over what nothing else looks at."""
    modules = dict(model.named_modules(remove_duplicate=False))
    found = False
    for name in {call.name for call in called}:
        module = modules[name]
        if type(module) not in _ACTIVATIONS:
            continue
        befores = [call.before for call in called if call.name == name]
        if all(one is not None and type(modules.get(one)) in _FRESH for one in befores):
            module.inplace = True
            found = True
    return found


def _slices(model: nn.Module) -> bool:
    """Max-pooling of windows side by side compares whole slices of its input."""
    found = False
    for module in model.modules():
        if type(module) is nn.MaxPool2d and _side_by_side(module):
            # Its settings stay for whoever asks for them, wherever the model holds it.
            module.__class__ = _SlicedMaxPool2d
            found = True
    return found


def _side_by_side(pool: nn.MaxPool2d) -> bool:
    return not pool.return_indices and _is_window(
        pool.kernel_size, pool.stride, pool.padding, pool.dilation, pool.ceil_mode
    )


def _is_window(
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    dilation: Any = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> bool:
    """True if windows lie side by side, of sides worth slices; the arguments are those of max-pooling."""
    sides = _pair(kernel_size)
    return (
        (stride is None or stride in ((), []) or _pair(stride) == sides)
        # A window of one number would give the input itself, not memory of its own.
        and 1 < max(sides) <= _LARGEST
        and (_pair(padding), _pair(dilation)) == ((0, 0), (1, 1))
        and not (ceil_mode or return_indices)
    )


class _SlicedMaxPool2d(nn.MaxPool2d):  # type: ignore[misc]  # torch is not looked at
    """Max-pooling by a few comparisons of many numbers at once; NaN stays NaN."""

    def forward(self, input: torch.Tensor) -> torch.Tensor:  # noqa: A002  # as it is called there
        sides = _pair(self.kernel_size)
        if not _fits(input, sides):
            return super().forward(input)  # it says what is wrong
        return _sliced(input, sides)


class SlicedPools(TorchFunctionMode):  # type: ignore[misc]  # torch is not looked at
    """While it is entered, calls of functions for max-pooling compare slices, too."""

    def __init__(self) -> None:
        super().__init__()
        self.found = False
        """Whether there was such a call."""
        self.takes_over = False
        """False: it only looks."""

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        given = kwargs or {}
        if func in _POOLS and args and _is_window(*args[1:], **given):
            sides = _pair(args[1] if len(args) > 1 else given["kernel_size"])
            if _fits(args[0], sides):
                self.found = True
                if self.takes_over:
                    return _sliced(args[0], sides)
        return func(*args, **given)


_POOLS = (torch.max_pool2d, F.max_pool2d)


def _fits(input: Any, sides: tuple[int, int]) -> bool:  # noqa: A002  # as it is called there
    return (
        type(input) is torch.Tensor
        and input.ndim in (3, 4)
        and input.shape[-2] >= sides[0]
        and input.shape[-1] >= sides[1]
    )


def _sliced(input: torch.Tensor, sides: tuple[int, int]) -> torch.Tensor:  # noqa: A002
    (high, wide), (height, width) = sides, input.shape[-2:]
    end = height // high * high
    rows = reduce(torch.maximum, [input[..., row:end:high, :] for row in range(high)])
    end = width // wide * wide
    return reduce(torch.maximum, [rows[..., column:end:wide] for column in range(wide)])


def _pair(size: int | Iterable[int]) -> tuple[int, int]:
    """Both sides, as torch reads them: of one number both are."""
    high, *wide = size if isinstance(size, Iterable) else (size,)
    return high, wide[0] if wide else high
