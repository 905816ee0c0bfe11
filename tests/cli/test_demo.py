from __future__ import annotations

import math
import re
from pathlib import Path

import httpx
import numpy as np
import pytest

from vdlite import LogReader
from vdlite.demo.decisions import decisions
from vdlite.demo.graph import network_graph
from vdlite.demo.network import RULES, Network, Optimizer
from vdlite.demo.plan import PLANS, Plan, load_digits

from .conftest import Start, end, posix, said_until


def test_it_trains_logs_beside_older_logs_and_says_where_they_stay(
    start: Start, tmp_path: Path
) -> None:
    older = tmp_path / "vdlite-demo"
    older.mkdir()
    (older / "old.vdl").write_text("")
    process = start("demo", "--no-browser", "--port", "0", "--exit-when-done", "--seconds", "0")
    output, errors = process.communicate(timeout=600)
    assert (process.returncode, errors) == (0, "")
    assert [path.name for path in older.iterdir()] == ["old.vdl"]
    logdir = tmp_path / "vdlite-demo-2"
    assert str(logdir) in output
    assert 'vdlite --logdir "vdlite-demo-2"' in output
    names = {path.name for path in logdir.iterdir()}
    assert names == {plan.name for plan in PLANS}
    reader = LogReader(logdir)
    for plan in PLANS:
        logged = {(one.tag, one.step) for one in reader.landscapes(plan.name)}
        whole = {("landscape/train", 352), ("landscape/train", 1056), ("landscape/result", 1056)}
        assert logged == (set() if plan.rate == 1.0 else whole)
    _check_landscapes(reader, Plan("adam", 0.003, width=8))
    lines = reader.console(PLANS[0].name).splitlines()
    assert re.fullmatch(r"epoch 24 of 24 \| loss [\d.]+ \| [\d.]+% right", lines[-1])
    assert len(lines) == 1 + 24
    spans = reader.profile(PLANS[0].name, step=100)
    assert spans.step_numbers.tolist() == list(range(100, 110))
    assert {"data", "forward", "backward", "layer 2", "optimizer"} <= set(spans.content.strings)


def _check_landscapes(reader: LogReader, plan: Plan) -> None:
    """The landscapes of a run are those of the network that was trained in it."""
    result = reader.landscape(plan.name, "landscape/result")
    early = reader.landscape(plan.name, "landscape/train", 352)
    late = reader.landscape(plan.name, "landscape/train", 1056)
    assert result.done.all() and early.done.all() and late.done.all()
    assert early.path is not None and late.path is not None and result.curvature is not None
    assert early.path.step[0] == 0
    assert early.path.true_loss[-1] == late.path.true_loss[0]
    assert late.path.true_loss[-1] == result.center["loss"]
    assert (result.settings["model"], result.settings["optimizer"]) == (
        f"perceptron of width {plan.width}",
        plan.optimizer,
    )
    # The accuracy that was logged last, of all images, is about that of those which the landscape sees.
    logged = reader.scalars(plan.name, "accuracy/train").values[-1]
    assert result.center["accuracy"] == pytest.approx(logged, abs=0.03)
    values = result.curvature["eigenvalues"]
    assert values[0] > abs(values[-1])


@posix
def test_it_shows_the_training_while_it_goes_on(start: Start, tmp_path: Path) -> None:
    process = start("demo", "--no-browser", "--port", "0", "--seconds", "600", "--logdir", "here")
    url = said_until(process, "Open")
    with httpx.Client(follow_redirects=False, timeout=30) as browser:
        browser.get(url)
        with browser.stream("GET", httpx.URL(url).join("/api/events")) as stream:
            next(line for line in stream.iter_lines() if line == "event: growth")
        runs = browser.get(httpx.URL(url).join("/api/runs")).json()["runs"]
    assert "live" in {run["state"] for run in runs}
    assert end(process) == (0, "")


def test_a_folder_with_other_logs_is_refused(start: Start, tmp_path: Path) -> None:
    (tmp_path / "vdlite-demo").mkdir()
    (tmp_path / "vdlite-demo" / "old.vdl").write_text("")
    refused = start("demo", "--no-browser", "--logdir", "vdlite-demo")
    _, errors = refused.communicate(timeout=20)
    assert refused.returncode == 2
    assert "want a new or empty folder" in errors
    assert [path.name for path in (tmp_path / "vdlite-demo").iterdir()] == ["old.vdl"]


def test_its_graph_is_what_the_network_does() -> None:
    network = Network.random([64, 8, 8, 10], np.random.default_rng(0))
    graph = network_graph(network, batch=32, optimizer="adam").build()
    assert graph.parameter_count == sum(each.size for each in network.parameters)
    assert graph.scope_tree().flops == 2 * 32 * (64 * 8 + 8 * 8 + 8 * 10)
    assert graph.phases.count("optimizer") == len(network.parameters)
    shapes = [sizes for kind, sizes in zip(graph.types, graph.shapes, strict=True) if kind == "add"]
    logits = network.activations(np.zeros((32, 64), np.float32))[-1]
    assert shapes[-1] == [logits.shape]
    gradients = {
        tuple(sizes[0] or ())
        for kind, sizes in zip(graph.types, graph.shapes, strict=True)
        if kind == "adam"
    }
    assert gradients == {each.shape for each in network.parameters}


def test_the_gradients_are_those_of_the_loss() -> None:
    rng = np.random.default_rng(0)
    network = Network.random([6, 5, 4, 3], rng)
    network.weights = [weight.astype(np.float64) for weight in network.weights]
    network.biases = [bias.astype(np.float64) for bias in network.biases]
    images = rng.standard_normal((7, 6)).astype(np.float32)
    labels = rng.integers(0, 3, 7)
    loss, gradients = network.gradients(images, labels)
    assert loss == pytest.approx(network.loss(images, labels))
    for parameter, gradient in zip(network.parameters, gradients, strict=True):
        for index in np.ndindex(parameter.shape):
            kept = parameter[index]
            parameter[index] = kept + 1e-5
            above = network.loss(images, labels)
            parameter[index] = kept - 1e-5
            below = network.loss(images, labels)
            parameter[index] = kept
            assert gradient[index] == pytest.approx((above - below) / 2e-5, abs=1e-5)


@pytest.mark.parametrize("rule", RULES)
def test_every_optimizer_finds_the_bottom_of_a_bowl(rule: str) -> None:
    place = np.array([3.0, -2.0], np.float32)
    optimizer = Optimizer(rule, [place])
    for _ in range(400):
        optimizer.step([2 * place], 0.05)
    assert math.hypot(*place) < 0.05


def test_its_mesh_says_what_the_network_says() -> None:
    digits = load_digits()
    network = Network.random([64, 8, 8, 10], np.random.default_rng(0))
    vertices, faces, colors = decisions(network, digits.test_images)
    middle = digits.test_images.mean(axis=0)
    *_, logits = network.activations(middle[np.newaxis])
    shares = np.exp(logits[0]) / np.exp(logits[0]).sum()
    (at,) = np.flatnonzero((vertices[:, [0, 2]] == 0).all(axis=1))
    assert vertices[at, 1] == pytest.approx(0.6 * shares.max(), rel=1e-4)
    # Its faces look upwards, and cover the plane once.
    a, b, c = (vertices[faces[:, corner]] for corner in range(3))
    upwards = np.cross(b - a, c - a)[:, 1]
    assert (upwards > 0).all()
    assert upwards.sum() / 2 == pytest.approx(4)
    assert len(colors) == len(vertices)
