"""The samples of a problem where they are computed."""

from __future__ import annotations

import torch

from vdlite.landscape.torch.batches import Batch, Samples
from vdlite.landscape.torch.setup import Setup
from vdlite.landscape.torch.trees import mapped

Batches = list[tuple[Batch, int]]
"""With how many samples each holds."""


class DeviceSamples:
    """The samples of each data on a device, until they are cut into batches."""

    def __init__(self, setup: Setup, device: torch.device) -> None:
        self._setup = setup
        self._device = device
        self._held: dict[str, Batches] = {
            name: [
                (self._here(batch), count)
                for batch, count in zip(samples.batches, samples.counts, strict=True)
            ]
            for name, samples in setup.samples.items()
        }

    @property
    def settings(self) -> Samples:
        """How those of the first data came."""
        return next(iter(self._setup.samples.values()))

    @property
    def names(self) -> list[str]:
        return list(self._held)

    @property
    def count(self) -> int:
        """The number of samples of all data together."""
        return sum(count for batches in self._held.values() for _, count in batches)

    def first(self, name: str | None = None) -> tuple[Batch, int]:
        """The first batch of a data, which is all of it where samples are joined; of the first one, if left out."""
        return self._held[name if name is not None else self.names[0]][0]

    def part(self, size: int, name: str | None = None) -> Batch:
        """The first samples of a data; of the first one, if left out. What can't be cut is its first batch."""
        whole, count = self.first(name)
        joined = self._setup.samples[name if name is not None else self.names[0]].joined
        return mapped(whole, lambda tensor: tensor[:size]) if joined and size < count else whole

    def cut(self, size: int | None) -> dict[str, Batches]:
        """Batches of that many samples; as they came, where they can't be cut or no size is given."""
        return {name: self._cut(name, size) for name in self._held}

    def _cut(self, name: str, size: int | None) -> Batches:
        kept, samples = self._held[name], self._setup.samples[name]
        if not samples.joined:
            return kept
        whole, _ = kept[0]
        return [
            (mapped(whole, lambda tensor: tensor[start:end]), end - start)  # noqa: B023
            for start, end in samples.ends(size)
        ]

    def _here(self, batch: Batch) -> Batch:
        def move(tensor: torch.Tensor) -> torch.Tensor:
            if self._setup.options.precision == "float64" and tensor.is_floating_point():
                tensor = tensor.double()
            return tensor.to(self._device)

        return mapped(batch, move)
