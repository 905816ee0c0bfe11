"""Points of a small model that are computed at once: calling its operations takes longer there than what they do."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.func import functional_call, vmap

from vdlite.landscape.torch.measures import Measure, Part
from vdlite.landscape.torch.modules import is_scripted
from vdlite.landscape.torch.placing import Placing
from vdlite.landscape.torch.trees import Tree, mapped

_MOST_WEIGHTS = 1 << 14
_MOST_ROWS = 1 << 15  # samples of all points together
_MOST = 64
_FEWEST = 4
_SLOW = (nn.modules.conv._ConvNd, nn.RNNBase, nn.modules.batchnorm._NormBase)
"""With a batch of weights they are slower than one after another, or not known."""


class ManyPoints:
    """A model with the weights of several points, for losses of its outputs."""

    def __init__(self, model: nn.Module, placing: Placing, measure: Measure, number: int) -> None:
        self.number = number
        """Of points that are computed at once, at most."""
        self._model = model
        self._placing = placing
        self._measure = measure
        dims = dict.fromkeys(placing.moved, 0), None
        self._run = vmap(self._outputs, in_dims=dims)

    def place(self, points: NDArray[np.float64]) -> dict[str, torch.Tensor]:
        """The weights of points [P, A], [P, ...] each."""
        return self._placing.at_once(points)

    def parts(self, placed: dict[str, torch.Tensor], batch: Tree) -> Iterator[dict[str, Part]]:
        """The contributions of a batch to the metrics, for each point."""
        inputs, targets, samples = self._measure.split(batch)
        outputs = self._run(placed, inputs)
        for place in range(len(next(iter(placed.values())))):
            own = mapped(outputs, lambda tensor: tensor[place])  # noqa: B023
            yield self._measure.of_outputs(own, targets, samples)

    def _outputs(self, placed: dict[str, torch.Tensor], inputs: list[object]) -> object:
        return functional_call(self._model, placed, tuple(inputs))


def at_once(model: nn.Module, measure: Measure, batch_size: int) -> int:
    """How many points are worth computing at once; less than 2: none.

    It depends on nothing but the model and the samples, so that values are the same each time.
    """
    if not is_small(model, measure):
        return 0
    number = min(_MOST, _MOST_ROWS // max(1, batch_size))
    return number if number >= _FEWEST else 0


def is_small(model: nn.Module, measure: Measure) -> bool:
    """True if several points of a model may be worth computing at once."""
    weights = sum(tensor.numel() for tensor in model.parameters())
    if weights > _MOST_WEIGHTS or not measure.takes_outputs:
        return False
    return not any(is_scripted(one) or isinstance(one, _SLOW) for one in model.modules())
