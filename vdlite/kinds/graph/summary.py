"""The facts of a graph that are known without reading it."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from vdlite.kinds.graph.pipeline import pipeline_values
from vdlite.kinds.graph.types import Graph

PROBED = "probed"
"""How many stages of a data pipeline samples were run through."""
VALUES = "values"
"""The values of a data pipeline, if there is room for them."""
_MOST_INTEGER = (1 << 64) - 1  # msgpack has no larger ones


def summary(graph: Graph) -> Mapping[str, Any]:
    scopes = graph.scope_columns
    # What does not fit into a summary is left out of it: this comes last.
    pipeline = (
        {PROBED: int(np.isfinite(graph.nodes.seconds).sum()), VALUES: pipeline_values(graph)}
        if graph.flavor == "data"
        else {}
    )
    return {
        "flavor": graph.flavor,
        "source": graph.source,
        "name": graph.strings[int(scopes.name[0])][:200]
        or graph.strings[int(scopes.type[0])][:200],
        "nodes": len(graph.nodes),
        "forward": int((graph.nodes.phase == 0).sum()),
        "edges": len(graph.edge_columns),
        "scopes": len(scopes),
        "parameters": min(graph.parameter_count, _MOST_INTEGER),
        "flops": graph.total_flops,
        "notes": len(graph.note_list),
        "errors": sum(note.level == "error" for note in graph.note_list),
        **pipeline,
    }
