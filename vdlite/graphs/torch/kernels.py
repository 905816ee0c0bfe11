"""The nodes of compiled graphs, in the kernels that they are fused into."""

from __future__ import annotations

import heapq
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from torch import fx, nn

from vdlite.graphs.scope_stack import ScopeStack
from vdlite.graphs.torch.fx_nodes import FxNodes, Parameter, Several, attributes_of, shapes_of
from vdlite.kinds.graph import GraphBuilder

if TYPE_CHECKING:
    from vdlite.graphs.torch.compiled import Piece

_OUTERMOST = re.compile(r"^L\['\w+'\]")
_ITEM = re.compile(r"\._modules\['([^']*)'\]|\[['\"]?([^'\"\]]*)['\"]?\]")


class Kernels(FxNodes):
    """Reads the pieces of a compiled model into a builder: each kernel is a group of the operations fused in it."""

    def __init__(self, builder: GraphBuilder, model: nn.Module) -> None:
        tensors = {**dict(model.named_parameters()), **dict(model.named_buffers())}
        super().__init__(builder, {}, tensors)
        self._buffers = {name for name, _ in model.named_buffers()}
        self._around: dict[int, int] = {}  # the scope of each piece
        self._made: dict[
            tuple[int, str], Any
        ] = {}  # by piece and name: what its backward graph takes
        self._piece: Piece
        self._kernel: dict[str, str] = {}  # of each node of the piece
        self._rank: dict[str, int] = {}
        self._groups: dict[str, int] = {}  # the scope of each kernel of the piece
        self._counts: Counter[tuple[int, str]] = Counter()

    def read_all(self, pieces: Sequence[Piece]) -> None:
        is_cut = len({piece.number for piece in pieces}) > 1
        for piece in pieces:
            if piece.number not in self._around:
                self._around[piece.number] = (
                    self._builder.add_scope(f"graph {piece.number}", kind="group", parent=0)
                    if is_cut
                    else 0
                )
            self._piece = piece
            self.phase = "backward" if piece.is_backward else "forward"
            self._kernel, self._rank, self._groups = {}, {}, {}
            for rank, (kernel, nodes) in enumerate(piece.kernels.items()):
                for node in nodes:
                    self._kernel.setdefault(node, kernel)
                    self._rank.setdefault(node, rank)
            self.read(piece.module, [], self._around[piece.number])
            for node, value in self.known.items():
                self._made.setdefault((piece.number, node.name), value)

    def _ordered(self, module: fx.GraphModule) -> Iterable[fx.Node]:
        """In the order of the kernels: what is fused stands together."""
        nodes = list(module.graph.nodes)
        place = {node: at for at, node in enumerate(nodes)}
        missing = {node: len(node.all_input_nodes) for node in nodes}
        ready = [self._order(node, at) for node, at in place.items() if not missing[node]]
        heapq.heapify(ready)
        found: list[fx.Node] = []
        while ready:
            node = nodes[heapq.heappop(ready)[1]]
            found.append(node)
            for user in node.users:
                missing[user] -= 1
                if not missing[user]:
                    heapq.heappush(ready, self._order(user, place[user]))
        return sorted(found, key=lambda node: node.op == "output")

    def _order(self, node: fx.Node, at: int) -> tuple[int, int]:
        return (-1 if node.op == "placeholder" else self._rank.get(node.name, -1)), at

    def _scope(self, node: fx.Node, scopes: ScopeStack) -> int:
        around = self._around[self._piece.number]
        kernel = self._kernel.get(node.name)
        if kernel is None:
            return around
        if kernel not in self._groups:
            name = kernel.rpartition(":")[0] or kernel
            self._counts[around, name] += 1
            count = self._counts[around, name]
            self._groups[kernel] = self._builder.add_scope(
                name if count == 1 else f"{name}#{count}", "kernel", kind="group", parent=around
            )
        return self._groups[kernel]

    def _attributes(self, node: fx.Node) -> dict[str, Any]:
        module = _module_of(node)
        return {**attributes_of(node), **({"module": module} if module else {})}

    def _placeholder(self, node: fx.Node) -> Any:
        made = self._made.get((self._piece.number, node.name))
        if made is not None:
            return made
        place = -1 if self._piece.is_backward else _input_of(node)
        name = self._piece.tensors.get(place)
        if name is not None:
            role = "buffer" if name in self._buffers else "parameter"
            return Parameter(self._parameter(name, role, node.meta.get("val")))
        called = "gradient of the output" if self._piece.is_backward else node.name
        number = self._builder.node(
            "input",
            name=self._piece.inputs.get(place, called),
            outputs=shapes_of(node),
            scope=self._around[self._piece.number],
            phase=self.phase,
        )
        return number, 0

    def _output(self, node: fx.Node, known: Mapping[fx.Node, Any], *, is_whole: bool) -> list[Any]:
        """What the backward graph takes is no output of the model, and gradients are recognized by their nodes."""
        if self._piece.is_backward:
            return []
        given = node.args[0] if isinstance(node.args[0], (list, tuple)) else [node.args[0]]
        descriptions = node.meta.get("desc") or [None] * len(given)
        around = self._around[self._piece.number]
        for each, description in zip(given, descriptions, strict=False):
            value = known.get(each) if isinstance(each, fx.Node) else None
            if isinstance(value, Several):
                value = (value.node, 0)
            if isinstance(value, tuple) and "Saved" not in type(description).__name__:
                self._builder.node("output", [value], outputs=shapes_of(each), scope=around)
        return []


def _input_of(node: fx.Node) -> int:
    """The number of the input of the piece: -1 for those that the compiler adds, such as sizes."""
    place = getattr(node.meta.get("desc"), "idx", None)
    return place if isinstance(place, int) else -1


def _module_of(node: fx.Node) -> str:
    """The module that it comes from, of which it computes the gradient in the backward pass: "layer1.0.conv1"."""
    stack = node.meta.get("nn_module_stack") or node.meta.get("fwd_nn_module_stack") or {}
    for path, _ in reversed(list(stack.values())):
        bare = _OUTERMOST.sub("", str(path).partition("@")[0])
        return _ITEM.sub(r".\1\2", bare).strip(".")
    return ""
