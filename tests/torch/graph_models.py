"""Models whose graphs are hard to record."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint


class Tutorial(nn.Module):
    """conv, relu, pool, conv, relu, pool, reshape, linear: the relu and the pool are called twice."""

    def __init__(self) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(1, 6, 5)
        self.conv2 = nn.Conv2d(6, 16, 5)
        self.relu = nn.ReLU()
        self.pool = nn.MaxPool2d(2)
        self.linear = nn.Linear(256, 10)

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        hidden = self.pool(self.relu(self.conv1(images)))
        hidden = self.pool(self.relu(self.conv2(hidden)))
        return self.linear(hidden.reshape(len(images), -1))


class Block(nn.Module):
    def __init__(self, width: int, *, dropout: float = 0.0) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.attend = nn.Linear(width, 3 * width)
        self.mix = nn.Linear(width, width)
        self.drop = nn.Dropout(dropout)

    def forward(self, flow: torch.Tensor) -> torch.Tensor:
        query, key, value = self.attend(self.norm(flow)).chunk(3, dim=-1)
        return flow + self.drop(self.mix(F.scaled_dot_product_attention(query, key, value)))


class Transformer(nn.Module):
    """Its head is tied to its embedding."""

    def __init__(self, *, dropout: float = 0.0, checkpointed: bool = False, width: int = 8) -> None:
        super().__init__()
        self.embed = nn.Embedding(11, width)
        self.h = nn.ModuleList(Block(width, dropout=dropout) for _ in range(3))
        self.head = nn.Linear(width, 11, bias=False)
        self.head.weight = self.embed.weight
        self.checkpointed = checkpointed

    def forward(self, words: torch.Tensor) -> torch.Tensor:
        flow = self.embed(words)
        for block in self.h:
            flow = (
                checkpoint(block, flow, use_reentrant=False) if self.checkpointed else block(flow)
            )
        return self.head(flow)


class Residual(nn.Module):
    """Batch norm and writes in place."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(3, 3, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(3)

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        hidden = self.norm(self.conv(images))
        hidden += images
        return F.relu(hidden, inplace=True)


class Unet(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.down = nn.ModuleList([nn.Conv2d(1, 4, 3, padding=1), nn.Conv2d(4, 8, 3, padding=1)])
        self.up = nn.ModuleList([nn.Conv2d(12, 4, 3, padding=1), nn.Conv2d(5, 1, 3, padding=1)])

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        kept = []
        for conv in self.down:
            kept.append(images)
            images = F.avg_pool2d(F.gelu(conv(images)), 2)
        for conv in self.up:
            images = F.interpolate(images, scale_factor=2)
            images = conv(torch.cat([images, kept.pop()], dim=1))
        return images


class Recurrent(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.cell = nn.GRUCell(4, 8)

    def forward(self, series: torch.Tensor) -> torch.Tensor:
        state = series.new_zeros(series.shape[1], 8)
        for moment in series:
            state = self.cell(moment, state)
        return state


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, given: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(given)
        return given * given

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> torch.Tensor:  # type: ignore[override]
        return 2 * gradient * ctx.saved_tensors[0]


class OwnFunction(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, given: torch.Tensor) -> torch.Tensor:
        return Square.apply(self.linear(given)).sum()


@dataclass
class Answer:
    scores: torch.Tensor
    extra: dict[str, Any]


torch.utils._pytree.register_dataclass(Answer)


class Odd(nn.Module):
    """Takes words by name only, and a number; gives an object with a map in it."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 2)

    def forward(
        self, *, given: torch.Tensor, times: int, mask: torch.Tensor | None = None
    ) -> Answer:
        scores = self.linear(given) * times
        return Answer(scores, {"best": scores.argmax(), "nothing": None, "count": times})


class LooksAtValues(nn.Module):
    """Its Python code depends on values: no call without them."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, given: torch.Tensor) -> torch.Tensor:
        hidden = self.linear(given)
        if hidden.sum().item() > 0:
            return hidden * 2
        return hidden - 1


class FailsInTheMiddle(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(9))
        self.layers[7] = nn.Linear(5, 4)

    def forward(self, given: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            given = layer(given)
        return given


class Remembers(nn.Module):
    """Keeps what it has seen, in all the ways that models do."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 4)
        self.register_buffer("total", torch.zeros(4))
        self.calls = 0
        self.seen: list[torch.Tensor] = []
        self.table = torch.ones(4)
        self.cache: dict[str, torch.Tensor] = {}

    def forward(self, given: torch.Tensor) -> torch.Tensor:
        self.calls += 1
        out = self.linear(given) + self.table
        self.seen.append(out)
        self.last = out
        self.cache["out"] = out
        self.table += 1
        self.total += out.detach().sum(0)
        return out


REPLAYED: dict[str, tuple[Callable[[], nn.Module], tuple[int, ...] | None]] = {
    "tutorial": (Tutorial, (2, 1, 28, 28)),
    "transformer": (Transformer, None),
    "checkpointed": (lambda: Transformer(checkpointed=True), None),
    "residual": (Residual, (2, 3, 8, 8)),
    "unet": (Unet, (1, 1, 16, 16)),
    "recurrent": (Recurrent, (20, 3, 4)),
    "own function": (OwnFunction, (3, 4)),
    "values": (LooksAtValues, (3, 4)),
    "lstm": (lambda: nn.LSTM(4, 6, num_layers=2, bidirectional=True), (5, 2, 4)),
    "encoder": (
        lambda: nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, dropout=0.0),
        (2, 5, 8),
    ),
    "normalized": (
        lambda: nn.utils.parametrizations.weight_norm(nn.Linear(4, 3)),
        (2, 4),
    ),
    "transposed": (lambda: nn.ConvTranspose2d(4, 6, 3, stride=2, groups=2), (1, 4, 5, 5)),
}
"""Models without random numbers, and the sizes of their input; None: words."""


def example(sizes: tuple[int, ...] | None) -> torch.Tensor:
    if sizes is None:
        return torch.tensor([[1, 2, 3, 4], [5, 6, 7, 8]])
    return torch.randn(sizes, generator=torch.Generator().manual_seed(3))
