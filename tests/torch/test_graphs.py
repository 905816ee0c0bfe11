"""Graphs of models: every operation, where it belongs, and nothing of the model changed."""

import collections
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils._python_dispatch import TorchDispatchMode

from tests.torch import graph_models as models
from vdlite import LogReader, LogWriter
from vdlite.graphs.capture import capture
from vdlite.kinds.graph import Graph


class Dispatched(TorchDispatchMode):
    """Counts the operations, by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: collections.Counter[str] = collections.Counter()

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if func.namespace == "aten":
            self.counts[str(func)] += 1
        return func(*args, **(kwargs or {}))


def operations(graph: Graph, phase: str | None = None) -> collections.Counter[str]:
    return collections.Counter(
        kind
        for kind, each in zip(graph.types, graph.phases, strict=True)
        if "." in kind and phase in (None, each)
    )


def replayed(graph: Graph, model: nn.Module, given: torch.Tensor) -> list[torch.Tensor]:
    """The outputs of the recorded operations, carried out one by one with values."""
    tensors = dict(model.named_parameters(remove_duplicate=False))
    tensors |= {
        name: buffer.clone() for name, buffer in model.named_buffers(remove_duplicate=False)
    }
    held = graph.parameters
    first = held.first_use.tolist()
    own: dict[int, list[int]] = collections.defaultdict(list)
    for parameter in range(len(held)):
        for node in set(graph.uses[first[parameter] : first[parameter + 1]].tolist()):
            own[node].append(parameter)
    made: dict[int, list[Any]] = {}
    ends = graph.nodes.first_input.tolist()
    found = []

    def argument(node: int, source: str) -> Any:
        what, number = source.split()
        if what == "parameter":
            name = graph.strings[int(held.name[own[node][int(number)]])]
            return tensors[name]
        edge = ends[node] + int(number)
        return made[int(graph.edge_columns.node[edge])][int(graph.edge_columns.output[edge])]

    for node, (kind, phase, attributes) in enumerate(
        zip(graph.types, graph.phases, graph.attributes, strict=True)
    ):
        if phase != "forward":
            continue
        if kind == "input":
            made[node] = [given]
        elif kind == "output":
            edge = ends[node]
            found.append(
                made[int(graph.edge_columns.node[edge])][int(graph.edge_columns.output[edge])]
            )
        else:
            namespace, name, overload = kind.split(".")
            operator = getattr(getattr(getattr(torch.ops, namespace), name), overload)
            named = {name: plain(value) for name, value in attributes.items() if name != "tensors"}
            for name, source in dict(attributes.get("tensors", {})).items():
                named[name] = (
                    [argument(node, each) for each in source]
                    if isinstance(source, list)
                    else argument(node, source)
                )
            # Those that are left out may have no default.
            for each in operator._schema.arguments:
                if each.name not in named and not each.has_default_value():
                    named[each.name] = None
            result = operator(**named)
            made[node] = list(result) if isinstance(result, (tuple, list)) else [result]
    return found


def plain(value: Any) -> Any:
    if isinstance(value, str):
        kind = getattr(torch, value, None)
        if isinstance(kind, (torch.dtype, torch.layout, torch.memory_format)):
            return kind
    return value


@pytest.mark.parametrize("name", models.REPLAYED)
@pytest.mark.parametrize("fake", ["auto", False])
def test_what_is_recorded_is_what_torch_carries_out_and_gives_the_same(
    name: str, fake: Any
) -> None:
    make, sizes = models.REPLAYED[name]
    torch.manual_seed(0)
    model, given = make().eval(), models.example(sizes)
    with Dispatched() as log:
        wanted = model(given)
        first = log.counts.copy()
        flat = [each for each in torch.utils._pytree.tree_leaves(wanted) if each.requires_grad]
        torch.autograd.backward(flat, [torch.ones_like(each) for each in flat])
    graph = capture(model, [given], fake=fake)
    assert [note for note in graph.note_list if note.level == "error"] == []
    assert operations(graph, "forward") == first
    whole, wanted_whole = operations(graph), log.counts
    if graph.source == "fake":  # how a gradient is stored depends on strides, which devices choose
        for kind in ("detach", "copy_", "new_empty_strided"):
            del whole[f"aten.{kind}.default"], wanted_whole[f"aten.{kind}.default"]
    assert whole == wanted_whole
    with torch.no_grad():
        got = replayed(graph, model, given)
    for one, other in zip(got, torch.utils._pytree.tree_leaves(wanted), strict=True):
        torch.testing.assert_close(one, other)


def test_operations_stand_in_the_calls_of_modules_and_functions() -> None:
    graph = capture(models.Tutorial(), [torch.zeros(2, 1, 28, 28)], backward=False)
    calls = [(scope, call) for scope, call in zip(graph.scopes, graph.calls, strict=True) if call]
    assert list(dict.fromkeys(calls)) == [
        ("conv1", "conv2d"),
        ("relu", "relu"),
        ("pool", "max_pool2d"),
        ("conv2", "conv2d"),
        ("relu#2", "relu"),
        ("pool#2", "max_pool2d"),
        ("", "reshape"),
        ("linear", "linear"),
    ]
    at = graph.types.index("aten.convolution.default")
    assert graph.shapes[at] == [(2, 6, 24, 24)]
    assert graph.dtypes[at] == ["float32"]
    assert graph.attributes[at]["stride"] == [1, 1]
    assert graph.attributes[at]["groups"] == 1
    file, line = graph.files[at]
    assert Path(file).name == "graph_models.py"
    assert "self.conv1" in Path(file).read_text().splitlines()[line - 1]
    assert graph.scope_tree().name == "Tutorial"
    assert {child.name: child.type for child in graph.scope_tree().children}["conv1"] == "Conv2d"


@pytest.mark.parametrize("name", models.REPLAYED)
def test_backward_operations_are_in_the_scope_of_their_forward(name: str) -> None:
    make, sizes = models.REPLAYED[name]
    graph = capture(make(), [models.example(sizes)])
    forward = {
        (scope, call)
        for scope, call, phase in zip(graph.scopes, graph.calls, graph.phases, strict=True)
        if phase == "forward"
    }
    backward = [
        (kind, scope, call)
        for kind, scope, call, phase in zip(
            graph.types, graph.scopes, graph.calls, graph.phases, strict=True
        )
        if phase == "backward" and call != "ones_like"  # where the backward pass begins
    ]
    assert backward
    assert [each for each in backward if each[1:] not in forward] == []
    belongs = {
        "aten.convolution_backward.default": ("conv", "down", "up", ""),
        "aten.native_layer_norm_backward.default": ("norm", "norm1", "norm2"),
        "aten.embedding_dense_backward.default": ("embed",),
        "aten.max_pool2d_with_indices_backward.default": ("pool",),
    }
    for kind, scope, _ in backward:
        if kind in belongs:
            last = scope.rpartition(".")[2].partition("#")[0].rstrip("0123456789")
            assert (last or scope.partition(".")[0]) in belongs[kind]


def test_a_model_that_looks_at_values_is_called_with_values() -> None:
    graph = capture(models.LooksAtValues(), [torch.ones(2, 4)])
    assert graph.source == "real"
    assert len(graph.notes) == 1
    assert graph.notes[0].startswith("recorded with values, since without them it fails")
    only_fake = capture(models.LooksAtValues(), [torch.ones(2, 4)], fake=True)
    assert only_fake.source == "fake"
    (note,) = only_fake.note_list
    assert note.level == "error"
    assert only_fake.types[note.node or 0] == "aten._local_scalar_dense.default"


def test_what_fails_keeps_what_was_recorded_and_says_where() -> None:
    graph = capture(models.FailsInTheMiddle(), [torch.ones(2, 4)])
    assert "layers.6" in graph.scopes
    (note,) = graph.note_list
    assert note.level == "error"
    assert note.node is not None
    assert (graph.scopes[note.node], graph.types[note.node]) == ("layers.7", "aten.addmm.default")
    assert "[2, 4] X [5, 4]" in note.text
    assert graph.total_flops == 7 * 2 * 2 * 4 * 4  # not of the one that failed


def test_an_error_in_python_code_is_reported_with_its_module() -> None:
    class Raises(nn.Module):
        def forward(self, given: torch.Tensor) -> torch.Tensor:
            given = given + 1
            raise KeyError("no such thing")

    graph = capture(nn.Sequential(nn.Linear(4, 4), Raises()), [torch.ones(2, 4)])
    (note,) = graph.note_list
    assert note.text == "KeyError('no such thing')"
    names = [graph.strings[at] for at in graph.scope_columns.name.tolist()]
    assert note.scope is not None
    assert names[note.scope] == "1"
    assert graph.types[-1] == "aten.add.Tensor"


def test_an_output_is_taken_from_the_right_port() -> None:
    class Halves(nn.Module):
        def forward(self, given: torch.Tensor) -> torch.Tensor:
            low, high = given.split(2)
            return high - low

    graph = capture(Halves(), [torch.ones(4)])
    at = graph.types.index("aten.sub.Tensor")
    first = graph.nodes.first_input[at]
    assert graph.edge_columns.output[first : first + 2].tolist() == [1, 0]


def test_what_is_written_in_place_is_the_last_writers_and_orders_the_readers() -> None:
    class Writes(nn.Module):
        def forward(self, given: torch.Tensor) -> torch.Tensor:
            base = given.clone()
            row = base[0]
            base.add_(1)
            return row * base

    graph = capture(Writes(), [torch.ones(2, 2)], backward=False)
    types = [kind.split(".")[1] if "." in kind else kind for kind in graph.types]
    at = types.index("mul")
    first, end = graph.nodes.first_input[at : at + 2].tolist()
    taken = [types[node] for node in graph.edge_columns.node[first:end].tolist()]
    assert taken == ["select", "add_", "add_"]
    assert graph.edge_columns.kind[first:end].tolist() == [0, 0, 1]


def test_random_operations_follow_one_another_and_equal_blocks_stay_equal() -> None:
    graph = capture(models.Transformer(dropout=0.5), [models.example(None)])
    is_control = graph.edge_columns.kind == 1
    random_nodes = [at for at, kind in enumerate(graph.types) if "bernoulli" in kind]
    assert len(random_nodes) == 3
    between = graph.edges[is_control].tolist()
    assert [random_nodes[0], random_nodes[1]] in between
    columns = graph.scope_columns
    blocks = [
        structure
        for depth, name, structure in zip(
            columns.depth.tolist(), columns.name.tolist(), columns.structure.tolist(), strict=True
        )
        if depth == 1 and graph.strings[name].startswith("h.")
    ]
    assert len(blocks) == 3
    assert len(set(blocks)) == 1


def test_a_tied_weight_counts_once() -> None:
    model = models.Transformer()
    graph = capture(model, [models.example(None)])
    assert graph.parameter_count == sum(each.numel() for each in model.parameters())
    assert graph.scope_tree().parameter_count == graph.parameter_count


def test_a_recomputed_segment_is_backward_and_in_the_scope_of_its_block() -> None:
    graph = capture(models.Transformer(checkpointed=True), [models.example(None)])
    again = [
        scope
        for kind, phase, scope in zip(graph.types, graph.phases, graph.scopes, strict=True)
        if phase == "backward" and kind == "aten.native_layer_norm.default"
    ]
    assert again == ["h.2.norm", "h.1.norm", "h.0.norm"]


def test_flops_are_those_of_formulas() -> None:
    def counted(model: nn.Module, *given: torch.Tensor, phase: str = "forward") -> float:
        graph = capture(model, given)
        chosen = np.array(graph.phases) == phase
        return float(np.nansum(graph.flops[chosen]))

    conv = nn.Conv2d(8, 12, (3, 5), stride=2, groups=4)
    height, width = (20 - 3) // 2 + 1, (30 - 5) // 2 + 1
    once = 2 * 2 * 12 * (8 // 4) * 15 * height * width
    images = torch.zeros(2, 8, 20, 30)
    assert counted(conv, images) == once
    assert counted(conv, images, phase="backward") == once  # of the weight alone
    assert counted(conv, images.clone().requires_grad_(), phase="backward") == 2 * once
    assert counted(nn.ConvTranspose2d(8, 12, 3), images) == 2 * 2 * 8 * 12 * 9 * 20 * 30
    assert counted(nn.Linear(5, 7), torch.zeros(3, 4, 5)) == 2 * 12 * 5 * 7

    class Attends(nn.Module):
        def forward(self, query: torch.Tensor, key: torch.Tensor) -> torch.Tensor:
            return F.scaled_dot_product_attention(query, key, key)

    query = torch.zeros(2, 4, 128, 64, requires_grad=True)
    key = torch.zeros(2, 4, 32, 64, requires_grad=True)
    products = 2 * 2 * 4 * 128 * 32 * 64  # one product of that size
    assert counted(Attends(), query, key) == 2 * products
    assert counted(Attends(), query, key, phase="backward") == 5 * products


def test_a_very_deep_model_and_a_long_loop_are_recorded() -> None:
    deep = nn.Sequential(*(nn.Identity() for _ in range(1500)), nn.Linear(2, 2))
    assert len(capture(deep, [torch.ones(1, 2)], backward=False).scope_columns) > 1
    unrolled = capture(models.Recurrent(), [torch.zeros(300, 1, 4)], backward=False)
    assert unrolled.scopes[-2] == "cell#300"
    columns = unrolled.scope_columns
    cells = columns.structure[columns.depth == 1][1:-1]
    assert len(set(cells[1:].tolist())) == 1


def test_a_model_that_can_just_be_called_can_be_recorded() -> None:
    model: nn.Module = nn.Linear(2, 2)
    for _ in range(220):
        model = nn.Sequential(model)
    given = torch.ones(1, 2)
    model(given)
    limit = sys.getrecursionlimit()
    graph = capture(model, [given])
    assert graph.notes == []
    assert graph.parameter_count == 6
    assert sys.getrecursionlimit() == limit


def test_a_model_that_is_too_deep_to_be_looked_at_is_reported() -> None:
    model: nn.Module = nn.Linear(2, 2)
    for _ in range(2000):
        model = nn.Sequential(model)
    graph = capture(model, [torch.ones(1, 2)])
    assert graph.notes[0].startswith("the model can't be recorded: RecursionError")


def test_parameters_without_sizes_are_reported() -> None:
    graph = capture(nn.LazyLinear(3), [torch.ones(2, 4)])
    assert graph.notes == ["the model's parameters get their sizes in its first call: call it once"]


def test_a_model_without_values_needs_no_memory() -> None:
    with torch.device("meta"):
        model = models.Transformer(width=1 << 15)
    graph = capture(model, [models.example(None)], backward=False)
    assert (graph.source, graph.notes) == ("fake", [])
    assert graph.parameter_count == sum(each.numel() for each in model.parameters()) > 10**10


def test_it_is_logged_and_read(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_graph(models.Tutorial(), torch.zeros(2, 1, 28, 28))
        writer.add_graph(models.Odd(), given=torch.ones(2, 4), times=3, tag="odd", step=7)
    reader = LogReader(tmp_path)
    read = reader.graph("run")
    assert read.parameter_count == 6 * 25 + 6 + 16 * 150 + 16 + 2560 + 10
    assert reader.graph("run", "odd", 7).about["class"] == "tests.torch.graph_models.Odd"
    summary = reader.records("run", "graph", "model")[0].summary
    assert (summary["name"], summary["nodes"]) == ("Tutorial", len(read.types))
