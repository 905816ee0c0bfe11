"""What a graph is, once it is in memory: columns of nodes, edges, scopes and parameters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.graph import names

if TYPE_CHECKING:
    from vdlite.kinds.graph.memory import Memory
    from vdlite.kinds.graph.scope_tree import Scope

NAME = "graph"
MOST_DIMENSIONS = 1000
MOST_LEVELS = 1000
"""Of scopes in each other: each gives the way to it."""
_MOST_COUNT = (
    1 << 63
) - 1  # of one parameter: no framework has a larger tensor, whatever a file may claim

FLAVORS = ("model", "compiled", "data", "file")
"""What a graph shows: a model as it was called, one that a compiler has fused, a data pipeline, a model's file."""
PHASES = ("forward", "backward", "optimizer", "other")
EDGE_KINDS = ("data", "control")
"""Control: what only fixes an order, such as a write in place, or what chooses samples, such as a sampler."""
SCOPE_KINDS = ("module", "function", "group", "branch")
"""A call of a module, a call of a function, nodes that belong together, one way of a condition or loop."""
ROLES = ("parameter", "buffer", "constant")

Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str, Plain] | None"
Integers: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Shape: TypeAlias = tuple[str, tuple["int | str", ...] | None]
"""Its dtype, such as "float32", and its sizes; text is a size that changes, None one that is not known."""


@dataclass(frozen=True, slots=True)
class Nodes:
    """The operations in the order of execution, [N]."""

    type: Integers  # into Graph.strings
    name: Integers  # into Graph.strings; an empty text: named after its type
    scope: Integers  # the innermost one, into Graph.scope_columns
    phase: Integers  # into PHASES
    flops: (
        Floats  # floating-point operations, two for a multiply-add; NaN where they are not counted
    )
    seconds: Floats  # how long it took; NaN where that is not known
    attributes: Integers  # into Graph.attribute_sets
    place: Integers  # into Graph.places
    first_input: Integers  # [N + 1], into Graph.edge_columns
    first_output: Integers  # [N + 1], into Graph.output_shapes

    def __len__(self) -> int:
        return len(self.type)


@dataclass(frozen=True, slots=True)
class Edges:
    """The inputs of each node, in the order of its arguments: those of one node stand together, [E]."""

    node: Integers  # which node it comes from
    output: Integers  # which of that node's outputs
    kind: Integers  # into EDGE_KINDS

    def __len__(self) -> int:
        return len(self.node)


@dataclass(frozen=True, slots=True)
class Scopes:
    """The scopes that contain nodes, each before what is inside it, [S]; the first one is the whole."""

    depth: Integers  # 0 for the whole
    name: Integers  # into Graph.strings
    type: Integers  # into Graph.strings
    kind: Integers  # into SCOPE_KINDS
    structure: Integers  # equal numbers: equal inside, but for names of parameters

    def __len__(self) -> int:
        return len(self.depth)


@dataclass(frozen=True, slots=True)
class Parameters:
    """Tensors that the graph holds, [P]."""

    name: Integers  # into Graph.strings
    shape: Integers  # into Graph.shape_table
    role: Integers  # into ROLES
    trained: NDArray[np.bool_]
    scope: Integers  # that it belongs to
    shared_with: (
        Integers  # the first parameter that is the same tensor; itself if there is none before it
    )
    first_use: Integers  # [P + 1], into Graph.uses

    def __len__(self) -> int:
        return len(self.name)


@dataclass(frozen=True, slots=True)
class Note:
    """Something to know of a node, of a scope, or of the whole."""

    text: str
    level: str = "info"  # info, warning or error
    node: int | None = None
    scope: int | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """The output of a node for one of the samples that were looked at."""

    node: int
    sample: int
    png: bytes


@dataclass(frozen=True, slots=True)
class Graph:
    """Operations, what flows between them, and what contains them.

    The columns hold numbers of texts, shapes and places, each of which is kept once; the properties spell them out.
    """

    flavor: str  # one of FLAVORS
    source: str  # how it was made: fake, real, export, onnx, safetensors, builder, loader, ...
    about: Mapping[str, Plain]  # the class of the model, its mode, its inputs, versions, ...
    strings: Sequence[str]
    shape_table: Sequence[Shape]
    attribute_sets: Sequence[Mapping[str, Plain]]
    places: Sequence[tuple[str, int]]  # file and line; the first one is ("", 0), not known
    nodes: Nodes
    edge_columns: Edges
    output_shapes: Integers  # into shape_table
    scope_columns: Scopes
    parameters: Parameters
    uses: Integers  # nodes that take a parameter
    note_list: Sequence[Note] = field(default_factory=list)
    pictures: Sequence[Picture] = field(default_factory=list)  # small ones, of a data pipeline

    @property
    def types(self) -> list[str]:
        """[N] such as "aten.addmm.default"."""
        return [self.strings[at] for at in self.nodes.type.tolist()]

    @property
    def names(self) -> list[str]:
        """[N], of one scope each different: as given, or after the type: "addmm", "addmm#2"."""
        return names.node_names(self)

    @property
    def scopes(self) -> list[str]:
        """[N] paths of the modules and groups that the nodes are in, such as "layer1.0.conv1"; "" at the top.

        A second call of the same module is "relu#2".
        """
        paths = names.scope_paths(self)
        return [paths[at] for at in self.nodes.scope.tolist()]

    @property
    def calls(self) -> list[str]:
        """[N] names of the function calls that the nodes are part of, such as "conv2d"; "" where there is none."""
        return names.call_names(self)

    @property
    def phases(self) -> list[str]:
        """[N] of "forward", "backward", "optimizer" and "other"."""
        return [PHASES[at] for at in self.nodes.phase.tolist()]

    @property
    def shapes(self) -> list[list[tuple[int | str, ...] | None]]:
        """[N] lists of the shapes of all outputs; None is one that is not known."""
        return [[shape for _, shape in outputs] for outputs in self._outputs()]

    @property
    def dtypes(self) -> list[list[str]]:
        """[N] lists of the dtypes of all outputs."""
        return [[dtype for dtype, _ in outputs] for outputs in self._outputs()]

    @property
    def flops(self) -> Floats:
        """[N] floating-point operations, two for a multiply-add; NaN where they are not counted."""
        return self.nodes.flops

    @property
    def edges(self) -> Integers:
        """[E, 2]: the node that something comes from, and the one that takes it."""
        takers = np.repeat(np.arange(len(self.nodes)), np.diff(self.nodes.first_input))
        return np.stack([self.edge_columns.node, takers], axis=1)

    @property
    def attributes(self) -> list[Mapping[str, Plain]]:
        """[N] what each node was called with beside tensors."""
        return [self.attribute_sets[at] for at in self.nodes.attributes.tolist()]

    @property
    def files(self) -> list[tuple[str, int]]:
        """[N] file and line of the call; ("", 0) where they are not known."""
        return [self.places[at] for at in self.nodes.place.tolist()]

    @property
    def notes(self) -> list[str]:
        """The notes on the graph: what failed, what is left out."""
        return [note.text for note in self.note_list]

    @property
    def parameter_count(self) -> int:
        """Numbers in its parameters, each tensor once; buffers and constants are none."""
        return sum(self._sizes(role=0))

    @property
    def trained_count(self) -> int:
        """How many of the `parameter_count` numbers the optimizer may change."""
        return sum(self._sizes(role=0, trained=True))

    @property
    def total_flops(self) -> float:
        """Floating-point operations of all nodes that are counted, two for a multiply-add."""
        return float(np.nansum(self.nodes.flops)) if len(self.nodes) else 0.0

    def scope_tree(self) -> "Scope":
        """The whole as a tree of scopes, with what is in each."""
        from vdlite.kinds.graph.scope_tree import scope_tree

        return scope_tree(self)

    def memory(self) -> "Memory":
        """Bytes in use at each operation, by the shapes, and where they are most."""
        from vdlite.kinds.graph.memory import memory

        return memory(self)

    def summary(self, depth: int | None = None) -> str:
        """A table of its scopes in Markdown: class, output, parameters, FLOPs.

        depth: how many levels; None for all modules.
        """
        from vdlite.kinds.graph.table import markdown

        return markdown(self, depth)

    def sizes(self) -> list[int]:
        """[P] numbers in each parameter; 0 where a size is not known."""
        counts = (element_count(self.shape_table[at]) for at in self.parameters.shape.tolist())
        return [min(count or 0, _MOST_COUNT) for count in counts]

    def _sizes(self, role: int, trained: bool | None = None) -> list[int]:
        held = self.parameters
        chosen = (held.role == role) & (held.shared_with == np.arange(len(held)))
        if trained is not None:
            chosen &= held.trained == trained
        sizes = self.sizes()
        return [sizes[at] for at in np.flatnonzero(chosen).tolist()]

    def _outputs(self) -> list[list[Shape]]:
        shapes = [self.shape_table[at] for at in self.output_shapes.tolist()]
        ends = self.nodes.first_output.tolist()
        return [shapes[first:end] for first, end in pairwise(ends)]


def element_count(shape: Shape) -> int | None:
    """How many numbers a tensor of this shape has; None if a size is not known."""
    sizes = shape[1]
    if sizes is None:
        return None
    count = 1
    for size in sizes:
        if isinstance(size, str):
            return None
        count *= size
    return count


_BITS = {
    "bool": 8,
    "float64": 64,
    "float32": 32,
    "float16": 16,
    "bfloat16": 16,
    "complex64": 64,
    "complex128": 128,
    "float4_e2m1fn_x2": 8,
}


def item_bits(dtype: str) -> int | None:
    """Bits of one number of that dtype, by its name; None if it is not known."""
    if dtype in _BITS:
        return _BITS[dtype]
    for beginning, bits in (("float8", 8), ("complex32", 32)):
        if dtype.startswith(beginning):
            return bits
    digits = "".join(filter(str.isdigit, dtype))
    if dtype.lstrip("qu").startswith("int") and digits:
        return int(digits)
    return None


def byte_count(shape: Shape) -> int | None:
    """Bytes of a tensor of this shape; None if a size or the dtype is not known."""
    count, bits = element_count(shape), item_bits(shape[0])
    return None if count is None or bits is None else (count * bits + 7) // 8
