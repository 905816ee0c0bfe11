"""The means of a path's last snapshots, as marks of its plane."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from vdlite.drawing.sequence import SnapshotSequence
from vdlite.kinds.landscape import Mark
from vdlite.landscape.averages import Ensemble, ensemble_values, mean_values, means_of
from vdlite.landscape.directions.axes import Directions
from vdlite.landscape.problem import Problem
from vdlite.landscape.trajectory import Method, project

TRUE, ENSEMBLE, RESIDUAL = "true/", "ensemble/", "residual"
"""What values of a mark begin with that are no metrics of its place: of the mean itself, and of the mean prediction; and
how far off the plane it lies."""


@dataclass(frozen=True)
class Averages:
    """Means of the last so many snapshots."""

    problem: Problem  # around the last snapshot
    sequence: SnapshotSequence
    numbers: tuple[int, ...]  # rising
    ensemble: Ensemble = ""

    def marks(self, directions: Directions, method: Method) -> tuple[Mark, ...]:
        """The marks of the averages, where these lie in the plane."""
        weights = self.problem.weights
        made = []
        for number, arrays in zip(
            self.numbers, means_of(self.sequence.of(weights), self.numbers), strict=True
        ):
            x, y = project(weights, [arrays], directions, method=method).at[0]
            made.append(Mark(_name(number), float(x), float(y)))
        return tuple(made)

    def missing(self, marks: tuple[Mark, ...]) -> bool:
        """True if something of these marks is still to be computed."""
        wanted = [TRUE, ENSEMBLE] if self.ensemble else [TRUE]
        named = {mark.name: mark.values for mark in marks}
        return any(
            not any(value.startswith(one) for value in named.get(_name(number), {}))
            for number in self.numbers
            for one in wanted
        )

    def measured(
        self,
        marks: tuple[Mark, ...],
        directions: Directions,
        method: Method,
        each: Callable[[], object],
    ) -> tuple[Mark, ...]:
        """The marks with the metrics of the means themselves, and of the ensembles. each: is called after each."""
        weights, whole = self.problem.weights, self.sequence.of(self.problem.whole.weights)
        own = mean_values(self.problem, whole, self.numbers, each)
        together: dict[int, dict[str, float]] = {}
        if self.ensemble:
            together = ensemble_values(self.problem, whole, self.numbers, self.ensemble)
        off = {
            number: float(project(weights, [arrays], directions, method=method).residual[0])
            for number, arrays in zip(
                self.numbers, means_of(self.sequence.of(weights), self.numbers), strict=True
            )
        }
        found = {
            _name(number): {
                **{f"{TRUE}{name}": value for name, value in own[number].items()},
                **{f"{ENSEMBLE}{name}": value for name, value in together.get(number, {}).items()},
                RESIDUAL: off[number],
            }
            for number in self.numbers
        }
        return tuple(
            replace(mark, values={**mark.values, **found.get(mark.name, {})}) for mark in marks
        )


def _name(number: int) -> str:
    return f"mean of the last {number}"
