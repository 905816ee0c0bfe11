"""What pipelines tell as values that runs are compared by."""

from __future__ import annotations

from typing import Any

from tests.graphs import pipelines as like
from vdlite.graphs.data import data_graph
from vdlite.kinds.graph import GraphBuilder
from vdlite.kinds.graph.pipeline import MOST_VALUES, pipeline_values
from vdlite.kinds.graph.summary import VALUES, summary


def values(*transforms: Any, **settings: Any) -> dict[str, Any]:
    source = like.ImageFolder("pets", [("a.png", 0)], like.Compose(list(transforms)))
    return pipeline_values(data_graph({"train": like.DataLoader(source, **settings)}))


def test_parameters_of_all_stages_have_names() -> None:
    found = values(like.RandomCrop(28), like.Normalize([0.5], [0.2]), batch_size=32)

    hashes = {name: found.pop(name) for name in ("train/pipeline", "train/data")}
    assert all(isinstance(each, str) for each in hashes.values())
    assert found == {
        "train/ImageFolder": True,
        "train/ImageFolder.rows": 1,
        "train/ImageFolder.root": "pets",
        "train/RandomCrop": True,
        "train/RandomCrop.order": 1,
        "train/RandomCrop.size": "[28, 28]",
        "train/RandomCrop.size[0]": 28,
        "train/RandomCrop.size[1]": 28,
        "train/RandomCrop.padding": None,
        "train/Normalize": True,
        "train/Normalize.order": 2,
        "train/Normalize.mean": "[0.5]",
        "train/Normalize.std": "[0.2]",
        "train/SequentialSampler": True,
        "train/loader.shuffle": False,
        "train/loader.batch_size": 32,
        "train/loader.num_workers": 0,
    }


def test_a_second_stage_of_a_kind_has_a_number() -> None:
    found = values(like.Resize(8), like.Resize(9))

    assert (found["train/Resize.size"], found["train/Resize#2.size"]) == (8, 9)


def test_a_compose_around_stages_changes_no_name() -> None:
    flat = values(like.Resize(8), like.RandomCrop(4))
    nested = values(like.Compose([like.Resize(8)]), like.Compose([like.RandomCrop(4)]))

    assert flat == nested


def test_values_are_in_the_summary_where_there_is_room() -> None:
    graph = data_graph({"train": like.DataLoader(like.ImageFolder("pets", [("a.png", 0)]))})

    assert summary(graph)[VALUES] == pipeline_values(graph)
    assert VALUES not in summary(GraphBuilder().build())


def test_a_huge_or_odd_graph_gives_no_more_than_there_is_room_for() -> None:
    builder = GraphBuilder(flavor="data")
    names = {f"p{at}": at for at in range(2000)}
    builder.node("source", attributes={"loader": "train", **names})

    assert len(pipeline_values(builder.build())) == MOST_VALUES


def test_slashes_of_parameters_do_not_make_stages() -> None:
    class Scale(like.Transform):
        def __init__(self) -> None:
            self.by = {"a/b": True}

    assert values(Scale())["train/Scale.by.a.b"] is True
