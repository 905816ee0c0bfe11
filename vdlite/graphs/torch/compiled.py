"""What torch.compile makes of a model: its operations after all passes, in the kernels that they are fused into.

Inductor is asked for the graphs after its passes and for the code of its kernels, which is then not compiled: neither
a compiler nor a device is needed. The operations are carried out one by one instead, so that the parts of a model that
is cut by graph breaks, and its backward pass, come up. How Inductor says which operation is in which kernel is
private to torch: where it is otherwise, an error says so, and the caller falls back.
"""

from __future__ import annotations

import copy
import gc
import logging
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

import torch
from torch import fx, nn
from torch.utils._pytree import tree_leaves, tree_map

from vdlite.graphs.torch.called import names_of_inputs
from vdlite.graphs.torch.kernels import Kernels
from vdlite.graphs.torch.putting_back import same_random_numbers
from vdlite.kinds.graph import Graph, GraphBuilder


class _Written(BaseException):
    """The code of all kernels is written: the time to stop. Not an error that anybody else would handle."""


@dataclass(frozen=True)
class Piece:
    """One graph that the compiler has made."""

    module: fx.GraphModule  # after all passes
    kernels: Mapping[
        str, list[str]
    ]  # names of their nodes, by the names of the kernels, in the order of their calls
    number: int  # its forward and backward graphs have the same
    is_backward: bool
    tensors: Mapping[int, str]  # names of the model's tensors, by the places of the graph's inputs
    inputs: Mapping[int, str]  # names of what the model is called with, likewise


def compiled(
    model: nn.Module, given: tuple[Any, ...], named: dict[str, Any], *, backward: bool
) -> Graph:
    """The graph of the compiled model. Raises whatever torch raises while it compiles."""
    twin = copy.deepcopy(model)
    given, named = tree_map(
        lambda each: (
            each.detach().clone().requires_grad_(each.requires_grad)
            if isinstance(each, torch.Tensor)
            else each
        ),
        (given, named),
    )
    pieces: list[Piece] = []
    failed: Exception | None = None
    with _surroundings(backward):
        try:
            backend = _Backend(twin, names_of_inputs(model, len(given)), pieces)
            call = torch.compile(_function(twin), backend=backend, dynamic=False)
            output = call(*given, **named)
            if backward:
                _step_back(output)
        except Exception as error:
            if not pieces:
                raise
            failed = error
    if not pieces:
        raise RuntimeError("torch.compile leaves all of it as it is")
    builder = GraphBuilder(
        type(model).__name__,
        flavor="compiled",
        source="inductor",
        about={
            "class": f"{type(model).__module__}.{type(model).__qualname__}",
            "mode": "train" if model.training else "eval",
            "framework": f"torch {torch.__version__}",
            "graphs": len({piece.number for piece in pieces}),
            "kernels": sum(len(piece.kernels) for piece in pieces),
        },
    )
    Kernels(builder, twin).read_all(pieces)
    if not any(piece.kernels for piece in pieces):
        builder.note("this version of torch does not tell its kernels", level="warning")
    if failed is not None:
        builder.note(f"compiled in part: {failed!r:.600}", level="error")
    return builder.build()


def _function(model: nn.Module) -> Callable[..., Any]:
    """Calls the model. Its code is new: what torch remembers of it, such as not to compile it, is for this call only."""

    def call(*given: Any, **named: Any) -> Any:
        return model(*given, **named)

    call.__code__ = call.__code__.replace()
    return call


_GIVEN = re.compile(r"L\['(?:given'\]\[(\d+)\]|named'\]\['(\w+)'\])(.*)")
"""What torch calls the arguments of `_function`."""


class _Backend:
    """Stands in for Inductor."""

    def __init__(self, model: nn.Module, places: list[str], pieces: list[Piece]) -> None:
        """places: what the model calls its positional arguments."""
        self._places = places
        self._names = {
            id(tensor): name
            for found in (model.named_parameters, model.named_buffers)
            for name, tensor in found(remove_duplicate=True)
        }
        self._pieces = pieces
        self._count = 0

    def __call__(self, module: fx.GraphModule, inputs: list[Any]) -> Any:
        from torch._inductor.compile_fx import compile_fx

        number, self._count = self._count, self._count + 1
        tensors = {
            at: self._names[id(each)] for at, each in enumerate(inputs) if id(each) in self._names
        }

        placeholders = [node for node in module.graph.nodes if node.op == "placeholder"]
        named = {at: name for at, node in enumerate(placeholders) if (name := self._input(node))}

        def inner(graph: fx.GraphModule, examples: Any, **options: Any) -> Callable[..., Any]:
            runs = fx.GraphModule(graph, copy.deepcopy(graph.graph))
            kernels = _kernels(graph, examples, options)
            is_backward = bool(options.get("is_backward"))
            piece = Piece(graph, kernels, number, is_backward, tensors, named)
            self._pieces.append(piece)

            def run(arguments: list[Any]) -> Any:
                taken = list(arguments)
                arguments.clear()
                return fx.Interpreter(runs).run(*taken)

            run._boxed_call = True  # type: ignore[attr-defined]  # its arguments come as one list
            return run

        return compile_fx(module, inputs, inner_compile=inner)

    def _input(self, node: fx.Node) -> str:
        """The name that the model gives an input; empty for what comes from elsewhere."""
        source = str(getattr(getattr(node.meta.get("grapharg"), "source", None), "name", ""))
        found = _GIVEN.fullmatch(source)
        if found is None:
            return ""
        place, name, rest = found.groups()
        if name is None and int(place) >= len(self._places):
            return ""
        return str(name or self._places[int(place)]) + rest


def _kernels(
    module: fx.GraphModule, examples: Any, options: dict[str, Any]
) -> dict[str, list[str]]:
    """Has the code of the kernels written, and the passes done to the graph."""
    from torch._inductor import config, debug
    from torch._inductor.compile_fx import compile_fx_inner
    from torch._inductor.graph import GraphLowering

    found: dict[str, Any] = {}

    def stop(_: str) -> None:
        # The documented form of this, a JSON file, is written for graphs of the forward pass only.
        found.update(debug._inductor_triton_kernel_to_post_grad_node_info)
        raise _Written

    before = GraphLowering.__dict__["save_output_code"]
    settings = {
        "force_disable_caches": True,
        "trace.provenance_tracking_level": 1,
        "cpp.simdlen": 0,  # how wide kernels are would be found out with a compiler
    }
    GraphLowering.save_output_code = staticmethod(stop)
    try:
        with config.patch(settings), debug.reset_provenance_globals():
            compile_fx_inner(module, examples, **options)
    except _Written:
        pass
    finally:
        GraphLowering.save_output_code = before
    return {str(name): [str(node) for node in nodes] for name, nodes in found.items()}


@contextmanager
def _surroundings(backward: bool) -> Iterator[None]:
    with ExitStack() as stack:
        stack.enter_context(same_random_numbers())
        stack.enter_context(torch.inference_mode(False))
        stack.enter_context(torch.set_grad_enabled(backward))
        # The user's own compiled models shall not be recompiled less often for it.
        stack.enter_context(torch._dynamo.config.patch(recompile_limit=1000))
        stack.callback(gc.collect)  # with the copy of the model, what was compiled for it goes
        stack.enter_context(_quiet("torch._dynamo", "torch._inductor"))
        yield


@contextmanager
def _quiet(*names: str) -> Iterator[None]:
    """Without torch's own words: the graph reports what fails."""
    before = {name: logging.getLogger(name).level for name in names}
    for name in names:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)


def _step_back(output: Any) -> None:
    loss = getattr(output, "loss", None)
    leaves = [loss] if isinstance(loss, torch.Tensor) else tree_leaves(output)
    targets = [each for each in leaves if isinstance(each, torch.Tensor) and each.requires_grad]
    if targets:
        torch.autograd.backward(targets, [torch.ones_like(each) for each in targets])
