"""What the tests of profiles share: trainings to profile, and what was logged of them."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from vdlite import LogReader
from vdlite.kinds.profile import CATEGORIES, Profile, Recording


class Net(nn.Module):
    """Two blocks of the same shapes and a head: 4 paths, one of them nested."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([Block(), Block()])
        self.head = nn.Linear(8, 2)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            inputs = block(inputs)
        return self.head(inputs)


class Block(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(8, 8)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.linear(inputs))


class Training:
    """A training whose every step does the same."""

    def __init__(self, model: nn.Module | None = None) -> None:
        torch.manual_seed(0)
        self.model = Net() if model is None else model
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def step(self, inputs: torch.Tensor | None = None) -> None:
        loss = self.model(torch.ones(4, 8) if inputs is None else inputs).sum()
        loss.backward()
        self.optimizer.step()
        self.optimizer.zero_grad()


def logged(folder: Path, tag: str = "profile") -> list[Profile]:
    """The profiles of that tag in the only run of the folder."""
    reader = LogReader(folder)
    (run,) = reader.runs
    return [record.payload for record in reader.records(run, "profile", tag)]


def names(profile: Profile, category: str) -> list[str]:
    """Of all events of the category, in the order in which they are stored."""
    content = profile.content
    rows = np.flatnonzero(content.events.category == CATEGORIES.index(category))
    return [content.strings[each] for each in content.events.name[rows].tolist()]


def counted(recording: Recording, category: str) -> Counter[str]:
    """How often each name is there."""
    rows = np.flatnonzero(recording.events.category == CATEGORIES.index(category))
    return Counter(recording.strings[each] for each in recording.events.name[rows].tolist())


def column_of(recording: Recording, column: str, name: str) -> list[Any]:
    """The texts in a column of events, of those that have that name."""
    strings = recording.strings
    held = getattr(recording.events, column)
    return [
        strings[held[row]]
        for row, each in enumerate(recording.events.name.tolist())
        if strings[each] == name
    ]


def hooks(model: nn.Module) -> Sequence[tuple[int, int]]:
    return [
        (len(module._forward_hooks), len(module._forward_pre_hooks)) for module in model.modules()
    ]
