"""What LogWriter offers for graphs."""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from vdlite.writer.arguments.checks import StepLike
from vdlite.writer.calls.recorder import Calls
from vdlite.writer.notices import warn

if TYPE_CHECKING:
    from vdlite.graphs.capture import Fake
    from vdlite.graphs.data.redaction import Roots
    from vdlite.kinds.graph.types import Note


class GraphCalls(Calls):
    """The part of LogWriter that logs what is made of operations."""

    def add_graph(
        self,
        model: Any,
        *inputs: Any,
        tag: str = "model",
        backward: bool = True,
        optimizer: Any = None,
        fake: "Fake" = "auto",
        compiled: bool = False,
        step: StepLike | None = 0,
        walltime: float | None = None,
        **named_inputs: Any,
    ) -> None:
        """Log the graph of a model: every operation of one call of it, in the modules that made it.

        model: a PyTorch module, bare, compiled or wrapped for parallel work; an exported program or a graph module;
            the path of a file (.pt2, .onnx, .safetensors, .json); or a `GraphBuilder`, or a mapping with nodes, for any
            other framework.
        inputs, named_inputs: what the model is called with, as one would call it. A single tuple stands for several
            inputs, where the model takes more than one.
        backward: whether the operations of the backward pass are recorded, too.
        optimizer: a torch optimizer of the model, of which one step is recorded; None for none.
        fake: True records with tensors that have shapes but no values: nothing is computed and nothing allocated.
            False calls the model with its values. "auto" does the latter where the former fails, such as in a model
            whose Python code looks at values.
        compiled: whether to log what `torch.compile` makes of the model instead: the operations after its passes, in
            the kernels that they are fused into. A copy of the model is called, with values.
        The rest as in `add_scalar`. The model, its buffers, gradients and modes, and the state of random numbers are
        afterwards what they were before. What fails inside of the model is reported in the graph, with what was recorded
        until then, and in a warning if it is the call itself. Raises PayloadError for what is no model, or for inputs that do not fit its signature, and
        FormatError for a file that can't be read.
        """
        from vdlite.graphs.capture import capture
        from vdlite.kinds import graph

        captured = capture(
            model,
            inputs,
            named_inputs,
            backward=backward,
            optimizer=optimizer,
            fake=fake,
            compiled=compiled,
        )
        _tell_failure(tag, captured.note_list, [*inputs, *named_inputs.values()])
        self._recorder.add(graph.NAME, tag, graph.graph(captured), step, walltime)

    def add_data_graph(
        self,
        loader: Any,
        tag: str = "data",
        *,
        probe: int = 0,
        pictures: bool = False,
        roots: "Roots" = "short",
        step: StepLike | None = 0,
        walltime: float | None = None,
    ) -> None:
        """Log the graph of what samples go through on their way to the training: source, transforms, sampler, batches.

            writer.add_data_graph({"train": train_loader, "val": val_loader})

        loader: a DataLoader, a dataset, or a transform; or several of them in a mapping by their names, which become
            one graph: what they share is there once, and samples that are in both are warned of.
        probe: runs so many samples of each loader through its stages, in the caller's thread and for two seconds at
            most: shapes, dtypes, ranges and times of what comes out of each. States of random numbers are put back.
        pictures: with `probe`, keeps small ones of what comes out of each stage, of four samples.
        roots: "short" keeps the last two parts of paths, "full" all of them. Passwords and queries of addresses are
            left out.
        The rest as in `add_scalar`. Without `probe` only attributes are read: no sample is loaded, no worker is started, no random
        number is drawn. What can't be read of an object is reported in the graph. Raises PayloadError for what is none of
        these. In a worker of a loader it does nothing.
        """
        if _is_in_worker():
            return
        from vdlite.graphs.data import data_graph
        from vdlite.kinds import graph

        captured = data_graph(loader, probe=probe, pictures=pictures, roots=roots)
        self._recorder.add(graph.NAME, tag, graph.graph(captured), step, walltime)


def _tell_failure(tag: str, notes: "Iterable[Note]", inputs: Iterable[Any]) -> None:
    """Warn of a model that failed when it was called: its inputs do not fit, most likely."""
    for note in notes:
        if note.level == "error" and not note.text.startswith(("backward: ", "optimizer: ")):
            shapes = ", ".join(_shape(each) for each in inputs)
            text = "vdlite: graph %r ends where the model failed, which was called with %s: %s"
            warn(text, tag, shapes or "no inputs", note.text)
            return


def _shape(value: Any) -> str:
    """A tensor's shape; what is in a tuple or list in brackets."""
    if isinstance(value, (list, tuple)):
        return f"({', '.join(_shape(each) for each in value)})"
    shape = getattr(value, "shape", None)
    return type(value).__name__ if shape is None else str(list(shape))


_warned: list[bool] = []


def _is_in_worker() -> bool:
    """True if this process loads samples for another one; says so once."""
    data = sys.modules.get("torch.utils.data")
    if data is None or data.get_worker_info() is None:
        return False
    if not _warned:
        _warned.append(True)
        warn("vdlite: add_data_graph does nothing in a worker of a DataLoader")
    return True
