"""Files of models that are cut, of which bits have changed, or that hold other values: never another error than the one for files."""

import contextlib
import copy
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from onnx import TensorProto, helper

from vdlite.errors import FormatError
from vdlite.graphs.files import read_file

VALUES = st.sampled_from(
    [None, -1, 10**30, 1.5, float("inf"), "x", "", True, [], {}, [1], [[]], {"a": 1}]
)


def program() -> dict[str, Any]:
    """What torch.export.save writes of a linear layer."""
    tensor = {"dtype": 7, "sizes": [{"as_int": 2}, {"as_int": 4}], "requires_grad": False}
    taken = [("input", "x"), ("weight", "p_fc_weight")]
    return {
        "graph_module": {
            "graph": {
                "inputs": [{"as_tensor": {"name": name}} for name in ("p_fc_weight", "x")],
                "outputs": [{"as_tensor": {"name": "linear"}}],
                "nodes": [
                    {
                        "target": "torch.ops.aten.linear.default",
                        "inputs": [
                            {"name": called, "arg": {"as_tensor": {"name": name}}, "kind": 1}
                            for called, name in taken
                        ],
                        "outputs": [{"as_tensor": {"name": "linear"}}],
                        "metadata": {"nn_module_stack": "L__self__,,net.Net;L__self__fc,fc,Linear"},
                    }
                ],
                "tensor_values": dict.fromkeys(("x", "p_fc_weight", "linear"), tensor),
                "sym_int_values": {},
            },
            "signature": {
                "input_specs": [
                    {
                        "parameter": {
                            "arg": {"name": "p_fc_weight"},
                            "parameter_name": "fc.weight",
                        }
                    },
                    {"user_input": {"arg": {"as_tensor": {"name": "x"}}}},
                ],
                "output_specs": [],
            },
        },
        "range_constraints": {},
        "torch_version": "2.13.0",
    }


def archive(held: Any) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        made.writestr("net/models/model.json", json.dumps(held))
    return file.getvalue()


def weights(held: Any) -> bytes:
    header = json.dumps(held).encode()
    return len(header).to_bytes(8, "little") + header


def mapping() -> dict[str, Any]:
    return {
        "name": "net",
        "nodes": [
            {"name": "x", "type": "input", "shape": ["batch", 4], "dtype": "float32"},
            {"name": "y", "type": "linear", "inputs": ["x"], "scope": "a/b", "flops": 3, "line": 4},
        ],
        "edges": [["x", "y"]],
        "parameters": [{"name": "w", "shape": [4, 4], "dtype": "float32", "used_by": ["y"]}],
        "notes": ["note"],
    }


def onnx_model() -> bytes:
    x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT, [2, "b"]) for name in "xy")
    inner = [
        helper.make_graph([helper.make_node(kind, ["x"], ["y"])], kind, [], [y])
        for kind in ("Neg", "Abs")
    ]
    nodes = [
        helper.make_node("Twice", ["x"], ["a"], "/l/twice", domain="own", k=[1, 2]),
        helper.make_node("If", ["a"], ["y"], then_branch=inner[0], else_branch=inner[1]),
    ]
    function = helper.make_function(
        "own",
        "Twice",
        ["p"],
        ["q"],
        [helper.make_node("Add", ["p", "p"], ["q"])],
        [helper.make_opsetid("", 20)],
    )
    graph = helper.make_graph(nodes, "net", [x], [y])
    made: bytes = helper.make_model(graph, functions=[function]).SerializeToString()
    return made


TENSORS = {"h.0.w": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}}
OF_JSON = {
    ".pt2": (program(), archive),
    ".safetensors": (TENSORS, weights),
    ".json": (mapping(), lambda held: json.dumps(held).encode()),
}
GOOD = {suffix: write(held) for suffix, (held, write) in OF_JSON.items()} | {".onnx": onnx_model()}


def is_read(folder: Path, suffix: str, content: bytes) -> bool:
    """Whether it is a graph, or a file that is asked to be damaged. Any other error is not caught."""
    file = folder / f"changed{suffix}"
    file.write_bytes(content)
    with contextlib.suppress(FormatError):
        read_file(file).summary()
        return True
    return False


@pytest.mark.parametrize("suffix", sorted(GOOD))
def test_what_is_not_damaged_is_read(suffix: str, tmp_path: Path) -> None:
    assert is_read(tmp_path, suffix, GOOD[suffix])


@pytest.mark.parametrize("suffix", sorted(GOOD))
def test_a_file_may_end_anywhere(suffix: str, tmp_path: Path) -> None:
    good = GOOD[suffix]
    for end in range(0, len(good), max(1, len(good) // 200)):
        is_read(tmp_path, suffix, good[:end])


@pytest.mark.parametrize("suffix", sorted(GOOD))
@given(data=st.data())
def test_bits_may_have_changed(
    suffix: str, tmp_path_factory: pytest.TempPathFactory, data: Any
) -> None:
    changed = bytearray(GOOD[suffix])
    for _ in range(data.draw(st.integers(1, 6))):
        changed[data.draw(st.integers(0, len(changed) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    is_read(tmp_path_factory.getbasetemp(), suffix, bytes(changed))


@pytest.mark.parametrize("suffix", sorted(OF_JSON))
@given(data=st.data())
def test_values_may_be_of_any_type(
    suffix: str, tmp_path_factory: pytest.TempPathFactory, data: Any
) -> None:
    held, write = OF_JSON[suffix]
    changed = json.loads(json.dumps(held))
    for _ in range(data.draw(st.integers(1, 3))):
        replace(changed, data)
    is_read(tmp_path_factory.getbasetemp(), suffix, write(changed))


def replace(held: Any, data: Any) -> None:
    """Puts another value somewhere into maps and lists within each other."""
    while True:
        keys = list(held) if isinstance(held, dict) else list(range(len(held)))
        if not keys:
            return
        key = data.draw(st.sampled_from(keys))
        inner = held[key]
        if not isinstance(inner, (dict, list)) or not inner or data.draw(st.booleans()):
            held[key] = copy.deepcopy(data.draw(VALUES))
            return
        held = inner


def test_what_is_wrong_is_reported_in_words(tmp_path: Path) -> None:
    file = tmp_path / "a.safetensors"
    file.write_bytes(weights({"w": {"dtype": "F32"}}))
    with pytest.raises(FormatError, match="there is no 'shape' where the format wants it"):
        read_file(file)
    file = tmp_path / "a.json"
    file.write_bytes(b"[" * 100_000)
    with pytest.raises(FormatError, match="too deep in each other"):
        read_file(file)
