"""Metrics over all batches, of one point or of several at once."""

from collections.abc import Sequence

import numpy as np
import torch

from vdlite.errors import LandscapeError
from vdlite.landscape.problem import Values
from vdlite.landscape.torch.measures import Part

STANDARD_ERROR = "standard_error"
"""The name of a metric: how far the loss of some samples may be off that of all data."""

FEWEST_BATCHES = 8
"""Fewer have no standard error: too few differ by chance."""


class Totals:
    """Adds up what batches contribute, and waits for the device only at the end."""

    def __init__(self, device: torch.device, unknown: float = 0.0) -> None:
        """unknown: how much of the data is not among the samples, as the share of a standard error that is left."""
        self._unknown = unknown
        self._batches: list[tuple[torch.Tensor, torch.Tensor | float]] = []  # of the first metric
        self._device = device
        self._dtype = torch.float32 if device.type == "mps" else torch.float64
        self._sums: dict[str, torch.Tensor] = {}
        self._weights: dict[str, torch.Tensor | float] = {}
        self._names: list[str] = []
        self._rows: list[torch.Tensor] = []

    def add(self, data: str, parts: Sequence[dict[str, Part]], samples: int) -> None:
        """Add what a batch of so many samples contributes, at each of the points."""
        for name, first in parts[0].items():
            full = f"{data}/{name}" if data else name
            value = self._column([part[name].value for part in parts])
            weight = None
            if first.weight is not None:
                weight = self._column([part[name].weight for part in parts])
            total, own = Part(value, weight).share(samples)
            if self._unknown and full in (next(iter(self._sums), full),):
                self._batches.append((total, own))
            self._sums[full] = self._sums[full] + total if full in self._sums else total
            self._weights[full] = self._weights[full] + own if full in self._weights else own

    def end(self) -> None:
        """All batches of these points are there; others follow."""
        means = [total / self._weights[name] for name, total in self._sums.items()]
        names = list(self._sums)
        if len(self._batches) >= FEWEST_BATCHES and STANDARD_ERROR not in names:
            names.append(STANDARD_ERROR)
            means.append(self._standard_error())
        if self._names and names != self._names:
            raise LandscapeError(f"loss: got metrics {names}, and {self._names} at another point")
        self._names = names
        self._rows.append(torch.stack(means, dim=1))
        self._sums, self._weights, self._batches = {}, {}, []

    def _standard_error(self) -> torch.Tensor:
        """Standard errors of the mean loss at each point, [P], from how far batches differ: the error of a ratio, as `standard_error` computes it at the center."""
        sums = torch.stack([total for total, _ in self._batches])
        weights = torch.stack(
            [torch.as_tensor(own).to(sums).expand_as(sums[0]) for _, own in self._batches]
        )
        whole, number = weights.sum(dim=0), len(sums)
        off = sums - sums.sum(dim=0) / whole * weights
        return self._unknown * (number / (number - 1) * (off**2).sum(dim=0)).sqrt() / whole

    def values(self) -> Values:
        """The values of all points by metric, [N]."""
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
