"""Who answers: our tools for agents, and what other tools can say of the same logs by their rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from vdlite import LogReader
from vdlite.mcp.tools import Tools

SAMPLES = 500
"""Points that W&B's `run.history` and its server for agents give of a series, evenly spaced, whatever its length."""

RULES = {
    f"{SAMPLES} samples (W&B)": SAMPLES,
    "whole series (trackio)": None,
    "last values (MLflow)": 0,
}
"""How other tools for agents give a series: what they say of these logs is worked out by their rule."""


class Answerer(Protocol):
    """Whoever is asked."""

    name: str
    bytes: int  # of all answers so far

    def ask(self, question: str, **arguments: Any) -> Any:
        """The answer to a question, as JSON has it. Raises LookupError where it can't be asked."""


class Ours:
    """`vdlite mcp`, without the process around it."""

    name = "vdlite"

    def __init__(self, logdir: Path) -> None:
        self._tools = Tools(logdir)
        self.bytes = self.largest = 0

    def ask(self, question: str, **arguments: Any) -> Any:
        text = getattr(self._tools, question)(**arguments)
        self.bytes += len(text)
        self.largest = max(self.largest, len(text))
        return json.loads(text)


class Keeping:
    """A tool that keeps settings, states and last values exactly, and gives points of each series by some rule."""

    def __init__(self, logdir: Path, name: str, most: int | None) -> None:
        """most: points of a series that are given, evenly spaced; None: all of them; 0: the last one."""
        self.name = name
        self._most = most
        self._reader = LogReader(logdir)
        self._exact = Ours(logdir)
        self.bytes = self.largest = 0

    def ask(self, question: str, **arguments: Any) -> Any:
        if question == "runs" or (question == "compare" and "against" not in arguments):
            before = self._exact.bytes
            answer = self._exact.ask(question, **arguments)
            self._count(self._exact.bytes - before)
            return answer
        if question != "series" or "first_step" in arguments:
            raise LookupError(question)
        points = self._reader.scalars(arguments["run"], arguments["tag"])
        if self._most == 0:  # whatever else is asked of it is a KeyError
            last = {"step": int(points.steps[-1]), "value": float(points.values[-1])}
            self._count(len(json.dumps(last)))
            return {"last": last}
        number = len(points) if self._most is None else min(self._most, len(points))
        chosen = np.unique(np.linspace(0, len(points) - 1, number).astype(int))
        steps, values = points.steps[chosen], points.values[chosen]
        self._count(len(json.dumps([steps.tolist(), values.tolist()])))
        finite = np.isfinite(values)
        least, most = (
            int(np.flatnonzero(finite)[pick(values[finite])]) for pick in (np.argmin, np.argmax)
        )

        def point(at: int) -> dict[str, Any]:
            return {"step": int(steps[at]), "value": float(values[at])}

        return {
            "first": point(0),
            "last": point(-1),
            "min": point(least),
            "max": point(most),
            "nonfinite_step": None if finite.all() else int(steps[np.argmin(finite)]),
            "nan_count": int((~finite).sum()),
        }

    def _count(self, length: int) -> None:
        self.bytes += length
        self.largest = max(self.largest, length)
