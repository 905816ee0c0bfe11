"""The loss of each class, against that of a model which is shown the samples of the class alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from torch import nn  # noqa: E402
from torch.nn import functional  # noqa: E402

from vdlite.errors import LandscapeError  # noqa: E402
from vdlite.landscape import compute_surface, random_directions  # noqa: E402
from vdlite.landscape.torch import TorchProblem, accuracy  # noqa: E402

CLASSES = 3


def sum_and_count(outputs: Any, targets: Any) -> Any:
    return functional.cross_entropy(outputs, targets, reduction="sum"), len(targets)


def of_each(outputs: Any, targets: Any) -> Any:
    return functional.cross_entropy(outputs, targets, reduction="none")


LOSSES: dict[str, Callable[[Any, Any], Any]] = {
    "mean": functional.cross_entropy,
    "each": of_each,
    "sum": sum_and_count,
}


def samples(count: int = 90) -> tuple[Any, Any]:
    generator = torch.Generator().manual_seed(1)
    inputs = torch.randn(count, 5, generator=generator)
    return inputs, (torch.arange(count) * 7 // 2) % CLASSES


def network() -> nn.Module:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, CLASSES))


def batches(inputs: Any, targets: Any, size: int = 16) -> list[tuple[Any, Any]]:
    return list(zip(inputs.split(size), targets.split(size), strict=True))


@pytest.mark.parametrize("loss", LOSSES.values(), ids=LOSSES)
@pytest.mark.parametrize("size", [None, 7])
def test_the_loss_of_a_class_is_that_of_its_samples_alone(
    loss: Callable[[Any, Any], Any], size: int | None
) -> None:
    inputs, targets = samples()
    model = network()
    problem = TorchProblem(
        model, batches(inputs, targets), loss, classes=["cat", "dog", "owl"], batch_size=size
    )
    directions = random_directions(problem.weights, seed=3)
    points = np.array([[0.0, 0.0], [0.5, -0.25], [0.1, 0.1], [-1.0, 2.0], [0.3, 0.0]])
    found = problem.values_at(directions, points)
    assert list(found) == ["loss", "loss/cat", "loss/dog", "loss/owl"]
    for at, name in enumerate(("cat", "dog", "owl")):
        alone = TorchProblem(
            model, [(inputs[targets == at], targets[targets == at])], functional.cross_entropy
        )
        expected = alone.values_at(directions, points)["loss"]
        np.testing.assert_allclose(found[f"loss/{name}"], expected, rtol=2e-6)
    shares = np.bincount(targets.numpy()) / len(targets)
    whole = sum(
        share * found[f"loss/{name}"]
        for share, name in zip(shares, ("cat", "dog", "owl"), strict=True)
    )
    np.testing.assert_allclose(whole, found["loss"], rtol=2e-6)


def test_classes_of_several_data_stand_beside_other_metrics_in_the_record() -> None:
    inputs, targets = samples()
    problem = TorchProblem(
        network(),
        {"train": batches(inputs, targets), "test": batches(inputs[:30], targets[:30])},
        functional.cross_entropy,
        metrics={"accuracy": accuracy},
        classes=CLASSES,
    )
    directions = random_directions(problem.weights, seed=3)
    landscape = compute_surface(problem, directions, x=(-1, 1, 3), y=(-1, 1, 3))
    own = ["loss", "accuracy", "loss/0", "loss/1", "loss/2"]
    assert list(landscape.values) == [
        f"{data}/{name}" for data in ("train", "test") for name in own
    ]
    assert all(np.isfinite(values).all() for values in landscape.values.values())


@pytest.mark.parametrize("loss", LOSSES.values(), ids=LOSSES)
def test_a_class_without_samples_has_no_loss(loss: Callable[[Any, Any], Any]) -> None:
    inputs, targets = samples()
    kept = targets != 1
    problem = TorchProblem(network(), batches(inputs[kept], targets[kept]), loss, classes=CLASSES)
    directions = random_directions(problem.weights, seed=3)
    found = problem.values_at(directions, np.zeros((1, 2)))
    assert np.isnan(found["loss/1"]).all()
    assert np.isfinite([found["loss"], found["loss/0"], found["loss/2"]]).all()


@pytest.mark.parametrize("loss", [functional.cross_entropy, of_each], ids=["mean", "each"])
def test_targets_that_the_loss_ignores_are_of_no_class(loss: Callable[[Any, Any], Any]) -> None:
    inputs, targets = samples(32)
    targets[5:9] = -100
    data = [(inputs, targets)]
    problem = TorchProblem(network(), data, loss, classes=CLASSES, batch_size=32)
    directions = random_directions(problem.weights, seed=3)
    found = problem.values_at(directions, np.zeros((1, 2)))
    with torch.no_grad():
        losses = of_each(network()(inputs), targets)
    for at in range(CLASSES):
        expected = float(losses[targets == at].mean())
        assert found[f"loss/{at}"] == pytest.approx(expected, rel=2e-6)


def test_a_landscape_with_classes_is_another_one() -> None:
    data = batches(*samples())
    plain = TorchProblem(network(), data, functional.cross_entropy)
    named = TorchProblem(network(), data, functional.cross_entropy, classes=CLASSES)
    assert plain.fingerprint != named.fingerprint


@pytest.mark.parametrize(
    ("classes", "message"),
    [
        (0, "classes: got 0, want 1 to 60"),
        (61, "classes: got 61, want 1 to 60"),
        ("cat", "classes: got 'cat', want a number, or a name for each"),
        (["cat", "dog", "cat"], "classes: got 'cat' twice"),
        (2, "classes: got a target of 2, want less than 2"),
        (7, "classes: got 7, but the outputs have 3 columns"),
    ],
)
def test_classes_that_fit_no_targets_are_refused(classes: Any, message: str) -> None:
    with pytest.raises(LandscapeError, match=message):
        problem = TorchProblem(
            network(), batches(*samples()), functional.cross_entropy, classes=classes
        )
        problem.values_at(random_directions(problem.weights, seed=1), np.zeros((1, 2)))


def test_what_has_no_class_for_each_sample_is_refused() -> None:
    inputs, targets = samples()
    problem = TorchProblem(
        nn.Linear(5, 1), [(inputs, targets.float()[:, None])], functional.mse_loss, classes=2
    )
    with pytest.raises(LandscapeError, match=r"targets of shape .*, want a whole number for each"):
        problem.values_at(random_directions(problem.weights, seed=1), np.zeros((1, 2)))
    with pytest.raises(LandscapeError, match="classes: batch_loss"):
        TorchProblem(
            network(),
            [(inputs, targets)],
            batch_loss=lambda model, batch: functional.cross_entropy(model(batch[0]), batch[1]),
            classes=3,
        )
