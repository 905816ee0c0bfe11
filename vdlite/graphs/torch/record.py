"""Recording one call of a model, its backward pass and a step of its optimizer."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import torch
from torch import fx, nn
from torch.nn.parameter import is_lazy

from vdlite.errors import PayloadError, shown
from vdlite.graphs.torch.call import Call, without_values
from vdlite.graphs.torch.called import arguments, unwrapped
from vdlite.graphs.torch.exported import of_module
from vdlite.kinds.graph import NAME, Graph, GraphBuilder
from vdlite.kinds.graph.types import Plain

_MOST_UNCOUNTED = 100


def record(
    model: Any,
    inputs: Sequence[Any],
    named_inputs: Mapping[str, Any],
    *,
    backward: bool,
    optimizer: Any,
    fake: Any,
    compiled: bool = False,
) -> Graph:
    """See `vdlite.graphs.capture`."""
    if not isinstance(model, nn.Module):
        raise PayloadError(f"{NAME}: got {type(model).__name__}, want a torch.nn.Module")
    if fake not in (True, False, "auto"):
        raise PayloadError(f"{NAME} fake: got {fake!r:.80}, want True, False or 'auto'")
    if optimizer is not None and not isinstance(optimizer, torch.optim.Optimizer):
        raise PayloadError(
            f"{NAME} optimizer: got {type(optimizer).__name__}, want a torch.optim.Optimizer"
        )
    if isinstance(model, fx.GraphModule) and not inputs and not named_inputs:
        return of_module(model)  # it is a graph already
    model = unwrapped(model)
    given, named = arguments(model, inputs, named_inputs)
    try:
        needs_backward = backward or optimizer is not None
        with _deeper():
            return _recorded(model, given, named, needs_backward, optimizer, fake, compiled)
    except Exception as error:  # noqa: BLE001  # a model may be too odd to be looked at: the training goes on
        builder = GraphBuilder(type(model).__name__)
        builder.note(f"the model can't be recorded: {shown(error, 700)}", level="error")
        return builder.build()


@contextmanager
def _deeper() -> Iterator[None]:
    """Hooks take frames of their own: a model that can just be called can be recorded, too."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(2 * before)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _recorded(
    model: nn.Module,
    given: tuple[Any, ...],
    named: dict[str, Any],
    backward: bool,
    optimizer: Any,
    fake: Any,
    compiled: bool,
) -> Graph:
    started = time.perf_counter()
    graph, reason = _compiled(model, given, named, backward) if compiled else (None, None)
    if graph is None:
        call = _best(model, given, named, backward, optimizer, fake)
        if reason is not None:
            call.note(f"not compiled, here it is as it is called without: {shown(reason, 600)}")
        graph = call.finish()
    uncounted = Counter(
        kind
        for kind, flops in zip(graph.types, graph.flops.tolist(), strict=True)
        if flops != flops and "." in kind  # NaN is not itself
    )
    measured: dict[str, Plain] = {
        "seconds": round(time.perf_counter() - started, 3),
        "not_counted": dict(uncounted.most_common(_MOST_UNCOUNTED)),
    }
    return replace(graph, about={**graph.about, **measured})


def _compiled(
    model: nn.Module, given: tuple[Any, ...], named: dict[str, Any], backward: bool
) -> tuple[Graph | None, Exception | None]:
    """The graph of the compiled model, or why there is none."""
    if without_values(model) or _lazy(model):
        return None, ValueError("its tensors have no values")
    try:
        from vdlite.graphs.torch.compiled import compiled

        return compiled(model, given, named, backward=backward), None
    except Exception as error:  # noqa: BLE001  # whatever a compiler does must not reach the training
        return None, error


def _best(
    model: nn.Module,
    given: tuple[Any, ...],
    named: dict[str, Any],
    backward: bool,
    optimizer: Any,
    fake: Any,
) -> Call:
    """The call with fake tensors, or, where that fails and it may, the one with values."""

    def called(*, is_fake: bool) -> Call:
        call = Call(model, given, named, optimizer, is_fake=is_fake)
        if _lazy(model):
            call.note_error(
                "the model's parameters get their sizes in its first call: call it once"
            )
        else:
            call.run(backward=backward)
        return call

    if fake is False:
        return called(is_fake=False)
    first = called(is_fake=True)
    if first.error is None or fake is True or _lazy(model) or without_values(model):
        return first
    second = called(is_fake=False)
    if second.error is not None and second.count <= first.count:
        return first
    second.note(f"recorded with values, since without them it fails: {shown(first.error, 300)}")
    return second


def _lazy(model: nn.Module) -> bool:
    return any(is_lazy(each) for each in [*model.parameters(), *model.buffers()])
