"""Weights and gradients of a model as histograms, logged by the model itself: hooks of torch, as `wandb.watch` sets them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

from vdlite.errors import PayloadError, VdliteError, shown
from vdlite.writer import LogWriter
from vdlite.writer.model_watch import own_name
from vdlite.writer.notices import warn

_WHAT = ("gradients", "parameters", "all", None)
Log = Callable[[LogWriter, int], None]


class ModelHooks:
    """The hooks of one model. They take no part in copies of it, and raise nothing into the training."""

    def __init__(
        self,
        model: Any,
        writer: LogWriter,
        step: Callable[[], int],
        *,
        gradients: bool,
        weights: bool,
        every: int,
        prefix: str,
    ) -> None:
        """step: the one to log at. every: so many backward or forward passes, from the first on. prefix: of names, before them."""
        self.model = model
        self._writer = writer
        self._step = step
        self._every = every
        self._prefix = prefix
        self._calls: dict[str, int] = {}
        self._has_failed = False
        self._handles: list[Any] = []
        if gradients:
            for name, parameter in model.named_parameters():
                if parameter.requires_grad:
                    hook = _Hook(self._take_gradient, f"gradients/{prefix}{own_name(name)}")
                    self._handles.append(parameter.register_hook(hook))
        if weights:
            hook = _Hook(self._take_weights, "weights")
            self._handles.append(model.register_forward_hook(hook))

    def remove(self) -> None:
        """Log no more."""
        for handle in self._handles:
            handle.remove()
        self._handles = []

    def _take_gradient(self, tag: str, gradient: Any) -> None:
        if self._is_due(tag):
            self._log(tag, gradient)

    def _take_weights(self, name: str, model: Any, *_: Any) -> None:
        if model is self.model and self._is_due(name):
            for each, parameter in model.named_parameters():
                self._log(f"{name}/{self._prefix}{own_name(each)}", parameter)

    def _is_due(self, name: str) -> bool:
        count = self._calls.get(name, 0)
        self._calls[name] = count + 1
        if self._writer.closed:
            self.remove()
            return False
        return count % self._every == 0

    def _log(self, tag: str, values: Any) -> None:
        try:
            self._writer.add_histogram(tag, values, self._step())
        except (VdliteError, RuntimeError) as error:  # of odd tensors, or one that is being traced
            if not self._has_failed:
                self._has_failed = True
                warn("vdlite.watch: can't log %s: %s", tag, error)


class _Hook:
    """A call by torch. A copy of a model, also one in a file, has hooks that do nothing."""

    def __init__(self, take: Callable[..., None] | None = None, name: str = "") -> None:
        self._take = take
        self._name = name

    def __call__(self, *arguments: Any) -> None:
        if self._take is not None:
            self._take(self._name, *arguments)

    def __deepcopy__(self, memo: object) -> _Hook:
        return _Hook()

    def __reduce__(self) -> tuple[type[_Hook], tuple[()]]:
        return _Hook, ()


def hooks_of(
    models: Any,
    writer: LogWriter,
    step: Callable[[], int],
    *,
    log: object,
    log_freq: object,
    first: int,
) -> list[ModelHooks]:
    """Hooks of a model, or of each of a list. Raises PayloadError for what is none, and for another word or number.

    first: the number of the first of them; names of those after number 0 begin with `graph_NUMBER/`.
    """
    some: Sequence[Any] = models if isinstance(models, (list, tuple)) else [models]
    for model in some:
        if not hasattr(model, "named_parameters") or not hasattr(model, "register_forward_hook"):
            raise PayloadError(f"watch: got {type(model).__name__}, want a model of torch")
    if log not in _WHAT:
        raise PayloadError(f"log: got {shown(log)}, want 'gradients', 'parameters', 'all' or None")
    try:
        every = operator.index(log_freq)  # type: ignore[arg-type]  # what is none raises
    except TypeError:
        raise PayloadError(f"log_freq: got {shown(log_freq)}, want a whole number") from None
    if every < 1:
        raise PayloadError(f"log_freq: got {every}, want 1 or more")
    return [
        ModelHooks(
            model,
            writer,
            step,
            gradients=log in ("gradients", "all"),
            weights=log in ("parameters", "all"),
            every=every,
            prefix=f"graph_{number}/" if number else "",
        )
        for number, model in enumerate(some, first)
    ]
