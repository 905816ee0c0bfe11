"""A graph out of lists of nodes, as other programs and people write them."""

from collections.abc import Mapping, Sequence
from typing import Any

from vdlite.errors import PayloadError
from vdlite.kinds.draft import taking
from vdlite.kinds.graph.builder import GraphBuilder, Input, Output
from vdlite.kinds.graph.types import MOST_LEVELS, NAME, Graph

_FIELDS = {"name", "flavor", "source", "about", "nodes", "edges", "parameters", "notes"}
_NODE_FIELDS = {
    *("name", "type", "inputs", "outputs", "shape", "dtype", "scope", "phase"),
    *("attributes", "flops", "seconds", "file", "line"),
}
_PARAMETER_FIELDS = {"name", "shape", "dtype", "role", "trained", "used_by"}


@taking(NAME)
def graph_of(given: Any) -> Graph:
    """The graph of a `Graph`, a `GraphBuilder`, or a mapping with nodes. Raises PayloadError for anything else."""
    if isinstance(given, Graph):
        return given
    if isinstance(given, GraphBuilder):
        return given.build()
    if isinstance(given, Mapping):
        return _Reading(given).graph()
    raise PayloadError(
        f"{NAME}: got {type(given).__name__}, want a model, a GraphBuilder or a mapping with nodes"
    )


class _Reading:
    """A mapping with nodes, edges, parameters and notes, in which nodes are called by their names."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        _known(given, _FIELDS, "a graph")
        self._given = given
        self._builder = GraphBuilder(
            str(given.get("name", "")),
            flavor=given.get("flavor", "model"),
            source=given.get("source", "builder"),
            about=given.get("about"),
        )
        self._numbers: dict[str, int] = {}
        self._scopes: dict[tuple[str, ...], int] = {(): 0}

    def graph(self) -> Graph:
        nodes = self._given.get("nodes")
        if not isinstance(nodes, Sequence) or isinstance(nodes, str):
            raise PayloadError(f"{NAME}: got no nodes, want a list of mappings with name and type")
        flows: dict[str, list[Any]] = {}
        for pair in self._given.get("edges", ()):
            if not isinstance(pair, Sequence) or isinstance(pair, str) or len(pair) != 2:
                raise PayloadError(f"{NAME}: got edge {pair!r:.80}, want (from, to)")
            flows.setdefault(str(pair[1]), []).append(pair[0])
        for node in nodes:
            self._node(node, flows)
        for left in flows:
            self._number(left)
        for parameter in self._given.get("parameters", ()):
            self._parameter(parameter)
        notes = self._given.get("notes", ())
        for note in [notes] if isinstance(notes, str) else notes:
            self._builder.note(str(note))
        return self._builder.build()

    def _node(self, node: Any, flows: dict[str, list[Any]]) -> None:
        _known(node, _NODE_FIELDS, "a node")
        name = str(node.get("name", ""))
        if name in self._numbers:
            raise PayloadError(f"{NAME}: got two nodes {name!r:.80}, want different names")
        inputs = [*node.get("inputs", ()), *flows.pop(name, ())]
        made = self._builder.node(
            str(node.get("type", "")),
            [self._input(each) for each in inputs],
            name=name,
            outputs=_outputs(node),
            attributes=node.get("attributes"),
            scope=self._scope(node.get("scope", "")),
            phase=node.get("phase", "forward"),
            flops=node.get("flops", float("nan")),
            seconds=node.get("seconds", float("nan")),
            file=str(node.get("file", "")),
            line=node.get("line", 0),
        )
        if name:
            self._numbers[name] = made

    def _input(self, given: Any) -> Input:
        if isinstance(given, (tuple, list)):
            source, *rest = given
            return (self._number(source), *rest)  # the builder checks it
        return self._number(given)

    def _number(self, given: Any) -> int:
        if isinstance(given, int):
            return given
        if given not in self._numbers:
            raise PayloadError(f"{NAME}: got input {given!r:.80}, want a node that comes before")
        return self._numbers[given]

    def _parameter(self, parameter: Any) -> None:
        _known(parameter, _PARAMETER_FIELDS, "a parameter")
        self._builder.parameter(
            str(parameter.get("name", "")),
            (str(parameter.get("dtype", "")), parameter.get("shape")),
            role=parameter.get("role", "parameter"),
            trained=parameter.get("trained", True),
            used_by=[self._number(each) for each in parameter.get("used_by", ())],
        )

    def _scope(self, path: Any) -> int:
        parts = tuple(path.split("/")) if isinstance(path, str) and path else tuple(path)
        if len(parts) > MOST_LEVELS:
            raise PayloadError(f"{NAME}: got a scope of {len(parts)} levels, want {MOST_LEVELS}")
        for end in range(1, len(parts) + 1):
            if parts[:end] not in self._scopes:
                above = self._scopes[parts[: end - 1]]
                self._scopes[parts[:end]] = self._builder.add_scope(
                    str(parts[end - 1]), kind="group", parent=above
                )
        return self._scopes[parts]


def _outputs(node: Mapping[str, Any]) -> Sequence[Output]:
    if "outputs" in node:
        given: Sequence[Output] = node["outputs"]
        return given
    if "shape" in node or "dtype" in node:
        return [(str(node.get("dtype", "")), node.get("shape"))]
    return []


def _known(given: Any, fields: set[str], what: str) -> None:
    if not isinstance(given, Mapping):
        raise PayloadError(f"{NAME}: got {type(given).__name__} as {what}, want a mapping")
    unknown = [str(name) for name in given if name not in fields]
    if unknown:
        raise PayloadError(
            f"{NAME}: got {unknown[0]!r:.80} in {what}, want {', '.join(sorted(fields))}"
        )
