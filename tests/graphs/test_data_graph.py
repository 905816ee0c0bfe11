"""Graphs of data pipelines, reported from attributes alone."""

from __future__ import annotations

import functools
import sys
from importlib.abc import MetaPathFinder
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.graphs import pipelines as like
from vdlite import LogReader, LogWriter
from vdlite.errors import PayloadError
from vdlite.graphs.data import data_graph
from vdlite.kinds.graph import Graph


def attributes(graph: Graph, name: str) -> dict[str, Any]:
    return dict(graph.attributes[graph.names.index(name)])


def edges(graph: Graph) -> list[tuple[str, str, str]]:
    kinds = ["data", "control"]
    return [
        (graph.names[source], graph.names[taker], kinds[kind])
        for (source, taker), kind in zip(
            graph.edges.tolist(), graph.edge_columns.kind.tolist(), strict=True
        )
    ]


def folder(transform: Any = None, rows: int = 10, root: str = "/data/sets/pets") -> Any:
    samples = [(f"{root}/{at}.png", at % 2) for at in range(rows)]
    return like.ImageFolder(root, samples, transform)


def test_a_loader_is_reported_from_its_source_to_its_batches() -> None:
    transform = like.Compose([like.Resize(32), like.RandomCrop(28), like.Normalize([0.5], [0.2])])

    graph = data_graph(like.DataLoader(folder(transform), 4, shuffle=True, num_workers=2))

    assert graph.flavor == "data"
    assert graph.names == [
        *("ImageFolder", "Resize", "RandomCrop", "Normalize"),
        *("RandomSampler", "BatchSampler", "default_collate", "loader"),
    ]
    assert graph.scopes == ["", "Compose", "Compose", "Compose", "", "", "", ""]
    assert [each["role"] for each in graph.attributes] == [
        *("source", "transform", "random", "transform", "sampler", "batch", "collate", "loader")
    ]
    assert edges(graph) == [
        ("ImageFolder", "Resize", "data"),
        ("Resize", "RandomCrop", "data"),
        ("RandomCrop", "Normalize", "data"),
        ("RandomSampler", "BatchSampler", "control"),
        ("Normalize", "default_collate", "data"),
        ("BatchSampler", "default_collate", "control"),
        ("default_collate", "loader", "data"),
    ]


def test_parameters_keep_their_types() -> None:
    graph = data_graph(
        like.DataLoader(folder(like.Compose([like.RandomCrop(28), like.Normalize([0.5], [0.2])])))
    )

    assert attributes(graph, "RandomCrop") == {"role": "random", "size": [28, 28], "padding": None}
    assert attributes(graph, "Normalize") == {"role": "transform", "mean": [0.5], "std": [0.2]}
    assert attributes(graph, "ImageFolder")["root"] == "…/sets/pets"
    assert attributes(graph, "ImageFolder")["rows"] == 10
    assert attributes(graph, "loader")["batch_size"] == 1
    assert attributes(graph, "loader")["shuffle"] is False


def test_loaders_of_one_split_share_its_source() -> None:
    source = folder(like.Resize(32))
    train = like.DataLoader(like.Subset(source, list(range(8))), 4, shuffle=True)
    val = like.DataLoader(like.Subset(source, [8, 9]), 4)

    graph = data_graph({"train": train, "val": val})

    assert graph.types.count("ImageFolder") == 1
    assert graph.types.count("Resize") == 1
    assert [
        scope for kind, scope in zip(graph.types, graph.scopes, strict=True) if kind == "Subset"
    ] == [
        "train",
        "val",
    ]
    assert graph.scopes[graph.types.index("ImageFolder")] == ""
    assert graph.about["loaders"] == ["train", "val"]


def test_random_choices_branch_and_come_together() -> None:
    choice = like.RandomChoice([like.Resize(8), like.Resize(9)], p=0.5)
    maybe = like.RandomApply([like.RandomCrop(4)], p=0.8)

    graph = data_graph(folder(like.Compose([choice, maybe, like.Normalize([0.0], [1.0])])))

    named = edges(graph)
    assert ("RandomChoice", "Resize", "data") in named
    assert ("RandomChoice", "Resize#2", "data") in named
    assert ("Resize#2", "RandomApply", "data") in named
    assert [source for source, taker, _ in named if taker == "loader"] == [
        "RandomCrop",
        "RandomApply",
    ]
    assert attributes(graph, "RandomApply")["p"] == 0.8


def test_functions_are_recognized_by_name_file_and_line() -> None:
    strength = 3

    def noise(given: Any, level: int = 1) -> Any:
        return given * strength + level

    graph = data_graph(
        folder(like.Compose([functools.partial(noise, level=2), lambda given: given]))
    )

    assert graph.types[1:] == ["noise", "lambda"]
    assert graph.files[1] == (__file__, noise.__code__.co_firstlineno)
    assert attributes(graph, "noise")["level"] == 2
    assert attributes(graph, "noise")["strength"] == 3
    assert attributes(graph, "noise")["code"] != attributes(graph, "loader")["code"]


def test_targets_go_beside_inputs() -> None:
    source = like.ImageFolder("pets", [("a.png", 0)], like.Resize(3), like.Normalize([0.0], [1.0]))

    graph = data_graph(like.DataLoader(source))

    assert [pair[:2] for pair in edges(graph)][:4] == [
        ("ImageFolder", "Resize"),
        ("ImageFolder", "Normalize"),
        ("SequentialSampler", "BatchSampler"),
        ("Resize", "default_collate"),
    ]


def test_objects_are_not_asked_for_anything() -> None:
    class Careful(like.Dataset):
        def __init__(self) -> None:
            self.level = 3
            self.itself = self

        @property
        def costly(self) -> int:
            raise AssertionError("a property was called")

        def __getattr__(self, name: str) -> Any:
            raise AssertionError(f"it was asked for {name}")

        def __len__(self) -> int:
            raise AssertionError("it was asked for its length")

        def __getitem__(self, at: int) -> Any:
            raise AssertionError("it was asked for a sample")

        def __repr__(self) -> str:
            raise AssertionError("it was asked for its text")

        def __eq__(self, other: object) -> bool:
            raise AssertionError("it was compared")

        def __bool__(self) -> bool:
            raise AssertionError("it was asked whether it is true")

        __hash__ = None  # type: ignore[assignment]

    graph = data_graph({"train": like.DataLoader(Careful()), "val": like.DataLoader(Careful())})

    assert graph.notes == ["train gives its samples in the same order in each epoch"]
    assert attributes(graph, "Careful") == {"role": "source", "level": 3}


def test_a_generator_is_not_consumed() -> None:
    stream = (each for each in range(3))

    graph = data_graph(stream)

    assert graph.types == ["genexpr"]
    assert graph.files[0][0] == __file__
    assert list(stream) == [0, 1, 2]


def test_what_can_not_be_read_costs_only_its_node() -> None:
    class Broken(dict[str, Any]):
        """Looks like a dataset of Hugging Face, and is none."""

    class Odd(like.Dataset):
        def __init__(self) -> None:
            self._fingerprint = "x"
            self._info = Broken()

    graph = data_graph(like.DataLoader(Odd()))

    assert graph.types == [
        "Odd",
        "SequentialSampler",
        "BatchSampler",
        "default_collate",
        "DataLoader",
    ]
    assert graph.note_list[0].level == "error"
    assert graph.note_list[0].node == 0
    assert "can't be read" in graph.notes[0]


def test_a_long_chain_ends_where_it_is_too_deep() -> None:
    source: Any = folder()
    for _ in range(100):
        source = like.Subset(source, [0])

    assert len(data_graph(source).types) <= 40


def test_weights_are_reported_by_how_far_they_differ() -> None:
    sampler = like.WeightedRandomSampler([1.0, 1.0, 2.0], 5)

    facts = attributes(
        data_graph(like.DataLoader(folder(), sampler=sampler)), "WeightedRandomSampler"
    )

    assert facts["weights"] == 3
    assert facts["greatest_weight"] == 2.0
    assert facts["effective_samples"] == pytest.approx(16 / 6)


def test_shuffling_is_reported_from_the_sampler() -> None:
    source = folder()
    ranked = like.DistributedSampler(source, num_replicas=2, rank=1)

    graph = data_graph(like.DataLoader(source, sampler=ranked))

    assert attributes(graph, "loader")["shuffle"] is True
    assert attributes(graph, "DistributedSampler")["num_replicas"] == 2


def test_equal_pipelines_have_equal_hashes_wherever_their_files_are() -> None:
    def pipeline(size: int, root: str) -> Any:
        return data_graph(like.DataLoader(folder(like.RandomCrop(size), root=root)))

    first, moved = pipeline(28, "/home/a/pets"), pipeline(28, "/mnt/b/pets")

    for name in ("pipeline", "data"):
        assert attributes(first, "loader")[name] == attributes(moved, "loader")[name]
    assert (
        attributes(first, "loader")["pipeline"]
        != (attributes(pipeline(32, "/home/a/pets"), "loader")["pipeline"])
    )


def test_a_changed_label_is_other_data() -> None:
    before, after = folder(), folder()
    after.samples[3] = (after.samples[3][0], 7)

    first, second = (data_graph(like.DataLoader(each)) for each in (before, after))

    assert attributes(first, "loader")["data"] != attributes(second, "loader")["data"]
    assert attributes(first, "loader")["pipeline"] == attributes(second, "loader")["pipeline"]


def test_arrays_are_sources_with_shapes() -> None:
    graph = data_graph({"train": np.zeros((10, 64), np.float32)})

    assert graph.shapes == [[(64,)]]
    assert graph.dtypes == [["float32"]]
    assert attributes(graph, "train")["rows"] == 10


@pytest.mark.parametrize("given", [None, "train", 3, {}, {"": []}, {"train": None}, {1: []}])
def test_what_is_no_loader_is_refused(given: Any) -> None:
    with pytest.raises(PayloadError):
        data_graph(given)


def test_a_writer_logs_it(tmp_path: Path) -> None:
    with LogWriter(str(tmp_path / "run")) as writer:
        writer.add_data_graph({"train": like.DataLoader(folder())}, roots="full")

    graph = LogReader(str(tmp_path)).graph("run", "data")
    assert graph.flavor == "data"
    assert attributes(graph, "ImageFolder")["root"] == "/data/sets/pets"


def test_torch_is_not_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class Noting(MetaPathFinder):
        def find_spec(self, fullname: str, path: Any, target: Any = None) -> None:
            asked.append(fullname)

    monkeypatch.delitem(sys.modules, "torch", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Noting(), *sys.meta_path])

    data_graph(like.DataLoader(folder(like.Resize(2))))

    assert "torch" not in asked


def test_methods_are_recognized_by_their_own_names() -> None:
    class Scaling:
        def scaled(self, given: Any) -> Any:
            return given

    graph = data_graph({"train": folder(Scaling().scaled)})

    assert graph.types[-1] == "scaled"
    assert graph.files[-1][0] == __file__
