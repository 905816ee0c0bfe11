"""Payloads that no writer of ours has made, with the right checksum: reported, and never worse than that."""

from functools import partial
from pathlib import Path
from typing import Any

import msgpack
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdlite import LogReader, LogWriter, SliceError
from vdlite.errors import FormatError
from vdlite.format.decode import LogDecoder
from vdlite.format.media import read_payload
from vdlite.format.records import MAGIC, VERSION, RecordType, record
from vdlite.kinds import registry, tensor
from vdlite.kinds.pictures import png
from vdlite.reader.files.files import LogFiles

ARRAY = {"dtype": "<f8", "shape": [2], "data": bytes(16)}
ARRAYS = [
    {**ARRAY, "dtype": "O"},
    {**ARRAY, "dtype": "<M8[s]"},
    {**ARRAY, "dtype": "V8"},
    {**ARRAY, "dtype": "(3,"},
    {**ARRAY, "dtype": ["<f8"]},
    {**ARRAY, "shape": [-1]},
    {**ARRAY, "shape": [1 << 62]},
    {**ARRAY, "shape": [1 << 63]},
    {**ARRAY, "shape": "2"},
    {**ARRAY, "shape": []},
    {**ARRAY, "data": 5},
]
VALUES: list[Any] = [*ARRAYS, None, -1, 1 << 63, 10**12, "x", b"x", [], {}, [[1]], float("nan")]


LANDSCAPE = {
    "x": [0, 1, 2],
    "y": [0, 1],
    "z": np.ones((2, 3)),
    "path": [[1, 1], [0, 0]],
    "marks": {"m": 1},
    "settings": {"a": [1]},
    "center": 1,
    "curvature": {"eigenvalues": [1], "density": {"x": [1], "y": [1]}},
}
GRAPH_NODES = [
    {"name": "a", "type": "input", "shape": [1, "n"], "dtype": "float32", "seconds": 0.5},
    {"name": "b", "type": "aten.mm.default", "inputs": ["a", "a"], "scope": "c/d", "flops": 2},
]


def payloads(folder: Path) -> dict[str, bytes]:
    """One of each kind."""
    with LogWriter(folder) as writer:
        writer.add_audio("x", np.zeros(50))
        writer.add_confusion_matrix("x", [0, 1], [0, 1])
        writer.add_embeddings("x", np.ones((4, 3)), list("abcd"), thumbnails=np.ones((4, 4, 4)))
        writer.add_graph(
            {"nodes": GRAPH_NODES, "parameters": [{"name": "w", "shape": [2]}]}, tag="x"
        )
        writer.add_histogram("x", np.arange(100))
        writer.add_hparams({"a": 1}, ["b"])
        writer.add_image_matrix("x", [np.ones((4, 4, 3))] * 3, labels="abc")
        writer.add_landscape("x", LANDSCAPE)
        writer.add_mesh("x", np.eye(3), [[0, 1, 2]], np.eye(3), [1, 2, 3], look={"up": "z"})
        writer.add_custom_scalars({"a": {"b": ["c"], "d": ["Margin", ["e", "f", "g"]]}})
        writer.add_pr_curve("x", [0, 1, 1], [0.1, 0.2, 0.3])
        writer.add_tensor("x", np.arange(20.0))
        writer.add_video("x", np.ones((3, 4, 4)))
    reader = LogReader(folder)
    return {
        kind: reader.records(".", kind, reader.tags(".", kind)[0])[0].raw()  # type: ignore[attr-defined]
        for kind in reader.kinds(".")
    }


def use(kind: str, payload: bytes) -> None:
    """Look at all that a payload offers; FormatError is the only one that may come of it."""
    try:
        read = registry.decode(kind, payload)
        for name in dir(read):
            value = getattr(read, name) if not name.startswith("_") else None
            if name == "frames":
                value()
            if name == "quantiles":
                value([0.0, 0.5, 1.0])
            if name in ("scope_tree", "summary"):
                value()
    except FormatError:
        pass


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return payloads(tmp_path_factory.mktemp("good"))


@given(data=st.data())
def test_changed_bytes_are_a_format_error_or_other_data(good: dict[str, bytes], data: Any) -> None:
    kind = data.draw(st.sampled_from(sorted(good)))
    changed = bytearray(good[kind])
    for _ in range(data.draw(st.integers(1, 4))):
        changed[data.draw(st.integers(0, len(changed) - 1))] = data.draw(st.integers(0, 255))
    use(kind, bytes(changed[: data.draw(st.integers(1, len(changed)))]))
    use(kind, bytes(changed))


@pytest.mark.parametrize(
    "kind",
    [
        "confusion_matrix",
        "embeddings",
        "graph",
        "histogram",
        "hparams",
        "landscape",
        "mesh",
        "layout",
        "pr_curve",
    ],
)
def test_fields_of_other_types_are_a_format_error(good: dict[str, bytes], kind: str) -> None:
    fields = msgpack.unpackb(good[kind])
    for name in fields:
        use(kind, msgpack.packb({other: fields[other] for other in fields if other != name}))
        for value in VALUES:
            use(kind, msgpack.packb({**fields, name: value}))


@pytest.mark.parametrize("compress", [False, True])
def test_a_tensors_head_may_say_what_it_likes(good: dict[str, bytes], compress: bool) -> None:
    whole, _ = tensor.tensor(np.arange(20.0), compress=compress).encode()
    assert compress or whole == good["tensor"]
    unpacker = msgpack.Unpacker()
    unpacker.feed(whole)
    head = unpacker.unpack()
    rest = whole[unpacker.tell() :]
    for name in head:
        for value in [*VALUES, [19], [21], [0, 1 << 62], 0, 7, 1 << 40]:
            changed = msgpack.packb({**head, name: value}) + rest
            use("tensor", changed)
            try:
                file = tensor.TensorFile(
                    lambda at, length, data=changed: data[at : at + length],  # type: ignore[misc]
                    len(changed) - len(rest) + 5,
                )
                file.take([slice(None)] * len(file.shape))
            except FormatError:
                pass


@pytest.mark.parametrize("begin", [-1, 0, 5, 1 << 40, True])
def test_a_summary_may_say_what_it_likes_of_where_values_begin(tmp_path: Path, begin: int) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_record("tensor", "x", bytes(100), summary={"begin": begin})
    with pytest.raises(FormatError):
        LogReader(tmp_path).records(".", "tensor", "x")[0].take(":")  # type: ignore[attr-defined]


def test_a_dimension_of_nothing_makes_the_others_free(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_tensor("x", np.empty((0, 1 << 40)))
    record = LogReader(tmp_path).records(".", "tensor", "x")[0]
    assert record.take(":, :").shape == (0, 1 << 40)  # type: ignore[attr-defined]
    with pytest.raises(SliceError):
        record.take("0, :")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "note", [{"fps": 1e9}, {"fps": "x"}, {"fps": 1, "frames": 10**12}, {"frames": -1}]
)
@pytest.mark.parametrize("frames", [1, 3])
def test_a_note_of_a_video_does_not_fill_the_memory(note: dict[str, Any], frames: int) -> None:
    pixels = [np.full((4, 4), number, np.uint8) for number in range(frames)]
    use("video", png.write_animated(pixels, 100.0, note))


@pytest.mark.parametrize("note", [{"labels": 5}, {"cells": 5}, {"cells": {"rows": "x"}}])
def test_a_note_of_a_picture_may_say_what_it_likes(note: dict[str, Any]) -> None:
    use("image", png.write(np.zeros((4, 4), np.uint8), note))


@pytest.mark.parametrize(
    ("step", "offset", "length", "crc"),
    [(1 << 63, 9, 9, 9), (0, -1, 9, 9), (0, 1 << 63, 9, 9), (0, 9, -1, 9), (0, 9, 9, 1 << 32)],
)
def test_a_reference_out_of_range_is_damage(step: int, offset: int, length: int, crc: int) -> None:
    data = record(0, RecordType.HEADER, MAGIC, VERSION, {})
    data += record(len(data), RecordType.SERIES, 0, "own", "x", {})
    data += record(len(data), RecordType.REFERENCE, 0, step, 1.0, offset, length, crc, {})
    batch = LogDecoder().decode(data)
    assert (batch.entries, len(batch.damage)) == ([], 1)


def test_a_length_beyond_the_file_reads_no_more_than_there_is(tmp_path: Path) -> None:
    path = tmp_path / "x.vdm"
    path.write_bytes(b"short")
    with pytest.raises(FormatError, match="want 4294967295 bytes, but the file ends before"):
        read_payload(partial(LogFiles([tmp_path]).read, path), path, 1, (1 << 32) - 1, 0)
