"""Drawing a small landscape inside of a training: what its arguments may be, and logging it."""

import math
import time
from collections.abc import Callable, Iterable
from typing import Any, Literal

from vdlite.errors import LandscapeError, shown

Shape = Literal["line", "plane"]

_TOO_LONG = 1.5  # budgets


def check_draw(model: Any, step: Any, loss: Any, batch_loss: Any, shape: Any, seconds: Any) -> None:
    """Raises LandscapeError for what a landscape can't be drawn of, or by."""
    if not hasattr(model, "named_parameters"):
        raise LandscapeError(f"draw: got a recorder of {shown(model)}, want one of a torch module")
    try:
        whole = int(step) == step
    except (TypeError, ValueError, OverflowError):
        whole = False
    if not whole:
        raise LandscapeError(f"draw: got step {shown(step)}, want a whole number")
    if (loss is None) == (batch_loss is None):
        raise LandscapeError("draw: want one of loss and batch_loss")
    if shape not in ("line", "plane"):
        raise LandscapeError(f"shape: got {shown(shape)}, want 'line' or 'plane'")
    number = isinstance(seconds, (int, float)) and not isinstance(seconds, bool)
    if not number or not math.isfinite(seconds) or seconds <= 0:
        raise LandscapeError(f"seconds: got {shown(seconds)}, want a number above 0")


class Drawer:
    """Draws landscapes of one training: those of one tag have as many points and samples as the first one."""

    def __init__(self, model: Any, unit: str) -> None:
        self._model = model
        self._unit = unit
        self._extents: dict[object, Any] = {}

    def draw(
        self,
        writer: Any,
        data: Iterable[Any],
        *,
        tag: str,
        step: int,
        loss: Callable[..., Any] | None,
        batch_loss: Callable[..., Any] | None,
        shape: Shape,
        size: int,
        num_samples: int,
        seconds: float,
        seed: int,
    ) -> None:
        """Compute the landscape around the model, and log it."""
        from vdlite.landscape.torch.around import around

        like = (tag, shape, size, num_samples, seconds)
        began = time.monotonic()
        landscape, extent = around(
            self._model,
            data,
            loss=loss,
            batch_loss=batch_loss,
            shape=shape,
            size=size,
            num_samples=num_samples,
            seconds=seconds,
            seed=seed,
            unit=self._unit,
            like=self._extents.get(like),
        )
        self._extents[like] = extent
        if time.monotonic() - began > _TOO_LONG * seconds:
            del self._extents[like]  # the next one is measured anew
        writer.add_landscape(tag, landscape, step)
