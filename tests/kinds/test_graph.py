"""Graphs: what is built is what is read, and what is equal inside is reported as equal."""

from typing import Any

import numpy as np
import pytest

from vdlite import GraphBuilder
from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.graph import Graph, decode, graph
from vdlite.kinds.numbers.packing import pack, unpack


def there_and_back(given: Any) -> Graph:
    return decode(graph(given).encode()[0])


def block_model(strides: list[int], kernel: int = 3, skip: bool = True) -> GraphBuilder:
    """A convolution and a sum in each block."""
    made = GraphBuilder("Net")
    flow = made.node("input", outputs=[("float32", [1, 8, 9, 9])])
    for number, stride in enumerate(strides):
        with made.scope(f"h.{number}", "Block") as block:
            with made.scope("conv", "Conv2d"), made.scope("conv2d", kind="function"):
                conv = made.node(
                    "aten.convolution.default",
                    [flow],
                    outputs=[("float32", [1, 8, 9, 9])],
                    attributes={"stride": [stride, stride]},
                    flops=1000.0,
                    file="net.py",
                    line=7,
                )
                made.parameter(
                    f"h.{number}.conv.weight",
                    ("float32", [8, 8, kernel if number == 1 else 3, 3]),
                    used_by=[conv],
                )
            flow = made.node("aten.add.Tensor", [conv, flow if skip else conv], scope=block)
    made.node("output", [flow])
    return made


def test_what_is_built_is_what_is_read() -> None:
    builder = block_model([1, 2])
    builder.note("odd", level="warning", node=3)
    read = there_and_back(builder)
    assert read.types == [
        "input",
        *["aten.convolution.default", "aten.add.Tensor"] * 2,
        "output",
    ]
    assert read.names == ["input", "convolution", "add", "convolution", "add", "output"]
    assert read.scopes == ["", "h.0.conv", "h.0", "h.1.conv", "h.1", ""]
    assert read.calls == ["", "conv2d", "", "conv2d", "", ""]
    assert read.phases == ["forward"] * 6
    assert read.shapes == [[(1, 8, 9, 9)], [(1, 8, 9, 9)], [], [(1, 8, 9, 9)], [], []]
    assert read.dtypes[1] == ["float32"]
    assert read.edges.tolist() == [[0, 1], [1, 2], [0, 2], [2, 3], [3, 4], [2, 4], [4, 5]]
    assert read.attributes[3] == {"stride": [2, 2]}
    assert read.files[1] == ("net.py", 7)
    assert read.files[0] == ("", 0)
    np.testing.assert_array_equal(read.flops, [np.nan, 1000, np.nan, 1000, np.nan, np.nan])
    assert (read.total_flops, read.parameter_count) == (2000.0, 2 * 8 * 8 * 9)
    assert read.notes == ["odd"]


def test_equal_blocks_are_reported_and_a_changed_stride_kernel_or_wire_is_not_equal() -> None:
    def blocks(builder: GraphBuilder) -> list[int]:
        read = there_and_back(builder)
        columns = read.scope_columns
        return columns.structure[columns.depth == 1].tolist()

    first, second, third = blocks(block_model([1, 1, 1]))
    assert first == second == third
    first, second, third = blocks(block_model([1, 2, 1]))
    assert first == third != second
    first, second, third = blocks(block_model([1, 1, 1], kernel=5))
    assert first == third != second

    other = block_model([1, 1])
    with other.scope("h.2", "Block") as block:
        with other.scope("conv", "Conv2d"), other.scope("conv2d", kind="function"):
            conv = other.node(
                "aten.convolution.default",
                [4],
                outputs=[("float32", [1, 8, 9, 9])],
                attributes={"stride": [1, 1]},
            )
            other.parameter("w", ("float32", [8, 8, 3, 3]), used_by=[conv])
        other.node("aten.add.Tensor", [conv, conv], scope=block)  # no skip
    first, second, third = blocks(other)
    assert first == second != third


def test_a_tensor_that_is_shared_counts_once() -> None:
    made = GraphBuilder()
    first = made.parameter("embedding.weight", ("float32", [100, 8]))
    made.parameter("head.weight", ("float32", [100, 8]), shared_with=first)
    made.parameter("frozen", ("float16", [10]), trained=False)
    made.parameter("mean", ("float32", [10]), role="buffer")
    read = there_and_back(made)
    assert (read.parameter_count, read.trained_count) == (810, 800)
    assert read.scope_tree().parameter_bytes == 3220


def test_a_tensor_of_two_modules_counts_in_each_and_once_around_them() -> None:
    made = GraphBuilder()
    with made.scope("around"):
        with made.scope("embed") as embed:
            first = made.parameter("embed.weight", ("float32", [10, 4]), scope=embed)
        with made.scope("inner"), made.scope("head") as head:
            made.parameter("head.weight", ("float32", [10, 4]), scope=head, shared_with=first)
            made.parameter("head.bias", ("float32", [4]), scope=head)
    counts = {
        scope.path: (scope.parameter_count, scope.parameter_bytes)
        for _, scope in there_and_back(made).scope_tree().walk()
    }
    assert counts == {
        "": (44, 176),
        "around": (44, 176),
        "around.embed": (40, 160),
        "around.inner": (44, 176),
        "around.inner.head": (44, 176),
    }


def test_scopes_stand_in_the_order_of_a_trees_walk_however_they_were_made() -> None:
    made = GraphBuilder("whole")
    late = made.add_scope("late")
    early = made.add_scope("early")
    inner = made.add_scope("inner", parent=early)
    made.node("a", scope=early)
    made.node("b", scope=late)
    made.node("c", scope=inner)
    read = there_and_back(made)
    assert [read.strings[at] for at in read.scope_columns.name] == [
        *("whole", "early", "inner", "late")
    ]
    assert read.scope_columns.depth.tolist() == [0, 1, 2, 1]
    assert read.scopes == ["early", "late", "early.inner"]


def test_the_tree_sums_what_is_inside() -> None:
    whole = there_and_back(block_model([1, 2])).scope_tree()
    assert [(depth, scope.name) for depth, scope in whole.walk() if scope.kind == "module"] == [
        *((0, "Net"), (1, "h.0"), (2, "conv"), (1, "h.1"), (2, "conv"))
    ]
    assert (whole.node_count, whole.flops, whole.parameter_count) == (6, 2000.0, 1152)
    assert whole.children[0].children[0].output == ("float32", (1, 8, 9, 9))


def test_the_summary_is_a_table_in_markdown() -> None:
    made = block_model([1])
    made.add_scope("a|b", "Odd")
    assert there_and_back(made).summary(depth=1).splitlines() == [
        "| Scope | Type | Output | Parameters | FLOPs | Share |",
        "| --- | --- | --- | ---: | ---: | ---: |",
        "| Net |  | float32 [1, 8, 9, 9] | 576 | 1 k | 100.0% |",
        "| &nbsp;&nbsp;h.0 | Block | float32 [1, 8, 9, 9] | 576 | 1 k | 100.0% |",
        "| &nbsp;&nbsp;a\\|b | Odd |  | 0 | 0 | 0.0% |",
        "",
        "Parameters: 576, trained: 576, 2,304 bytes",
        "FLOPs: 1 k forward (two per multiply-add)",
        "Operations: 4",
        "Memory: 5.184 kB of results at most, at h.0.conv.convolution (forward), beside 2.304 kB held throughout",
    ]


def test_a_mapping_with_nodes_is_a_graph() -> None:
    read = there_and_back(
        {
            "name": "Net",
            "nodes": [
                {"name": "x", "type": "input", "shape": ["batch", 4], "dtype": "float32"},
                {"name": "twice", "type": "mul", "inputs": ["x", "x"], "scope": "a/b"},
                {"name": "parts", "type": "split", "outputs": [("int8", [1]), ("int8", None)]},
                {"name": "end", "type": "output", "inputs": [("parts", 1)], "flops": 3},
            ],
            "edges": [("twice", "parts")],
            "parameters": [{"name": "w", "shape": [4], "dtype": "float32", "used_by": ["twice"]}],
        }
    )
    assert read.edges.tolist() == [[0, 1], [0, 1], [1, 2], [2, 3]]
    assert read.edge_columns.output.tolist() == [0, 0, 0, 1]
    assert read.shapes == [[("batch", 4)], [], [(1,), None], []]
    assert read.scopes == ["", "a.b", "", ""]
    assert (read.total_flops, read.parameter_count) == (3.0, 4)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"nodes": [{"type": "a", "inputs": ["x"]}]}, "got input 'x', want a node that comes"),
        ({"nodes": [{"name": "a"}, {"name": "a"}]}, "got two nodes 'a'"),
        ({"nodes": [{"kind": "a"}]}, "got 'kind' in a node, want attributes, dtype"),
        ({"nodes": [{"phase": "a"}]}, "phase: got 'a', want one of forward, backward"),
        ({"nodes": [], "edges": [("a", "b")]}, "got input 'b'"),
        ({"nodes": "abc"}, "got no nodes"),
        ({}, "got no nodes"),
        ([1], "got list, want a model"),
        ({"nodes": [{"scope": "a/" * 1001}]}, "got a scope of 1002 levels"),
        ({"nodes": [{"name": 1 << 70, "shape": [1] * 2000}]}, "got 2000 dimensions"),
    ],
)
def test_what_is_no_graph_is_refused(given: Any, message: str) -> None:
    with pytest.raises(PayloadError, match=message):
        graph(given)


def test_a_builder_refuses_at_the_call() -> None:
    made = GraphBuilder()
    with pytest.raises(PayloadError, match="got node 0, want one of the 0 made"):
        made.node("a", [0])
    with pytest.raises(PayloadError, match="kind: got 'room'"):
        made.add_scope("a", kind="room")
    with pytest.raises(PayloadError, match="shared_with 3, want 0 to 0"):
        made.parameter("w", ("int8", [1]), shared_with=3)
    with pytest.raises(PayloadError, match="want text"):
        made.node(3)  # type: ignore[arg-type]
    with pytest.raises(PayloadError, match="want a map"):
        made.node("a", attributes=[1])  # type: ignore[arg-type]
    with pytest.raises(PayloadError, match="got output 'float32', want a dtype and sizes"):
        made.node("a", outputs=["float32"])  # type: ignore[list-item]
    with pytest.raises(PayloadError, match="flops: got None, want a number"):
        made.node("a", flops=None)  # type: ignore[arg-type]
    assert len(made) == 0
    with pytest.raises(PayloadError, match="flavor: got 'soup'"):
        GraphBuilder(flavor="soup")


def test_long_names_and_attributes_are_cut() -> None:
    made = GraphBuilder()
    made.node("a" * 10**6, attributes={"b": "c" * 10**6, "d": range(10**6), "e": {1: {2: 3}}})
    read = there_and_back(made)
    assert (len(read.types[0]), read.types[0][-1]) == (1000, "…")
    held = read.attributes[0]
    assert len(str(held["b"])) == 1000
    assert held["d"] == [*range(100), "… 999900 more"]
    assert held["e"] == {"1": {"2": 3}}


def test_a_hundred_thousand_operations_take_three_megabytes() -> None:
    made = GraphBuilder()
    last = made.node("input", outputs=[("float32", [1])])
    for layer in range(1000):
        with made.scope(f"h.{layer}", "Block"):
            for part in range(25):
                with made.scope(f"part{part}", "Linear"), made.scope("linear", kind="function"):
                    for operation in range(4):
                        last = made.node(
                            f"aten.op{operation}.default",
                            [last, max(0, last - 5)] if operation % 2 else [last],
                            outputs=[("float32", [part, layer % 7])],
                            attributes={"part": part},
                            flops=float(part * layer),
                            file="net.py",
                            line=part,
                        )
    assert len(graph(made).encode()[0]) < 3_000_000


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("scopes", "depth"), np.array([1, 2], np.uint8)),
        (("scopes", "depth"), np.zeros(0, np.uint8)),
        (("nodes", "scope"), np.full(4, 9, np.uint8)),
        (("nodes", "inputs"), np.full(4, 9, np.uint8)),
        (("nodes", "type"), np.zeros(3, np.uint8)),
        (("nodes", "flops"), {"values": np.zeros(1), "index": np.full(4, 1, np.uint8)}),
        (("edges", "node"), np.full(3, -1, np.int8)),
        (("parameters", "shared_with"), np.full(1, 1, np.uint8)),
        (("notes",), [{"text": "a", "node": 7}]),
        (("shapes",), [["a", [-1]]]),
        (("places",), [["a"]]),
        (("version",), 2),
        (("flavor",), "soup"),
    ],
)
def test_columns_that_point_nowhere_are_a_format_error(path: tuple[str, ...], value: Any) -> None:
    fields = unpack(graph(block_model([1])).encode()[0], "graph")
    at = fields
    for name in path[:-1]:
        at = at[name]
    at[path[-1]] = value
    with pytest.raises(FormatError):
        decode(pack(fields))


def test_numbers_of_parameters_are_exact_however_many_there_are() -> None:
    builder = GraphBuilder("Net")
    for name in ("one", "other"):
        builder.parameter(name, ("int8", [(1 << 62) + 1]), used_by=[])
    made = graph(builder)
    assert decode(made.encode()[0]).parameter_count == (1 << 63) + 2
    assert decode(made.encode()[0]).scope_tree().parameter_bytes == (1 << 63) + 2
    assert made.encode()[1]["parameters"] == (1 << 63) + 2


def test_a_summary_holds_the_greatest_number_that_can_be_logged() -> None:
    builder = GraphBuilder("Net")
    for i in range(4):
        builder.parameter(f"weight{i}", ("float32", [1 << 62, 8]), used_by=[])
    _, summary = graph(builder).encode()
    assert unpack(pack(dict(summary)), "summary")["parameters"] == (1 << 64) - 1
