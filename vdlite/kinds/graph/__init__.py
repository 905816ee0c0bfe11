"""Graphs: operations of a model, stages of a data pipeline, or anything else that flows."""

from typing import Any

from vdlite.kinds.draft import Ready, taking
from vdlite.kinds.graph.builder import GraphBuilder
from vdlite.kinds.graph.given import graph_of
from vdlite.kinds.graph.payload import decode, payload
from vdlite.kinds.graph.scope_tree import Scope
from vdlite.kinds.graph.summary import summary
from vdlite.kinds.graph.types import NAME, Edges, Graph, Nodes, Note, Parameters, Scopes
from vdlite.kinds.kind import Kind

__all__ = [
    "NAME",
    "Edges",
    "Graph",
    "GraphBuilder",
    "Nodes",
    "Note",
    "Parameters",
    "Scope",
    "Scopes",
    "decode",
    "graph",
]


@taking(NAME)
def graph(given: Any) -> Ready:
    """A draft of a graph.

    given: a `Graph`, a `GraphBuilder`, or a mapping with nodes: a list of mappings with name, type, inputs (names),
        outputs or shape and dtype, scope ("encoder/block"), attributes, flops.
    Raises PayloadError for anything else.
    """
    held = graph_of(given)
    return Ready(payload(held), summary(held))


KIND = Kind(NAME, decode)
