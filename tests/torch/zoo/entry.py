"""An entry of the zoo: a network, its batches and its loss, as people write them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import nn

EQUAL, REFUSED, REPORTED = "equal", "refused", "reported"


@dataclass(frozen=True)
class Entry:
    """One network with what is expected of its landscape."""

    name: str
    family: str
    model: Callable[[], nn.Module]
    data: Callable[[], list[Any]]  # batches of different sizes
    counts: tuple[int, ...]  # samples in each batch, as a person counts them
    loss: Callable[..., Any] | None = None  # of outputs and targets
    batch_loss: Callable[..., Any] | None = None  # of the model and a batch
    expected: str = EQUAL
    words: str = ""  # what the user reads, a regular expression


SIZES = (5, 3)


def pictures(channels=1, side=8, classes=3, sizes=SIZES):
    """Batches of pictures with their classes."""
    return [(torch.randn(n, channels, side, side), torch.randint(0, classes, (n,))) for n in sizes]


def vectors(width=6, classes=3, sizes=SIZES):
    """Batches of vectors with their classes."""
    return [(torch.randn(n, width), torch.randint(0, classes, (n,))) for n in sizes]


def values(width=6, out=1, sizes=SIZES):
    """Batches of vectors with numbers as targets."""
    return [(torch.randn(n, width), torch.randn(n, out)) for n in sizes]


def words(length=7, vocabulary=11, classes=3, sizes=SIZES):
    """Batches of sentences with their classes."""
    return [
        (torch.randint(1, vocabulary, (n, length)), torch.randint(0, classes, (n,))) for n in sizes
    ]
