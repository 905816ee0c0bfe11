"""Graphs as the `GraphDef` that TensorBoard draws: names with slashes are its scopes."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from vdlite.kinds.graph import Graph
from vdlite.kinds.graph.names import parents, scope_paths
from vdlite.kinds.graph.types import EDGE_KINDS, ROLES, Plain, Shape
from vdlite.protobuf.encode import double, integer, message, single

_TYPES = {
    "float32": 1, "float64": 2, "int32": 3, "uint8": 4, "int16": 5, "int8": 6, "complex64": 8, "int64": 9,
    "bool": 10, "bfloat16": 14, "uint16": 17, "complex128": 18, "float16": 19, "uint32": 22, "uint64": 23,
}  # fmt: skip
_PRODUCER = 22  # of graphs that PyTorch's writer makes
_LARGEST = 1 << 63
_UNKNOWN = (1 << 64) - 1  # -1, as a size that is not known


def graph_event(graph: Graph, step: int, walltime: float) -> bytes:
    """An event with that graph: operations with their scopes, inputs, shapes and attributes, and its parameters.

    An operation that is one of several outputs of another takes it as `name:1`; what only fixes an order is `^name`.
    """
    at_step = integer(2, step) if step else b""
    content = b"".join(message(1, node) for node in _nodes(graph)) + message(
        4, integer(1, _PRODUCER)
    )
    return double(1, walltime) + at_step + message(4, content)


def _nodes(graph: Graph) -> Iterator[bytes]:
    paths = _scope_paths(graph)
    taken: set[str] = set()
    kept, dotted = graph.parameters, scope_paths(graph)
    held = [
        _unique(taken, paths[scope], graph.strings[name].removeprefix(f"{dotted[scope]}."))
        for scope, name in zip(kept.scope.tolist(), kept.name.tolist(), strict=True)
    ]
    names = [
        _unique(taken, paths[scope], name)
        for scope, name in zip(graph.nodes.scope.tolist(), graph.names, strict=True)
    ]
    uses: dict[int, list[str]] = {}
    for at, (first, end) in enumerate(pairwise(kept.first_use.tolist())):
        role = ROLES[int(kept.role[at])]
        same = int(kept.shared_with[at])
        if same == at:
            shape = graph.shape_table[int(kept.shape[at])]
            attributes: dict[str, Plain] = {}
            if role == "parameter":
                attributes = {"trained": bool(kept.trained[at])}
            yield _node(held[at], role, [], [shape], attributes)
        for taker in graph.uses[first:end].tolist():
            uses.setdefault(taker, []).append(held[same])
    shapes = [graph.shape_table[at] for at in graph.output_shapes.tolist()]
    inputs = list(pairwise(graph.nodes.first_input.tolist()))
    outputs = list(pairwise(graph.nodes.first_output.tolist()))
    phases, files = graph.phases, graph.files
    for at, (name, type_) in enumerate(zip(names, graph.types, strict=True)):
        attributes = dict(graph.attributes[at])
        if phases[at] != "forward":
            attributes["phase"] = phases[at]
        file, line = files[at]
        if file:
            attributes["source"] = f"{file}:{line}"
        flops = float(graph.flops[at])
        if math.isfinite(flops):
            attributes["flops"] = int(flops)
        first, end = outputs[at]
        given = [*_inputs(graph, names, *inputs[at]), *dict.fromkeys(uses.get(at, ()))]
        # Those that only fix an order come last, as TensorFlow wants it.
        given.sort(key=lambda each: each.startswith("^"))
        yield _node(name, type_, given, shapes[first:end], attributes)


def _inputs(graph: Graph, names: Sequence[str], first: int, end: int) -> Iterator[str]:
    edges = graph.edge_columns
    for at in range(first, end):
        source, output = names[int(edges.node[at])], int(edges.output[at])
        if EDGE_KINDS[int(edges.kind[at])] == "control":
            yield f"^{source}"
        else:
            yield f"{source}:{output}" if output else source


def _scope_paths(graph: Graph) -> list[str]:
    """[S] names of all scopes down to each, with a slash behind each of them; equal ones of a scope are numbered."""
    scopes = graph.scope_columns
    taken: set[str] = set()
    paths = [""]
    above = parents(scopes).tolist()
    for at in range(1, len(scopes)):
        name, type_ = (graph.strings[int(column[at])] for column in (scopes.name, scopes.type))
        called = f"{type_}[{name}]" if type_ and name else name or type_ or "scope"
        paths.append(_unique(taken, paths[above[at]], called) + "/")
    return paths


def _unique(taken: set[str], scope: str, name: str) -> str:
    """The whole name of something in a scope, different from all before."""
    # A slash would begin a scope; a colon, an output; and a hat, what only fixes an order.
    called = scope + (name.replace("/", "|").replace(":", "_").lstrip("^") or "node")
    found, number = called, 1
    while found in taken:
        number += 1
        found = f"{called}#{number}"
    taken.add(found)
    return found


def _node(
    name: str,
    type_: str,
    inputs: Sequence[str],
    outputs: Sequence[Shape],
    attributes: Mapping[str, Plain],
) -> bytes:
    written = {
        key: _attribute(value)
        for key, value in attributes.items()
        if value is not None and key != "device"
    }
    if outputs and outputs[0][0]:
        written["dtype"] = _dtype(outputs[0][0])
    if any(sizes is not None for _, sizes in outputs):
        written["_output_shapes"] = message(1, b"".join(_shape(sizes) for _, sizes in outputs))
    device = attributes.get("device")
    return b"".join(
        (
            message(1, name),
            message(2, type_),
            *(message(3, each) for each in inputs),
            message(4, str(device)) if device else b"",
            *(message(5, message(1, key) + message(2, value)) for key, value in written.items()),
        )
    )


def _attribute(value: Plain) -> bytes:
    if isinstance(value, bool):
        return integer(5, int(value))
    if isinstance(value, int) and -_LARGEST <= value < _LARGEST:
        return integer(3, value)
    if isinstance(value, float):
        try:
            return single(4, value)
        except OverflowError:
            return message(2, repr(value))
    return message(2, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _dtype(name: str) -> bytes:
    number = _TYPES.get(name)
    return message(2, name) if number is None else integer(6, number)


def _shape(sizes: tuple[int | str, ...] | None) -> bytes:
    """A shape among those of all outputs."""
    if sizes is None:
        return message(7, integer(3, 1))
    known = (_UNKNOWN if isinstance(size, str) else min(size, _LARGEST - 1) for size in sizes)
    return message(7, b"".join(message(2, integer(1, size)) for size in known))
