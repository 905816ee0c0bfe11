"""How many samples a batch holds, and what becomes of batches that do not go sample by sample.

Each landscape is held against a plain loop: batches as they came, weighted by how many samples they have.
"""

import copy
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.rnn import pack_sequence, pad_packed_sequence

from tests.torch.models import at
from vdlite.landscape import compute_surface, random_directions
from vdlite.landscape.torch import TorchProblem
from vdlite.landscape.torch.counting import count_of

SIZES = (8, 3, 5)


def numbers(*shape):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(sum(shape)))


def classes(count, kinds=3):
    return torch.arange(count) * 7 % kinds


def sentence(place):
    return numbers(2 + place % 4, 4)


class TimeFirst(nn.Module):
    """The inputs are [T, B, 4]."""

    def __init__(self):
        super().__init__()
        self.rnn, self.out = nn.GRU(4, 5), nn.Linear(5, 3)

    def forward(self, x):
        return self.out(self.rnn(x)[0][-1])


class Packed(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn, self.out = nn.GRU(4, 5, batch_first=True), nn.Linear(5, 3)

    def forward(self, packed):
        return self.out(pad_packed_sequence(self.rnn(packed)[0], batch_first=True)[0].sum(1))


class Bag(nn.Module):
    def __init__(self):
        super().__init__()
        self.bag = nn.EmbeddingBag(10, 3)

    def forward(self, words, offsets):
        return self.bag(words, offsets)


class Graphs(nn.Module):
    """Nodes [N, 4], edges [2, E], and of which graph each node is [N]."""

    def __init__(self):
        super().__init__()
        self.own, self.near = nn.Linear(4, 3), nn.Linear(4, 3)

    def forward(self, nodes, edges, graph):
        sums = torch.zeros_like(nodes).index_add(0, edges[1], nodes[edges[0]])
        x = torch.tanh(self.own(nodes) + self.near(sums))
        return torch.zeros(int(graph.max()) + 1, 3).index_add(0, graph, x)


class Pictures(nn.Module):
    """A list of pictures [3, H, W] of any size."""

    def __init__(self):
        super().__init__()
        self.look = nn.Conv2d(3, 3, 3)

    def forward(self, pictures):
        return torch.stack([self.look(one).mean(dim=(1, 2)) for one in pictures])


class Words(nn.Module):
    """A list of texts beside a tensor."""

    def __init__(self):
        super().__init__()
        self.out = nn.Linear(5, 3)

    def forward(self, texts, x):
        lengths = torch.tensor([[float(len(text))] for text in texts])
        return self.out(torch.cat([lengths, x], dim=1))


class Sparse(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(numbers(4, 3))

    def forward(self, x):
        return torch.sparse.mm(x, self.weight)


def graphs(size):
    nodes = 4 * size
    edges = torch.stack([torch.arange(nodes), (torch.arange(nodes) * 5 + 1) % nodes])
    return numbers(nodes, 4), edges, torch.arange(nodes) // 4, classes(size)


def words(size):
    lengths = [1 + place % 3 for place in range(size)]
    offsets = torch.tensor([0, *np.cumsum(lengths)[:-1]])
    return torch.arange(sum(lengths)) % 10, offsets, classes(size)


KINDS = {
    "time first": (TimeFirst, lambda size: (numbers(7, size, 4), classes(size))),
    "packed": (
        Packed,
        lambda size: (pack_sequence([*map(sentence, range(size))], False), classes(size)),
    ),
    "bags with offsets": (Bag, words),
    "graphs": (Graphs, graphs),
    "lists of pictures": (
        Pictures,
        lambda size: ([numbers(3, 4 + place % 2, 5) for place in range(size)], classes(size)),
    ),
    "texts beside tensors": (
        Words,
        lambda size: (
            ["a" * (place % 5) for place in range(size)],
            numbers(size, 4),
            classes(size),
        ),
    ),
    "sparse": (Sparse, lambda size: (numbers(size, 4).relu().to_sparse(), classes(size))),
    "compressed rows": (
        Sparse,
        lambda size: (numbers(size, 4).relu().to_sparse_csr(), classes(size)),
    ),
}


def held_against(made, model, loss, data, counts):
    """The surface, and a plain loop: a fresh copy for each point."""
    directions = random_directions(made.weights, ignore=())
    got = compute_surface(made, directions, x=(-1, 1, 3))
    truth = np.empty((3, 3))
    for row, column in np.ndindex(3, 3):
        moved = at(copy.deepcopy(model).eval(), directions, (got.x[column], got.y[row]))
        with torch.no_grad():
            losses = [float(loss(moved, batch)) for batch in data]
        truth[row, column] = np.average(losses, weights=counts)
    np.testing.assert_allclose(got.values["loss"], truth, rtol=1e-5)
    assert not got.settings.anew
    return got


@pytest.mark.filterwarnings("ignore:Sparse CSR tensor support is in beta")
@pytest.mark.parametrize("kind", KINDS)
def test_a_batch_has_as_many_samples_as_targets(kind):
    torch.manual_seed(0)
    make, batch = KINDS[kind]
    model, data = make(), [batch(size) for size in SIZES]
    assert [count_of(one, has_targets=True) for one in data] == [*SIZES]
    made = TorchProblem(model, data, F.cross_entropy)
    got = held_against(
        made, model, lambda net, one: F.cross_entropy(net(*one[:-1]), one[-1]), data, SIZES
    )
    assert got.settings.samples == sum(SIZES)


def test_what_does_not_go_sample_by_sample_is_never_cut():
    torch.manual_seed(0)
    model, data = Graphs(), [graphs(size) for size in SIZES]
    whole = TorchProblem(model, data[:1], F.cross_entropy, num_samples=4)
    held_against(
        whole, model, lambda net, one: F.cross_entropy(net(*one[:-1]), one[-1]), data[:1], [8]
    )
    some = TorchProblem(model, data, F.cross_entropy, num_samples=4)
    assert some.facts()["samples"] in SIZES
    assert (some.facts()["sampling"], some.facts()["population"]) == ("random", sum(SIZES))


def contrastive(net, batch):
    """Each sample against all others of its batch."""
    one, other = (F.normalize(net(x), dim=1) for x in batch)
    return F.cross_entropy(one @ other.t() * 5, torch.arange(len(one)))


def test_a_loss_that_compares_samples_gets_the_batches_that_came():
    torch.manual_seed(0)
    model = nn.Linear(4, 6)
    data = [(numbers(size, 4), numbers(size, 4) + 1) for size in (4, 9, 2, 7)]
    made = TorchProblem(model, data, batch_loss=contrastive)
    got = held_against(made, model, contrastive, data, [4, 9, 2, 7])
    assert got.settings.batch_size is None


@pytest.mark.parametrize(("size", "words"), [(4, "batch_size: samples are cut into"), (6, "")])
def test_a_batch_size_that_changes_the_loss_is_said(size, words, caplog):
    data = [(numbers(6, 4), numbers(6, 4) + 1), (numbers(5, 4), numbers(5, 4))]
    made = TorchProblem(nn.Linear(4, 6), data, batch_loss=contrastive, batch_size=size)
    compute_surface(made, random_directions(made.weights, ignore=()), x=(-1, 1, 5))
    assert words in caplog.text
    assert bool(words) == bool(caplog.records)


@dataclass(slots=True)
class Own:
    x: torch.Tensor
    y: torch.Tensor
    name: str = "own"


@pytest.mark.parametrize(
    "made_of",
    [lambda x, y: Own(x, y), lambda x, y: SimpleNamespace(inner=SimpleNamespace(x=x), x=x, y=y)],
)
def test_batches_of_a_class_of_ones_own_come_as_they_are(made_of):
    torch.manual_seed(0)
    model = nn.Linear(4, 3)
    data = [made_of(numbers(size, 4), classes(size)) for size in SIZES]
    loss = lambda net, batch: F.cross_entropy(net(batch.x), batch.y)  # noqa: E731
    made = TorchProblem(model, data, batch_loss=loss)
    data_before = copy.deepcopy(data)
    held_against(made, model, loss, data, SIZES)
    for one, before in zip(data, data_before, strict=True):
        assert torch.equal(one.x, before.x)
    (kept, *_), _ = made._setup.samples[""].batches, None
    assert kept.x.data_ptr() != data[0].x.data_ptr()
    if hasattr(kept, "inner"):
        assert kept.inner.x is kept.x  # what was one stays one


@pytest.mark.parametrize(
    ("batch", "count"),
    [
        ({"input_ids": numbers(5, 9), "labels": numbers(5)}, 5),
        ({"pixels": numbers(2, 3, 4, 4), "labels": [{"boxes": numbers(3, 4)}] * 2}, 2),
        ((numbers(7, 3), [numbers(7), numbers(7)]), 7),  # two targets of each sample
        (([numbers(3, 4, 4)] * 2, [{"boxes": numbers(1, 4)}] * 2), 2),
        ((numbers(6, 2), numbers(6), torch.tensor(0.5)), 6),
        ((numbers(6, 2), numbers(6), numbers(3)), 6),  # weights of classes
        (numbers(4, 2), 4),
        ((["a", "b", "c"], ["d", "e", "f"]), 3),
        (SimpleNamespace(x=numbers(9, 2), edges=numbers(2, 4), y=numbers(3)), 3),
    ],
)
def test_the_count_of_other_batches(batch, count):
    assert count_of(batch) == count


def both_ways(net, batch):
    return F.mse_loss(net(batch[0]), batch[1])


@pytest.mark.parametrize(
    ("data", "words"),
    [
        # Nodes and graphs, of which a loss of its own may be the mean.
        (
            [
                (numbers(4, 2), numbers(4, 2), numbers(2)),
                (numbers(3, 2), numbers(3, 2), numbers(2)),
            ],
            "",
        ),
        (
            [
                (numbers(4, 2), numbers(4, 2), numbers(1)),
                (numbers(3, 2), numbers(3, 2), numbers(2)),
            ],
            "taken for 4, 3 samples, but hold tensors of 1, 2",
        ),
        # Time first, or padded.
        (
            [(numbers(5, 3, 2), numbers(5, 3, 2)), (numbers(5, 2, 2), numbers(5, 2, 2))],
            "taken for 5 samples, but have 3, 2 along the second axis",
        ),
        ([(numbers(5, 3, 2), numbers(5, 3, 2)), (numbers(4, 2, 2), numbers(4, 2, 2))], ""),
    ],
)
def test_a_count_that_could_be_another_one_is_said(data, words, caplog):
    TorchProblem(nn.Linear(2, 2), data, batch_loss=both_ways)
    assert words in caplog.text
    assert bool(words) == bool(caplog.records)
