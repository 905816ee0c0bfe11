"""Networks of attention."""

import torch
import torch.nn.functional as F
from torch import nn

from tests.torch.zoo.entry import Entry, words


class Encoder(nn.Module):
    def __init__(self, **options):
        super().__init__()
        self.token = nn.Embedding(11, 8)
        layer = nn.TransformerEncoderLayer(8, 2, 12, batch_first=True, **options)
        self.body = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
        self.head = nn.Linear(8, 3)

    def forward(self, x):
        return self.head(self.body(self.token(x)).mean(1))


class Masked(Encoder):
    def forward(self, x):
        return self.head(self.body(self.token(x), src_key_padding_mask=x == 1)[:, 0])


class Causal(nn.Module):
    """A language model with tied words."""

    def __init__(self):
        super().__init__()
        self.token = nn.Embedding(11, 8)
        self.place = nn.Parameter(torch.randn(7, 8) * 0.1)
        self.mix = nn.Linear(8, 24)
        self.norm = nn.LayerNorm(8)
        self.out = nn.Linear(8, 11, bias=False)
        self.out.weight = self.token.weight

    def forward(self, x):
        x = self.token(x) + self.place
        q, k, v = self.mix(self.norm(x)).chunk(3, -1)
        return self.out(x + F.scaled_dot_product_attention(q, k, v, is_causal=True))


class Rotary(nn.Module):
    """Angles that are kept from the first call on."""

    def __init__(self):
        super().__init__()
        self.token = nn.Embedding(11, 8)
        self.q, self.k = nn.Linear(8, 8), nn.Linear(8, 8)
        self.head = nn.Linear(8, 3)
        self.angles = None

    def turned(self, x):
        if self.angles is None:
            self.angles = torch.outer(torch.arange(x.shape[1]).float(), torch.rand(4).fill_(0.3))
        a, b = x.chunk(2, -1)
        cos, sin = self.angles.cos(), self.angles.sin()
        return torch.cat([a * cos - b * sin, a * sin + b * cos], -1)

    def forward(self, x):
        x = self.token(x)
        scores = self.turned(self.q(x)) @ self.turned(self.k(x)).transpose(1, 2)
        return self.head((scores.softmax(-1) @ x).mean(1))


class Experts(nn.Module):
    def __init__(self):
        super().__init__()
        self.token = nn.Embedding(11, 8)
        self.gate = nn.Linear(8, 3)
        self.experts = nn.ModuleList(nn.Linear(8, 8) for _ in range(3))
        self.head = nn.Linear(8, 3)

    def forward(self, x):
        x = self.token(x).mean(1)
        weight, chosen = self.gate(x).softmax(-1).max(-1)
        made = torch.zeros_like(x)
        for number, expert in enumerate(self.experts):
            picked = chosen == number
            made[picked] = weight[picked, None] * expert(x[picked])
        return self.head(made)


def _next():
    texts = [torch.randint(0, 11, (n, 8)) for n in (5, 3)]
    return [(text[:, :-1].contiguous(), text[:, 1:].contiguous()) for text in texts]


def _tokens(outputs, targets):
    return F.cross_entropy(outputs.flatten(0, 1), targets.flatten())


def _entry(name, model, data=words, loss=F.cross_entropy, **more):
    return Entry(name, "transformers", model, data, (5, 3), loss, **more)


ENTRIES = [
    _entry("encoder", Encoder),
    _entry("norm first", lambda: Encoder(norm_first=True, activation="gelu")),
    _entry("padding mask", Masked),
    _entry("causal with tied words", Causal, _next, _tokens),
    _entry("rotary with a cache", Rotary),
    _entry("mixture of experts", Experts),
]
