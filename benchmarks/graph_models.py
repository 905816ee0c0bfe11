"""Whether graphs of real models are right: each against a log of a real call that was made without vdlite.

For each model: it gives a graph without an error; its operations are those of the log, forward and backward;
parameters are those of all tensors that are not the same; operations of the backward pass are in scopes of the
forward one; the model is afterwards bit for bit what it was; FLOPs are those that were published. Needs torch, and
measures what it finds of torchvision, timm and transformers.
"""

import collections
import gc
import sys
import time
import warnings
from collections.abc import Iterator
from typing import Any

from benchmarks.table import Row

Counts = collections.Counter[str]

_BY_STRIDES = ("detach", "copy_", "new_empty_strided")
"""How a gradient is stored is up to strides, which tensors without values may have otherwise."""


def measure(*, quick: bool = False) -> list[Row]:
    """A row for each model: operations, and in the note whatever is not as it should be."""
    try:
        import torch
    except ImportError as error:
        return [Row("graphs of models", "vdlite", None, "", f"not measured: {error}")]
    from benchmarks import graph_zoo

    torch.set_num_threads(1)
    rows = []
    for entry in graph_zoo.chosen(quick):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            row = _row(entry)
        print(f"{row.what}: {row.value} {row.unit}, {row.note}", file=sys.stderr, flush=True)
        rows.append(row)
        gc.collect()
    right = sum("**" not in row.note for row in rows)
    return [*rows, Row("models whose graph is right", "vdlite", right, f"of {len(rows)}")]


def _row(entry: Any) -> Row:
    import torch

    what = f"graph of {entry.name}"
    torch.manual_seed(0)
    try:
        example = entry.make()
    except Exception as error:  # noqa: BLE001  # a version of a library that makes it otherwise
        return Row(what, "vdlite", None, "", f"not made: {type(error).__name__}: {error}"[:200])
    from vdlite.graphs.capture import capture

    before = dict(_state(example.model)) if entry.has_dispatch_log else {}
    numbers = torch.get_rng_state()
    began = time.process_time()
    graph = capture(example.model, example.inputs, example.named, backward=entry.has_dispatch_log)
    seconds = time.process_time() - began
    stated = [f"{seconds:.1f} s, recorded {graph.source}"]
    stated += [f"**{note.text[:300]}**" for note in graph.note_list if note.level != "info"]
    if entry.has_dispatch_log:
        same = _same(before, dict(_state(example.model)))
        if not same or not torch.equal(numbers, torch.get_rng_state()):
            stated.append("**the model or the random numbers were changed**")
        stated += _against_log(graph, example)
    stated += [*_parameters(graph, example.model), *_backward(graph), *_published(graph, example)]
    return Row(what, "vdlite", len(graph.nodes), "operations", ", ".join(stated))


def _state(model: Any) -> Iterator[tuple[str, Any]]:
    for name, tensor in [*model.named_parameters(), *model.named_buffers()]:
        grad = None if tensor.grad is None else tensor.grad.clone()
        yield name, (id(tensor), tensor._version, tensor.detach().clone(), grad)
    for name, module in model.named_modules():
        yield (
            f"module {name}",
            (module.training, {key: id(own) for key, own in vars(module).items()}),
        )


def _same(before: Any, after: Any) -> bool:
    import torch

    if isinstance(before, torch.Tensor):
        return torch.equal(before, after) or bool(torch.isnan(before).any())
    if isinstance(before, dict):
        return before.keys() == after.keys() and all(
            _same(before[key], after[key]) for key in before
        )
    if isinstance(before, tuple):
        return all(_same(one, other) for one, other in zip(before, after, strict=True))
    return bool(before == after)


def _against_log(graph: Any, example: Any) -> list[str]:
    """Compares a graph that was made without values, or one with them if a model takes another way then.

    In-place changes of views, and libraries that ask whether they are traced, make other operations without values.
    """
    from vdlite.graphs.capture import capture

    try:
        log = _log(example)
    except Exception as error:  # noqa: BLE001  # a library may not fit this example
        return [f"no log: {type(error).__name__}: {str(error)[:200]}"]
    differ = _differences(graph, log)
    if not differ:
        return ["operations as logged"]
    with_values = capture(example.model, example.inputs, example.named, fake=False)
    left = _differences(with_values, log)
    if left:
        return [f"**with values not as logged: {left[:400]}**"]
    return [f"operations as logged with values; without: {differ[:400]}"]


def _differences(graph: Any, log: tuple[Counts, Counts]) -> str:
    forward, whole = log
    got: dict[str, Counts] = collections.defaultdict(collections.Counter)
    for kind, phase in zip(graph.types, graph.phases, strict=True):
        if kind.startswith("aten."):
            got[phase][kind] += 1
    loose = _BY_STRIDES if graph.source == "fake" else ()
    return ", ".join(
        f"{phase} {kind} {got[phase][kind]} not {wanted[kind]}"
        for phase, wanted, ignored in (
            ("forward", forward, ()),
            ("backward", whole - forward, loose),
        )
        for kind in sorted(got[phase].keys() | wanted.keys())
        if got[phase][kind] != wanted[kind] and kind.split(".")[1] not in ignored
    )


def _log(example: Any) -> tuple[Counts, Counts]:
    """The operations of a forward pass, and of that with its backward pass."""
    import copy

    import torch
    from torch.utils._python_dispatch import TorchDispatchMode
    from torch.utils._pytree import tree_leaves

    counts: Counts = collections.Counter()

    class Log(TorchDispatchMode):  # type: ignore[misc]  # torch is not typed here
        def __torch_dispatch__(
            self, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            if func.namespace == "aten":
                counts[str(func)] += 1
            return func(*args, **(kwargs or {}))

    model = copy.deepcopy(example.model)
    with Log():
        output = model(*example.inputs, **example.named)
        forward = counts.copy()
        loss = getattr(output, "loss", None)
        leaves = [loss] if isinstance(loss, torch.Tensor) else tree_leaves(output)
        targets = [each for each in leaves if isinstance(each, torch.Tensor) and each.requires_grad]
        ones = [torch.ones_like(each) for each in targets]
        if targets:
            torch.autograd.backward(targets, ones)
    return forward, counts


def _parameters(graph: Any, model: Any) -> list[str]:
    wanted = sum(each.numel() for each in model.parameters())
    if graph.parameter_count == wanted == graph.scope_tree().parameter_count:
        return [f"{wanted:,} parameters"]
    return [f"**{graph.parameter_count:,} parameters, not {wanted:,}**"]


def _backward(graph: Any) -> list[str]:
    scopes = graph.nodes.scope.tolist()
    forward = {at for at, phase in zip(scopes, graph.phases, strict=True) if phase == "forward"}
    backward = [
        at in forward
        for at, phase, call in zip(scopes, graph.phases, graph.calls, strict=True)
        if phase == "backward" and call != "ones_like"  # where the backward pass begins
    ]
    if not backward:
        return []
    share = sum(backward) / len(backward)
    stated = f"{share:.2%} of {len(backward)} backward ones in scopes of forward"
    return [stated if share >= 0.999 else f"**{stated}**"]


def _published(graph: Any, example: Any) -> list[str]:
    if example.published is None:
        return []
    got = graph.scope_tree().flops / 2e9
    stated = f"{got:.3f} GMAC, published {example.published:.3f}"
    return [stated if abs(got / example.published - 1) < 0.02 else f"**{stated}**"]
