"""A pipeline in the making: its stages, the containers around them, and what is to be said of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from vdlite.kinds.graph.types import Plain

Role: TypeAlias = Literal[
    "source",
    "split",
    "merge",
    "transform",
    "random",
    "sampler",
    "batch",
    "collate",
    "loader",
    "stage",
]
Flow: TypeAlias = Literal["data", "control"]
"""Samples, or which samples."""

MOST_STAGES = 2000


class TooManyStagesError(Exception):
    """The pipeline has more stages than are recorded."""


@dataclass(slots=True)
class Stage:
    """One thing that samples, or their indices, go through."""

    type: str
    role: Role
    inputs: list[tuple[int, Flow]]  # numbers of stages that come before
    parameters: dict[str, Plain]
    container: int = 0
    name: str = ""
    facts: dict[str, Plain] = field(default_factory=dict)  # what is not a parameter: rows, hashes
    unstable: set[str] = field(default_factory=set)  # parameters that say nothing of what it does
    file: str = ""
    line: int = 0
    owner: Any = None  # what it was read off
    outputs: list[tuple[str, list[int | str] | None]] = field(default_factory=list)
    seconds: float = float("nan")


@dataclass(frozen=True, slots=True)
class Container:
    """A container that holds stages, such as a Compose."""

    name: str
    type: str
    parent: int  # itself for the first one, which is the whole


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to know of a stage, or of the whole."""

    text: str
    level: Literal["info", "warning", "error"]
    stage: int | None


@dataclass(frozen=True, slots=True)
class Picture:
    """The output of a stage for one of the samples that were probed."""

    stage: int
    sample: int
    png: bytes


@dataclass(slots=True)
class Pipeline:
    """All stages in an order in which each comes after what it takes."""

    stages: list[Stage] = field(default_factory=list)
    containers: list[Container] = field(default_factory=lambda: [Container("", "", 0)])
    remarks: list[Remark] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    loaders: dict[str, int] = field(default_factory=dict)  # the last stage of each, by its name

    def add(self, stage: Stage) -> int:
        if len(self.stages) >= MOST_STAGES:
            raise TooManyStagesError
        self.stages.append(stage)
        return len(self.stages) - 1

    def remark(
        self,
        text: str,
        stage: int | None = None,
        level: Literal["info", "warning", "error"] = "info",
    ) -> None:
        self.remarks.append(Remark(text, level, stage))

    def before(self, stage: int) -> set[int]:
        """The stage and all that it gets its samples and indices from."""
        found, waiting = {stage}, [stage]
        while waiting:
            for source, _ in self.stages[waiting.pop()].inputs:
                if source not in found:
                    found.add(source)
                    waiting.append(source)
        return found
