"""Weights and gradients of a model, every few steps."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import vdlite
from vdlite import LogReader, LogWriter, PayloadError


class Stand:
    """Names parameters as a torch module does."""

    def __init__(self, **parameters: Any) -> None:
        self._parameters = parameters

    def named_parameters(self) -> Iterator[tuple[str, Any]]:
        yield from ((name.replace("__", "."), value) for name, value in self._parameters.items())


class Parameter(np.ndarray[Any, Any]):
    """An array that can have a gradient."""

    grad: Any = None


def parameter(values: Any, grad: Any = None) -> Parameter:
    array = np.asarray(values, np.float64).view(Parameter)
    array.grad = grad
    return array


def test_weights_and_gradients_are_logged_by_name(tmp_path: Path) -> None:
    model = Stand(
        fc__weight=parameter([[1.0, 2.0]], np.array([3.0, 4.0, 5.0])), bias=parameter([7.0])
    )
    with LogWriter(tmp_path) as writer:
        assert vdlite.watch(model, writer).step(5)
    reader = LogReader(tmp_path)
    assert reader.tags(".", "histogram") == [
        "gradients/fc.weight",
        "weights/bias",
        "weights/fc.weight",
    ]
    (record,) = reader.records(".", "histogram", "gradients/fc.weight")
    assert (record.step, record.payload.count, record.payload.mean) == (5, 3, 4.0)


def test_it_logs_every_so_many_steps(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        watched = vdlite.watch(Stand(w=parameter([1.0])), writer, every=10)
        logged = [step for step in [3, 4, 12, 13, 14, 40, 49, 50, 2, 3] if watched.step(step)]
    assert logged == [3, 13, 40, 50, 2]
    steps = [record.step for record in LogReader(tmp_path).records(".", "histogram", "weights/w")]
    assert steps == sorted(logged)


def test_without_steps_the_calls_are_counted(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        watched = vdlite.watch(Stand(w=parameter([1.0])), writer, every=3)
        assert [watched.step() for _ in range(7)] == [True, False, False, True, False, False, True]
    records = LogReader(tmp_path).records(".", "histogram", "weights/w")
    assert [record.step for record in records] == [0, 3, 6]


def test_either_of_the_two_can_be_left_out(tmp_path: Path) -> None:
    model = Stand(w=parameter([1.0], np.array([2.0])))
    with LogWriter(tmp_path) as writer:
        vdlite.watch(model, writer, weights=False, buckets=3).step()
    reader = LogReader(tmp_path)
    assert reader.tags(".", "histogram") == ["gradients/w"]
    assert len(next(iter(reader.records(".", "histogram", "gradients/w"))).payload.counts) == 3


@pytest.mark.parametrize(
    ("name", "tag"),
    [
        ("module__fc__weight", "weights/fc.weight"),
        ("_orig_mod__module__fc__weight", "weights/fc.weight"),
        ("block___fsdp_wrapped_module__fc__weight", "weights/block.fc.weight"),
        ("submodule__weight", "weights/submodule.weight"),
    ],
)
def test_names_of_wrappers_are_left_out(tmp_path: Path, name: str, tag: str) -> None:
    with LogWriter(tmp_path) as writer:
        vdlite.watch(Stand(**{name: parameter([1.0])}), writer).step()
    assert LogReader(tmp_path).tags(".", "histogram") == [tag]


def test_what_is_no_model_is_refused(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        with pytest.raises(PayloadError, match="watch: got SimpleNamespace"):
            vdlite.watch(SimpleNamespace(), writer)  # type: ignore[arg-type]
        with pytest.raises(PayloadError, match="every: got 0"):
            vdlite.watch(Stand(), writer, every=0)
        with pytest.raises(PayloadError, match="every: got float"):
            vdlite.watch(Stand(), writer, every=0.5)  # type: ignore[arg-type]


def test_a_torch_model_is_watched(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    shared = torch.nn.Linear(4, 4)
    model = torch.nn.DataParallel(torch.nn.Sequential(shared, torch.nn.ReLU(), shared))
    frozen = torch.nn.Parameter(torch.ones(3, dtype=torch.bfloat16), requires_grad=False)
    model.module.register_parameter("frozen", frozen)
    with LogWriter(tmp_path) as writer:
        watched = vdlite.watch(model, writer)
        model(torch.ones(2, 4)).sum().backward()
        watched.step(0)
        wanted = np.histogram(shared.weight.detach().numpy().astype(np.float64), 64)[0]
        with torch.no_grad():
            shared.weight += 100  # nothing of this is seen
    reader = LogReader(tmp_path)
    assert reader.tags(".", "histogram") == [
        "gradients/0.bias",
        "gradients/0.weight",
        "weights/0.bias",
        "weights/0.weight",
        "weights/frozen",
    ]
    (record,) = reader.records(".", "histogram", "weights/0.weight")
    assert record.payload.counts.tolist() == wanted.tolist()
