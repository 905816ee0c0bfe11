"""The setup that is evaluated: a model on fixed samples, by its losses. Whoever evaluates it changes none of it."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any

import torch
from torch import nn

from vdlite.landscape.options import Parameters, Precision, ProblemOptions
from vdlite.landscape.torch.batches import Samples
from vdlite.landscape.torch.measures import Criterion, Measure
from vdlite.landscape.torch.modules import copied, dtype_of, is_scripted, load, weights_of
from vdlite.landscape.torch.sampling import limited
from vdlite.landscape.weights import Array, Weight


@dataclass(frozen=True)
class TorchOptions(ProblemOptions):
    """All that `TorchProblem` takes beside the model and the data."""

    loss: Criterion | None = None
    _: KW_ONLY
    seed: int = 0


@dataclass(frozen=True)
class Setup:
    """The parts that a `TorchProblem` is made of."""

    model: nn.Module
    samples: Mapping[str, Samples]  # by the name of their data
    measure: Measure
    options: TorchOptions
    device: torch.device
    seed: int
    weights: tuple[Weight, ...]  # the center; they share the model's memory where that is possible

    def __getstate__(self) -> dict[str, Any]:
        state = vars(self).copy()
        if is_scripted(self.model):
            # Pickle can't take it.
            file = io.BytesIO()
            torch.jit.save(self.model, file)
            state["model"] = file.getvalue()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        if isinstance(state.get("model"), bytes):
            state["model"] = torch.jit.load(io.BytesIO(state["model"]), map_location="cpu")
        vars(self).update(state)

    @property
    def dtype(self) -> torch.dtype:
        """The type of the model's parameters, as it was given; whole numbers below adapters don't count."""
        return dtype_of(self.model)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Sizes of the batches of the first data, as they came."""
        return next(iter(self.samples.values())).came

    @property
    def unknown(self) -> float:
        """The share of a standard error that is left of a finite population of which the samples are known.

        0 where they were not drawn, or are all that there is.
        """
        first = next(iter(self.samples.values()))
        if first.sampling not in ("random", "stratified"):
            return 0.0
        share = first.count / first.population if first.population else 0.0
        return math.sqrt(max(0.0, 1.0 - share))

    @property
    def is_half(self) -> bool:
        """True if the model computes in half precision of its own."""
        return self.options.precision != "float64" and self.dtype in (torch.float16, torch.bfloat16)

    @property
    def takes_shortcuts(self) -> bool:
        """True if precision is given up, by these options or by the model itself."""
        by_option = self.options.precision in ("bfloat16", "float16") or self.options.compile
        return by_option or self.is_half

    def without_shortcuts(self) -> Setup:
        """The setup, evaluated as precisely as the model is; in float64 where it is of half precision."""
        is_half = self.dtype in (torch.float16, torch.bfloat16)
        precise: Precision = "float64" if is_half or self.options.precision == "float64" else ""
        return replace(self, options=replace(self.options, precision=precise, compile=False))

    def limited(self, samples: int) -> Setup:
        """The setup with so many samples of each data."""
        kept = {
            name: limited(one, samples, self.options.sampling, self.seed)
            for name, one in self.samples.items()
        }
        return replace(self, samples=kept)

    def of(self, parameters: Parameters) -> Setup:
        """The setup with other weights of the model."""
        options = replace(self.options, parameters=parameters)
        weights = weights_of(self.model, parameters, share=True)
        return replace(self, options=options, weights=weights)

    def at(self, arrays: Sequence[Array]) -> Setup:
        """The setup around another model, given by arrays for all numbers of the state dict."""
        model = copied(self.model)
        load(model, arrays)
        weights = weights_of(model, self.options.parameters, share=True)
        return replace(self, model=model, weights=weights)
