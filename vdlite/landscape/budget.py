"""What a landscape may take that is drawn inside of a training, and what there is time for."""

from dataclasses import dataclass
from typing import NamedTuple

SIDES = (3, 5)  # points along a side, at least and where there are enough samples
LEAST = 16  # samples
_ENOUGH = 64  # samples
_BESIDE = 4  # points that a surface computes beside its own: the center, its check, how far the loss is off


class Extent(NamedTuple):
    """How much is computed."""

    side: int  # points along each side
    samples: int


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is wanted, and in which time."""

    axes: int
    size: int  # points along each side
    num_samples: int
    seconds: float

    def extent(self, passes: float, count: int) -> Extent:
        """Points and samples: of so many passes of a sample as there is time for, and samples as there are.

        Points are given up before samples, down to five along a side, and to three where there would be too few samples.
        """
        points = passes / count - _BESIDE
        side = int(max(points, 0.0) ** (1 / self.axes) + 1e-9)
        if side >= self.size:
            return Extent(self.size, count)
        side -= 1 - side % 2  # an odd number of points has the model itself among them
        fewest, some = (min(one, self.size) for one in SIDES)
        if side >= some:
            return Extent(side, count)
        for side in (some, fewest):
            samples = int(passes / (side**self.axes + _BESIDE))
            if samples >= _ENOUGH:
                break
        return Extent(side, min(count, max(samples, LEAST)))

    def least_seconds(self, each: float, count: int) -> float:
        """The seconds that the least extent takes, of seconds for a sample at a point."""
        points = int(SIDES[0] ** self.axes) + _BESIDE
        return points * min(count, LEAST) * each
