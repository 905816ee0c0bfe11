"""The snapshots of one interval, in order, wherever they lie."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from vdlite.errors import DamagedSnapshotError, LandscapeError
from vdlite.kinds.landscape import Provenance
from vdlite.kinds.landscape.record import from_plain
from vdlite.landscape.directions.principal import Snapshots
from vdlite.landscape.weights import Array, Weight
from vdlite.snapshots.folder import About, SnapshotFolder
from vdlite.snapshots.notices import warn

_FEWEST = 3
_KEPT_BYTES = 1 << 30


@dataclass(frozen=True)
class SnapshotSequence:
    """Snapshots in the order of their steps."""

    steps: tuple[int, ...]
    names: tuple[str, ...]  # of the arrays of each
    load: Callable[[int], Sequence[Array]]  # by position
    facts: Mapping[str, Any] = field(default_factory=dict)
    learning_rates: tuple[float | None, ...] = ()
    left_out: tuple[int, ...] = ()  # steps whose snapshots can't be used

    def check(self, name: str) -> None:
        """Raises LandscapeError if there are too few to span a plane. name: of the interval."""
        if len(self.steps) < _FEWEST:
            raise LandscapeError(
                f"{name}: got snapshots of {list(self.steps)}, want {_FEWEST} or more to span a plane"
            )

    def sound(self) -> "SnapshotSequence":
        """Without the snapshots that are damaged, and those of a training that had diverged: both are warned of.

        Raises LandscapeError if nothing is left.
        """
        flaws = {step: self._flaw(place) for place, step in enumerate(self.steps)}
        left_out = {step: flaw for step, flaw in flaws.items() if flaw}
        if not left_out:
            return self
        if len(left_out) == len(self.steps):
            raise LandscapeError(f"snapshots: none can be used: {next(iter(left_out.values()))}")
        for flaw in left_out.values():
            warn("landscape: %s; it is left out", flaw)
        kept = self.within([step for step in self.steps if step not in left_out])
        return replace(kept, left_out=tuple(left_out))

    def _flaw(self, position: int) -> str:
        """The reason why no landscape can use a snapshot; empty if it can."""
        try:
            arrays = self.load(position)
        except DamagedSnapshotError as error:
            return str(error)
        if all(np.isfinite(array).all() for array in arrays):
            return ""
        return f"snapshot {self.steps[position]}: got NaN or infinity in its weights"

    def of(self, weights: Sequence[Weight]) -> Snapshots:
        """The arrays of these weights, of every snapshot."""
        places = [self.names.index(weight.name) for weight in weights]
        return _Some(self, places)

    def within(self, steps: Sequence[int]) -> "SnapshotSequence":
        """The snapshots of the steps that are there."""
        kept = [place for place, step in enumerate(self.steps) if step in set(steps)]
        load = self.load
        return replace(
            self,
            steps=tuple(self.steps[place] for place in kept),
            load=lambda position: load(kept[position]),
            learning_rates=tuple(self.learning_rates[place] for place in kept)
            if self.learning_rates
            else (),
            left_out=tuple(step for step in self.left_out if step in set(steps)),
        )

    def settings(self) -> Provenance:
        """The settings of the training for a landscape's record."""
        rates = tuple(rate for rate in self.learning_rates if rate is not None)
        return replace(
            from_plain(Provenance, self.facts),
            learning_rate=(rates[0] if len(set(rates)) == 1 else rates) if rates else None,
            left_out=self.left_out or None,
        )


class _Some(Sequence[Sequence[Array]]):
    """Some arrays of each snapshot, loaded when a snapshot is asked for."""

    def __init__(self, sequence: SnapshotSequence, places: Sequence[int]) -> None:
        self._sequence = sequence
        self._places = places

    def __len__(self) -> int:
        return len(self._sequence.steps)

    def __getitem__(self, position: Any) -> Any:
        arrays = self._sequence.load(range(len(self))[position])
        return [arrays[place] for place in self._places]


def remembered(
    load: Callable[[int], Sequence[Array]], room: int = _KEPT_BYTES
) -> Callable[[int], Sequence[Array]]:
    """`load`, with the first snapshots kept in memory, as many as fit: a plane looks at each again and again.

    room: bytes. Not the last ones: in rounds over more than fit, those would always be gone when they are wanted.
    """
    kept: dict[int, Sequence[Array]] = {}

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


def sequence_of(folder: SnapshotFolder, about: About) -> SnapshotSequence:
    """All snapshots of a folder."""
    kept = about.snapshots
    return SnapshotSequence(
        tuple(one.step for one in kept),
        about.names,
        lambda position: folder.arrays(about, kept[position]),
        {**about.facts, "unit": about.unit},
        tuple(one.learning_rate for one in kept),
    )
