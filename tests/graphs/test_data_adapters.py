"""Pipelines of other libraries, by classes with the names and attributes of theirs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.graphs import pipelines as like
from vdlite.graphs.data import data_graph
from vdlite.kinds.graph import Graph


def stages(graph: Graph) -> list[tuple[str, str]]:
    return [
        (kind, str(held["role"])) for kind, held in zip(graph.types, graph.attributes, strict=True)
    ]


class BaseNode:
    """The base of torchdata's nodes."""


class IterableWrapper(BaseNode):
    def __init__(self, iterable: Any) -> None:
        self.iterable = iterable


class Mapper(BaseNode):
    def __init__(self, source: BaseNode, map_fn: Any) -> None:
        self.source = source
        self.map_fn = map_fn
        self._it = Batcher(source, 1)  # what it has made to run


class Batcher(BaseNode):
    def __init__(self, source: BaseNode, batch_size: int) -> None:
        self.source = source
        self.batch_size = batch_size


class MultiNodeWeightedSampler(BaseNode):
    def __init__(self, source_nodes: dict[str, BaseNode], weights: dict[str, float]) -> None:
        self.source_nodes = source_nodes
        self.weights = weights


class Loader:
    def __init__(self, root: BaseNode) -> None:
        self.root = root

    def __iter__(self) -> Any:
        raise AssertionError("it was consumed")

    def __len__(self) -> int:
        raise AssertionError("it was asked for its length")


def twice(given: int) -> int:
    return 2 * given


def test_chains_of_torchdata_are_followed() -> None:
    mixed = MultiNodeWeightedSampler(
        {"a": IterableWrapper(range(9)), "b": IterableWrapper([1])}, {"a": 0.3, "b": 0.7}
    )

    graph = data_graph({"train": Loader(Batcher(Mapper(mixed, twice), 4))})

    assert [kind for kind in stages(graph) if kind[0] not in ("range", "list")] == [
        ("IterableWrapper", "stage"),
        ("IterableWrapper", "stage"),
        ("MultiNodeWeightedSampler", "merge"),
        ("twice", "transform"),
        ("Mapper", "stage"),
        ("Batcher", "batch"),
        ("Loader", "stage"),
    ]
    assert graph.attributes[graph.types.index("MultiNodeWeightedSampler")]["weights"] == {
        "a": 0.3,
        "b": 0.7,
    }


class Info:
    def __init__(self) -> None:
        self.builder_name = "pets"
        self.version = None
        self.features = {"image": 1, "label": 2}


class Table:
    """A dataset of Hugging Face."""

    def __init__(self, fingerprint: str, transform: Any = None) -> None:
        self._info = Info()
        self._fingerprint = fingerprint
        self._split = "train"
        self._format_type = "custom" if transform else None
        self._format_kwargs = {"transform": transform} if transform else {}
        self._indices = None
        self._data = object()

    def __len__(self) -> int:
        return 7

    def __getitem__(self, at: int) -> Any:
        raise AssertionError("it was asked for a row")


def test_a_table_of_hugging_face_gives_its_fingerprint() -> None:
    graph = data_graph(like.DataLoader(Table("5a8eb85c", twice)))

    assert stages(graph)[:2] == [("Table", "source"), ("twice", "transform")]
    assert graph.attributes[0] == {
        "role": "source",
        "rows": 7,
        "data": "5a8eb85c",
        "builder_name": "pets",
        "split": "train",
        "columns": ["image", "label"],
        "format": "custom",
    }


class ArrowExamplesIterable:
    def __init__(self, url: str) -> None:
        self.kwargs = {"files": [url]}


class MappedExamplesIterable:
    def __init__(self, ex_iterable: Any, function: Any) -> None:
        self.ex_iterable = ex_iterable
        self.function = function
        self.batched = False


class Stream(like.IterableDataset):
    def __init__(self, ex_iterable: Any) -> None:
        self._ex_iterable = ex_iterable


def test_a_stream_of_hugging_face_gives_its_steps_and_no_secrets() -> None:
    source = ArrowExamplesIterable("https://me:secret@host/a.arrow?sig=abc")

    graph = data_graph(like.DataLoader(Stream(MappedExamplesIterable(source, twice))))

    assert stages(graph)[:2] == [("Arrow", "source"), ("Mapped", "transform")]
    assert graph.attributes[0]["kwargs"] == {"files": ["https://host/a.arrow"]}
    assert graph.files[1] == (__file__, twice.__code__.co_firstlineno)


class FilterFunction:
    def __init__(self, f: Any, *args: Any, **kw: Any) -> None:
        self.f = f
        self.args = args
        self.kw = kw


def _shuffle(data: Any, bufsize: int, initial: int = 100) -> Any:
    raise AssertionError("it was called")


class SimpleShardList:
    def __init__(self, urls: list[str]) -> None:
        self.urls = urls


class DataPipeline(like.IterableDataset):
    def __init__(self, *stages: Any) -> None:
        self.pipeline = list(stages)


def test_a_pipeline_of_webdataset_is_a_chain_without_commands() -> None:
    shards = SimpleShardList(["pipe:curl -H 'token: abc' https://host/x.tar"])

    graph = data_graph(DataPipeline(shards, FilterFunction(_shuffle, 1000)))

    assert stages(graph) == [("SimpleShardList", "source"), ("shuffle", "sampler")]
    assert graph.scopes == ["DataPipeline", "DataPipeline"]
    assert graph.attributes[0]["urls"] == ["pipe:curl"]
    assert graph.attributes[1]["bufsize"] == 1000


class BasicTransform:
    """The base of albumentations' transforms."""

    def __init__(self, p: float = 1.0, **settings: Any) -> None:
        self.p = p
        self.params: dict[str, Any] = {}
        self.random_generator = object()
        self.__dict__.update(settings)

    def __call__(self, **given: Any) -> Any:
        raise AssertionError("it was called")


class HorizontalFlip(BasicTransform):
    pass


class Normalize(BasicTransform):
    pass


class BaseCompose:
    def __init__(self, transforms: list[Any], p: float = 1.0) -> None:
        self.transforms = transforms
        self.p = p
        self.processors: dict[str, Any] = {}

    def __len__(self) -> int:
        return len(self.transforms)

    def __getitem__(self, at: int) -> Any:
        return self.transforms[at]

    def __call__(self, **given: Any) -> Any:
        raise AssertionError("it was called")


class Compose(BaseCompose):
    pass


class OneOf(BaseCompose):
    pass


class Own(like.Dataset):
    def __init__(self, transform: Any) -> None:
        self.transform = transform


def test_transforms_of_albumentations_are_reported_without_bookkeeping() -> None:
    chosen = OneOf([Normalize(mean=0.5), Normalize(mean=0.4)], p=0.3)

    graph = data_graph(Own(Compose([HorizontalFlip(p=0.5), chosen])))

    assert stages(graph)[:5] == [
        ("Own", "source"),
        ("HorizontalFlip", "random"),
        ("OneOf", "random"),
        ("Normalize", "transform"),
        ("Normalize", "transform"),
    ]
    assert graph.attributes[1] == {"role": "random", "p": 0.5}
    assert graph.attributes[2] == {"role": "random", "p": 0.3}
    assert graph.attributes[3] == {"role": "transform", "p": 1.0, "mean": 0.5}


class CombinedLoader:
    def __init__(self, iterables: dict[str, Any]) -> None:
        self.iterables = iterables


class Wrapper:
    def __init__(self, dataloader: Any) -> None:
        self.dataloader = dataloader
        self.device = "cuda:0"


@pytest.mark.parametrize("wrap", [Wrapper, lambda each: CombinedLoader({"a": each})])
def test_loaders_in_wrappers_are_found(wrap: Any) -> None:
    source = like.ImageFolder("pets", [("a.png", 0)])

    graph = data_graph({"train": wrap(like.DataLoader(source))})

    assert graph.types[0] == "ImageFolder"
    assert graph.types[-2:][0] == "DataLoader"
    assert graph.types[-1] in ("Wrapper", "CombinedLoader")
    assert graph.names[-1] == "train"


def test_one_compose_of_two_datasets_is_used_twice() -> None:
    shared = like.Compose([like.Resize(8)])
    train, val = (like.ImageFolder(root, [("a.png", 0)], shared) for root in ("a", "b"))

    graph = data_graph({"train": like.DataLoader(train, shuffle=True), "val": like.DataLoader(val)})

    assert graph.types.count("Resize") == 2
    assert [scope for scope in graph.scopes if "Compose" in scope] == [
        "train.Compose",
        "val.Compose",
    ]
