"""A graph as bytes, and back."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from vdlite.errors import FormatError
from vdlite.kinds.graph.columns import (
    floats,
    integers,
    offsets,
    packed_floats,
    packed_integers,
    unpacked,
)
from vdlite.kinds.graph.pictures import packed_pictures, pictures
from vdlite.kinds.graph.types import (
    EDGE_KINDS,
    FLAVORS,
    MOST_DIMENSIONS,
    MOST_LEVELS,
    NAME,
    PHASES,
    ROLES,
    SCOPE_KINDS,
    Edges,
    Graph,
    Integers,
    Nodes,
    Note,
    Parameters,
    Scopes,
    Shape,
)
from vdlite.kinds.numbers.packing import pack, unpack

_VERSION = 1
_LEVELS = ("info", "warning", "error")


def payload(graph: Graph) -> bytes:
    nodes, edges, scopes = graph.nodes, graph.edge_columns, graph.scope_columns
    held = graph.parameters
    timed = {} if np.isnan(nodes.seconds).all() else {"seconds": packed_floats(nodes.seconds)}
    return pack(
        {
            "version": _VERSION,
            "flavor": graph.flavor,
            "source": graph.source,
            "about": dict(graph.about),
            "strings": list(graph.strings),
            "shapes": [
                [dtype, None if sizes is None else list(sizes)]
                for dtype, sizes in graph.shape_table
            ],
            "attributes": list(graph.attribute_sets),
            "places": [list(place) for place in graph.places],
            "nodes": {
                "type": packed_integers(nodes.type),
                "name": packed_integers(nodes.name),
                "scope": packed_integers(nodes.scope),
                "phase": packed_integers(nodes.phase),
                "flops": packed_floats(nodes.flops),
                "attributes": packed_integers(nodes.attributes),
                "place": packed_integers(nodes.place),
                "inputs": packed_integers(np.diff(nodes.first_input)),
                "outputs": packed_integers(np.diff(nodes.first_output)),
                **timed,
            },
            "edges": {
                "node": packed_integers(edges.node),
                "output": packed_integers(edges.output),
                "kind": packed_integers(edges.kind),
            },
            "outputs": packed_integers(graph.output_shapes),
            "scopes": {
                "depth": packed_integers(scopes.depth),
                "name": packed_integers(scopes.name),
                "type": packed_integers(scopes.type),
                "kind": packed_integers(scopes.kind),
                "structure": packed_integers(scopes.structure),
            },
            "parameters": {
                "name": packed_integers(held.name),
                "shape": packed_integers(held.shape),
                "role": packed_integers(held.role),
                "trained": held.trained.astype(np.uint8),
                "scope": packed_integers(held.scope),
                "shared_with": packed_integers(held.shared_with),
                "uses": packed_integers(np.diff(held.first_use)),
            },
            "uses": packed_integers(graph.uses),
            "notes": [
                {"text": note.text, "level": note.level, "node": note.node, "scope": note.scope}
                for note in graph.note_list
            ],
            **packed_pictures(graph),
        }
    )


def decode(given: bytes) -> Graph:
    """Raises FormatError if the bytes are no graph."""
    fields = unpack(given, NAME)
    if fields.get("version") != _VERSION:
        raise FormatError(f"{NAME} payload: got version {fields.get('version')!r:.40}, want 1")
    strings = _list(fields, "strings")
    if not all(isinstance(each, str) for each in strings):
        raise FormatError(f"{NAME} payload: got other than text in strings")
    shapes = [_shape(each) for each in _list(fields, "shapes")]
    sets, places = _list(fields, "attributes"), [_place(each) for each in _list(fields, "places")]
    if not all(isinstance(each, dict) for each in sets):
        raise FormatError(f"{NAME} payload: got attributes that are no maps")
    columns = _map(fields, "nodes")
    count = len(unpacked(columns.get("type"), "nodes.type"))
    scopes = _scopes(_map(fields, "scopes"), len(strings))
    nodes = _nodes(columns, count, strings, len(scopes), len(sets), len(places))
    edges = _edges(_map(fields, "edges"), int(nodes.first_input[-1]), count)
    outputs = integers(fields.get("outputs"), "outputs", int(nodes.first_output[-1]), len(shapes))
    held = _parameters(_map(fields, "parameters"), len(strings), len(shapes), len(scopes))
    uses = integers(fields.get("uses"), "uses", int(held.first_use[-1]), count)
    return Graph(
        flavor=_one_of(fields, "flavor", FLAVORS),
        source=str(fields.get("source")),
        about=_map(fields, "about"),
        strings=strings,
        shape_table=shapes,
        attribute_sets=sets,
        places=places,
        nodes=nodes,
        edge_columns=edges,
        output_shapes=outputs,
        scope_columns=scopes,
        parameters=held,
        uses=uses,
        note_list=[_note(each, count, len(scopes)) for each in _list(fields, "notes")],
        pictures=pictures(fields.get("pictures", []), count),
    )


def _nodes(
    columns: Mapping[str, Any], count: int, strings: list[str], scopes: int, sets: int, places: int
) -> Nodes:
    def column(name: str, below: int) -> Integers:
        return integers(columns.get(name), f"nodes.{name}", count, below)

    seconds = columns.get("seconds")
    return Nodes(
        type=column("type", len(strings)),
        name=column("name", len(strings)),
        scope=column("scope", scopes),
        phase=column("phase", len(PHASES)),
        flops=floats(columns.get("flops"), "nodes.flops", count),
        seconds=np.full(count, np.nan)
        if seconds is None
        else floats(seconds, "nodes.seconds", count),
        attributes=column("attributes", sets),
        place=column("place", places),
        first_input=offsets(columns.get("inputs"), "nodes.inputs", count),
        first_output=offsets(columns.get("outputs"), "nodes.outputs", count),
    )


def _edges(columns: Mapping[str, Any], count: int, nodes: int) -> Edges:
    return Edges(
        node=integers(columns.get("node"), "edges.node", count, nodes),
        output=integers(columns.get("output"), "edges.output", count, None),
        kind=integers(columns.get("kind"), "edges.kind", count, len(EDGE_KINDS)),
    )


def _scopes(columns: Mapping[str, Any], strings: int) -> Scopes:
    depth = integers(columns.get("depth"), "scopes.depth", None, MOST_LEVELS + 1)
    count = len(depth)
    steps = np.diff(depth)
    if not count or depth[0] != 0 or (depth[1:] < 1).any() or (steps > 1).any():
        raise FormatError(f"{NAME} payload: got scopes that are no tree")
    return Scopes(
        depth=depth,
        name=integers(columns.get("name"), "scopes.name", count, strings),
        type=integers(columns.get("type"), "scopes.type", count, strings),
        kind=integers(columns.get("kind"), "scopes.kind", count, len(SCOPE_KINDS)),
        structure=integers(columns.get("structure"), "scopes.structure", count, None),
    )


def _parameters(columns: Mapping[str, Any], strings: int, shapes: int, scopes: int) -> Parameters:
    name = integers(columns.get("name"), "parameters.name", None, strings)
    count = len(name)
    shared = integers(columns.get("shared_with"), "parameters.shared_with", count, count)
    if (shared > np.arange(count)).any():
        raise FormatError(f"{NAME} payload: got a parameter that is shared with a later one")
    return Parameters(
        name=name,
        shape=integers(columns.get("shape"), "parameters.shape", count, shapes),
        role=integers(columns.get("role"), "parameters.role", count, len(ROLES)),
        trained=integers(columns.get("trained"), "parameters.trained", count, 2).astype(np.bool_),
        scope=integers(columns.get("scope"), "parameters.scope", count, scopes),
        shared_with=shared,
        first_use=offsets(columns.get("uses"), "parameters.uses", count),
    )


def _note(given: Any, nodes: int, scopes: int) -> Note:
    if not isinstance(given, dict) or not isinstance(given.get("text"), str):
        raise FormatError(f"{NAME} payload: got a note without text")
    node, scope = given.get("node"), given.get("scope")
    for at, most in ((node, nodes), (scope, scopes)):
        if at is not None and not (isinstance(at, int) and 0 <= at < most):
            raise FormatError(f"{NAME} payload: got a note of something that is not there")
    level = given.get("level")
    return Note(given["text"], level if level in _LEVELS else "info", node, scope)


def _shape(given: Any) -> Shape:
    if isinstance(given, list) and len(given) == 2 and isinstance(given[0], str):
        dtype, sizes = given
        if sizes is None:
            return dtype, None
        if (
            isinstance(sizes, list)
            and len(sizes) <= MOST_DIMENSIONS
            and all(
                isinstance(size, str) or (isinstance(size, int) and size >= 0) for size in sizes
            )
        ):
            return dtype, tuple(sizes)
    raise FormatError(f"{NAME} payload: got {given!r:.80} as a shape, want a dtype and sizes")


def _place(given: Any) -> tuple[str, int]:
    if isinstance(given, list) and len(given) == 2:
        file, line = given
        if isinstance(file, str) and isinstance(line, int):
            return file, line
    raise FormatError(f"{NAME} payload: got {given!r:.80} as a place, want a file and a line")


def _list(fields: Mapping[str, Any], name: str) -> list[Any]:
    found = fields.get(name)
    if not isinstance(found, list):
        raise FormatError(f"{NAME} payload: got no list of {name}")
    return found


def _map(fields: Mapping[str, Any], name: str) -> dict[str, Any]:
    found = fields.get(name)
    if not isinstance(found, dict):
        raise FormatError(f"{NAME} payload: got no map of {name}")
    return found


def _one_of(fields: Mapping[str, Any], name: str, known: tuple[str, ...]) -> str:
    found = fields.get(name)
    if not isinstance(found, str) or found not in known:
        raise FormatError(f"{NAME} payload: got {name} {found!r:.40}, want one of {known}")
    return found
