"""The weights and gradients of a model as histograms, every few steps."""

import operator
import re
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from vdlite.errors import PayloadError, shown
from vdlite.writer.arguments.checks import StepLike, given_step
from vdlite.writer.log_writer import LogWriter

# What wrappers put before the names of the parameters: DataParallel and its kin, torch.compile, FSDP.
_WRAPPERS = re.compile(r"(?:^|(?<=\.))(?:module|_orig_mod|_fsdp_wrapped_module)\.")


def own_name(name: str) -> str:
    """The name of a parameter in the model that it belongs to, without those of wrappers."""
    return _WRAPPERS.sub("", name)


class Model(Protocol):
    """A torch.nn.Module, or whatever names its parameters in the same way."""

    def named_parameters(self) -> Iterable[tuple[str, Any]]:
        """The parameters by name, shared ones once."""


class Watch:
    """Logs a model's parameters when `step` is called often enough."""

    def __init__(
        self,
        model: Model,
        writer: LogWriter,
        *,
        every: int,
        weights: bool,
        gradients: bool,
        buckets: int | str | Sequence[float],
    ) -> None:
        self._model = model
        self._writer = writer
        self._every = every
        self._weights = weights
        self._gradients = gradients
        self._buckets = buckets
        self._last: int | None = None  # step that was logged
        self._calls = 0

    def step(self, step: StepLike | None = None) -> bool:
        """Log the parameters as they are now; True if it was their turn.

        Call it behind `backward()` and before the gradients are set to zero. It is their turn at the first call, and
        then whenever `every` steps have passed; a step that goes back, as after a resume, begins anew.
        step: None counts the calls.
        """
        now = self._calls if (given := given_step(step)) is None else given
        self._calls += 1
        if self._last is not None and self._last <= now < self._last + self._every:
            return False
        self._last = now
        for name, parameter in self._model.named_parameters():
            if self._weights:
                self._log(f"weights/{own_name(name)}", parameter, now)
            gradient = getattr(parameter, "grad", None)
            if self._gradients and gradient is not None:
                self._log(f"gradients/{own_name(name)}", gradient, now)
        return True

    def _log(self, tag: str, values: Any, step: int) -> None:
        self._writer.add_histogram(tag, values, step, buckets=self._buckets)


def watch(
    model: Model,
    writer: LogWriter,
    *,
    every: int = 100,
    weights: bool = True,
    gradients: bool = True,
    buckets: int | str | Sequence[float] = 64,
) -> Watch:
    """A watch that logs a torch model's parameters as the histograms `weights/NAME` and `gradients/NAME`.

        watched = vdlite.watch(model, writer, every=100)
        for step, batch in enumerate(batches):
            loss(model(batch)).backward()
            watched.step(step)
            optimizer.step()

    every: steps from one time to the next. Parameters without a gradient have no gradient logged; shared ones are
    logged once. What DataParallel, torch.compile and the like put before a name is left out of the tag.
    Raises PayloadError if `model` names no parameters or `every` is not at least 1.
    """
    if not hasattr(model, "named_parameters"):
        raise PayloadError(
            f"watch: got {type(model).__name__}, want a model with named_parameters()"
        )
    try:
        number = operator.index(every)
    except TypeError:
        raise PayloadError(f"every: got {type(every).__name__}, want a whole number") from None
    if number < 1:
        raise PayloadError(f"every: got {shown(every)}, want 1 or more")
    return Watch(model, writer, every=number, weights=weights, gradients=gradients, buckets=buckets)
