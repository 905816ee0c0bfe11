"""Several trainings of one model on one plane: that in which the snapshots of all of them differ most."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from vdlite.drawing.names import called, of_trainings
from vdlite.drawing.options import LandscapeOptions
from vdlite.drawing.plans import OtherPath, PlannedLandscape
from vdlite.drawing.sequence import SnapshotSequence
from vdlite.drawing.sources import snapshots_of
from vdlite.errors import LandscapeError
from vdlite.kinds.landscape import LandscapePath
from vdlite.landscape.directions.principal import Snapshots, principal_directions
from vdlite.landscape.problem import Problem
from vdlite.landscape.surface.grid import coordinates
from vdlite.landscape.trajectory import frame, losses_of, path_of, project
from vdlite.landscape.weights import Array


def of_runs(
    problem: Problem, sequence: SnapshotSequence, size: int, options: LandscapeOptions
) -> PlannedLandscape:
    """The plane of the principal components of all snapshots together, around the last one of the run itself.

    Raises LandscapeError if another run has no snapshots of this model.
    """
    here = problem.at(sequence.of(problem.whole.weights)[-1])
    names = _apart([called(run, place) for place, run in enumerate(options.with_runs)])
    others = [snapshots_of(run, problem.whole.weights) for run in options.with_runs]
    sequences = [sequence, *others]
    directions = principal_directions(
        here.weights,
        _Chained([one.of(here.weights) for one in sequences]),
        centered=options.centered,
        ignore=options.ignored_by_path,
        only=options.only_these,
    )

    def unmeasured(one: SnapshotSequence) -> LandscapePath:
        where = project(here.weights, one.of(here.weights), directions, method=options.method)
        steps = np.asarray(one.steps, dtype=np.int64)
        unknown = np.full(len(steps), np.nan)
        x, y = where.at[:, 0].copy(), where.at[:, 1].copy()
        return LandscapePath(steps, x, y, unknown, unknown, where.residual)

    def measured(one: SnapshotSequence) -> Callable[[Callable[[], object]], LandscapePath]:
        def measure(each: Callable[[], object]) -> LandscapePath:
            return path_of(
                here,
                one.of(here.weights),
                directions,
                one.steps,
                true_losses=losses_of(here.whole, one.of(here.whole.weights), each),
                method=options.method,
                each=each,
            )

        return measure

    paths = [unmeasured(one) for one in sequences]
    around = frame(_joined(paths), size)
    return PlannedLandscape(
        of_trainings(options, names),
        sequence.steps[-1],
        here,
        directions,
        coordinates(options.x if options.x is not None else around[0], "x"),
        coordinates(options.y if options.y is not None else around[1], "y"),
        paths[0],
        settings=replace(
            sequence.settings(), mode="train", interval=(sequence.steps[0], sequence.steps[-1])
        ),
        measure=measured(sequence),
        others=tuple(
            OtherPath(name, path, measured(one))
            for name, path, one in zip(names, paths[1:], others, strict=True)
        ),
    )


def _apart(names: Sequence[str]) -> list[str]:
    """Names of runs; numbered where folders of different parents have one name."""
    made: list[str] = []
    for name in names:
        number, one = 1, name
        while one in made:
            number += 1
            one = f"{name}-{number}"
        made.append(one)
    return made


def _joined(paths: Sequence[LandscapePath]) -> LandscapePath:
    """All of them as one, for what looks at coordinates only."""
    ys = [path.y for path in paths if path.y is not None]
    columns: Mapping[str, Any] = {
        name: np.concatenate([getattr(path, name) for path in paths])
        for name in ("step", "x", "loss", "true_loss", "residual")
    }
    return LandscapePath(y=np.concatenate(ys), **columns)


class _Chained(Sequence[Sequence[Array]]):
    """The snapshots of several trainings one after the other, read when they are asked for."""

    def __init__(self, parts: Sequence[Snapshots]) -> None:
        self._places = [(part, place) for part in parts for place in range(len(part))]

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, position: Any) -> Any:
        part, place = self._places[position]
        return part[place]


def check_runs(options: LandscapeOptions) -> None:
    """Raises LandscapeError for other runs that are none, before anything is computed."""
    for run in options.with_runs:
        if not Path(run).is_dir():
            raise LandscapeError(f"with_runs: there is no such run: {run}")
