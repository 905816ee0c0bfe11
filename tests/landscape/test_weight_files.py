"""Files of weights: which PyTorch may open them, and those that need none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdlite.errors import DamagedSnapshotError
from vdlite.landscape.safetensors import read_safetensors
from vdlite.landscape.torch_version import why_not
from vdlite.snapshots.folder import step_in

Header = dict[str, Any]


@pytest.mark.parametrize(
    "version", ["2.10.0", "2.10.0+cpu", "2.13.0+cu128", "3.0", "2.11.0a0+git1"]
)
def test_a_torch_without_known_holes_may_open_files(version: str) -> None:
    assert why_not(version) is None


@pytest.mark.parametrize("version", ["2.9.1", "2.5.1+cpu", "2.6.0", "1.13", "", "unknown"])
def test_a_torch_with_known_holes_may_not_and_the_error_names_what_to_install(version: str) -> None:
    reason = why_not(version)
    assert reason is not None
    assert version in reason
    assert "torch>=2.10" in reason
    assert ".safetensors" in reason


def write(path: Path, header: Any, data: bytes = b"") -> Path:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + data)
    return path


def about(dtype: str, shape: list[int], begin: int, end: int) -> Header:
    return {"dtype": dtype, "shape": shape, "data_offsets": [begin, end]}


@pytest.mark.parametrize(
    ("dtype", "numpy"),
    [
        ("F64", "f8"),
        ("F32", "f4"),
        ("F16", "f2"),
        ("I64", "i8"),
        ("I32", "i4"),
        ("I16", "i2"),
        ("I8", "i1"),
        ("U64", "u8"),
        ("U32", "u4"),
        ("U16", "u2"),
        ("U8", "u1"),
        ("BOOL", "?"),
    ],
)
def test_arrays_of_every_type_are_read(tmp_path: Path, dtype: str, numpy: str) -> None:
    values = np.arange(6).reshape(2, 3).astype(numpy)
    data = values.astype(values.dtype.newbyteorder("<")).tobytes()
    header = {"w": about(dtype, [2, 3], 0, len(data)), "__metadata__": {"format": "pt"}}
    (name, array), *others = read_safetensors(write(tmp_path / "x", header, data)).items()
    assert (name, others) == ("w", [])
    assert array.dtype == values.dtype
    np.testing.assert_array_equal(array, values)


def test_bfloat16_becomes_float32(tmp_path: Path) -> None:
    data = bytes.fromhex("803f 00c0 807f 4940".replace(" ", ""))
    path = write(tmp_path / "x", {"w": about("BF16", [4], 0, 8)}, data)
    np.testing.assert_array_equal(read_safetensors(path)["w"], [1.0, -2.0, np.inf, 3.140625])


def test_several_arrays_lie_side_by_side_and_may_be_empty_or_without_axes(tmp_path: Path) -> None:
    header = {
        "b": about("F32", [], 4, 8),
        "a": about("U8", [2, 2], 0, 4),
        "none": about("F32", [0, 3], 8, 8),
    }
    data = bytes([1, 2, 3, 4]) + np.float32(0.5).tobytes()
    arrays = read_safetensors(write(tmp_path / "x", header, data))
    assert arrays["a"].tolist() == [[1, 2], [3, 4]]
    assert arrays["b"] == np.float32(0.5)
    assert arrays["none"].shape == (0, 3)


@pytest.mark.parametrize(
    "header",
    [
        b"{",
        b"[" * 100_000,
        b"\xff",
        [],
        {"w": 1},
        {"w": about("F8_E4M3", [1], 0, 1)},
        {"w": about("F32", [1], 0, 3)},
        {"w": about("F32", [2], 4, 12)},
        {"w": about("F32", [-1], 0, 4)},
        {"w": about("F32", [True], 0, 4)},
        {"w": about("F32", [2**70, 0], 8, 4)},
        {"w": about("F32", [2**62, 4], 0, 8)},
        {"w": about("F32", [1] * 40, 0, 4)},
        {"w": about("F32", [1], -4, 0)},
        {"w": about("F32", [1], 0, 4), "v": about("F32", [1], 2, 6)},
        {"w": {"dtype": "F32", "shape": [1], "data_offsets": [0]}},
        {"w": {"dtype": ["F32"], "shape": None, "data_offsets": None}},
    ],
)
def test_a_file_that_lies_is_reported(tmp_path: Path, header: Any) -> None:
    with pytest.raises(DamagedSnapshotError, match=r"want a \.safetensors file: .*x"):
        read_safetensors(write(tmp_path / "x", header, bytes(8)))


@given(st.binary(max_size=40))
def test_no_bytes_are_a_defect(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.mktemp("bytes") / "x"
    path.write_bytes(content)
    try:
        read_safetensors(path)
    except DamagedSnapshotError:
        pass
    else:
        assert len(content) >= 10  # at least an empty header


def test_a_file_that_is_cut_at_any_byte_is_reported(tmp_path: Path) -> None:
    whole = write(tmp_path / "x", {"w": about("F32", [2], 0, 8)}, bytes(8)).read_bytes()
    for length in range(len(whole)):
        (tmp_path / "cut").write_bytes(whole[:length])
        with pytest.raises(DamagedSnapshotError):
            read_safetensors(tmp_path / "cut")


def test_a_file_that_is_not_there_is_not_damaged(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_safetensors(tmp_path / "nothing.safetensors")


def shard(path: Path, name: str, values: list[float]) -> Path:
    data = np.array(values, "<f4").tobytes()
    return write(path, {name: about("F32", [len(values)], 0, len(data))}, data)


def index_of(folder: Path, files: Any) -> Path:
    path = folder / "model.safetensors.index.json"
    path.write_text(json.dumps({"metadata": {"total_size": 20}, "weight_map": files}))
    return path


def test_a_model_in_several_files_is_read_by_its_index(tmp_path: Path) -> None:
    first, second = (f"model-0000{n}-of-00002.safetensors" for n in (1, 2))
    shard(tmp_path / first, "a", [1, 2])
    shard(tmp_path / second, "b", [3, 4, 5])
    arrays = read_safetensors(index_of(tmp_path, {"a": first, "b": second}))
    assert {name: array.tolist() for name, array in arrays.items()} == {"a": [1, 2], "b": [3, 4, 5]}


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "without a weight_map"),
        ([1], "without a weight_map"),
        ({"a": "../one.safetensors"}, "not beside the index"),
        ({"a": 5}, "not beside the index"),
        ({"b": "one.safetensors"}, "no 'b' in one.safetensors"),
    ],
)
def test_an_index_that_leads_elsewhere_or_nowhere_is_damaged(
    files: Any, message: str, tmp_path: Path
) -> None:
    shard(tmp_path / "one.safetensors", "a", [1, 2])
    with pytest.raises(DamagedSnapshotError, match=message):
        read_safetensors(index_of(tmp_path, files))


def test_an_index_that_is_no_json_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors.index.json"
    path.write_bytes(b"{")
    with pytest.raises(DamagedSnapshotError, match="no JSON"):
        read_safetensors(path)


def test_the_step_of_a_checkpoint_is_in_its_name_or_in_that_of_its_folder() -> None:
    names = ["model_30.pt", "a-5/model_30.pt", "checkpoint-500/model.safetensors", "model.pt"]
    assert [step_in(name) for name in names] == [30, 30, 500, None]
