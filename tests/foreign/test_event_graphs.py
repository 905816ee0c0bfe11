"""Graphs in event files."""

from pathlib import Path

import pytest

from tests.foreign.event_files import event, log, message, number, scalar
from vdlite import LogReader
from vdlite.kinds.graph import Graph


def node(
    name: str, op: str, *inputs: str, shape: tuple[int, ...] | None = None, **numbers: int
) -> bytes:
    taken = b"".join(message(3, each) for each in inputs)
    attributes = b"".join(
        message(5, message(1, key) + message(2, number(3, value))) for key, value in numbers.items()
    )
    if shape is not None:
        sizes = b"".join(message(2, number(1, size)) for size in shape)
        value = message(2, message(1, message(7, sizes)))
        attributes += message(5, message(1, "_output_shapes") + value)
    return message(1, message(1, name) + message(2, op) + taken + attributes)


def graph_of(folder: Path, *nodes: bytes) -> Graph:
    log(folder, event(more=message(4, b"".join(nodes)), step=3), event(scalar("x", 1.0)))
    reader = LogReader(folder)
    assert reader.damage == []
    (record,) = reader.records(".", "graph", "graph")
    assert record.step == 3
    made: Graph = record.payload
    return made


def edges(graph: Graph) -> set[tuple[str, str]]:
    """From which node to which."""
    columns = graph.nodes
    names = [graph.strings[at] for at in columns.name]
    ends = columns.first_input.tolist()
    sources = graph.edge_columns.node.tolist()
    return {
        (names[source], names[taker])
        for taker in range(len(names))
        for source in sources[ends[taker] : ends[taker + 1]]
    }


def test_a_graph_has_the_operations_scopes_and_shapes_that_are_stored(tmp_path: Path) -> None:
    # The output comes first, as PyTorch writes it.
    made = graph_of(
        tmp_path,
        node("output/y", "IO Node", "Net/Linear[fc]/7", shape=(2, 10)),
        node("input/x", "IO Node", shape=(2, 5)),
        node("Net/Linear[fc]/weight", "prim::GetAttr"),
        node("Net/Linear[fc]/7", "aten::linear", "input/x", "Net/Linear[fc]/weight", bias=1),
    )
    table = made.summary()
    assert "Net" in table
    assert "Linear" in table
    types = [made.strings[at] for at in made.nodes.type]
    assert sorted(types) == ["aten::linear", "input", "output", "prim::GetAttr"]
    assert edges(made) == {("x", "7"), ("weight", "7"), ("7", "y")}


def test_weights_stand_before_what_takes_them_and_not_before_all_layers(tmp_path: Path) -> None:
    made = graph_of(
        tmp_path,
        node("out", "IO Node", "b/op"),
        node("a/weight", "prim::GetAttr"),
        node("b/weight", "prim::GetAttr"),
        node("x", "IO Node"),
        node("b/op", "aten::linear", "relu", "b/weight"),
        node("relu", "aten::relu", "a/op"),
        node("a/op", "aten::linear", "x", "a/weight"),
    )
    names = [made.strings[at] for at in made.nodes.name]
    assert names == ["x", "weight", "op", "relu", "weight", "op", "out"]


def test_a_loop_is_reported_and_not_drawn(tmp_path: Path) -> None:
    made = graph_of(
        tmp_path,
        node("a", "Merge", "c:1", "^start"),
        node("b", "Add", "a"),
        node("c", "Switch", "b"),
        node("start", "NoOp"),
    )
    assert edges(made) == {("start", "a"), ("a", "b"), ("b", "c")}
    assert "come from further on" in made.notes[0]


@pytest.mark.parametrize("data", [b"", b"\xff\xff", message(1, b"\x0a\xff")])
def test_bytes_that_are_no_graph_cost_only_themselves(tmp_path: Path, data: bytes) -> None:
    log(tmp_path, event(more=message(4, data or b"\x10\x01")), event(scalar("x", 1.0)))
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "x").values.tolist() == [1.0]
    assert len(reader.damage) == 1
