"""The loss of each class of the targets."""

from collections.abc import Callable, Sequence
from typing import Any

import torch

from vdlite.errors import LandscapeError, shown
from vdlite.landscape.torch.measures import Counted, Part, part_of_loss

Loss = Callable[[Any, Any], torch.Tensor | Counted]


class ClassLosses:
    """What a batch contributes to the loss of each class: the loss over the samples whose target is the class."""

    def __init__(self, loss: Loss, names: Sequence[str]) -> None:
        self._loss = loss
        self._metrics = [f"loss/{name}" for name in names]

    def __call__(
        self, outputs: Any, targets: Any, loss: torch.Tensor | Counted, samples: int
    ) -> dict[str, Part]:
        """loss: of the whole batch; where it has one value for each sample, it is not computed again."""
        self._check(outputs, targets, samples)
        if isinstance(loss, torch.Tensor) and loss.shape == (samples,):
            return self._sums(loss.float() if loss.dtype != torch.float64 else loss, targets)
        found = {}
        for at, name in enumerate(self._metrics):
            own = targets == at
            count = int(own.sum())
            if not count:
                nothing = torch.zeros((), device=outputs.device)
                found[name] = Part(nothing, nothing)
                continue
            part = part_of_loss(self._loss(outputs[own], targets[own]), name, count)
            total, weight = part.share(count)
            found[name] = Part(total, torch.as_tensor(weight, device=total.device))
        return found

    def _sums(self, losses: torch.Tensor, targets: torch.Tensor) -> dict[str, Part]:
        """Sums of losses [B] by class; a target below 0 stands for no class, as that which a loss ignores."""
        number = len(self._metrics)
        at = torch.where(targets < 0, number, targets).long()
        nothing = torch.zeros(number + 1, dtype=losses.dtype, device=losses.device)
        totals = nothing.index_add(0, at, losses)
        counts = nothing.index_add(0, at, torch.ones_like(losses))
        return {name: Part(totals[i], counts[i]) for i, name in enumerate(self._metrics)}

    def _check(self, outputs: Any, targets: Any, samples: int) -> None:
        if not isinstance(targets, torch.Tensor) or targets.shape != (samples,):
            raise LandscapeError(
                f"classes: got targets {_form(targets)}, want a whole number for each sample"
            )
        if targets.is_floating_point() or targets.is_complex() or targets.dtype == torch.bool:
            raise LandscapeError(f"classes: got targets of {targets.dtype}, want whole numbers")
        if not isinstance(outputs, torch.Tensor) or not outputs.ndim or len(outputs) != samples:
            raise LandscapeError(
                f"classes: got outputs {_form(outputs)}, want a row for each sample"
            )
        columns = (
            max(outputs.shape[1], 2) if outputs.ndim == 2 else 0
        )  # one column distinguishes two classes
        if columns and len(self._metrics) > columns:
            raise LandscapeError(
                f"classes: got {len(self._metrics)}, but the outputs have {outputs.shape[1]} columns"
            )
        if samples and (most := int(targets.max())) >= len(self._metrics):
            raise LandscapeError(
                f"classes: got a target of {most}, want less than {len(self._metrics)}, the number of classes"
            )


def _form(value: Any) -> str:
    return f"of shape {tuple(value.shape)}" if isinstance(value, torch.Tensor) else shown(value)
