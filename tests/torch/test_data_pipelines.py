"""Graphs of PyTorch's own loaders, datasets and samplers."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn
from torch.utils.data import (
    BatchSampler,
    ConcatDataset,
    DataLoader,
    Dataset,
    IterableDataset,
    Subset,
    SubsetRandomSampler,
    TensorDataset,
    WeightedRandomSampler,
    random_split,
)
from torch.utils.data.distributed import DistributedSampler

from vdlite import LogReader, LogWriter
from vdlite.graphs.data import data_graph


def numbers(rows: int = 1000) -> TensorDataset:
    return TensorDataset(torch.arange(rows * 3.0).reshape(rows, 3), torch.arange(rows) % 10)


def roles(loader: Any) -> list[tuple[str, str]]:
    graph = data_graph(loader)
    return [
        (kind, str(held["role"])) for kind, held in zip(graph.types, graph.attributes, strict=True)
    ]


def facts(loader: Any, kind: str) -> dict[str, Any]:
    graph = data_graph(loader)
    return dict(graph.attributes[graph.types.index(kind)])


TAIL = [("default_collate", "collate"), ("DataLoader", "loader")]


def test_a_random_split_has_one_source_and_two_branches() -> None:
    train, val = random_split(numbers(), [0.8, 0.2])

    graph = data_graph({"train": DataLoader(train, 32, shuffle=True), "val": DataLoader(val, 64)})

    assert graph.types == [
        *("TensorDataset", "Subset", "RandomSampler", "BatchSampler", "default_collate"),
        *("DataLoader", "Subset", "SequentialSampler", "BatchSampler", "default_collate"),
        "DataLoader",
    ]
    assert graph.edges.tolist()[0] == [0, 1]
    assert [0, 6] in graph.edges.tolist()
    assert graph.shapes[0] == [(3,), ()]
    assert graph.dtypes[0] == ["float32", "int64"]
    assert graph.notes == []


def test_all_settings_of_a_loader_are_reported() -> None:
    loader = DataLoader(numbers(), 32, num_workers=2, drop_last=True, timeout=5, pin_memory=True)

    held = facts(loader, "DataLoader")

    assert held["batch_size"] == 32
    assert held["drop_last"] is True
    assert held["num_workers"] == 2
    assert held["prefetch_factor"] == 2
    assert held["timeout"] == 5
    assert held["pin_memory"] is True
    assert held["shuffle"] is False


def test_weighted_samples_are_reported_without_their_weights() -> None:
    sampler = WeightedRandomSampler([1.0] * 900 + [9.0] * 100, 500)
    loader = DataLoader(numbers(), 10, sampler=sampler)

    held = facts(loader, "WeightedRandomSampler")

    assert held["weights"] == 1000
    assert held["effective_samples"] == pytest.approx(1800**2 / 9000)
    assert held["num_samples"] == 500
    assert facts(loader, "DataLoader")["shuffle"] is True


def test_a_stream_is_not_consumed_and_has_no_sampler() -> None:
    class Stream(IterableDataset[int]):
        def __iter__(self) -> Any:
            raise AssertionError("it was consumed")

    assert roles(DataLoader(Stream(), 3)) == [("Stream", "source"), *TAIL]
    assert facts(DataLoader(Stream()), "Stream") == {"role": "source", "stream": True}


def test_batches_of_ones_own_are_reported() -> None:
    def gather(batch: list[Any]) -> list[Any]:
        return batch

    sampler = BatchSampler(SubsetRandomSampler(range(50)), 5, drop_last=False)
    loader = DataLoader(numbers(), batch_sampler=sampler, collate_fn=gather)

    assert roles(loader) == [
        ("TensorDataset", "source"),
        ("SubsetRandomSampler", "sampler"),
        ("BatchSampler", "batch"),
        ("gather", "collate"),
        ("DataLoader", "loader"),
    ]
    assert facts(loader, "SubsetRandomSampler")["highest_index"] == 49


def test_ranks_of_one_training_have_the_same_pipeline() -> None:
    def loader(rank: int) -> Any:
        return DataLoader(numbers(), sampler=DistributedSampler(numbers(), 2, rank))

    assert facts(loader(0), "DataLoader")["pipeline"] == facts(loader(1), "DataLoader")["pipeline"]


def test_a_dataset_of_ones_own_shows_its_modules() -> None:
    class Scale(nn.Module):
        def __init__(self, by: float) -> None:
            super().__init__()
            self.by = by

    class Own(Dataset[Any]):
        def __init__(self) -> None:
            self.base = numbers()
            self.aug = nn.Sequential(Scale(2.0), nn.Dropout(0.3))

        def __getitem__(self, at: int) -> Any:
            raise AssertionError("it was asked for a sample")

        def __len__(self) -> int:
            return 1000

    graph = data_graph(DataLoader(Own()))

    assert graph.types[:4] == ["TensorDataset", "Own", "Scale", "Dropout"]
    assert graph.scopes[2:4] == ["Sequential", "Sequential"]
    assert graph.attributes[2]["by"] == 2.0
    assert graph.attributes[3]["role"] == "random"


def test_a_leak_between_loaders_is_counted() -> None:
    whole = numbers(10_000)
    train, val = Subset(whole, list(range(8007))), Subset(whole, torch.arange(8000, 10_000))  # type: ignore[arg-type]

    graph = data_graph(
        {
            "train": DataLoader(ConcatDataset([train]), shuffle=True),
            "val": DataLoader(val),
        }
    )

    assert graph.notes == ["leak: 7 of 2,000 (0.35%) samples of val are in train, too"]


def test_no_state_of_random_numbers_moves() -> None:
    loader = DataLoader(numbers(), 32, shuffle=True)
    before = random.getstate(), np.random.get_state()[1].tolist(), torch.get_rng_state()  # type: ignore[index]

    data_graph(loader)

    after = random.getstate(), np.random.get_state()[1].tolist(), torch.get_rng_state()  # type: ignore[index]
    assert before[:2] == after[:2]
    assert torch.equal(before[2], after[2])


def test_a_worker_logs_no_graph(tmp_path: Path) -> None:
    writer = LogWriter(str(tmp_path / "run"))

    class Saying(Dataset[int]):
        def __getitem__(self, at: int) -> int:
            writer.add_data_graph({"train": [1, 2]})
            return at

        def __len__(self) -> int:
            return 2

    with writer:
        writer.add_scalar("loss", 1.0, 0)
        assert [int(batch) for batch in DataLoader(Saying(), num_workers=1)] == [0, 1]

    assert LogReader(str(tmp_path)).tags("run", "graph") == []


def test_a_probe_moves_no_state_and_says_tensors() -> None:
    class Noise(nn.Module):
        def forward(self, given: torch.Tensor) -> torch.Tensor:
            return given + torch.rand(3)

    class Own(Dataset[Any]):
        def __init__(self) -> None:
            self.transform = nn.Sequential(Noise(), nn.Identity())

        def __getitem__(self, at: int) -> Any:
            return self.transform(torch.zeros(3)), at

        def __len__(self) -> int:
            return 10

    source = Own()
    before = torch.get_rng_state()

    graph = data_graph({"train": DataLoader(source, 4)}, probe=4)

    assert torch.equal(torch.get_rng_state(), before)
    at = graph.types.index("Noise")
    assert (graph.shapes[at], graph.dtypes[at]) == ([(3,)], ["float32"])
    assert graph.shapes[graph.types.index("DataLoader")] == [("batch", 3), ("batch",)]
    assert type(source.transform) is nn.Sequential
