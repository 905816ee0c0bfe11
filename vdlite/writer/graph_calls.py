"""What LogWriter offers for graphs."""

from typing import TYPE_CHECKING, Any

from vdlite.writer.checks import StepLike
from vdlite.writer.run_writer import RunWriter

if TYPE_CHECKING:
    from vdlite.graphs.capture import Fake


class GraphCalls(RunWriter):
    """The part of LogWriter that logs what is made of operations."""

    def add_graph(
        self,
        model: Any,
        *inputs: Any,
        tag: str = "model",
        backward: bool = True,
        optimizer: Any = None,
        fake: "Fake" = "auto",
        step: StepLike | None = 0,
        walltime: float | None = None,
        **named_inputs: Any,
    ) -> None:
        """Log the graph of a model: every operation of one call of it, in the modules that made it.

        model: a PyTorch module, bare, compiled or wrapped for parallel work; an exported program or a graph module; or
            a `GraphBuilder`, or a mapping with nodes, for any other framework.
        inputs, named_inputs: what the model is called with, as one would call it. A single tuple stands for several
            inputs, where the model takes more than one.
        backward: whether the operations of the backward pass are recorded, too.
        optimizer: a torch optimizer of the model, of which one step is recorded; None for none.
        fake: True records with tensors that have shapes but no values: nothing is computed and nothing allocated.
            False calls the model with its values. "auto" does the latter where the former fails, such as in a model
            whose Python code looks at values.
        The rest as in `add_scalar`. The model, its buffers, gradients and modes, and the state of random numbers are
        afterwards what they were before. What fails inside of the model is told in the graph, with what was recorded
        until then. Raises PayloadError for what is no model, or for inputs that do not fit its signature.
        """
        from vdlite.graphs.capture import capture
        from vdlite.kinds import graph

        captured = capture(
            model, inputs, named_inputs, backward=backward, optimizer=optimizer, fake=fake
        )
        self._add(graph.NAME, tag, graph.graph(captured), step, walltime)
