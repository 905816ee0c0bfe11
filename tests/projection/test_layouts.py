"""Layouts by neighborhood: right, the same for a seed, and ended when asked to."""

from __future__ import annotations

import importlib.util
import threading
from typing import Any

import numpy as np
import pytest
import sklearn
from sklearn.datasets import load_digits
from sklearn.manifold import TSNE, trustworthiness

from vdlite.projection.barnes_hut import NEWEST_TRIED, barnes_hut
from vdlite.projection.process import LayoutError, LayoutProcess, Progress
from vdlite.projection.tsne import tsne

Array = np.ndarray[Any, Any]
DIGITS = load_digits().data[:400].astype(np.float32)[:, :40]
TSNE_PARAMETERS: dict[str, Any] = {
    "components": 2,
    "perplexity": 20.0,
    "learning_rate": None,
    "iterations": 300,
    "seed": 0,
}
UMAP_PARAMETERS: dict[str, Any] = {
    "components": 2,
    "neighbors": 15,
    "min_dist": 0.1,
    "metric": "euclidean",
    "seed": 0,
}
needs_umap = pytest.mark.skipif(
    importlib.util.find_spec("umap") is None, reason="umap-learn is not installed"
)


def laid_out(vectors: Array = DIGITS, **changes: Any) -> Array:
    return tsne(vectors, report=lambda *_: None, parts=barnes_hut(), **TSNE_PARAMETERS | changes)


def in_process(method: str, parameters: dict[str, Any], vectors: Array) -> list[Progress]:
    return list(LayoutProcess().start(method, parameters, vectors, None))


def test_tsne_makes_the_steps_that_scikit_learn_makes() -> None:
    start = np.random.default_rng(0).normal(0, 1, (400, 2)).astype(np.float32)
    start *= 1e-4 / start[:, 0].std()
    # So few that the order of sums between threads shows in single points only, which stood at a fork.
    steps = 275
    want = TSNE(perplexity=20, init=start.copy(), max_iter=steps, random_state=0)
    layout = want.fit_transform(DIGITS)
    ours = laid_out(start=start, iterations=steps)
    apart = np.abs(ours - layout) / np.abs(layout).max()
    assert np.quantile(apart, 0.99) < 0.02
    assert apart.max() < 0.2


def test_the_private_names_of_this_scikit_learn_are_known() -> None:
    """Where this fails, look whether they still mean the same, and raise `NEWEST_TRIED`."""
    assert barnes_hut() is not None
    assert tuple(map(int, sklearn.__version__.split(".")[:2])) <= NEWEST_TRIED


def test_without_the_private_names_scikit_learn_lays_out_at_once() -> None:
    assert barnes_hut("sklearn.manifold") is None
    assert barnes_hut("sklearn.no_such_module") is None
    seen: list[int] = []
    parameters = TSNE_PARAMETERS | {"iterations": 500}
    layout = tsne(DIGITS, report=lambda done, _: seen.append(done), **parameters)
    assert seen == [500]
    assert layout.shape == (400, 2)
    assert trustworthiness(DIGITS, layout) > 0.95


@pytest.mark.parametrize("components", [2, 3])
def test_neighbors_stay_neighbors(components: int) -> None:
    layout = laid_out(components=components, iterations=500)
    assert layout.shape == (400, components)
    assert trustworthiness(DIGITS, layout) > 0.97


def test_the_same_seed_gives_the_same_picture() -> None:
    assert (laid_out(iterations=120) == laid_out(iterations=120)).all()


def test_each_iteration_is_reported() -> None:
    seen: list[int] = []
    parts = barnes_hut()
    tsne(
        DIGITS,
        report=lambda done, _: seen.append(done),
        parts=parts,
        **TSNE_PARAMETERS | {"iterations": 60},
    )
    assert seen == list(range(1, 61))


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 9])
def test_few_points_have_a_layout_too(number: int) -> None:
    layout = laid_out(DIGITS[:number], components=3, iterations=50)
    assert layout.shape == (number, 3)
    assert np.isfinite(layout).all()


def test_points_that_are_all_the_same_have_a_finite_layout() -> None:
    assert np.isfinite(laid_out(np.ones((30, 5), np.float32), iterations=50)).all()


def test_a_process_gives_the_same_and_its_progress_rises() -> None:
    reports = in_process("tsne", TSNE_PARAMETERS, DIGITS)
    assert reports[-1].last and reports[-1].layout is not None
    assert (reports[-1].layout == laid_out()).all()
    shares = [progress.done for progress in reports]
    assert shares == sorted(shares) and shares[-1] == 1.0
    assert len(reports) > 1 and reports[0].iteration == 1


def test_a_process_ends_when_it_is_asked_to() -> None:
    process = LayoutProcess()
    seen: list[Progress] = []
    for progress in process.start("tsne", TSNE_PARAMETERS | {"iterations": 20_000}, DIGITS, None):
        seen.append(progress)
        threading.Thread(target=process.stop).start()
    assert seen and not seen[-1].last
    assert list(process.start("tsne", TSNE_PARAMETERS, DIGITS, None)) == []


def test_what_goes_wrong_in_a_process_is_reported() -> None:
    with pytest.raises(LayoutError, match="perplexity"):
        in_process("tsne", {"components": 2, "seed": 0, "iterations": 10}, DIGITS)


@needs_umap
def test_umap_keeps_neighbors_and_gives_the_same_for_a_seed() -> None:
    reports = in_process("umap", UMAP_PARAMETERS, DIGITS)
    layout = reports[-1].layout
    assert layout is not None
    assert trustworthiness(DIGITS, layout) > 0.95
    again = in_process("umap", UMAP_PARAMETERS, DIGITS)[-1].layout
    assert again is not None and (again == layout).all()


@needs_umap
def test_umap_of_few_points_has_a_layout_too() -> None:
    for number in (1, 5, 9):
        layout = in_process("umap", UMAP_PARAMETERS, DIGITS[:number])[-1].layout
        assert layout is not None and layout.shape == (number, 2) and np.isfinite(layout).all()


@pytest.mark.skipif(importlib.util.find_spec("umap") is not None, reason="umap-learn is there")
def test_umap_says_that_it_is_not_installed() -> None:
    with pytest.raises(LayoutError, match="No module named 'umap'"):
        in_process("umap", UMAP_PARAMETERS, DIGITS)
