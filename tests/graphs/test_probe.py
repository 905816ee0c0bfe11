"""Samples that are run through a pipeline, stage by stage."""

from __future__ import annotations

import io
import random
import time
from pathlib import Path
from typing import Any

import msgpack
import numpy as np
import pytest
from PIL import Image

from tests.graphs import pipelines as like
from vdlite import LogReader, LogWriter
from vdlite.errors import FormatError, PayloadError
from vdlite.graphs.data import data_graph
from vdlite.kinds.graph import Graph, GraphBuilder, decode
from vdlite.kinds.graph.payload import payload


class Pictures(like.ImageFolder):
    """Arrays that go through the transforms."""

    def __init__(self, transform: Any, rows: int = 8, size: int = 32) -> None:
        super().__init__("pets", [(str(at), at % 2) for at in range(rows)], transform)
        self.size = size

    def __len__(self) -> int:
        return len(self.samples)

    def __getitem__(self, at: int) -> Any:
        pixels = np.full((self.size, self.size, 3), at, np.uint8)
        return self.transform(pixels), self.samples[at][1]


class Whole(like.Subset):
    def __getitem__(self, at: int) -> Any:
        return self.dataset[self.indices[at]]


def halved(given: Any) -> Any:
    return given[::2, ::2]


def scaled(given: Any) -> Any:
    return np.moveaxis(given, 2, 0).astype(np.float32) / 255


def stacked(batch: list[Any]) -> Any:
    return np.stack([each[0] for each in batch]), np.array([each[1] for each in batch])


def probed(transform: Any, count: int = 4, **settings: Any) -> Graph:
    source = Pictures(transform)
    loader = like.DataLoader(Whole(source, [0, 1, 2, 3, 4, 5]), 2, collate_fn=stacked)
    return data_graph({"train": loader}, probe=count, **settings)


def of(graph: Graph, kind: str) -> tuple[list[Any], list[str], Any]:
    at = graph.types.index(kind)
    return graph.shapes[at], graph.dtypes[at], graph.attributes[at].get("range")


def test_each_stage_says_what_comes_out_of_it() -> None:
    graph = probed(like.Compose([halved, scaled]), 6)

    assert of(graph, "Pictures") == ([(32, 32, 3)], ["uint8"], [0.0, 5.0])
    assert of(graph, "halved") == ([(16, 16, 3)], ["uint8"], [0.0, 5.0])
    assert of(graph, "scaled") == ([(3, 16, 16)], ["float32"], [0.0, pytest.approx(5 / 255)])
    assert of(graph, "stacked")[:2] == ([("batch", 3, 16, 16), ("batch",)], ["float32", "int64"])
    assert of(graph, "DataLoader")[0] == [("batch", 3, 16, 16), ("batch",)]
    times = graph.nodes.seconds
    assert np.isfinite(times[[graph.types.index(kind) for kind in ("Pictures", "halved")]]).all()
    assert np.isnan(times[graph.types.index("BatchSampler")])


def test_sizes_that_differ_are_reported_from_least_to_greatest() -> None:
    def cut(given: Any) -> Any:
        return given[: 10 + given[0, 0, 0]]

    assert of(probed(cut, 6), "cut")[0] == [("10 to 15", 32, 3)]


def test_a_stage_that_fails_is_reported_and_the_others_go_on() -> None:
    def picky(given: Any) -> Any:
        if given[0, 0, 0] == 0:
            raise ValueError("too dark")
        return given

    graph = probed(like.Compose([halved, picky]), 6)

    (note,) = [each for each in graph.note_list if each.level == "error"]
    assert note.text == "fails with a sample: ValueError('too dark')"
    assert graph.types[note.node or 0] == "picky"
    assert of(graph, "picky")[2] == [1.0, 5.0]


def test_a_slow_stage_is_warned_of() -> None:
    def slow(given: Any) -> Any:
        end = time.perf_counter() + 0.02
        while time.perf_counter() < end:
            pass
        return given

    graph = probed(like.Compose([halved, slow]), 2)

    (note,) = [each for each in graph.note_list if "of a sample" in each.text]
    assert graph.types[note.node or 0] == "slow"


def test_random_numbers_and_the_dataset_are_what_they_were() -> None:
    generator = np.random.default_rng(3)

    def noisy(given: Any) -> Any:
        return given + random.random() + np.random.rand() + generator.random()

    noisy.generator = generator  # type: ignore[attr-defined]
    source = Pictures(noisy)
    before = vars(source).copy()
    state = random.getstate(), np.random.get_state()[1].tolist()  # type: ignore[index]

    data_graph({"train": like.DataLoader(source)}, probe=3)

    assert (random.getstate(), np.random.get_state()[1].tolist()) == state  # type: ignore[index]
    assert vars(source) == before
    assert generator.random() == np.random.default_rng(3).random()


def test_pictures_are_kept_of_each_stage(tmp_path: Path) -> None:
    source = Pictures(like.Compose([halved, scaled]))
    with LogWriter(str(tmp_path / "run")) as writer:
        writer.add_data_graph({"train": like.DataLoader(source)}, probe=6, pictures=True)

    graph = LogReader(str(tmp_path)).graph("run", "data")

    assert [(graph.types[each.node], each.sample) for each in graph.pictures[:3]] == [
        ("halved", 0),
        ("scaled", 0),
        ("Pictures", 0),
    ]
    assert len(graph.pictures) == 3 * 4
    third = next(each for each in graph.pictures if each.sample == 3)
    pixels = np.asarray(Image.open(io.BytesIO(third.png)))
    assert pixels.shape == (16, 16, 3)
    assert (
        pixels == 3 * 8 // 6
    ).all()  # the fourth of six samples that are evenly spread over eight


def test_a_stream_is_left_alone() -> None:
    class Stream(like.IterableDataset):
        def __iter__(self) -> Any:
            raise AssertionError("it was consumed")

    graph = data_graph({"train": like.DataLoader(Stream())}, probe=3)

    assert "train is not probed: it gives no samples by their index" in graph.notes


@pytest.mark.parametrize(
    "wrong", [{"probe": -1}, {"probe": True}, {"pictures": 1}, {"roots": "no"}]
)
def test_wrong_arguments_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(PayloadError):
        data_graph([1, 2], **wrong)


PNG = b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize(
    "given",
    [
        3,
        [3],
        [{"node": 1, "sample": 0, "png": PNG}],
        [{"node": 0, "sample": None, "png": PNG}],
        [{"node": 0, "sample": 0, "png": b"GIF89a"}],
        [{"node": 0, "sample": 0, "png": PNG + bytes(1 << 16)}],
        [{"node": 0, "sample": 0, "png": PNG}] * 1001,
    ],
)
def test_pictures_that_are_none_are_a_damaged_payload(given: Any) -> None:
    builder = GraphBuilder(flavor="data")
    builder.node("source")
    fields = msgpack.unpackb(payload(builder.build()), strict_map_key=False)

    with pytest.raises(FormatError):
        decode(msgpack.packb(fields | {"pictures": given}))
