"""Networks over graphs, points and tables."""

import torch
import torch.nn.functional as F
from torch import nn

from tests.torch.zoo.entry import Entry


class GraphNet(nn.Module):
    """Messages along edges, a mean over each graph."""

    def __init__(self):
        super().__init__()
        self.message = nn.Linear(4, 5)
        self.head = nn.Linear(5, 3)

    def forward(self, nodes, edges, graph, number):
        sent = torch.zeros(len(nodes), 5).index_add(0, edges[1], self.message(nodes)[edges[0]])
        summed = torch.zeros(number, 5).index_add(0, graph, torch.relu(sent))
        return self.head(summed)


class SparseNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(4, 5), nn.Linear(5, 3)

    def forward(self, adjacency, nodes):
        return self.b(torch.relu(torch.sparse.mm(adjacency, self.a(nodes))))


class Points(nn.Module):
    """A set of points, of which the greatest feature counts."""

    def __init__(self):
        super().__init__()
        self.each = nn.Sequential(nn.Linear(3, 6), nn.ReLU(), nn.Linear(6, 6))
        self.head = nn.Linear(6, 3)

    def forward(self, x):
        return self.head(self.each(x).amax(1))


class Recommends(nn.Module):
    def __init__(self):
        super().__init__()
        self.user, self.item = nn.Embedding(6, 4), nn.Embedding(7, 4)

    def forward(self, user, item):
        return (self.user(user) * self.item(item)).sum(1)


def _graphs():
    def one(n):
        nodes = torch.randn(4 * n, 4)
        edges = torch.randint(0, 4 * n, (2, 9 * n))
        graph = torch.arange(n).repeat_interleave(4)
        return {"nodes": nodes, "edges": edges, "graph": graph, "y": torch.randint(0, 3, (n,))}

    return [one(5), one(3)]


def _graph_loss(model, batch):
    made = model(batch["nodes"], batch["edges"], batch["graph"], len(batch["y"]))
    return F.cross_entropy(made, batch["y"])


def _sparse():
    def one(n):
        return (
            (torch.eye(n) + torch.eye(n).roll(1, 0)).to_sparse(),
            torch.randn(n, 4),
            torch.randint(0, 3, (n,)),
        )

    return [one(5), one(3)]


def _points():
    return [(torch.randn(n, 9, 3), torch.randint(0, 3, (n,))) for n in (5, 3)]


def _ratings():
    return [(torch.randint(0, 6, (n,)), torch.randint(0, 7, (n,)), torch.randn(n)) for n in (5, 3)]


ENTRIES = [
    Entry("graphs in a dict", "graphs", GraphNet, _graphs, (5, 3), batch_loss=_graph_loss),
    Entry(
        "sparse adjacency",
        "graphs",
        SparseNet,
        _sparse,
        (5, 3),
        F.cross_entropy,
    ),
    Entry("points", "graphs", Points, _points, (5, 3), F.cross_entropy),
    Entry("ratings", "graphs", Recommends, _ratings, (5, 3), F.mse_loss),
]
