"""Who answers: our tools for agents, and what a tool that samples 500 points of each series can say of the same logs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from vdlite import LogReader
from vdlite.mcp.tools import Tools

SAMPLES = 500
"""Points that W&B's `run.history` and its server for agents give of a series, evenly spaced, whatever its length."""


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


class Sampling:
    """A tool that keeps settings, states and last values, and gives samples of each series: W&B's rule."""

    name = f"{SAMPLES} samples"

    def __init__(self, logdir: Path) -> None:
        self._reader = LogReader(logdir)
        self._exact = Ours(logdir)
        self.bytes = self.largest = 0

    def ask(self, question: str, **arguments: Any) -> Any:
        if question == "runs" or (question == "compare" and "against" not in arguments):
            answer = self._exact.ask(question, **arguments)  # such tools keep settings and states
            self.bytes, self.largest = self._exact.bytes, self._exact.largest
            return answer
        if question != "series":
            raise LookupError(question)
        points = self._reader.scalars(arguments["run"], arguments["tag"])
        chosen = np.unique(np.linspace(0, len(points) - 1, min(SAMPLES, len(points))).astype(int))
        steps, values = points.steps[chosen], points.values[chosen]
        text = json.dumps([steps.tolist(), values.tolist()])
        self.bytes += len(text)
        self.largest = max(self.largest, len(text))
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
            "count": len(chosen),
            "steps": steps.tolist(),
        }
