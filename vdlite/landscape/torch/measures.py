"""The measures of a batch."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

from vdlite.errors import LandscapeError, shown
from vdlite.landscape.identity import identity
from vdlite.landscape.torch.counting import count_of
from vdlite.landscape.torch.trees import Tree

Counted = tuple[torch.Tensor, torch.Tensor | float]
"""The sum of a loss, and of how many: tokens that are not padding, say. Over all batches it is sums / counts."""

Criterion = Callable[[Any, Any], torch.Tensor | Counted]
"""Gives the loss of outputs and targets: its mean over the batch, one value for each sample, or (sum, count)."""

BatchLoss = Callable[[nn.Module, Tree], torch.Tensor | Counted | Mapping[str, Any]]
"""Gives the loss of a batch, or several metrics by name, the loss first: each as a `Criterion` does."""


class Part(NamedTuple):
    """The contribution of a batch to a metric."""

    value: torch.Tensor  # without dimensions
    weight: torch.Tensor | None
    """Of how many the value is the sum; None: it is the mean of the samples."""

    def share(self, samples: int) -> tuple[torch.Tensor, torch.Tensor | float]:
        """A sum and its weight: of all batches, the sums over the weights are the metric."""
        if self.weight is None:
            return self.value * samples, float(samples)
        return self.value, self.weight


def accuracy(outputs: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """True where the greatest output is the target's, for each sample: [B, C] or [B, C, ...] and [B, ...]."""
    return (outputs.argmax(dim=1) == targets).float()


class Measure:
    """The metrics of a batch: the loss first."""

    def __init__(
        self,
        loss: Criterion | None,
        batch_loss: BatchLoss | None,
        metrics: Mapping[str, Criterion] | None,
        classes: Callable[..., dict[str, Part]] | None = None,
    ) -> None:
        """classes: what gives the parts of each class, of outputs, targets, their loss, and the number of samples."""
        if (loss is None) == (batch_loss is None):
            raise LandscapeError(
                "loss: want one of loss(outputs, targets) and batch_loss(model, batch)"
            )
        if metrics and loss is None:
            raise LandscapeError(
                "metrics: want them in what batch_loss(model, batch) gives: {'loss': ..., 'accuracy': ...}"
            )
        for name, one in {"loss": loss, "batch_loss": batch_loss, **(metrics or {})}.items():
            if one is not None and not callable(one):
                raise LandscapeError(f"{name}: got {shown(one)}, want a function")
        self._loss = loss
        self._batch_loss = batch_loss
        self._metrics = dict(metrics or {})
        self._classes = classes

    @property
    def name(self) -> str:
        """The name of the loss, as the page shows it."""
        used = self._loss if self._loss is not None else self._batch_loss
        return str(getattr(used, "__name__", type(used).__name__))

    @property
    def identity(self) -> str:
        """A text that is equal for equal loss and metrics."""
        classes = [] if self._classes is None else [self._classes]
        return identity([self._loss, self._batch_loss, self._metrics, *classes])

    def __call__(self, model: nn.Module, batch: Tree) -> dict[str, Part]:
        """The contributions of the batch to each metric."""
        if self._batch_loss is not None:
            samples = count_of(batch)
            given = self._batch_loss(model, batch)
            named = dict(given) if isinstance(given, Mapping) else {"loss": given}
            if not named:
                raise LandscapeError("batch_loss: got no metric, want at least one")
            return {
                str(name): part_of_loss(value, str(name), samples) for name, value in named.items()
            }
        inputs, targets, samples = self.split(batch)
        return self.of_outputs(model(*inputs), targets, samples)

    @property
    def takes_outputs(self) -> bool:
        """True for a loss of what the model gives, and not of the model."""
        return self._loss is not None

    def split(self, batch: Tree) -> tuple[list[Any], Any, int]:
        """Inputs, targets, and how many samples there are; for a loss of outputs."""
        inputs, targets = _split(batch)
        return inputs, targets, count_of(batch, has_targets=True)

    def of_outputs(self, given: Any, targets: Any, samples: int) -> dict[str, Part]:
        """The contributions of outputs to each metric."""
        outputs = _wide(given)
        assert self._loss is not None
        loss = self._loss(outputs, targets)
        found = {"loss": part_of_loss(loss, "loss", samples)}
        for name, metric in self._metrics.items():
            found[name] = part_of_loss(metric(outputs, targets), name, samples)
        if self._classes is not None:
            found |= self._classes(outputs, targets, loss, samples)
        return found


def _split(batch: Tree) -> tuple[list[Any], Any]:
    if isinstance(batch, (list, tuple)) and len(batch) >= 2:
        return list(batch[:-1]), batch[-1]
    raise LandscapeError(
        f"data: got a batch of type {type(batch).__name__}, want (inputs, targets), or batch_loss(model, batch); "
        "a single batch is data=[(inputs, targets)]"
    )


def _wide(outputs: Any) -> Any:
    """A loss of half-precision outputs is computed in float32."""
    if isinstance(outputs, torch.Tensor) and outputs.dtype in (torch.float16, torch.bfloat16):
        return outputs.float()
    return outputs


def part_of_loss(value: Any, name: str, samples: int) -> Part:
    """The contribution of a loss over so many samples. Raises LandscapeError for what is none of a loss."""
    if isinstance(value, tuple) and len(value) == 2:
        total, weight = (_tensor(one, name) for one in value)
        return Part(total.sum(), weight.detach().sum())
    tensor = _tensor(value, name)
    if tensor.ndim and tensor.numel() != 1 and (not len(tensor) or len(tensor) % samples):
        raise LandscapeError(
            f"{name}: got {len(tensor)} numbers for a batch of {samples} samples, want their mean, one for each sample, "
            "or (sum, count)"
        )
    return Part(tensor.mean() if tensor.ndim else tensor, None)


def _tensor(value: Any, name: str) -> torch.Tensor:
    """Real numbers, wide enough to be added up."""
    if not isinstance(value, torch.Tensor):
        array = np.array(value)
        if array.dtype.kind not in "biuf":
            raise LandscapeError(
                f"{name}: got {shown(value)}, want a number, one for each sample, or (sum, count)"
            )
        value = torch.from_numpy(array.astype(np.float64))
    if value.is_complex():
        raise LandscapeError(f"{name}: got {value.dtype}, want real numbers")
    if value.dtype != torch.float64 and (value.ndim or not value.is_floating_point()):
        value = value.float()
    return value
