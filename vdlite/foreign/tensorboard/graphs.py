"""Graphs of TensorFlow's `GraphDef`, in which PyTorch's writers log models, too."""

import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.draft import Encoded, encoded
from vdlite.kinds.graph import GraphBuilder, graph
from vdlite.kinds.graph.builder import Input, Output
from vdlite.protobuf.message import BYTES, FIXED32, VARINT, Message, signed, single

_MOST_LEVELS = 60  # of scopes; deeper ones are one with that level
_MOST_TEXT = 1000  # letters of an attribute
_MODULE = re.compile(r"(?P<type>.+)\[(?P<name>.+)\]")  # how PyTorch names scopes
_SHAPES = "_output_shapes"
_TYPES = {
    1: "float32", 2: "float64", 3: "int32", 4: "uint8", 5: "int16", 6: "int8", 7: "string", 8: "complex64",
    9: "int64", 10: "bool", 14: "bfloat16", 17: "uint16", 18: "complex128", 19: "float16", 22: "uint32", 23: "uint64",
}  # fmt: skip


Sizes: TypeAlias = tuple[int | str, ...]


@dataclass(slots=True)
class _Node:
    name: str = ""
    type: str = ""
    inputs: list[str] = field(default_factory=list)
    attributes: dict[str, Any] = field(default_factory=dict)
    shapes: list[Sizes | None] = field(default_factory=list)


def encode(data: bytes) -> Encoded:
    """The payload and summary of a serialized GraphDef. Raises FormatError if it can't be a graph."""
    nodes = _nodes(Message(memoryview(data)))
    if not nodes:
        raise FormatError("graph of an event: there are no nodes in it")
    builder = GraphBuilder(flavor="file", source="tensorboard")
    try:
        _Reading(builder, nodes).build()
        return encoded(graph(builder.build()))
    except PayloadError as error:
        raise FormatError(str(error)) from error


class _Reading:
    """Nodes on their way into a graph, each behind those that it takes something of."""

    def __init__(self, builder: GraphBuilder, nodes: dict[str, _Node]) -> None:
        self._builder = builder
        self._nodes = nodes
        self._scopes: dict[tuple[str, ...], int] = {(): 0}
        self._made: dict[str, int] = {}
        self._loops = 0

    def build(self) -> None:
        for name in _in_order(self._nodes):
            self._add(self._nodes[name])
        if self._loops:
            message = f"{self._loops} inputs come from further on, as in loops; they are not drawn"
            self._builder.note(message, level="warning")

    def _add(self, node: _Node) -> None:
        *folders, name = node.name.split("/")
        inputs: list[Input] = []
        for given in node.inputs:
            source, output, is_control = _source(given)
            if source in self._made:
                made = self._made[source]
                inputs.append((made, 0, "control") if is_control else (made, output))
            elif source in self._nodes:
                self._loops += 1
        type_ = node.type
        if type_ == "IO Node":  # of PyTorch
            type_ = folders[0] if folders[:1] in (["input"], ["output"]) else "input"
            folders = []
        dtype = next((node.attributes[key] for key in ("dtype", "T") if key in node.attributes), "")
        outputs: list[Output] = [(str(dtype), shape) for shape in node.shapes]
        self._made[node.name] = self._builder.node(
            type_,
            inputs,
            name=name,
            outputs=outputs or [(str(dtype), None)],
            attributes=node.attributes,
            scope=self._scope(tuple(folders)),
        )

    def _scope(self, path: tuple[str, ...]) -> int:
        path = path[:_MOST_LEVELS]
        known = self._scopes.get(path)
        if known is None:
            match = _MODULE.fullmatch(path[-1])
            name, type_ = (match["name"], match["type"]) if match else (path[-1], "")
            above = self._scope(path[:-1])
            known = self._scopes[path] = self._builder.add_scope(name, type_, parent=above)
        return known


def _in_order(nodes: Mapping[str, _Node]) -> list[str]:
    """The names, each behind those of its inputs; what lies on a circle comes last, as it was written.

    What is taken stands close before what takes it: else all weights came first, and the layers in their order.
    """
    sources = {
        name: list(dict.fromkeys(each for each, _, _ in map(_source, node.inputs) if each in nodes))
        for name, node in nodes.items()
    }
    takers: dict[str, list[str]] = {name: [] for name in nodes}
    for name, given in sources.items():
        for source in given:
            takers[source].append(name)
    waits = {name: len(given) for name, given in sources.items()}
    ready = deque(name for name, count in waits.items() if not count)
    free: dict[str, None] = {}  # of circles, and of what lies behind them
    while ready:
        name = ready.popleft()
        free[name] = None
        for taker in takers[name]:
            waits[taker] -= 1
            if not waits[taker]:
                ready.append(taker)
    order: dict[str, None] = {}
    ends = [name for name in free if not any(taker in free for taker in takers[name])]
    for end in ends:
        way = [(end, iter(sources[end]))]
        while way:
            name, others = way[-1]
            before = next((source for source in others if source not in order), None)
            if before is None:
                order[name] = None
                way.pop()
            else:
                way.append((before, iter(sources[before])))
    return [*order, *(name for name in nodes if name not in free)]


def _source(given: str) -> tuple[str, int, bool]:
    """The node that an input names, its output, and whether it only comes before."""
    if given.startswith("^"):
        return given[1:], 0, True
    name, _, output = given.rpartition(":")
    return (name, int(output), False) if name and output.isdecimal() else (given, 0, False)


def _nodes(message: Message) -> dict[str, _Node]:
    found: dict[str, _Node] = {}
    for each in message.fields():
        if each[0] == 1 and each[1] == BYTES:
            node = _node(message.inner(each))
            found.setdefault(node.name, node)
    return found


def _node(message: Message) -> _Node:
    node = _Node()
    for each in message.fields():
        if each[0] == 1:
            node.name = message.text(each)
        elif each[0] == 2:
            node.type = message.text(each)
        elif each[0] == 3:
            node.inputs.append(message.text(each))
        elif each[0] == 4 and (device := message.text(each)):
            node.attributes["device"] = device
        elif each[0] == 5:
            _read_attribute(node, message.inner(each))
    return node


def _read_attribute(node: _Node, entry: Message) -> None:
    name = ""
    value = None
    for each in entry.fields():
        if each[0] == 1:
            name = entry.text(each)
        elif each[0] == 2:
            value = entry.inner(each)
    if value is None:
        return
    if name == _SHAPES:
        node.shapes = _shapes(value)
    elif (plain := _attribute(value)) not in (None, ""):
        node.attributes[name] = plain


def _attribute(value: Message) -> Any:
    """A number, a text, a type or a shape; None for what is none of these."""
    for each in value.fields():
        number, kind, bits, _ = each
        if number == 2 and kind == BYTES:
            return value.text(each)[:_MOST_TEXT]
        if number == 3 and kind == VARINT:
            return signed(bits)
        if number == 4 and kind == FIXED32:
            return single(bits)
        if number == 5 and kind == VARINT:
            return bool(bits)
        if number == 6 and kind == VARINT:
            return _TYPES.get(bits, f"type {bits}")
        if number == 7 and kind == BYTES:
            return str(_shape(value.inner(each)))
    return None


def _shapes(value: Message) -> list[Sizes | None]:
    found: list[Sizes | None] = []
    for each in value.fields():
        if each[0] == 1:
            some = value.inner(each)
            found += [_shape(some.inner(part)) for part in some.fields() if part[0] == 7]
    return found


def _shape(message: Message) -> Sizes | None:
    """None where it is not known; a question mark for a size that is not."""
    sizes: list[int | str] = []
    for each in message.fields():
        if each[0] == 3 and each[1] == VARINT and each[2]:
            return None
        if each[0] == 2:
            dimension = message.inner(each)
            parts = [signed(part[2]) for part in dimension.fields() if part[0] == 1]
            size = parts[0] if parts else 0
            sizes.append(size if size >= 0 else "?")
    return tuple(sizes)
