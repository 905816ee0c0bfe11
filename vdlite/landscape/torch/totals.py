"""Metrics over all batches, of one point or of several at once."""

from collections.abc import Sequence

import numpy as np
import torch

from vdlite.errors import LandscapeError
from vdlite.landscape.problem import Values
from vdlite.landscape.torch.measures import Part


class Totals:
    """Adds up what batches contribute, and waits for the device only at the end."""

    def __init__(self, device: torch.device) -> None:
        self._device = device
        self._dtype = torch.float32 if device.type == "mps" else torch.float64
        self._sums: dict[str, torch.Tensor] = {}
        self._weights: dict[str, torch.Tensor | float] = {}
        self._names: list[str] = []
        self._rows: list[torch.Tensor] = []

    def add(self, data: str, parts: Sequence[dict[str, Part]], samples: int) -> None:
        """What a batch of so many samples contributes, at each of the points."""
        for name, first in parts[0].items():
            full = f"{data}/{name}" if data else name
            value = self._column([part[name].value for part in parts])
            weight = None
            if first.weight is not None:
                weight = self._column([part[name].weight for part in parts])
            total, own = Part(value, weight).share(samples)
            self._sums[full] = self._sums[full] + total if full in self._sums else total
            self._weights[full] = self._weights[full] + own if full in self._weights else own

    def end(self) -> None:
        """All batches of these points are there; others follow."""
        names = list(self._sums)
        if self._names and names != self._names:
            raise LandscapeError(f"loss: got metrics {names}, and {self._names} at another point")
        self._names = names
        means = [total / self._weights[name] for name, total in self._sums.items()]
        self._rows.append(torch.stack(means, dim=1))
        self._sums, self._weights = {}, {}

    def values(self) -> Values:
        """By metric, of all points, [N]."""
        if not self._rows:
            return {}
        table = torch.cat(self._rows).cpu().double().numpy()
        return {
            name: np.ascontiguousarray(column)
            for name, column in zip(self._names, table.T, strict=True)
        }

    def _column(self, numbers: Sequence[torch.Tensor | None]) -> torch.Tensor:
        known = [one.detach() for one in numbers if one is not None]
        column = torch.stack(known) if len(known) > 1 else known[0].reshape(1)
        return column.to(self._device, self._dtype)
