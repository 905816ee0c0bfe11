"""A graph of whatever was handed over."""

import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from vdlite.errors import PayloadError
from vdlite.kinds.graph import Graph, GraphBuilder
from vdlite.kinds.graph.given import graph_of

Fake: TypeAlias = 'bool | Literal["auto"]'


def capture(
    model: Any,
    inputs: Sequence[Any] = (),
    named_inputs: Mapping[str, Any] | None = None,
    *,
    backward: bool = True,
    optimizer: Any = None,
    fake: Fake = "auto",
    compiled: bool = False,
) -> Graph:
    """The graph of a model, of a file, or of what is a graph already.

    See `LogWriter.add_graph` for the arguments. Raises PayloadError for what is none of these, and for inputs that
    do not fit the model's signature; what fails inside of the model is reported by a note of the graph.
    """
    is_program = hasattr(model, "graph_module") and hasattr(model, "graph_signature")
    is_graph = isinstance(model, (Graph, GraphBuilder, Mapping, str, os.PathLike)) or is_program
    if is_graph and (inputs or named_inputs):
        raise PayloadError("graph: got inputs beside a graph, want it alone; its name is tag=...")
    if isinstance(model, (str, os.PathLike)):
        from vdlite.graphs.files import read_file

        return read_file(model)
    if is_program:
        from vdlite.graphs.torch.exported import of_program

        return of_program(model)
    if hasattr(model, "named_modules"):
        from vdlite.graphs.torch import record

        return record(
            model,
            inputs,
            named_inputs or {},
            backward=backward,
            optimizer=optimizer,
            fake=fake,
            compiled=compiled,
        )
    return graph_of(model)
