"""Making a graph node by node."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import PayloadError
from vdlite.kinds.graph.attributes import plain_map, text
from vdlite.kinds.graph.pictures import MOST_PICTURES, is_picture
from vdlite.kinds.graph.preorder import in_preorder
from vdlite.kinds.graph.structure import structures
from vdlite.kinds.graph.tables import Tables
from vdlite.kinds.graph.types import (
    EDGE_KINDS,
    FLAVORS,
    MOST_LEVELS,
    NAME,
    PHASES,
    ROLES,
    SCOPE_KINDS,
    Edges,
    Graph,
    Nodes,
    Note,
    Parameters,
    Picture,
    Plain,
    Scopes,
)

Input: TypeAlias = "int | tuple[int, int] | tuple[int, int, str]"
"""A node; or a node and which of its outputs; or these and the kind of the edge, "data" or "control"."""
Output: TypeAlias = "tuple[str, Sequence[int | str] | None]"
"""A dtype such as "float32", and sizes; text for a size that changes, None where they are not known."""

MOST_NODES = 4_000_000
MOST_INPUTS = 65_535  # of one node


class GraphBuilder:
    """A graph in the making: of any framework, or of anything that flows.

        graph = GraphBuilder()
        image = graph.node("input", outputs=[("float32", [1, 3, 32, 32])])
        with graph.scope("encoder", "Block"):
            hidden = graph.node("conv", [image], attributes={"stride": 2})
        graph.node("output", [hidden])
        writer.add_graph(graph)

    Nodes are made in the order of execution. Every mistake is a PayloadError at the call.
    """

    def __init__(
        self,
        name: str = "",
        *,
        flavor: str = "model",
        source: str = "builder",
        about: Mapping[str, Any] | None = None,
    ) -> None:
        """name: of the whole, such as the class of the model.

        flavor: "model", "compiled", "data" or "file": what it shows.
        source: how it was made, in a word.
        about: anything else to tell of the whole: numbers, text, lists, maps.
        """
        self.flavor = _one_of(flavor, FLAVORS, "flavor")
        self.source = text(source)
        self.about: dict[str, Plain] = plain_map(about or {})
        self._tables = Tables()
        # One list for each column; what belongs to a node is appended at once.
        self._type: list[int] = []
        self._name: list[int] = []
        self._scope: list[int] = []
        self._phase: list[int] = []
        self._flops: list[float] = []
        self._seconds: list[float] = []
        self._attribute: list[int] = []
        self._place: list[int] = []
        self._input_ends: list[int] = [0]
        self._output_ends: list[int] = [0]
        self._edges: list[tuple[int, int, int]] = []
        self._outputs: list[int] = []
        # Scopes in the order of their making; the first one is the whole.
        self._depths = [0]
        self._scopes: list[tuple[int, int, int, int]] = [(0, self._tables.string(name), 0, 0)]
        self._parameters: list[tuple[int, int, int, bool, int, int]] = []
        self._uses: list[list[int]] = []
        self._notes: list[Note] = []
        self._pictures: list[Picture] = []
        self._current = 0

    def __len__(self) -> int:
        """How many nodes there are."""
        return len(self._type)

    @contextmanager
    def scope(self, name: str, type: str = "", *, kind: str = "module") -> Iterator[int]:  # noqa: A002
        """Put what is made within into a scope of that name, inside of the one that is open; yields its number.

        type: such as the class of a module. kind: "module", "function", "group" or "branch".
        """
        before = self._current
        self._current = self.add_scope(name, type, kind=kind)
        try:
            yield self._current
        finally:
            self._current = before

    def add_scope(
        self,
        name: str,
        type: str = "",  # noqa: A002
        *,
        kind: str = "module",
        parent: int | None = None,
    ) -> int:
        """A scope, of which the number is returned; `parent` None: in the one that is open."""
        above = self._current if parent is None else self._known_scope(parent)
        depth = self._depths[above] + 1
        if depth > MOST_LEVELS:
            raise PayloadError(f"{NAME}: got scopes of more than {MOST_LEVELS} levels")
        kind_at = SCOPE_KINDS.index(_one_of(kind, SCOPE_KINDS, "kind"))
        self._depths.append(depth)
        self._scopes.append((above, self._tables.string(name), self._tables.string(type), kind_at))
        return len(self._scopes) - 1

    def node(
        self,
        type: str,  # noqa: A002
        inputs: Sequence[Input] = (),
        *,
        name: str = "",
        outputs: Sequence[Output] = (),
        attributes: Mapping[str, Any] | int | None = None,
        scope: int | None = None,
        phase: str = "forward",
        flops: float = float("nan"),
        seconds: float = float("nan"),
        file: str = "",
        line: int = 0,
    ) -> int:
        """A node, of which the number is returned.

        type: the operation. name: empty for one that is named after its type.
        inputs: what it takes, in order: numbers of nodes; with (node, output) which of its outputs, and with
            (node, output, "control") what only comes before it.
        outputs: dtype and sizes of each.
        attributes: what it was called with; or the number of an `attribute_set`.
        scope: None for the one that is open.
        flops: floating-point operations, two for a multiply-add; NaN if they are not counted.
        seconds: how long it took. file, line: where it was called.
        """
        if len(self._type) >= MOST_NODES:
            raise PayloadError(f"{NAME}: got more than {MOST_NODES} nodes")
        if len(inputs) > MOST_INPUTS:
            raise PayloadError(f"{NAME} {type!r:.80}: got {len(inputs)} inputs, want {MOST_INPUTS}")
        edges = [self._edge(given, type) for given in inputs]
        shapes = [self._output(given, type) for given in outputs]
        where = self._current if scope is None else self._known_scope(scope)
        phase_at = PHASES.index(_one_of(phase, PHASES, "phase"))
        chosen = self._tables.attributes(attributes)
        counted, taken = _number(flops, "flops"), _number(seconds, "seconds")
        type_at, name_at = self._tables.string(type), self._tables.string(name)
        place = self._tables.place(file, line)
        self._type.append(type_at)
        self._name.append(name_at)
        self._scope.append(where)
        self._phase.append(phase_at)
        self._flops.append(counted)
        self._seconds.append(taken)
        self._attribute.append(chosen)
        self._place.append(place)
        self._edges += edges
        self._input_ends.append(len(self._edges))
        self._outputs += shapes
        self._output_ends.append(len(self._outputs))
        return len(self._type) - 1

    def attribute_set(self, attributes: Mapping[str, Any]) -> int:
        """The number by which nodes mean these attributes: for many that have the same."""
        return self._tables.attribute_set(attributes)

    def parameter(
        self,
        name: str,
        shape: Output,
        *,
        role: str = "parameter",
        trained: bool = True,
        scope: int | None = None,
        shared_with: int | None = None,
        used_by: Sequence[int] = (),
    ) -> int:
        """A tensor that the graph holds, of which the number is returned.

        role: "parameter", "buffer" or "constant". shared_with: the number of the parameter that is the same tensor.
        used_by: the nodes that take it.
        """
        at = len(self._parameters)
        same = at if shared_with is None else shared_with
        if not 0 <= same <= at:
            raise PayloadError(
                f"{NAME} parameter {name!r:.80}: got shared_with {same}, want 0 to {at}"
            )
        for node in used_by:
            self._known_node(node)
        where = self._current if scope is None else self._known_scope(scope)
        role_at = ROLES.index(_one_of(role, ROLES, "role"))
        entry = (
            self._tables.string(name),
            self._tables.shape(*shape),
            role_at,
            bool(trained),
            where,
            same,
        )
        self._parameters.append(entry)
        self._uses.append(list(used_by))
        return at

    def use(self, parameter: int, node: int) -> None:
        """The node takes the parameter."""
        self._known_node(node)
        if self._uses[parameter][-1:] != [node]:
            self._uses[parameter].append(node)

    def belongs(self, parameter: int, scope: int) -> None:
        """The parameter is one of the scope, whatever was said when it was made."""
        name, shape, role, trained, _, same = self._parameters[parameter]
        where = self._known_scope(scope)
        self._parameters[parameter] = (name, shape, role, trained, where, same)

    def note(
        self,
        message: str,
        *,
        level: str = "info",
        node: int | None = None,
        scope: int | None = None,
    ) -> None:
        """Something to know: of a node, of a scope, or of the whole. level: "info", "warning" or "error"."""
        _one_of(level, ("info", "warning", "error"), "level")
        if node is not None:
            self._known_node(node)
        if scope is not None:
            self._known_scope(scope)
        self._notes.append(Note(text(message), level, node, scope))

    def picture(self, node: int, png: bytes, *, sample: int = 0) -> None:
        """The output of a node for a sample: a small PNG, of 64 KiB at most."""
        self._known_node(node)
        if (
            not isinstance(png, bytes)
            or not is_picture(png)
            or len(self._pictures) >= MOST_PICTURES
        ):
            raise PayloadError(f"{NAME}: want {MOST_PICTURES} small PNG files at most")
        self._pictures.append(Picture(node, max(0, int(sample)), png))

    def build(self) -> Graph:
        """The graph of what was made so far."""
        order, place = in_preorder([above for above, *_ in self._scopes], self._scope)
        scopes = np.array(self._scopes, np.int64)[order]
        nodes = Nodes(
            type=_integers(self._type),
            name=_integers(self._name),
            scope=place[_integers(self._scope)],
            phase=_integers(self._phase),
            flops=np.array(self._flops, np.float64),
            seconds=np.array(self._seconds, np.float64),
            attributes=_integers(self._attribute),
            place=_integers(self._place),
            first_input=_integers(self._input_ends),
            first_output=_integers(self._output_ends),
        )
        edges = Edges(*np.array(self._edges, np.int64).reshape(-1, 3).T)
        depth = np.zeros(len(order), np.int64)
        above = place[scopes[:, 0]]
        for at in range(1, len(order)):
            depth[at] = depth[above[at]] + 1
        name, kind = scopes[:, 1].copy(), scopes[:, 3]
        scope_type = scopes[:, 2]
        outputs = _integers(self._outputs)
        held = self._parameters
        parameters = Parameters(
            name=_integers([each[0] for each in held]),
            shape=_integers([each[1] for each in held]),
            role=_integers([each[2] for each in held]),
            trained=np.array([each[3] for each in held], np.bool_),
            scope=place[_integers([each[4] for each in held])],
            shared_with=_integers([each[5] for each in held]),
            first_use=np.cumsum([0, *map(len, self._uses)], dtype=np.int64),
        )
        uses = _integers([node for users in self._uses for node in users])
        structure = structures(
            nodes, edges, outputs, depth, above, name, scope_type, kind, parameters, uses
        )
        notes = [
            Note(
                note.text,
                note.level,
                note.node,
                None if note.scope is None else int(place[note.scope]),
            )
            for note in self._notes
        ]
        return Graph(
            flavor=self.flavor,
            source=self.source,
            about=dict(self.about),
            strings=list(self._tables.strings),
            shape_table=list(self._tables.shapes),
            attribute_sets=list(self._tables.attribute_sets),
            places=list(self._tables.places),
            nodes=nodes,
            edge_columns=edges,
            output_shapes=outputs,
            scope_columns=Scopes(depth, name, scope_type, kind, structure),
            parameters=parameters,
            uses=uses,
            note_list=notes,
            pictures=list(self._pictures),
        )

    def _edge(self, given: Input, taker: str) -> tuple[int, int, int]:
        if isinstance(given, tuple):
            node, output, kind = given if len(given) == 3 else (*given, EDGE_KINDS[0])
            if not 0 <= output < 65_536:
                raise PayloadError(f"{NAME} {taker!r:.80}: got output {output} of a node")
            return (
                self._known_node(node),
                output,
                EDGE_KINDS.index(_one_of(kind, EDGE_KINDS, "edge")),
            )
        return self._known_node(given), 0, 0

    def _known_node(self, node: int) -> int:
        if not 0 <= node < len(self._type):
            raise PayloadError(f"{NAME}: got node {node}, want one of the {len(self._type)} made")
        return node

    def _known_scope(self, scope: int) -> int:
        if not 0 <= scope < len(self._scopes):
            raise PayloadError(
                f"{NAME}: got scope {scope}, want one of the {len(self._scopes)} made"
            )
        return scope

    def _output(self, given: Output, maker: str) -> int:
        if not isinstance(given, (tuple, list)) or len(given) != 2:
            raise PayloadError(
                f"{NAME} {maker!r:.80}: got output {given!r:.80}, want a dtype and sizes"
            )
        return self._tables.shape(*given)


def _integers(values: Sequence[int]) -> NDArray[np.int64]:
    return np.array(values, np.int64)


def _number(given: float, what: str) -> float:
    try:
        return float(given)
    except (TypeError, ValueError, OverflowError) as error:
        raise PayloadError(f"{NAME} {what}: got {given!r:.80}, want a number") from error


def _one_of(given: str, known: tuple[str, ...], what: str) -> str:
    if given not in known:
        raise PayloadError(f"{NAME} {what}: got {given!r:.80}, want one of {', '.join(known)}")
    return given
