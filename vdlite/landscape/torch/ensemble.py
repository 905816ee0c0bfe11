"""The mean prediction of several models on the samples of a problem."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from vdlite.errors import LandscapeError, shown
from vdlite.landscape.directions.principal import Snapshots
from vdlite.landscape.torch.evaluator import TorchEvaluator
from vdlite.landscape.torch.measures import Measure
from vdlite.landscape.torch.randomness import begin_again
from vdlite.landscape.torch.totals import STANDARD_ERROR, Totals


def ensembles(
    evaluator: TorchEvaluator,
    measure: Measure,
    models: Snapshots,
    numbers: Sequence[int],
    *,
    probabilities: bool,
) -> dict[int, dict[str, float]]:
    """The metrics of the last so many models together, by the rising numbers: each model runs once.

    What is held are the outputs on all samples. Raises LandscapeError where an output is no tensor.
    """
    sums: list[torch.Tensor] = []
    dtype = torch.float32
    found = {}
    for number in range(1, numbers[-1] + 1):
        with evaluator.computing():
            begin_again(evaluator.seed, evaluator.device)
            evaluator.put(models[len(models) - number])
            evaluator.settle()
            for place, (_, batch, _) in enumerate(evaluator.all_batches()):
                given = evaluator.outputs(batch)
                if not isinstance(given, torch.Tensor):
                    raise LandscapeError(
                        f"ensemble: got outputs {shown(given)}, want a tensor, or a function of several models"
                    )
                dtype = given.dtype  # which a loss with weights of its own wants
                # Sums of many float32 numbers would lose what makes an ensemble differ.
                one = given.detach().double() if given.device.type != "mps" else given.detach()
                one = one.softmax(dim=1) if probabilities else one
                if place < len(sums):
                    sums[place] = sums[place] + one
                else:
                    sums.append(one)
            if number in numbers:
                found[number] = _metrics(evaluator, measure, sums, number, probabilities, dtype)
    return found


def _metrics(
    evaluator: TorchEvaluator,
    measure: Measure,
    sums: Sequence[torch.Tensor],
    number: int,
    probabilities: bool,
    dtype: torch.dtype,
) -> dict[str, float]:
    totals = Totals(evaluator.device)
    for total, (data, batch, count) in zip(sums, evaluator.all_batches(), strict=True):
        _, targets, samples = measure.split(batch)
        mean = total / number
        # A probability of 0 has no logarithm, and cross entropies of it are infinite as they should be.
        outputs = mean.log() if probabilities else mean
        totals.add(data, [measure.of_outputs(outputs.to(dtype), targets, samples)], count)
    totals.end()
    return {
        name: float(column[0]) for name, column in totals.values().items() if name != STANDARD_ERROR
    }
