"""Graphs of exported programs and of traced modules."""

import pytest
import torch
from torch import nn

from tests.torch import graph_models as models
from vdlite.errors import PayloadError
from vdlite.graphs.capture import capture

pytestmark = [  # warnings of torch's own exporter
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:The .grad attribute:UserWarning"),
]


class Branches(nn.Module):
    """A condition of which one way is taken, and a loop."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 4)
        self.register_buffer("shift", torch.ones(4))

    def forward(self, given: torch.Tensor) -> torch.Tensor:
        hidden = torch.cond(
            given.sum() > 0,
            lambda one: one.sin() + self.shift,
            lambda one: one.cos(),
            (self.linear(given),),
        )
        count = torch.tensor(0)
        return torch.while_loop(
            lambda at, _: at < 3, lambda at, one: (at + 1, one * 2), (count, hidden)
        )[1]


def test_both_ways_of_a_condition_and_the_body_of_a_loop_are_there() -> None:
    graph = capture(torch.export.export(Branches(), (torch.ones(2, 4),)))
    inside = {
        (scope, kind)
        for scope, kind in zip(graph.scopes, graph.types, strict=True)
        if "graph" in scope
    }
    assert inside == {
        ("true_graph_0", "aten.sin.default"),
        ("true_graph_0", "aten.add.Tensor"),
        ("false_graph_0", "aten.cos.default"),
        ("while_loop_cond_graph_0", "aten.lt.Scalar"),
        ("while_loop_body_graph_0", "aten.add.Tensor"),
        ("while_loop_body_graph_0", "aten.mul.Tensor"),
    }
    assert graph.source == "export"
    linear = graph.types.index("aten.linear.default")
    edges = graph.edges.tolist()
    assert [linear, graph.types.index("aten.sin.default")] in edges
    assert [graph.types.index("aten.cos.default"), graph.types.index("cond")] in edges
    held = graph.parameters
    roles = {graph.strings[name]: role for name, role in zip(held.name, held.role, strict=True)}
    assert (roles["linear.weight"], roles["shift"]) == (0, 1)
    assert graph.parameter_count == 20


@pytest.mark.parametrize("name", ["tutorial", "transformer", "unet", "residual"])
def test_an_export_has_the_scopes_and_sums_of_the_recording(name: str) -> None:
    make, sizes = models.REPLAYED[name]
    model, given = make().eval(), models.example(sizes)
    exported = capture(torch.export.export(model, (given,)))
    recorded = capture(model, [given], backward=False)
    # A dropout does nothing when it is evaluated, but is exported.
    called = [scope for scope in dict.fromkeys(exported.scopes) if not scope.endswith(".drop")]
    assert called == list(dict.fromkeys(recorded.scopes))
    assert exported.total_flops == recorded.total_flops
    assert exported.parameter_count == recorded.parameter_count
    whole = exported.scope_tree()
    assert [(child.name, child.type) for child in whole.children if child.kind == "module"] == [
        (child.name, child.type)
        for child in recorded.scope_tree().children
        if child.kind == "module"
    ]
    assert whole.name == type(model).__name__


def test_sizes_that_change_are_texts() -> None:
    batch = torch.export.Dim("batch")
    model = nn.Sequential(nn.Linear(4, 3), nn.ReLU())
    exported = torch.export.export(model, (torch.ones(5, 4),), dynamic_shapes=({0: batch},))
    graph = capture(exported)
    ((size, *rest),) = graph.shapes[graph.types.index("aten.linear.default")]  # type: ignore[misc]
    assert isinstance(size, str)
    assert rest == [3]
    assert size in graph.about["sizes"]  # type: ignore[operator]


def test_the_right_output_of_several_is_taken() -> None:
    class Halves(nn.Module):
        def forward(self, given: torch.Tensor) -> torch.Tensor:
            low, high = given.split(2)
            return high - low

    graph = capture(torch.export.export(Halves(), (torch.ones(4),)))
    at = graph.types.index("aten.sub.Tensor")
    first = graph.nodes.first_input[at]
    assert graph.edge_columns.output[first : first + 2].tolist() == [1, 0]


def test_a_module_with_a_graph_of_its_own_is_no_traced_one() -> None:
    class OwnGraph(nn.Module):
        graph = "edges of a graph network"

        def forward(self) -> torch.Tensor:
            return torch.ones(2) + 1

    assert "aten.add.Tensor" in capture(OwnGraph()).types


def test_inputs_beside_a_graph_are_refused() -> None:
    program = torch.export.export(nn.Linear(2, 2), (torch.ones(1, 2),))
    for graph in (program, "model.onnx"):
        with pytest.raises(PayloadError, match="its name is tag="):
            capture(graph, ["model"])


def test_a_traced_module_is_a_graph() -> None:
    graph = capture(torch.fx.symbolic_trace(nn.Sequential(nn.Linear(3, 4), nn.ReLU())))
    assert graph.types == ["input", "Linear", "ReLU", "output"]
    assert graph.edges.tolist() == [[0, 1], [1, 2], [2, 3]]
    assert graph.parameter_count == 16
    assert graph.source == "fx"
