"""Memory that is in use while the operations of a graph are carried out, by their shapes alone."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from vdlite.kinds.graph.names import short_type
from vdlite.kinds.graph.types import EDGE_KINDS, PHASES, Floats, Graph, byte_count

VIEWS = frozenset(
    (
        *("_reshape_alias", "_unsafe_view", "alias", "as_strided", "detach", "diagonal", "expand"),
        *("lift_fresh", "narrow", "permute", "real", "select", "slice", "split"),
        *("split_with_sizes", "squeeze", "t", "transpose", "unbind", "unfold", "unsqueeze"),
        *("view", "view_as_real", "view_as_complex", "output"),
    )
)
"""Operations whose results lie in the memory of what they take first."""

_BACKWARD = PHASES.index("backward")
_DATA = EDGE_KINDS.index("data")


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes of results, and of what is held throughout."""

    live: (
        Floats  # [N] of the results that are still to be used, while each operation is carried out
    )
    held: int  # of parameters, buffers and constants, each tensor once
    peak: int | None  # the operation at which `live` is largest; None if there is none

    @property
    def peak_bytes(self) -> int:
        """At most in use, with what is held throughout."""
        return self.held + (int(self.live[self.peak]) if self.peak is not None else 0)


def memory(graph: Graph) -> Memory:
    """A result lives from its operation to the last one that takes it, or a view of it.

    Inputs and outputs of the whole live until the end, as their caller holds them, and so does what the backward pass
    gives and nothing takes: gradients. What changes a tensor in place, and views, need no memory. Sizes that are not
    known count as nothing; so do what an operation needs for itself, and how an allocator rounds.
    """
    nodes = graph.nodes
    count = len(nodes)
    sizes = [byte_count(shape) or 0 for shape in graph.shape_table]
    bytes_of = [sizes[at] for at in graph.output_shapes.tolist()]
    holder = _holders(graph)
    until = _last_uses(graph, holder)
    change = np.zeros(count + 1)
    for node, (first, end) in enumerate(pairwise(nodes.first_output.tolist())):
        for place in range(first, end):
            if holder[place] == place:
                change[node] += bytes_of[place]
                change[max(until[place], node) + 1] -= bytes_of[place]
    live = np.cumsum(change)[:count]
    return Memory(live, _held(graph, sizes), int(np.argmax(live)) if count else None)


def _last_uses(graph: Graph, holder: list[int]) -> list[int]:
    """The last node that takes each output or a view of it; -1 where there is none."""
    nodes, edges = graph.nodes, graph.edge_columns
    end = len(nodes) - 1
    kinds = nodes.type.tolist()
    inputs, outputs = (
        {at for at, text in enumerate(graph.strings) if text == kind}
        for kind in ("input", "output")
    )
    first_output = nodes.first_output.tolist()
    found = [-1] * len(holder)
    is_taken = [False] * len(holder)
    takers = np.repeat(np.arange(len(nodes)), np.diff(nodes.first_input)).tolist()
    for maker, output, taker, kind in zip(
        edges.node.tolist(), edges.output.tolist(), takers, edges.kind.tolist(), strict=True
    ):
        place = first_output[maker] + output
        if kind == _DATA and place < first_output[maker + 1]:
            is_taken[place] = True
            if holder[place] >= 0:
                last = end if kinds[taker] in outputs else taker
                found[holder[place]] = max(found[holder[place]], last)
    backward = (nodes.phase == _BACKWARD).tolist()
    made_by = np.repeat(np.arange(len(nodes)), np.diff(nodes.first_output)).tolist()
    for place, (node, held) in enumerate(zip(made_by, holder, strict=True)):
        is_gradient = (
            backward[node] and not is_taken[place] and held >= 0 and backward[made_by[held]]
        )
        if is_gradient or kinds[node] in inputs:
            found[held] = end
    return found


def _holders(graph: Graph) -> list[int]:
    """The output in whose memory each output lies, itself for most; -1 for a parameter's memory."""
    nodes = graph.nodes
    shares = [_shares(text) for text in graph.strings]
    first_output = nodes.first_output.tolist()
    first_input = nodes.first_input.tolist()
    edge_node, edge_output = graph.edge_columns.node.tolist(), graph.edge_columns.output.tolist()
    of_parameter = [_is_first_a_parameter(held) for held in graph.attribute_sets]
    holder = list(range(len(graph.output_shapes)))
    for node, (kind, called) in enumerate(
        zip(nodes.type.tolist(), nodes.attributes.tolist(), strict=True)
    ):
        if not shares[kind]:
            continue
        source = -1
        if first_input[node] < first_input[node + 1] and not of_parameter[called]:
            maker = edge_node[first_input[node]]
            place = first_output[maker] + edge_output[first_input[node]]
            if maker < node and place < first_output[maker + 1]:
                source = holder[place]
        for place in range(first_output[node], first_output[node + 1]):
            holder[place] = source
    return holder


def _shares(kind: str) -> bool:
    name = short_type(kind).partition(".")[0]
    return name in VIEWS or (name.endswith("_") and not name.endswith("__"))


def _is_first_a_parameter(held: object) -> bool:
    """True if the first tensor that an operation was called with is one that is held throughout."""
    tensors = held.get("tensors") if isinstance(held, dict) else None
    if not isinstance(tensors, dict):
        return False
    return next((str(each).startswith("parameter") for each in tensors.values()), False)


def _held(graph: Graph, sizes: list[int]) -> int:
    columns = graph.parameters
    unique = columns.shared_with == np.arange(len(columns))
    return sum(sizes[at] for at in columns.shape[unique].tolist())
