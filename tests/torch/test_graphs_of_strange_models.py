"""Graphs of models and tensors of rare kinds, and of models that torch itself wraps: a graph, or a note, and no harm."""

import contextlib
import threading
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from tests.torch import graph_models as models
from vdlite import LogReader, LogWriter
from vdlite.graphs.capture import capture
from vdlite.kinds.graph import Graph

pytestmark = [
    pytest.mark.filterwarnings("ignore:.*torch.jit:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:.*(nested|Sparse|sparse):UserWarning"),
]


class Calls(nn.Module):
    """A linear layer, called by the function that is given."""

    def __init__(self, called: Any) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 4)
        self.called = called

    def forward(self, given: Any) -> Any:
        return self.called(self, given)


ROWS = torch.ones(2, 4)


def kinds(graph: Graph) -> set[str]:
    return {kind.split(".")[1] if "." in kind else kind for kind in graph.types}


def errors(graph: Graph) -> list[str]:
    return [note.text for note in graph.note_list if note.level == "error"]


@pytest.mark.parametrize("is_inside", [True, False])
def test_a_lower_precision_is_recorded(is_inside: bool) -> None:
    def called(model: Calls, given: torch.Tensor) -> torch.Tensor:
        with torch.autocast("cpu", torch.bfloat16) if is_inside else contextlib.nullcontext():
            return model.linear(given)

    with contextlib.nullcontext() if is_inside else torch.autocast("cpu", torch.bfloat16):
        graph = capture(Calls(called), [ROWS], backward=False)
    assert graph.dtypes[graph.types.index("aten.addmm.default")] == ["bfloat16"]
    assert graph.types.count("aten._to_copy.default") == 3  # input, weight and bias


def test_what_needs_no_gradient_has_no_backward() -> None:
    class Half(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.frozen, self.head = nn.Linear(4, 4), nn.Linear(4, 4)

        def forward(self, given: torch.Tensor) -> torch.Tensor:
            with torch.no_grad():
                given = self.frozen(given)
            return self.head(given)

    graph = capture(Half(), [ROWS])
    backward = {
        scope
        for scope, phase, call in zip(graph.scopes, graph.phases, graph.calls, strict=True)
        if phase == "backward" and call
    }
    assert backward == {"head"}


@pytest.mark.parametrize("around", [torch.no_grad, torch.inference_mode])
@pytest.mark.parametrize("fake", [True, False])
def test_the_mode_around_the_call_does_not_hide_the_backward_pass(around: Any, fake: bool) -> None:
    wanted = capture(nn.Linear(4, 4), [ROWS]).types
    with around():
        model, given = nn.Linear(4, 4), torch.ones(2, 4)
        inside = capture(model, [given], fake=fake)
    assert (inside.notes, inside.types) == ([], wanted)
    outside = capture(model, [given], fake=fake)
    assert (outside.notes, outside.types) == ([], wanted)
    assert model.weight.is_inference() == (around is torch.inference_mode)


@pytest.fixture
def doubled() -> Iterator[Any]:
    """An operator of the user's own, of which torch knows no more than how to carry it out."""
    library = torch.library.Library("of_this_test", "DEF")
    library.define("doubled(Tensor given) -> Tensor")
    library.impl("doubled", lambda given: given * 2, "CPU")
    yield torch.ops.of_this_test.doubled
    library._destroy()


def test_an_operator_of_ones_own_is_recorded_with_values(doubled: Any) -> None:
    model = Calls(lambda model, given: doubled(model.linear(given)))
    graph = capture(model, [ROWS], backward=False)
    assert graph.source == "real"
    assert "of_this_test.doubled.default" in graph.types
    assert graph.edges.tolist()[-1] == [
        graph.types.index("of_this_test.doubled.default"),
        graph.types.index("output"),
    ]


def test_a_model_around_another_adds_its_own_parameters() -> None:
    class Adapted(nn.Module):
        def __init__(self, base: nn.Module) -> None:
            super().__init__()
            self.base = base.requires_grad_(False)
            self.low = nn.ParameterDict({"a/b": nn.Parameter(torch.ones(4, 2))})
            self.low["ü"] = nn.Parameter(torch.ones(2, 4))

        def __getattr__(self, name: str) -> Any:
            try:
                return super().__getattr__(name)
            except AttributeError:
                return getattr(self.base, name)

        def forward(self, *given: Any, **named: Any) -> Any:
            return self.base(*given, **named) + given[0] @ self.low["a/b"] @ self.low["ü"]

    graph = capture(Adapted(nn.Linear(4, 4)), [ROWS])
    assert (graph.parameter_count, graph.trained_count) == (36, 16)
    assert [graph.strings[at] for at in graph.parameters.name.tolist()] == [
        *("base.weight", "base.bias", "low.a/b", "low.ü")
    ]


def test_a_slice_of_modules_is_those_modules() -> None:
    class Sliced(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(4))
            self.last = self.layers[2:]

        def forward(self, given: torch.Tensor) -> torch.Tensor:
            for layer in [*self.layers[:2], *self.last]:
                given = layer(given)
            return given

    graph = capture(Sliced(), [ROWS], backward=False)
    assert graph.parameter_count == 4 * 20
    assert list(dict.fromkeys(graph.scopes)) == [
        *("", "layers.0", "layers.1", "layers.2", "layers.3")
    ]


@pytest.mark.parametrize("fake", [True, False])
def test_tensors_that_no_module_knows_of_are_reported_and_put_back(fake: bool) -> None:
    outside = torch.ones(4)

    class Hides(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.held = {"w": nn.Parameter(torch.ones(4, 4))}
            self.listed = [torch.ones(4)]

        def forward(self, given: torch.Tensor) -> torch.Tensor:
            self.listed[0][:2] += 1
            outside.mul_(3)
            return given @ self.held["w"] + self.listed[0] + outside

    model = Hides()
    parts = [model.held["w"], model.listed[0]]
    graph = capture(model, [ROWS], fake=fake)
    assert errors(graph) == []
    assert "aten.mm.default" in graph.types
    names = [graph.strings[at] for at in graph.parameters.name.tolist()]
    assert sorted(names) == ["constant_1", "held['w']", "listed[0]"]
    assert graph.parameter_count == 0  # as for torch
    assert model.held["w"].grad is None
    assert (model.held["w"] is parts[0], model.listed[0] is parts[1]) == (True, True)
    assert (model.listed[0].tolist(), outside.tolist()) == ([1] * 4, [1] * 4)


def test_odd_names_stay_what_they_are() -> None:
    model = nn.Sequential()
    for name in ("a/b", "層 ü", "x" * 1_000_000):
        model.add_module(name, nn.Linear(4, 4))
    graph = capture(model, [ROWS], backward=False)
    first, second, third = list(dict.fromkeys(graph.scopes))[1:]
    assert (first, second) == ("a/b", "層 ü")
    assert len(third) == 1000


def sparse() -> nn.Module:
    model = Calls(lambda model, given: model.linear(torch.sparse.mm(model.near, given)))
    model.register_buffer("near", torch.eye(2).to_sparse())
    return model


def float8() -> nn.Module:
    model = Calls(lambda model, given: given @ model.small.to(torch.float32))
    model.small = nn.Parameter(torch.ones(4, 4).to(torch.float8_e4m3fn), requires_grad=False)
    return model


def complex_() -> nn.Module:
    model = Calls(lambda model, given: torch.fft.irfft(torch.fft.rfft(given) * model.waves))
    model.waves = nn.Parameter(torch.ones(3, dtype=torch.complex64))
    return model


class Marked(torch.Tensor):
    """A class of the user's own."""


LISTS = [torch.ones(2, 4), torch.ones(3, 4)]
RARE: dict[str, tuple[Any, Any, str]] = {
    "sparse": (sparse, lambda: ROWS, "_sparse_addmm"),
    "sparse gradient": (
        lambda: nn.Embedding(9, 4, sparse=True),
        lambda: torch.tensor([1, 2]),
        "_sparse_coo_tensor_with_dims_and_tensors",
    ),
    "float8": (float8, lambda: ROWS, "mm"),
    "complex": (complex_, lambda: ROWS, "_fft_c2r"),
    "jagged": (
        lambda: nn.Linear(4, 4),
        lambda: torch.nested.nested_tensor(LISTS, layout=torch.jagged),
        "linear",
    ),
    "nested": (lambda: nn.Linear(4, 4), lambda: torch.nested.nested_tensor(LISTS), "linear"),
    "own class": (lambda: nn.Linear(4, 4), lambda: ROWS.as_subclass(Marked), "addmm"),
    "batched": (
        lambda: Calls(lambda model, given: torch.func.vmap(model.linear)(given)),
        lambda: ROWS,
        "mm",
    ),
    "numpy": (
        lambda: Calls(lambda model, given: model.linear(torch.from_numpy(given.numpy() * 2))),
        lambda: ROWS,
        "addmm",
    ),
    "flexible attention": (
        lambda: Calls(
            lambda _, given: torch.nn.attention.flex_attention.flex_attention(given, given, given)
        ),
        lambda: torch.ones(1, 1, 16, 16),
        "flex_attention",
    ),
}


@pytest.mark.filterwarnings("ignore:flex_attention called without:UserWarning")
@pytest.mark.parametrize("name", RARE)
def test_tensors_of_rare_kinds_are_recorded(name: str) -> None:
    if name == "flexible attention":
        pytest.importorskip("torch.nn.attention.flex_attention")
    make, example, wanted = RARE[name]
    model = make()
    before = {name: id(each) for name, each in model.named_parameters()}
    graph = capture(model, [example()])
    assert errors(graph) == []
    assert wanted in kinds(graph)
    assert "output" in graph.types
    assert {name: id(each) for name, each in model.named_parameters()} == before
    assert all(each.grad is None for each in model.parameters())


def test_the_inside_of_a_condition_is_asked_to_be_elsewhere() -> None:
    model = Calls(
        lambda model, given: torch.cond(
            given.sum() > 0, lambda one: one.sin(), lambda one: one.cos(), (model.linear(given),)
        )
    )
    graph = capture(model, [ROWS], backward=False)
    at = graph.types.index("cond")
    assert [graph.types.index("aten.addmm.default"), at] in graph.edges.tolist()
    assert graph.shapes[at] == [(2, 4)]
    assert graph.notes == [
        "what is inside of cond is not recorded; a torch.export.ExportedProgram shows it"
    ]


@pytest.mark.parametrize("fake", [True, False])
@pytest.mark.parametrize("is_part", [True, False])
def test_a_scripted_model_is_recorded(fake: bool, is_part: bool) -> None:
    scripted = torch.jit.script(nn.Sequential(nn.Linear(4, 4), nn.ReLU()))
    before = {name: (id(each), each.tolist()) for name, each in scripted.named_parameters()}
    graph = capture(nn.Sequential(scripted) if is_part else scripted, [ROWS], fake=fake)
    assert graph.notes == []
    assert {"addmm", "relu", "mm"} <= kinds(graph)
    assert "backward" in graph.phases
    assert graph.parameter_count == 20
    assert before == {name: (id(each), each.tolist()) for name, each in scripted.named_parameters()}


def test_a_model_that_trains_itself_leaves_no_gradient() -> None:
    def called(model: Calls, given: torch.Tensor) -> torch.Tensor:
        loss = model.linear(given).sum()
        loss.backward()
        return loss.detach()

    model = Calls(called)
    graph = capture(model, [ROWS])
    assert errors(graph) == []
    assert model.linear.weight.grad is None


@pytest.mark.parametrize("raised", [KeyboardInterrupt, SystemExit])
def test_what_ends_a_program_ends_it_and_the_model_is_whole(raised: type[BaseException]) -> None:
    def called(model: Calls, given: torch.Tensor) -> torch.Tensor:
        raise raised

    model = Calls(called)
    before = id(model.linear.weight)
    with pytest.raises(raised):
        capture(model, [ROWS])
    assert id(model.linear.weight) == before
    assert not model._forward_hooks
    assert not model.linear._forward_pre_hooks


@pytest.fixture
def group(tmp_path: Path) -> Iterator[types.ModuleType]:
    """A group of one process."""
    distributed = torch.distributed
    distributed.init_process_group(
        "gloo", init_method=f"file://{tmp_path}/meeting", rank=0, world_size=1
    )
    yield distributed
    distributed.destroy_process_group()


@pytest.mark.filterwarnings("ignore:Accessing the data pointer of FakeTensor:UserWarning")
def test_models_that_are_spread_over_processes_have_the_graph_of_the_model(group: Any) -> None:
    given = torch.zeros(1, 1, 28, 28)
    wanted = capture(models.Tutorial(), [given])
    replicated = nn.parallel.DistributedDataParallel(models.Tutorial())
    assert capture(replicated, [given]).types == wanted.types

    from torch.distributed.device_mesh import init_device_mesh
    from torch.distributed.fsdp import fully_shard

    sharded = models.Tutorial()
    fully_shard(sharded, mesh=init_device_mesh("cpu", (1,)))
    graph = capture(sharded, [given])
    assert errors(graph) == []
    assert graph.parameter_count == wanted.parameter_count
    assert {scope for scope in graph.scopes if scope} == {scope for scope in wanted.scopes if scope}


def test_a_graph_is_recorded_beside_a_training_in_another_thread(tmp_path: Path) -> None:
    trained = models.Tutorial()
    optimizer = torch.optim.SGD(trained.parameters(), lr=1e-3)
    stop, steps = threading.Event(), []

    def train() -> None:
        while not stop.is_set():
            optimizer.zero_grad()
            trained(torch.zeros(2, 1, 28, 28)).sum().backward()
            optimizer.step()
            steps.append(type(trained.conv1.weight.grad))

    thread = threading.Thread(target=train)
    thread.start()
    try:
        with LogWriter(tmp_path / "run") as writer:
            for _ in range(5):
                writer.add_graph(models.Transformer(), models.example(None))
    finally:
        stop.set()
        thread.join()
    assert set(steps) == {torch.Tensor}
    wanted = capture(models.Transformer(), [models.example(None)])
    assert LogReader(tmp_path).graph("run").types == wanted.types


def test_of_two_graphs_of_one_step_the_last_is_read(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_graph(nn.Linear(4, 4), ROWS)
        writer.add_graph(nn.Linear(4, 7), ROWS)
    assert LogReader(tmp_path).graph("run").parameter_count == 35
