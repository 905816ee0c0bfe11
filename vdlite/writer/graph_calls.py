"""What LogWriter offers for graphs."""

from typing import Any

from vdlite.writer.checks import StepLike
from vdlite.writer.run_writer import RunWriter


class GraphCalls(RunWriter):
    """The part of LogWriter that logs what is made of operations."""

    def add_graph(
        self,
        graph: Any,
        tag: str = "model",
        step: StepLike | None = 0,
        walltime: float | None = None,
    ) -> None:
        """Log a graph: a `GraphBuilder`, or a mapping with nodes.

        The rest, and what raises, as in `add_scalar`.
        """
        from vdlite.kinds import graph as graphs

        self._add(graphs.NAME, tag, graphs.graph(graph), step, walltime)
