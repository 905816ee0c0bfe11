"""What batch norm does while a landscape is computed."""

from collections.abc import Iterable
from typing import Any

from torch import nn

from vdlite.errors import LandscapeError
from vdlite.landscape.options import BatchNorm
from vdlite.landscape.torch.modules import is_scripted, kind_of

NORMS = nn.modules.batchnorm._NormBase


class Norms:
    """The batch and instance norms of a working copy of a model."""

    def __init__(self, model: nn.Module, mode: BatchNorm) -> None:
        self._mode = mode
        # A layer that gathers nothing uses its batch in any case.
        self._layers = [
            layer
            for layer in model.modules()
            if issubclass(kind_of(layer), NORMS) and layer.running_mean is not None
        ]
        if mode != "frozen" and any(map(is_scripted, self._layers)):
            # A traced one computes as it did when it was traced, and none can be asked to gather anew.
            raise LandscapeError(
                f"batch_norm: got {mode!r}, want 'frozen' for a scripted model, or return the plain module from "
                "callback_fn (--entry)"
            )
        for layer in self._layers:
            layer.train(mode == "batch")

    @property
    def frozen(self) -> bool:
        """True if the layers use what they have gathered in training."""
        return self._mode == "frozen"

    def prepare(self, run: Any, inputs: Iterable[Any]) -> None:
        """Gather mean and variance anew at a new point, where that was asked for."""
        if self._mode != "reestimated" or not self._layers:
            return
        for layer in self._layers:
            layer.reset_running_stats()
            layer.momentum = None  # the plain mean of all batches
            layer.train()
        for one in inputs:
            run(one)
        for layer in self._layers:
            layer.eval()
