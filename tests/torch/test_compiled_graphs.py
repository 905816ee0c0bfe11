"""Graphs of what torch.compile makes of models."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from tests.torch import graph_models as models
from vdlite import LogReader, LogWriter
from vdlite.graphs.capture import capture

pytestmark = [  # warnings of torch's own compiler
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:The .grad attribute:UserWarning"),
    pytest.mark.filterwarnings("ignore:Dynamo does not know:UserWarning"),
]


def test_what_is_fused_stands_in_the_group_of_its_kernel(tmp_path: Path) -> None:
    model, given = models.Tutorial(), torch.zeros(2, 1, 28, 28)
    before = {name: (id(each), each._version) for name, each in model.named_parameters()}
    numbers = torch.get_rng_state()
    with LogWriter(tmp_path / "run") as writer:
        writer.add_graph(torch.compile(model), given, compiled=True)
    graph = LogReader(tmp_path).graph("run")
    assert (graph.flavor, graph.source, graph.notes) == ("compiled", "inductor", [])
    assert {name: (id(each), each._version) for name, each in model.named_parameters()} == before
    assert all(each.grad is None for each in model.parameters())
    assert torch.equal(torch.get_rng_state(), numbers)

    inputs = [n for n, kind in zip(graph.names, graph.types, strict=True) if kind == "input"]
    assert inputs == ["images", "gradient of the output"]
    kernel = dict(zip(graph.types, graph.scopes, strict=True))
    assert kernel["aten.relu.default"] == kernel["prims._low_memory_max_pool_with_offsets.default"]
    assert kernel["aten.relu.default"].startswith("cpp_fused_")
    assert kernel["aten.convolution.default"] == "extern_kernels.convolution#2"
    modules = [held.get("module") for held in graph.attributes]
    assert modules[graph.types.index("aten.relu.default")] == "relu"
    assert modules[graph.types.index("aten.addmm.default")] == "linear"
    file, line = graph.files[graph.types.index("aten.addmm.default")]
    assert "self.linear" in Path(file).read_text().splitlines()[line - 1]
    kinds = {scope.kind for _, scope in graph.scope_tree().walk() if scope.path}
    assert kinds == {"group"}


@pytest.mark.parametrize("name", ["tutorial", "transformer", "unet", "own function"])
def test_a_compiled_model_has_the_sums_of_the_recorded_one(name: str) -> None:
    make, sizes = models.REPLAYED[name]
    model, given = make(), models.example(sizes)
    recorded, compiled = capture(model, [given]), capture(model, [given], compiled=True)
    assert compiled.notes == []
    assert compiled.parameter_count == recorded.parameter_count
    assert set(compiled.phases) == {"forward", "backward"}
    forward = np.array(compiled.phases) == "forward"
    if name != "transformer":  # whose attention is taken apart otherwise
        assert compiled.scope_tree().flops == recorded.scope_tree().flops
    assert compiled.types.count("output") == recorded.types.count("output")
    # What the backward pass takes of the forward one is an edge between them.
    assert any(
        forward[maker] and not forward[taker] and compiled.types[maker] != "input"
        for maker, taker in compiled.edges.tolist()
    )


def test_a_model_that_is_cut_has_a_group_for_each_part() -> None:
    graph = capture(models.LooksAtValues(), [torch.ones(2, 4)], compiled=True)
    assert {scope.partition(".")[0] for scope in graph.scopes} == {"graph 0", "graph 1"}
    assert graph.about["graphs"] == 2


def test_inputs_by_name_and_in_lists_are_called_as_the_model_does() -> None:
    graph = capture(models.Odd(), [], {"given": torch.ones(2, 4), "times": 3}, compiled=True)
    assert graph.names[0] == "given"

    class Two(nn.Module):
        def forward(self, one: torch.Tensor, two: list[torch.Tensor]) -> torch.Tensor:
            return one * two[0] + two[1]

    listed = capture(Two(), [torch.ones(2), [torch.ones(2), torch.ones(2)]], compiled=True)
    assert listed.names[:3] == ["one", "two[0]", "two[1]"]


def test_what_cannot_be_compiled_is_recorded_with_a_note() -> None:
    recurrent = capture(nn.LSTM(4, 6), [torch.zeros(5, 2, 4)], compiled=True)
    assert recurrent.flavor == "model"
    assert len(recurrent.types) > 5
    assert recurrent.notes[0].startswith("not compiled, here it is as it is called without")
    with torch.device("meta"):
        large = nn.Linear(1 << 20, 1 << 20)
    without = capture(large, [torch.zeros(1, 1 << 20)], compiled=True)
    assert "its tensors have no values" in without.notes[0]
    fails = capture(models.FailsInTheMiddle(), [torch.ones(2, 4)], compiled=True)
    assert fails.notes


def test_models_that_the_user_has_compiled_are_not_compiled_again() -> None:
    compilations = []

    def backend(module: Any, inputs: Any) -> Any:
        compilations.append(module)
        return module

    model, given = models.Tutorial(), torch.zeros(2, 1, 28, 28)
    own = torch.compile(model, backend=backend)
    own(given)
    capture(own, [given], compiled=True)
    own(given)
    assert len(compilations) == 1
