"""Drawing small landscapes inside of a training, which goes on whatever comes of them."""

import math
import time
from collections.abc import Callable, Iterable
from typing import Any, Literal

from vdlite.errors import LandscapeError, shown
from vdlite.landscape.budget import Budget, Extent
from vdlite.snapshots.notices import warn

Shape = Literal["line", "plane"]

_TOO_LONG = 1.5  # budgets


def budget_of(shape: Shape, size: int, num_samples: int, seconds: float) -> Budget:
    """The budget of a landscape. Raises LandscapeError for a wrong shape or time."""
    if shape not in ("line", "plane"):
        raise LandscapeError(f"shape: got {shown(shape)}, want 'line' or 'plane'")
    number = isinstance(seconds, (int, float)) and not isinstance(seconds, bool)
    if not number or not math.isfinite(seconds) or seconds <= 0:
        raise LandscapeError(f"seconds: got {shown(seconds)}, want a number above 0")
    return Budget(1 if shape == "line" else 2, int(size), int(num_samples), float(seconds))


class Drawer:
    """Draws landscapes of one training: those of one tag have as many points and samples as the first one."""

    def __init__(self, model: Any, unit: str) -> None:
        self._model = model
        self._unit = unit
        self._extents: dict[tuple[str, Budget], Extent] = {}
        self._failed = False

    def check(self, loss: Any, batch_loss: Any) -> None:
        """Raises LandscapeError for a model or losses that nothing can be drawn of."""
        if not hasattr(self._model, "named_parameters"):
            raise LandscapeError(
                f"draw: got a recorder of {shown(self._model)}, want one of a torch module"
            )
        if (loss is None) == (batch_loss is None):
            raise LandscapeError("draw: want one of loss and batch_loss")

    def draw(
        self,
        writer: Any,
        data: Iterable[Any],
        budget: Budget,
        *,
        tag: str,
        step: int,
        loss: Callable[..., Any] | None,
        batch_loss: Callable[..., Any] | None,
        seed: int,
    ) -> bool:
        """Compute the landscape around the model, and log it. Gives whether that was possible; the first time it was not is reported."""
        try:
            from vdlite.landscape.torch.around import around

            began, key = time.monotonic(), (tag, budget)
            landscape, extent = around(
                self._model,
                data,
                budget,
                loss=loss,
                batch_loss=batch_loss,
                seed=seed,
                unit=self._unit,
                like=self._extents.get(key),
            )
            self._extents[key] = extent
            if time.monotonic() - began > _TOO_LONG * budget.seconds:
                del self._extents[key]  # the next one is measured anew
            writer.add_landscape(tag, landscape, step)
        except Exception as error:  # noqa: BLE001  # the caller's own loss may raise anything
            if not self._failed:
                self._failed = True
                warn("landscape: step %s could not be drawn: %s", step, error)
            return False
        return True
