"""How models are called for their graphs: in any way that they can be, wrapped or not."""

from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from tests.torch import graph_models as models
from tests.torch.test_graphs import operations
from vdlite import LogReader, LogWriter
from vdlite.errors import PayloadError
from vdlite.graphs.capture import capture
from vdlite.tensorboard import SummaryWriter


def test_inputs_that_do_not_fit_are_refused_at_the_call() -> None:
    model = models.Tutorial()
    with pytest.raises(PayloadError, match=r"do not fit Tutorial\.forward"):
        capture(model, [])
    with pytest.raises(PayloadError, match="do not fit"):
        capture(model, [], {"images_typo": 1})
    with pytest.raises(PayloadError, match="fake: got 'yes'"):
        capture(model, [torch.ones(1)], fake="yes")  # type: ignore[arg-type]
    with pytest.raises(PayloadError, match=r"got str, want a torch\.optim\.Optimizer"):
        capture(model, [torch.ones(1)], optimizer="adam")
    with pytest.raises(PayloadError, match="got int, want a model"):
        capture(3)


def test_arguments_come_in_any_shape_and_so_do_results() -> None:
    graph = capture(models.Odd(), [], {"given": torch.ones(2, 4), "times": 3})
    named = dict(zip(graph.names, graph.types, strict=True))
    assert [name for name, kind in named.items() if kind == "input"] == ["given"]
    assert [name for name, kind in named.items() if kind == "output"] == [
        *("output.scores", "output.extra['best']")
    ]

    class Two(nn.Module):
        def forward(self, one: torch.Tensor, two: list[torch.Tensor]) -> Any:
            return None, one * one, two[0] + two[1]

    listed = capture(Two(), [torch.ones(2), [torch.ones(2), torch.ones(2)]])
    inputs = [n for n, kind in zip(listed.names, listed.types, strict=True) if kind == "input"]
    assert inputs == ["one", "two[0]", "two[1]"]
    assert listed.edges.tolist()[:2] == [[0, 3], [0, 3]]  # one * one has two
    spread = capture(Two(), [(torch.ones(2), [torch.ones(2), torch.ones(2)])])
    assert spread.types == listed.types


def test_calls_of_other_tools_work() -> None:
    model, given = models.Tutorial(), torch.zeros(2, 1, 28, 28)
    wanted = capture(model, [given]).types

    class Specification:
        shape = (-1, 1, 28, 28)
        dtype = "paddle.float32"

    assert capture(model, [], {"input_to_model": given, "verbose": False}).types == wanted
    assert capture(model, [(given,)]).types == wanted
    assert capture(model, [], {"input_spec": [Specification()]}).types == wanted


@pytest.mark.filterwarnings("ignore:.*torch.jit:DeprecationWarning")  # torch's own compiler uses it
def test_wrapped_models_are_unwrapped() -> None:
    inner = models.Tutorial()
    given = torch.zeros(1, 1, 28, 28)
    wanted = capture(inner, [given])
    for wrapped in (torch.compile(inner), nn.DataParallel(inner)):
        graph = capture(wrapped, [given])
        assert (graph.types, graph.scopes) == (wanted.types, wanted.scopes)
    part = nn.Sequential(torch.compile(nn.Linear(3, 3)), nn.ReLU())
    assert operations(capture(part, [torch.ones(2, 3)], backward=False)) == {
        "aten.t.default": 1,
        "aten.addmm.default": 1,
        "aten.relu.default": 1,
        "aten.detach.default": 1,
    }


@pytest.mark.parametrize("kind", [LogWriter, SummaryWriter])
def test_inputs_that_do_not_fit_are_reported_with_their_shapes(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, kind: Any
) -> None:
    with kind(str(tmp_path)) as writer:
        writer.add_graph(torch.nn.Linear(3, 3), torch.zeros(1, 4))
    (record,) = caplog.records
    warning = record.getMessage()
    assert "graph 'model' ends where the model failed, which was called with [1, 4]: " in warning
    assert "[1, 4] X [3, 3]" in warning
    assert LogReader(tmp_path).tags(".", "graph") == ["model"]


def test_a_graph_that_is_whole_is_not_warned_of(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_graph(torch.nn.Linear(3, 3), torch.zeros(1, 3))
        writer.add_graph(torch.nn.Embedding(3, 3), torch.zeros(1, 3).long(), tag="numbers")
    assert not caplog.records
