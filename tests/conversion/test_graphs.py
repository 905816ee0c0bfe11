"""Graphs and layouts in event files, as TensorBoard's own plugins and our reader read them."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from vdlite import LogReader, LogWriter
from vdlite.cli import main
from vdlite.kinds.graph import Graph
from vdlite.kinds.layout import Layout

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    pytest.importorskip("tensorboard.plugins.graph.graphs_plugin", exc_type=ImportError)
    from google.protobuf import text_format
    from tensorboard.backend.event_processing import (
        data_provider,
        event_accumulator,
        plugin_event_multiplexer,
    )
    from tensorboard.compat.proto.graph_pb2 import GraphDef
    from tensorboard.context import RequestContext
    from tensorboard.plugins import base_plugin
    from tensorboard.plugins.custom_scalar import custom_scalars_plugin
    from tensorboard.plugins.graph import graphs_plugin

GRAPH = {
    "nodes": [
        {"name": "x", "type": "input", "outputs": [("float32", ["batch", 4])]},
        {
            "name": "split/odd:1",
            "type": "aten.split.default",
            "inputs": ["x"],
            "scope": "first/linear",
            "outputs": [("bfloat16", [2, 3]), ("own8", None)],
            "attributes": {"beta": 1, "alpha": [0.5, "灰"], "on": True, "far": 1e300, "none": None},
            "flops": 24,
            "file": "net.py",
            "line": 7,
        },
        {"type": "aten.add", "inputs": [("split/odd:1", 1), "x"], "scope": "first"},
        {"name": "y", "type": "aten.add", "inputs": [("x", 0, "control")], "scope": "first"},
        {"type": "aten.mul", "inputs": ["y", "split/odd:1"], "phase": "backward"},
    ],
    "parameters": [
        {"name": "first.linear.w", "shape": [4, 3], "dtype": "float32", "used_by": ["split/odd:1"]}
    ],
}


def exported(run: Path) -> Path:
    target = run.parent / "exported"
    assert main(["export", "--tensorboard", str(run), str(target)]) == 0
    return target


def plugin(kind: Any, folder: Path) -> Any:
    multiplexer = plugin_event_multiplexer.EventMultiplexer()
    multiplexer.AddRunsFromDirectory(str(folder))
    multiplexer.Reload()
    provider = data_provider.MultiplexerDataProvider(multiplexer, str(folder))
    return kind(
        base_plugin.TBContext(
            logdir=str(folder),
            data_provider=provider,
            plugin_name_to_instance={},
            flags=SimpleNamespace(generic_data="true"),
        )
    )


@pytest.fixture
def run(tmp_path: Path) -> Path:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_graph(GRAPH, tag="model", step=3, walltime=1.7e9)
    return tmp_path / "run"


def test_its_plugin_finds_names_inputs_shapes_and_attributes(run: Path) -> None:
    folder = exported(run)
    found = plugin(graphs_plugin.GraphsPlugin, folder)
    text, kind = found.graph_impl(RequestContext(), ".", None, False, "")
    assert kind == "text/x-protobuf"
    graph = text_format.Parse(text, GraphDef())
    nodes = {node.name: node for node in graph.node}
    split = "first/linear/split|odd_1"
    assert list(nodes) == ["first.linear.w", "x", split, "first/add", "first/y", "mul"]
    assert list(nodes[split].input) == ["x", "first.linear.w"]
    assert list(nodes["first/add"].input) == [f"{split}:1", "x"]
    assert list(nodes["first/y"].input) == ["^x"]
    assert list(nodes["mul"].input) == ["first/y", split]
    shapes = nodes[split].attr["_output_shapes"].list.shape
    assert [dim.size for dim in shapes[0].dim] == [2, 3]
    assert shapes[1].unknown_rank
    assert [dim.size for dim in nodes["x"].attr["_output_shapes"].list.shape[0].dim] == [-1, 4]
    attr = nodes[split].attr
    assert (attr["beta"].i, attr["on"].b, attr["flops"].i, attr["dtype"].type) == (
        1,
        True,
        24,
        14,
    )
    assert attr["alpha"].s.decode() == '[0.5, "灰"]'
    assert (attr["far"].s, attr["source"].s) == (b"1e+300", b"net.py:7")
    assert "none" not in attr
    assert nodes["mul"].attr["phase"].s == b"backward"
    assert nodes["first.linear.w"].op == "parameter"


def named_edges(graph: Graph) -> set[tuple[str, str, int]]:
    names = [f"{scope}|{name}" for scope, name in zip(graph.scopes, graph.names, strict=True)]
    outputs = graph.edge_columns.output.tolist()
    return {
        (names[source], names[taker], output)
        for (source, taker), output in zip(graph.edges.tolist(), outputs, strict=True)
    }


def plain(name: str) -> str:
    return name.replace("/", "|").replace(":", "_")


def test_what_was_exported_comes_back_with_nodes_edges_scopes_and_shapes(run: Path) -> None:
    before: Graph = LogReader(run).records(".", "graph", "model")[0].payload
    reader = LogReader(exported(run))
    assert reader.damage == []
    (record,) = reader.records(".", "graph", "graph")
    after: Graph = record.payload
    assert (record.step, record.walltime) == (3, 1.7e9)
    kept = [at for at, type_ in enumerate(after.types) if type_ != "parameter"]
    # Those that wait for nothing come first there.
    order = {name.replace("split/odd:1", "split|odd_1"): at for at, name in enumerate(before.names)}
    kept.sort(key=lambda at: order[after.names[at]])
    assert [after.names[at] for at in kept] == list(order)
    assert [after.types[at] for at in kept] == before.types
    assert [after.scopes[at] for at in kept] == before.scopes
    sizes = [
        [None if shape is None else tuple("?" if each == "batch" else each for each in shape) for shape in shapes]
        for shapes in before.shapes
    ]  # fmt: skip
    # An operation without outputs has one of an unknown shape there.
    assert [after.shapes[at] for at in kept] == [each or [None] for each in sizes]
    (split,) = (name for name in after.names if name.startswith("split"))
    want = {(plain_edge(a), plain_edge(b), output) for a, b, output in named_edges(before)}
    assert {each for each in named_edges(after) if each[0] != "|first.linear.w"} == want
    assert ("|first.linear.w", f"first.linear|{split}", 0) in named_edges(after)


def plain_edge(name: str) -> str:
    scope, _, own = name.partition("|")
    return f"{scope}|{plain(own)}"


def test_only_the_newest_model_is_the_graph(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with LogWriter(tmp_path / "run") as writer:
        for step, name in enumerate(("old", "new")):
            writer.add_graph({"nodes": [{"name": name, "type": "a"}]}, tag=name, walltime=step)
        writer.add_record("graph", "broken", b"\x01")
    target = tmp_path / "exported"
    assert main(["export", "--tensorboard", str(tmp_path / "run"), str(target)]) == 1
    assert "1 of graph" in capsys.readouterr().out
    accumulator = event_accumulator.EventAccumulator(str(target)).Reload()
    assert [node.name for node in accumulator.Graph().node] == ["new"]


def test_a_layout_is_one_of_the_custom_scalars_plugin(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_custom_scalars(
            {
                "losses": {"both": ["loss/.*", "a"], "band": ["Margin", ["a", "low", "high"]]},
                "other": {"one": ["b"]},
            }
        )
    folder = exported(tmp_path / "run")
    made = plugin(custom_scalars_plugin.CustomScalarsPlugin, folder)
    layout = json.loads(made.layout_impl(RequestContext(), ""))
    losses = layout["category"][0]
    assert losses["title"] == "losses"
    assert losses["chart"][0] == {"title": "both", "multiline": {"tag": ["loss/.*", "a"]}}
    (series,) = losses["chart"][1]["margin"]["series"]
    assert series == {"value": "a", "lower": "low", "upper": "high"}
    assert [each["title"] for each in layout["category"]] == ["losses", "other"]
    read: Layout = LogReader(folder).records(".", "layout", "custom_scalars")[0].payload
    assert read == LogReader(tmp_path / "run").records(".", "layout", "custom_scalars")[0].payload
