"""Networks with a state over time."""

import torch
import torch.nn.functional as F
from torch import nn

from tests.torch.zoo.entry import Entry, words


class Reader(nn.Module):
    def __init__(self, cell, **options):
        super().__init__()
        self.token = nn.Embedding(11, 5)
        self.cell = cell(5, 4, batch_first=True, **options)
        self.head = nn.Linear(8 if options.get("bidirectional") else 4, 3)

    def forward(self, x):
        return self.head(self.cell(self.token(x))[0][:, -1])


class ByHand(nn.Module):
    def __init__(self):
        super().__init__()
        self.token = nn.Embedding(11, 5)
        self.cell = nn.LSTMCell(5, 4)
        self.head = nn.Linear(4, 3)

    def forward(self, x):
        hidden = x.new_zeros(len(x), 4, dtype=torch.float32)
        cell = hidden.clone()
        for step in self.token(x).unbind(1):
            hidden, cell = self.cell(step, (hidden, cell))
        return self.head(hidden)


class KeepsHidden(nn.Module):
    """Goes on where the last batch ended."""

    def __init__(self):
        super().__init__()
        self.token = nn.Embedding(11, 5)
        self.cell = nn.GRU(5, 4, batch_first=True)
        self.head = nn.Linear(4, 3)
        self.hidden = None

    def forward(self, x):
        start = None if self.hidden is None else self.hidden.mean(1, True).expand(1, len(x), 4)
        out, self.hidden = self.cell(self.token(x), None if start is None else start.contiguous())
        return self.head(out[:, -1])


class TimeFirst(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRU(3, 4)
        self.head = nn.Linear(4, 3)

    def forward(self, x):
        return self.head(self.cell(x)[0][-1])


class Packed(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.LSTM(3, 4)
        self.head = nn.Linear(4, 3)

    def forward(self, x):
        return self.head(self.cell(x)[1][0][-1])


def _time_first():
    return [(torch.randn(6, n, 3), torch.randint(0, 3, (n,))) for n in (5, 3)]


def _packed():
    def one(n):
        lengths = torch.randint(2, 6, (n,))
        lengths[0] = 6
        return nn.utils.rnn.pack_padded_sequence(
            torch.randn(6, n, 3), lengths, enforce_sorted=False
        )

    return [(one(n), torch.randint(0, 3, (n,))) for n in (5, 3)]


def _entry(name, model, data=words, **more):
    return Entry(name, "recurrent", model, data, (5, 3), F.cross_entropy, **more)


ENTRIES = [
    _entry("lstm", lambda: Reader(nn.LSTM)),
    _entry("gru of two layers", lambda: Reader(nn.GRU, num_layers=2, dropout=0.3)),
    _entry("both ways", lambda: Reader(nn.RNN, bidirectional=True)),
    _entry("cell by hand", ByHand),
    _entry("keeps its hidden state", KeepsHidden),
    _entry("time first", TimeFirst, _time_first),
    _entry("packed sequences", Packed, _packed),
]
