"""The snapshots of one interval, in order, wherever they lie."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from vdlite.errors import LandscapeError
from vdlite.landscape.principal import Snapshots
from vdlite.landscape.weights import Array, Weight
from vdlite.snapshots.folder import About, SnapshotFolder

_FEWEST = 3
_KEPT_BYTES = 1 << 30


@dataclass(frozen=True)
class Trail:
    """Snapshots in the order of their steps."""

    steps: tuple[int, ...]
    names: tuple[str, ...]  # of the arrays of each
    load: Callable[[int], Sequence[Array]]  # by position
    facts: Mapping[str, Any] = field(default_factory=dict)
    learning_rates: tuple[float | None, ...] = ()

    def check(self) -> None:
        """Raises LandscapeError if there are too few to span a plane."""
        if len(self.steps) < _FEWEST:
            raise LandscapeError(
                f"interval: got snapshots of {list(self.steps)}, want {_FEWEST} or more to span a plane"
            )

    def arrays(self, position: int) -> Sequence[Array]:
        """Everything that a snapshot holds."""
        return self.load(range(len(self.steps))[position])

    def of(self, weights: Sequence[Weight]) -> Snapshots:
        """Of every snapshot the arrays of these weights."""
        places = [self.names.index(weight.name) for weight in weights]
        return _Some(self, places)

    def within(self, steps: Sequence[int]) -> "Trail":
        """Those of the steps that are there."""
        kept = [place for place, step in enumerate(self.steps) if step in set(steps)]
        load = self.load
        return replace(
            self,
            steps=tuple(self.steps[place] for place in kept),
            load=lambda position: load(kept[position]),
            learning_rates=tuple(self.learning_rates[place] for place in kept)
            if self.learning_rates
            else (),
        )

    def settings(self) -> dict[str, Any]:
        """What a landscape's record tells of the training."""
        told = dict(self.facts)
        rates = [rate for rate in self.learning_rates if rate is not None]
        if rates:
            told["learning_rate"] = rates[0] if len(set(rates)) == 1 else rates
        return told


class _Some(Sequence[Sequence[Array]]):
    """Some arrays of each snapshot, loaded when a snapshot is asked for."""

    def __init__(self, trail: Trail, places: Sequence[int]) -> None:
        self._trail = trail
        self._places = places

    def __len__(self) -> int:
        return len(self._trail.steps)

    def __getitem__(self, position: Any) -> Any:
        arrays = self._trail.load(position)
        return [arrays[place] for place in self._places]


def remembered(load: Callable[[int], Sequence[Array]]) -> Callable[[int], Sequence[Array]]:
    """The same, but the first snapshots are kept in memory, as many as fit: a plane looks at each again and again.

    Not the last ones: in rounds over more than fit, those would always be gone when they are wanted.
    """
    kept: dict[int, Sequence[Array]] = {}
    room = _KEPT_BYTES

    def look(position: int) -> Sequence[Array]:
        nonlocal room
        if position in kept:
            return kept[position]
        arrays = load(position)
        size = sum(array.nbytes for array in arrays)
        if size <= room:
            kept[position] = arrays
            room -= size
        return arrays

    return look


def trail_of(folder: SnapshotFolder, about: About) -> Trail:
    """All snapshots of a folder."""
    kept = about.snapshots
    return Trail(
        tuple(one.step for one in kept),
        about.names,
        lambda position: folder.arrays(about, kept[position]),
        {**about.facts, "unit": about.unit},
        tuple(one.learning_rate for one in kept),
    )
