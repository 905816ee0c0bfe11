"""Means of a training's last snapshots, and ensembles of them: what they do, not where their plane says they are."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import LandscapeError, shown
from vdlite.landscape.directions.principal import Snapshots
from vdlite.landscape.problem import Problem
from vdlite.landscape.weights import Array

Together = Callable[[Sequence[Mapping[str, Array]]], float | Mapping[str, float]]
"""Gives the loss, or metrics by name, of several models: each an array by the name of its weight, the oldest first."""

Ensemble = Literal["", "outputs", "probabilities"] | Together
"""What of the models' predictions is averaged. Empty: there is no ensemble. outputs: the outputs themselves, as of a
regression. probabilities: the softmax of outputs that are logits, along their second axis; the loss gets its logarithm,
of which a cross entropy, or the class that is chosen, is that of the mean probabilities."""


class _Averaging(Protocol):
    """A problem that knows more of its model than its weights."""

    def reestimated(self) -> Problem: ...
    def ensembles(
        self, models: Snapshots, numbers: Sequence[int], kind: str
    ) -> dict[int, dict[str, float]]: ...


def means_of(snapshots: Snapshots, numbers: Sequence[int]) -> Iterator[list[NDArray[np.float64]]]:
    """The mean of the last so many snapshots, for each of the rising numbers; of one after another in memory.

    P. Izmailov et al., Averaging Weights Leads to Wider Optima and Better Generalization (2018, arXiv 1803.05407).
    """
    total: list[NDArray[np.float64]] = []
    for number in range(1, (numbers[-1] if numbers else 0) + 1):
        arrays = snapshots[len(snapshots) - number]
        added = [np.asarray(array, dtype=np.float64) for array in arrays]
        total = (
            [one + other for one, other in zip(total, added, strict=True)]
            if total
            else [array.copy() for array in added]
        )
        if number in numbers:
            yield [array / number for array in total]


def mean_values(
    problem: Problem,
    snapshots: Snapshots,
    numbers: Sequence[int],
    each: Callable[[], object] | None = None,
) -> dict[int, dict[str, float]]:
    """The metrics of the means of the last so many snapshots, by number.

    snapshots: with an array for each weight of `problem.whole`. Batch norm gathers its statistics anew for each mean:
    those of no snapshot are its own. each: is called after each.
    """
    whole = problem.whole
    if hasattr(whole, "reestimated"):
        whole = cast(_Averaging, whole).reestimated()
    found = {}
    for number, arrays in zip(numbers, means_of(snapshots, numbers), strict=True):
        found[number] = {
            name: float(column[0]) for name, column in whole.values_of([arrays]).items()
        }
        if each is not None:
            each()
    return found


def ensemble_values(
    problem: Problem, snapshots: Snapshots, numbers: Sequence[int], ensemble: Ensemble
) -> dict[int, dict[str, float]]:
    """The metrics of the mean prediction of the last so many snapshots, by number.

    ensemble: what is averaged; or a function that gives the metrics of several models itself, where the problem's loss
        is none of outputs.
    Raises LandscapeError for a problem without outputs, unless it is a function.
    """
    whole = problem.whole
    if callable(ensemble):
        names = [weight.name for weight in whole.weights]
        found = {}
        for number in numbers:
            models = [
                dict(zip(names, snapshots[place], strict=True))
                for place in range(len(snapshots) - number, len(snapshots))
            ]
            given = ensemble(models)
            named = given if isinstance(given, Mapping) else {"loss": given}
            found[number] = {str(name): float(value) for name, value in named.items()}
        return found
    check_ensemble(ensemble)
    if not hasattr(whole, "ensembles"):
        raise LandscapeError(
            f"ensemble: got {ensemble!r}, but this problem's loss is none of outputs; want a function that gives the "
            "loss of several models"
        )
    return cast(_Averaging, whole).ensembles(snapshots, numbers, ensemble)


def check_ensemble(given: object) -> None:
    """Raises LandscapeError for what says nothing of predictions."""
    if not callable(given) and given not in ("", "outputs", "probabilities"):
        raise LandscapeError(
            f"ensemble: got {shown(given)}, want 'outputs', 'probabilities', or a function of several models"
        )
