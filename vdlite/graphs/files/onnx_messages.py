"""The messages of ONNX that a graph is made of. Numbers of fields: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from vdlite.kinds.graph.builder import Output
from vdlite.protobuf.message import BYTES, VARINT, Message

_DTYPES = {
    1: "float32",
    2: "uint8",
    3: "int8",
    4: "uint16",
    5: "int16",
    6: "int32",
    7: "int64",
    8: "string",
    9: "bool",
    10: "float16",
    11: "float64",
    12: "uint32",
    13: "uint64",
    14: "complex64",
    15: "complex128",
    16: "bfloat16",
    17: "float8_e4m3fn",
    18: "float8_e4m3fnuz",
    19: "float8_e5m2",
    20: "float8_e5m2fnuz",
    21: "uint4",
    22: "int4",
}

_MOST_LISTED = 1000  # numbers of an attribute


@dataclass
class OnnxNode:
    inputs: list[str] = field(default_factory=list)
    outputs: list[str] = field(default_factory=list)
    name: str = ""
    type: str = ""
    domain: str = ""
    attributes: dict[str, Any] = field(default_factory=dict)
    graphs: list[tuple[str, Message]] = field(default_factory=list)
    metadata: dict[str, str] = field(default_factory=dict)


@dataclass
class OnnxGraph:
    name: str = ""
    nodes: list[Message] = field(default_factory=list)
    parsed: list[OnnxNode] | None = None  # what is read of them, of functions that are called again
    inputs: list[str] = field(default_factory=list)
    outputs: list[str] = field(default_factory=list)
    weights: dict[str, Output] = field(default_factory=dict)
    shapes: dict[str, Output] = field(default_factory=dict)


@dataclass
class OnnxModel:
    graph: OnnxGraph
    functions: dict[tuple[str, str], OnnxGraph]
    about: dict[str, Any]


def model_of(message: Message) -> OnnxModel:
    graph: OnnxGraph | None = None
    functions: dict[tuple[str, str], OnnxGraph] = {}
    about: dict[str, Any] = {}
    for each in message.fields():
        if each[0] == 7 and each[1] == BYTES:
            graph = graph_of(message.inner(each))
        elif each[0] == 25 and each[1] == BYTES:
            key, function = _function_of(message.inner(each))
            functions[key] = function
        elif each[0] in (2, 3) and each[1] == BYTES:
            about["producer" if each[0] == 2 else "producer version"] = message.text(each)
        elif each[0] == 8 and each[1] == BYTES:
            domain, version = _operators_of(message.inner(each))
            about.setdefault("operators", {})[domain or "ai.onnx"] = version
    return OnnxModel(OnnxGraph() if graph is None else graph, functions, about)


def graph_of(message: Message) -> OnnxGraph:
    found = OnnxGraph()
    for each in message.fields():
        number = each[0]
        if each[1] != BYTES:
            continue
        if number == 1:
            found.nodes.append(message.inner(each))
        elif number == 2:
            found.name = message.text(each)
        elif number == 5:
            name, shape = _tensor_of(message.inner(each))
            found.weights[name] = shape
        elif number in (11, 12, 13):
            name, shape = _value_of(message.inner(each))
            found.shapes[name] = shape
            if number == 11:
                found.inputs.append(name)
            elif number == 12:
                found.outputs.append(name)
    return found


def node_of(message: Message) -> OnnxNode:
    found = OnnxNode()
    for each in message.fields():
        match each[0]:
            case 1:
                found.inputs.append(message.text(each))
            case 2:
                found.outputs.append(message.text(each))
            case 3:
                found.name = message.text(each)
            case 4:
                found.type = message.text(each)
            case 5:
                _attribute(message.inner(each), found)
            case 7:
                found.domain = message.text(each)
            case 9:
                key, value = _entry_of(message.inner(each))
                found.metadata[key] = value
    return found


def _attribute(message: Message, node: OnnxNode) -> None:
    name = ""
    value: Any = None
    listed: list[Any] = []
    graphs: list[Message] = []
    for each in message.fields():
        match each[0]:
            case 1:
                name = message.text(each)
            case 2:
                (value,) = message.floats(each)
            case 3:
                (value,) = message.integers(each)
            case 4:
                value = message.text(each)
            case 5:
                dtype, sizes = _tensor_of(message.inner(each))[1]
                value = f"tensor {dtype} {list(sizes or ())}"
            case 6 | 11:
                graphs.append(message.inner(each))
            case 7:
                listed += message.floats(each)
            case 8:
                listed += message.integers(each)
            case 9:
                listed.append(message.text(each))
    node.graphs += [(name, graph) for graph in graphs]
    if not graphs:
        node.attributes[name] = listed[:_MOST_LISTED] if listed else value


def _tensor_of(message: Message) -> tuple[str, Output]:
    """Name and shape; the numbers are not looked at, wherever they are."""
    name, dtype = "", 0
    sizes: list[int] = []
    for each in message.fields():
        if each[0] == 1:
            sizes += message.integers(each)
        elif each[0] == 2 and each[1] == VARINT:
            dtype = each[2]
        elif each[0] == 8:
            name = message.text(each)
    return name, (_DTYPES.get(dtype, ""), sizes)


def _value_of(message: Message) -> tuple[str, Output]:
    name, shape = "", ("", None)
    for each in message.fields():
        if each[0] == 1:
            name = message.text(each)
        elif each[0] == 2:
            shape = _type_of(message.inner(each))
    return name, shape


def _type_of(message: Message) -> Any:
    for each in message.fields():
        if each[0] in (1, 8) and each[1] == BYTES:  # a tensor, dense or sparse
            inner = message.inner(each)
            dtype, sizes = "", None
            for part in inner.fields():
                if part[0] == 1 and part[1] == VARINT:
                    dtype = _DTYPES.get(part[2], "")
                elif part[0] == 2:
                    sizes = _sizes_of(inner.inner(part))
            return dtype, sizes
        if each[0] in (4, 5, 9) and each[1] == BYTES:
            return {4: "sequence", 5: "map", 9: "optional"}[each[0]], None
    return "", None


def _sizes_of(message: Message) -> list[int | str]:
    found: list[int | str] = []
    for each in message.fields():
        if each[0] == 1:
            size: int | str = "?"
            inner = message.inner(each)
            for part in inner.fields():
                if part[0] == 1:
                    (size,) = inner.integers(part)
                elif part[0] == 2:
                    size = inner.text(part)
            found.append(size)
    return found


def _function_of(message: Message) -> tuple[tuple[str, str], OnnxGraph]:
    found = OnnxGraph()
    domain = ""
    for each in message.fields():
        if each[1] != BYTES:
            continue
        match each[0]:
            case 1:
                found.name = message.text(each)
            case 4:
                found.inputs.append(message.text(each))
            case 5:
                found.outputs.append(message.text(each))
            case 7:
                found.nodes.append(message.inner(each))
            case 10:
                domain = message.text(each)
            case 12:
                name, shape = _value_of(message.inner(each))
                found.shapes[name] = shape
    return (domain, found.name), found


def _operators_of(message: Message) -> tuple[str, int]:
    domain, version = "", 0
    for each in message.fields():
        if each[0] == 1:
            domain = message.text(each)
        elif each[0] == 2:
            (version,) = message.integers(each)
    return domain, version


def _entry_of(message: Message) -> tuple[str, str]:
    found = {each[0]: message.text(each) for each in message.fields() if each[1] == BYTES}
    return found.get(1, ""), found.get(2, "")
