"""Runs to write, the same for everybody: their values lie in a file, which needs no NumPy to be read."""

from __future__ import annotations

import json
from array import array
from dataclasses import asdict, dataclass, replace
from pathlib import Path

LOSS = "loss"
"""The first tag of each run."""


@dataclass(frozen=True)
class Shape:
    """How many runs, of how many tags, of how many points."""

    runs: int
    tags: int  # of each run
    points: int  # of each tag

    @property
    def all_points(self) -> int:
        return self.runs * self.tags * self.points

    def __str__(self) -> str:
        counts = {"run": self.runs, "tag": self.tags, "point": self.points}
        return " x ".join(f"{count:,} {what}{'s' * (count > 1)}" for what, count in counts.items())

    def tag_names(self) -> list[str]:
        """The loss, and others a hundred to a group."""
        others = (f"layer{at // 100}/weight{at % 100}" for at in range(1, self.tags))
        return [LOSS, *others]

    def run_names(self) -> list[str]:
        return [f"run{at:05d}" for at in range(self.runs)]


@dataclass(frozen=True)
class Run:
    """What one run logs."""

    name: str
    lr: float  # its learning rate, above 0 and below 1
    tags: list[str]
    rows: list[list[float]]  # a number of each tag for each step


@dataclass(frozen=True)
class Data:
    """Values in a file, [runs, points, tags] float64, and how much of them is written."""

    path: str
    whole: Shape
    given: Shape  # nowhere more than the whole; of each run, series begin with its first points

    def less(self, given: Shape) -> Data:
        return replace(self, given=given)

    def run(self, number: int) -> Run:
        given, whole = self.given, self.whole
        values = array("d")
        with Path(self.path).open("rb") as file:
            file.seek(8 * number * whole.tags * whole.points)
            values.fromfile(file, whole.tags * given.points)
        rows = [
            values[whole.tags * step : whole.tags * step + given.tags].tolist()
            for step in range(given.points)
        ]
        return Run(f"run{number:05d}", lr(number), given.tag_names(), rows)

    def to_json(self) -> str:
        return json.dumps(asdict(self))


def from_json(text: str) -> Data:
    fields = json.loads(text)
    return Data(fields["path"], Shape(**fields["whole"]), Shape(**fields["given"]))


def lr(run: int) -> float:
    """The learning rate of a run: those of many are spread evenly, in no order."""
    return (run * 0.6180339887498949 + 0.25) % 1
