"""Models of ONNX: nodes, what flows between them, and the graphs and functions within."""

from __future__ import annotations

import mmap
import re
from pathlib import Path

from vdlite.errors import FormatError
from vdlite.graphs.files.bounds import MOST_EXPANDED, MOST_LEVELS, MOST_NODES
from vdlite.graphs.files.onnx_flops import onnx_flops
from vdlite.graphs.files.onnx_messages import (
    OnnxGraph,
    OnnxModel,
    OnnxNode,
    graph_of,
    model_of,
    node_of,
)
from vdlite.graphs.scope_stack import CallOf, ScopeStack
from vdlite.kinds.graph import Graph, GraphBuilder
from vdlite.kinds.graph.builder import Input, Output
from vdlite.protobuf.message import Message

_QUOTED = re.compile(r"""(?P<quote>['\"])(?P<text>.*?)(?P=quote)""")
_MOST_METADATA = 10_000  # letters that are looked at


def read(path: Path) -> Graph:
    """The graph of the model; weights, in the file or beside it, are not read."""
    if not path.stat().st_size:
        raise FormatError(f"{path}: the file is empty")
    with (
        path.open("rb") as file,
        mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped,
        memoryview(mapped) as buffer,
    ):
        return _read(path, buffer)


def _read(path: Path, buffer: memoryview) -> Graph:
    model = model_of(Message(buffer))
    if not model.graph.nodes and not model.graph.weights and not model.graph.outputs:
        raise FormatError(f"{path}: got no graph in it")
    builder = GraphBuilder(
        model.graph.name or path.stem,
        flavor="file",
        source="onnx",
        about={"file": path.name, **model.about},
    )
    _Reading(builder, model).whole()
    return builder.build()


class _Place:
    """A scope of names: a graph, which sees what is around it too, or a function, which does not."""

    def __init__(self, graph: OnnxGraph, around: _Place | None) -> None:
        self.graph = graph
        self.around = around
        self.made: dict[str, Input] = {}
        self.weights: dict[str, int] = {}

    def shape(self, name: str) -> Output:
        place: _Place | None = self
        while place is not None:
            found = place.graph.shapes.get(name) or place.graph.weights.get(name)
            if found is not None:
                return found
            place = place.around
        return "", None

    def source(self, name: str) -> tuple[Input | None, int | None]:
        """The node that gives it, or the number of the weight."""
        place: _Place | None = self
        while place is not None:
            if name in place.made:
                return place.made[name], None
            if name in place.weights:
                return None, place.weights[name]
            place = place.around
        return None, None


class _Reading:
    def __init__(self, builder: GraphBuilder, model: OnnxModel) -> None:
        self._builder = builder
        self._model = model
        self._is_full = False
        self._left = MOST_EXPANDED

    def whole(self) -> None:
        place = self._place(self._model.graph, None, 0)
        for name in self._model.graph.inputs:
            if name not in place.weights:
                node = self._builder.node("input", name=name, outputs=[place.shape(name)], scope=0)
                place.made[name] = (node, 0)
        self._nodes(place, 0, 0)
        for name in self._model.graph.outputs:
            source, _ = place.source(name)
            shape = place.shape(name)
            taken = [] if source is None else [source]
            self._builder.node("output", taken, name=name, outputs=[shape], scope=0)

    def _place(self, graph: OnnxGraph, around: _Place | None, scope: int) -> _Place:
        place = _Place(graph, around)
        for name, shape in graph.weights.items():
            is_weight = shape[0].startswith(("float", "bfloat"))
            place.weights[name] = self._builder.parameter(
                name,
                shape,
                role="parameter" if is_weight else "constant",
                trained=is_weight,
                scope=scope,
            )
        return place

    def _nodes(self, place: _Place, root: int, level: int) -> None:
        scopes = ScopeStack(self._builder, root)
        known = place.graph.parsed
        for node in map(node_of, place.graph.nodes) if known is None else known:
            if len(self._builder) >= MOST_NODES:
                if not self._is_full:
                    self._is_full = True
                    self._builder.note(
                        f"only the first {MOST_NODES} operations are shown", level="warning"
                    )
                return
            scope = scopes.of(_calls(node))
            self._node(place, node, scope, scopes, level)

    def _node(
        self, place: _Place, node: OnnxNode, scope: int, scopes: ScopeStack, level: int
    ) -> None:
        inputs: list[Input] = []
        used: list[int] = []
        for name in node.inputs:
            source, weight = place.source(name)
            if source is not None:
                inputs.append(source)
            elif weight is not None:
                used.append(weight)
        function = self._model.functions.get((node.domain, node.type))
        if function is not None and level < MOST_LEVELS and self._may_expand(function):
            self._function(place, node, function, scope, level)
            return
        for name, message in node.graphs:
            if level < MOST_LEVELS:
                inputs += self._inner(place, name, message, scope, level)
        shapes = [place.shape(name) for name in node.outputs]
        made = self._builder.node(
            node.type if node.domain in ("", "ai.onnx") else f"{node.domain}.{node.type}",
            inputs,
            name=node.name.rpartition("/")[2],
            outputs=shapes,
            attributes=node.attributes,
            scope=scope,
            flops=onnx_flops(node.type, [place.shape(name) for name in node.inputs], shapes),
        )
        for weight in dict.fromkeys(used):
            self._builder.use(weight, made)
            scopes.owns(weight, scope)
        for at, name in enumerate(node.outputs):
            if name:
                place.made[name] = (made, at)

    def _may_expand(self, function: OnnxGraph) -> bool:
        if self._left <= 0:
            return False
        if function.parsed is None:
            function.parsed = [node_of(message) for message in function.nodes]
        self._left -= 1 + len(function.parsed)
        if self._left <= 0:
            self._builder.note(
                f"calls of functions are shown closed after {MOST_EXPANDED} operations in them",
                level="warning",
            )
        return True

    def _inner(
        self, place: _Place, name: str, message: Message, scope: int, level: int
    ) -> list[Input]:
        """The graph of a condition or a loop, as a scope; what it gives goes to the node that it belongs to."""
        graph = graph_of(message)
        branch = self._builder.add_scope(name, graph.name, kind="branch", parent=scope)
        inner = self._place(graph, place, branch)
        for given in graph.inputs:
            node = self._builder.node(
                "input", name=given, outputs=[inner.shape(given)], scope=branch
            )
            inner.made[given] = (node, 0)
        self._nodes(inner, branch, level + 1)
        found = [inner.source(output)[0] for output in graph.outputs]
        return [source for source in found if source is not None]

    def _function(
        self, place: _Place, node: OnnxNode, function: OnnxGraph, scope: int, level: int
    ) -> None:
        """A call of a function of the model: a scope, in which only its own names mean something."""
        name = node.name.rpartition("/")[2] or node.type
        call = self._builder.add_scope(name, node.type, kind="function", parent=scope)
        inner = self._place(function, None, call)
        for name, given in zip(function.inputs, node.inputs, strict=False):
            source, weight = place.source(given)
            if source is not None:
                inner.made[name] = source
            elif weight is not None:
                inner.weights[name] = weight
            function.shapes.setdefault(name, place.shape(given))
        self._nodes(inner, call, level + 1)
        for name, given in zip(node.outputs, function.outputs, strict=False):
            source, weight = inner.source(given)
            if source is not None:
                place.made[name] = source
            elif weight is not None:
                place.weights[name] = weight


def _calls(node: OnnxNode) -> list[CallOf]:
    """The modules around, as torch's exporters tell them: in metadata, or in the node's name."""
    text = node.metadata.get("pkg.torch.onnx.name_scopes", "")
    if text:
        paths = _texts(text)[:-1]
        kinds = _texts(node.metadata.get("pkg.torch.onnx.class_hierarchy", ""))
        found: list[CallOf] = []
        above = ""
        for at, path in enumerate(paths):
            if path:
                name = path.removeprefix(f"{above}.") if above else path
                kind = kinds[at].rpartition(".")[2] if at < len(kinds) else ""
                found.append(CallOf(path, name, kind))
                above = path
        return found
    parts = [part for part in node.name.split("/")[:-1] if part][:MOST_LEVELS]
    return [CallOf(tuple(parts[: at + 1]), _own(parts, at)) for at in range(len(parts))]


def _own(parts: list[str], at: int) -> str:
    """The name without that of the module around: "layer1.0" in "layer1" is "0"."""
    return parts[at].removeprefix(f"{parts[at - 1]}.") if at else parts[at]


def _texts(text: str) -> list[str]:
    """The texts of a list as Python shows it; names of modules and classes have nothing in them that is escaped."""
    if len(text) > _MOST_METADATA or not (text.startswith("[") and text.endswith("]")):
        return []
    return [match["text"] for match in _QUOTED.finditer(text)]
