"""Samples that several loaders share are counted exactly."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.graphs import pipelines as like
from vdlite.graphs.data import data_graph
from vdlite.graphs.data.indices import MOST_LISTED


def notes(**given: Any) -> list[str]:
    return [note.text for note in data_graph(given).note_list if note.level == "warning"]


def source(rows: int = 20_000, root: str = "/data/pets") -> Any:
    return like.ImageFolder(root, [("a.png", 0)] * rows)


@pytest.mark.parametrize("kind", [list, tuple, np.array])
def test_a_planted_overlap_is_found_exactly(kind: Any) -> None:
    whole = source()
    train = like.Subset(whole, kind(range(10_007)))
    val = like.Subset(whole, kind(range(10_000, 20_000)))

    assert notes(train=like.DataLoader(train, shuffle=True), val=like.DataLoader(val)) == [
        "leak: 7 of 10,000 (0.07%) samples of val are in train, too"
    ]


def test_parts_that_share_nothing_are_not_warned_of() -> None:
    whole = source()

    assert (
        notes(
            train=like.Subset(whole, range(10_000)), val=like.Subset(whole, range(10_000, 20_000))
        )
        == []
    )


def test_the_warning_is_at_the_node_of_the_second_loader() -> None:
    whole = source(10)
    graph = data_graph({"train": like.DataLoader(whole), "val": like.DataLoader(whole)})

    (leak,) = [note for note in graph.note_list if note.level == "warning"]
    assert leak.text == "leak: 10 of 10 (100.00%) samples of val are in train, too"
    assert graph.names[leak.node or 0] == "val"
    assert graph.attributes[leak.node or 0]["shared_with_train"] == 10


def test_two_readers_of_the_same_files_are_one_source() -> None:
    train = like.Subset(source(10), [0, 1, 2, 3])
    val = like.Subset(source(10), [3, 4])

    assert notes(train=train, val=val) == ["leak: 1 of 2 (50.00%) samples of val are in train, too"]
    assert notes(train=train, val=like.Subset(source(10, "/data/cars"), [3, 4])) == []


def test_parts_of_parts_are_followed() -> None:
    whole = source(10)
    train = like.Subset(like.Subset(whole, [5, 6, 7, 8]), [0, 3])  # 5 and 8

    assert notes(train=train, val=like.Subset(whole, [8, 9])) == [
        "leak: 1 of 2 (50.00%) samples of val are in train, too"
    ]


def test_indices_of_samplers_count() -> None:
    whole = source(10)

    def loader(indices: list[int]) -> Any:
        return like.DataLoader(whole, sampler=like.SubsetRandomSampler(indices))

    assert notes(train=loader([0, 1, 2]), val=loader([2, 3])) == [
        "leak: 1 of 2 (50.00%) samples of val are in train, too"
    ]


def test_samples_that_come_twice_in_one_loader_are_reported() -> None:
    whole = source(10)
    twice = like.ConcatDataset([like.Subset(whole, [0, 1, 2]), like.Subset(whole, [2, 1, 9])])

    assert notes(train=like.DataLoader(twice, shuffle=True)) == [
        "2 samples come more than once in an epoch"
    ]


def test_a_part_of_several_sources_takes_of_each() -> None:
    first, second = source(10), source(10, "/data/cars")
    both = like.ConcatDataset([first, second])

    assert notes(train=like.Subset(both, [0, 12]), val=like.Subset(second, [2, 3])) == [
        "leak: 1 of 2 (50.00%) samples of val are in train, too"
    ]


def test_too_many_indices_are_not_compared_and_said_so() -> None:
    whole = source(10)
    many = like.Subset(whole, [0] * (MOST_LISTED + 1))

    notes = data_graph({"train": many, "val": like.Subset(whole, [0])}).notes

    assert notes == ["not compared with other loaders: it has too many indices"]


def test_indices_that_are_none_are_reported() -> None:
    whole = source(10)

    assert notes(train=like.Subset(whole, ["a"]), val=like.Subset(whole, [1 << 70])) == []


def test_random_transforms_of_what_judges_are_reported() -> None:
    loader = like.DataLoader(like.ImageFolder("pets", [("a.png", 0)], like.RandomCrop(3)))

    assert notes(val=loader) == ["val has random transforms: RandomCrop"]
