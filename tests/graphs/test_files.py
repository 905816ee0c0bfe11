"""Graphs in files of models."""

import contextlib
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from onnx import TensorProto, helper

from vdlite.errors import FormatError, PayloadError
from vdlite.graphs.capture import capture
from vdlite.graphs.files import read_file
from vdlite.kinds.graph import Graph

FLOAT = TensorProto.FLOAT


def value(name: str, *sizes: Any) -> Any:
    return helper.make_tensor_value_info(name, FLOAT, list(sizes))


def weight(name: str, *sizes: int) -> Any:
    count = 1
    for size in sizes:
        count *= size
    return helper.make_tensor(name, FLOAT, sizes, bytes(4 * count), raw=True)


def saved(path: Path, nodes: list[Any], **more: Any) -> Graph:
    inputs = more.pop("inputs", [value("x", "batch", 3, 8, 8)])
    outputs = more.pop("outputs", [value("y", "batch", 10)])
    functions = more.pop("functions", [])
    graph = helper.make_graph(nodes, "net", inputs, outputs, **more)
    onnx.save(helper.make_model(graph, functions=functions, producer_name="hand"), path)
    return read_file(path)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "model.onnx"


def test_nodes_of_onnx_are_read_with_weights_shapes_and_scopes(file: Path) -> None:
    read = saved(
        file,
        [
            helper.make_node(
                "Conv", ["x", "w"], ["c"], "/conv1/Conv", strides=[2, 2], auto_pad="A"
            ),
            helper.make_node("Split", ["c"], ["a", "b"], "/block/block.0/Split", axis=1),
            helper.make_node("Sub", ["b", "a"], ["s"], "/block/block.0/Sub"),
            helper.make_node("Gemm", ["s", "v"], ["y"], "/head/Gemm", alpha=0.5, transB=1),
            helper.make_node("FastGelu", ["y"], ["z"], domain="com.microsoft"),
        ],
        inputs=[value("x", 2, 3, 8, 8), value("w", 4, 3, 3, 3)],
        outputs=[value("y", 2, 10), value("z", 2, 10)],
        initializer=[weight("w", 4, 3, 3, 3), weight("v", 10, 18)],
        value_info=[value("c", 2, 4, 3, 3), value("s", 2, 18)],
    )
    assert read.types == [
        *("input", "Conv", "Split", "Sub", "Gemm", "com.microsoft.FastGelu", "output", "output")
    ]
    assert read.scopes == ["", "conv1", "block.0", "block.0", "head", "", "", ""]
    assert read.edges.tolist() == [
        *([0, 1], [1, 2], [2, 3], [2, 3], [3, 4], [4, 5], [4, 6], [5, 7])
    ]
    assert read.edge_columns.output[2:4].tolist() == [1, 0]
    assert read.attributes[1] == {"strides": [2, 2], "auto_pad": "A"}
    assert read.attributes[4] == {"alpha": 0.5, "transB": 1}
    assert read.shapes[1] == [(2, 4, 3, 3)]
    assert read.flops[1] == 2 * (2 * 4 * 3 * 3) * (3 * 3 * 3)
    assert read.flops[4] == 2 * 2 * 10 * 18
    assert read.parameter_count == 4 * 27 + 180
    assert (read.flavor, read.source) == ("file", "onnx")
    assert read.about["producer"] == "hand"


def test_sizes_that_change_and_types_that_are_unknown_stay(file: Path) -> None:
    read = saved(file, [helper.make_node("Relu", ["x"], ["y"])])
    assert read.shapes == [[("batch", 3, 8, 8)], [("batch", 10)], [("batch", 10)]]
    assert read.total_flops == 0


def test_conditions_are_scopes_that_see_what_is_around_them(file: Path) -> None:
    then = helper.make_graph(
        [helper.make_node("Mul", ["x", "w"], ["t"])], "then", [], [value("t", 3)]
    )
    otherwise = helper.make_graph(
        [helper.make_node("Neg", ["x"], ["e"])], "else", [], [value("e", 3)]
    )
    branch = helper.make_node("If", ["c"], ["y"], then_branch=then, else_branch=otherwise)
    read = saved(
        file,
        [helper.make_node("ReduceSum", ["x"], ["c"]), branch],
        initializer=[weight("w", 3)],
    )
    # ONNX's own library sorts the branches by name.
    assert read.types == ["input", "ReduceSum", "Neg", "Mul", "If", "output"]
    assert read.scopes == ["", "", "else_branch", "then_branch", "", ""]
    assert read.edges.tolist() == [[0, 1], [0, 2], [0, 3], [1, 4], [2, 4], [3, 4], [4, 5]]
    assert read.uses.tolist() == [3]


def test_a_call_of_a_function_is_a_scope_of_its_own_names(file: Path) -> None:
    function = helper.make_function(
        "own",
        "Twice",
        ["p"],
        ["q"],
        [helper.make_node("Add", ["p", "p"], ["q"])],
        [helper.make_opsetid("", 20)],
    )
    read = saved(
        file,
        [
            helper.make_node("Twice", ["x"], ["m"], domain="own"),
            helper.make_node("Twice", ["m"], ["y"], domain="own"),
        ],
        functions=[function],
    )
    assert read.types == ["input", "Add", "Add", "output"]
    assert read.calls == ["", "Twice", "Twice", ""]
    assert read.edges.tolist() == [[0, 1], [0, 1], [1, 2], [1, 2], [2, 3]]


def test_names_of_torchs_exporter_are_scopes(file: Path) -> None:
    node = helper.make_node("Relu", ["x"], ["y"], "relu")
    node.metadata_props.add(
        key="pkg.torch.onnx.name_scopes", value="['', 'layer1', 'layer1.0', 'relu']"
    )
    node.metadata_props.add(
        key="pkg.torch.onnx.class_hierarchy",
        value="['net.Net', 'torch.nn.Sequential', 'net.Block', 'aten.relu.default']",
    )
    read = saved(file, [node])
    assert read.scopes[1] == "layer1.0"
    assert [child.type for _, child in read.scope_tree().walk()] == ["", "Sequential", "Block"]


def test_a_bomb_of_functions_ends_with_a_note(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each calls the next one twice: 2 to the 40th operations of 40 functions."""
    monkeypatch.setattr("vdlite.graphs.files.onnx.MOST_EXPANDED", 1000)
    opset = [helper.make_opsetid("", 20), helper.make_opsetid("own", 1)]
    functions = [
        helper.make_function(
            "own",
            f"F{number}",
            ["p"],
            ["q"],
            [
                helper.make_node(f"F{number + 1}", ["p"], ["m"], domain="own"),
                helper.make_node(f"F{number + 1}", ["m"], ["q"], domain="own"),
            ]
            if number < 39
            else [helper.make_node("Neg", ["p"], ["q"])],
            opset,
        )
        for number in range(40)
    ]
    read = saved(file, [helper.make_node("F0", ["x"], ["y"], domain="own")], functions=functions)
    assert 100 <= len(read.types) <= 1000
    assert read.notes == ["calls of functions are shown closed after 1000 operations in them"]


def test_of_more_operations_than_can_be_shown_the_first_are(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vdlite.graphs.files.onnx.MOST_NODES", 10)
    nodes = [helper.make_node("Neg", [f"v{at}"], [f"v{at + 1}"]) for at in range(30)]
    read = saved(file, nodes, inputs=[value("v0")], outputs=[value("v30")])
    assert read.types == ["input", *["Neg"] * 9, "output"]
    assert read.notes == ["only the first 10 operations are shown"]


def test_a_function_that_calls_itself_ends(file: Path) -> None:
    function = helper.make_function(
        "own",
        "Self",
        ["p"],
        ["q"],
        [helper.make_node("Self", ["p"], ["q"], domain="own")],
        [helper.make_opsetid("own", 1)],
    )
    read = saved(file, [helper.make_node("Self", ["x"], ["y"], domain="own")], functions=[function])
    assert read.types == ["input", "own.Self", "output"]
    assert int(read.scope_columns.depth.max()) == 64


def test_safetensors_tell_names_and_shapes(tmp_path: Path) -> None:
    file = tmp_path / "weights.safetensors"
    header = json.dumps(
        {
            "__metadata__": {"format": "pt"},
            "h.0.conv.weight": {"dtype": "BF16", "shape": [2, 3], "data_offsets": [0, 12]},
            "h.0.norm.running_mean": {"dtype": "F32", "shape": [4], "data_offsets": [17, 33]},
            "h.0.norm.steps": {"dtype": "I64", "shape": [], "data_offsets": [33, 41]},
            "head": {"dtype": "F8_E4M3", "shape": [5], "data_offsets": [12, 17]},
        }
    ).encode()
    file.write_bytes(len(header).to_bytes(8, "little") + header + bytes(17))
    read = read_file(file)
    assert (read.types, read.parameter_count) == ([], 11)
    assert [scope.path for _, scope in read.scope_tree().walk()] == [
        "",
        "h",
        "h.0",
        "h.0.conv",
        "h.0.norm",
    ]
    assert read.scope_tree().parameter_bytes == 17
    assert read.about == {"file": "weights.safetensors", "format": "pt"}


def test_of_more_tensors_than_can_be_shown_the_first_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vdlite.graphs.files.safetensors.MOST_TENSORS", 2)
    header = json.dumps({f"w{at}": {"dtype": "F32", "shape": [3]} for at in range(5)}).encode()
    file = tmp_path / "weights.safetensors"
    file.write_bytes(len(header).to_bytes(8, "little") + header)
    read = read_file(file)
    assert read.parameter_count == 6
    assert read.notes == ["only the first 2 of 5 tensors are shown"]


def test_a_mapping_in_json_is_a_graph(tmp_path: Path) -> None:
    file = tmp_path / "graph.json"
    file.write_text('{"nodes": [{"name": "a", "type": "x"}], "edges": []}')
    assert capture(file).names == ["a"]


def test_other_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(PayloadError, match=r"got 'a\.bin', want one of \.pt2, \.onnx"):
        read_file(tmp_path / "a.bin")
    with pytest.raises(PayloadError, match="there is no file"):
        read_file(tmp_path / "a.onnx")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.onnx", b""),
        ("a.onnx", b"\xff" * 100),
        ("a.onnx", b"\x3a\xff\xff\xff\xff\x0f"),  # a graph that is longer than the file
        ("a.onnx", b"hello"),
        ("a.pt2", b"PK\x05\x06" + bytes(18)),  # an archive of nothing
        ("a.pt2", b"hello"),
        ("a.safetensors", b"\xff" * 8),
        ("a.safetensors", b"\x02" + bytes(7) + b"[]"),
        ("a.safetensors", (20).to_bytes(8, "little") + b'{"a": {"dtype": 1}}  '),
        ("a.json", b"[" * 100_000),
        ("a.json", b'{"nodes": [{"type": "a", "inputs": ["b"]}]}'),
        ("a.json", b"\xff"),
    ],
)
def test_what_is_damaged_is_reported(tmp_path: Path, name: str, content: bytes) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(FormatError, match=re.escape(str(file))):
        read_file(file)


def test_an_archive_that_swells_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vdlite.graphs.files.pt2.MOST_TEXT_BYTES", 1 << 20)
    file = tmp_path / "bomb.pt2"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("m/models/model.json", b" " * (2 << 20))
    with pytest.raises(FormatError, match="more than 1048576 bytes"):
        read_file(file)


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    file = tmp_path_factory.mktemp("good") / "model.onnx"
    saved(
        file,
        [
            helper.make_node("Conv", ["x", "w"], ["c"], "/a/Conv", strides=[2, 2]),
            helper.make_node("Relu", ["c"], ["y"], "/a/Relu"),
        ],
        initializer=[weight("w", 4, 3, 3, 3)],
        value_info=[value("c", 2, 4, 3, 3)],
    )
    return file.read_bytes()


@given(data=st.data())
def test_changed_bytes_are_a_format_error_or_another_graph(
    good: bytes, tmp_path_factory: pytest.TempPathFactory, data: Any
) -> None:
    changed = bytearray(good)
    for _ in range(data.draw(st.integers(1, 6))):
        changed[data.draw(st.integers(0, len(changed) - 1))] = data.draw(st.integers(0, 255))
    file = tmp_path_factory.getbasetemp() / "changed.onnx"
    file.write_bytes(changed[: data.draw(st.integers(1, len(changed)))])
    with contextlib.suppress(FormatError):
        read_file(file).summary()
