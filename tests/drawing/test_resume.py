"""A landscape that was interrupted is finished when it is drawn again, wherever it was stopped."""

import shutil
from dataclasses import replace

import numpy as np
import pytest

from tests.landscape.bowls import Bowl, symmetric
from vdlite import LandscapeRecorder, LogReader, LogWriter, compute_landscape
from vdlite.landscape import ArrayProblem

SHAPES = [(3, 2), (4,)]
MATRIX = symmetric(10, seed=3) @ symmetric(10, seed=3) + 0.1 * np.eye(10)
OTHER = [np.full(shape, 0.5) for shape in SHAPES]


class Stopping:
    """Interrupts when it was asked so many times."""

    def __init__(self, stop_at):
        self.stop_at = stop_at
        self.calls = 0

    def __call__(self, arrays):
        self.calls += 1
        if self.calls == self.stop_at:
            raise KeyboardInterrupt
        return Bowl(MATRIX)(arrays)


def callback_with(loss, gradient):
    bowl = Bowl(MATRIX)
    start = [np.linspace(0, 1, int(np.prod(shape))).reshape(shape) for shape in SHAPES]
    problem = ArrayProblem(start, bowl, gradient=bowl.gradient if gradient else None)
    plain = problem.value
    # The identity of the loss stays what it was.
    problem.value = lambda arrays: {"loss": loss(arrays)} and plain(arrays)
    return lambda: problem


@pytest.fixture
def run(tmp_path):
    rng = np.random.default_rng(4)
    weights = [rng.normal(size=shape) for shape in SHAPES]
    with LogWriter(tmp_path / "run") as writer:
        recorder = LandscapeRecorder(writer, weights, size=5)
        for step in range(5):
            weights[0] += rng.normal(size=weights[0].shape)
            recorder.record(step)
    return tmp_path / "run"


def same(one, other):
    assert one.done.all()
    assert one.directions["curvatures"] == pytest.approx(other.directions["curvatures"])
    assert np.array_equal(one.values["loss"], other.values["loss"])
    assert [mark.values for mark in one.marks] == [mark.values for mark in other.marks]
    if other.path is not None:
        assert np.array_equal(one.path.true_loss, other.path.true_loss)


def draw(run, calls, gradient=True, **options):
    loss = Stopping(calls)
    made = compute_landscape(run, callback_with(loss, gradient), **options)
    return made, loss.calls


@pytest.mark.parametrize(
    "options",
    [
        {"train": False, "size": 5},
        {"result": False},
        {"models": [OTHER], "x": (-0.5, 1.5, 6)},
        {"models": [OTHER, [2 * array for array in OTHER]], "size": 3},
    ],
)
def test_wherever_it_was_stopped_it_becomes_what_it_would_have_been(run, tmp_path, options):
    options = {**options, "gradient": False}  # the last calls are those around the center
    (whole,), calls = draw(run, -1, **options)
    copies = [tmp_path / str(stop) for stop in range(calls - 11, calls + 1)]
    for stop, copy in zip(range(calls - 11, calls + 1), copies, strict=True):
        shutil.copytree(run / "snapshots", copy / "snapshots")
        with pytest.raises(KeyboardInterrupt):
            draw(copy, stop, **options)
        made, _ = draw(copy, -1, **options)
        same(made[0], whole)
        (logged,) = LogReader(copy).landscapes(".")
        same(logged.read()[0], whole)
        # Now it is complete, and neither computed nor written once more.
        before = len(logged.records)
        draw(copy, -1, **options)
        (logged,) = LogReader(copy).landscapes(".")
        assert len(logged.records) == before


def test_a_loss_that_has_no_curvature_is_complete_all_the_same(tmp_path):
    problem = ArrayProblem(
        [np.ones((3, 2))], lambda arrays: 1.0 if (arrays[0] == 1).all() else float("nan")
    )
    for _ in range(2):
        compute_landscape(tmp_path / "run", lambda: problem, size=3)
    (logged,) = LogReader(tmp_path / "run").landscapes(".")
    assert len(logged.records) <= 3  # the beginning, perhaps parts, the end: of the first time only


def test_eigenvalues_that_were_not_reached_are_computed_when_it_is_drawn_again(run):
    options = {"train": False, "size": 3}
    draw(run, -1, **options)
    (result,), _ = draw(run, -1, with_curvature=True, **options)
    assert result.curvature["eigenvalues"][0] == pytest.approx(
        np.linalg.eigvalsh(MATRIX)[-1], rel=1e-3
    )
    assert len(LogReader(run).landscapes(".")) == 1


def test_eigenvalues_at_marks_that_were_not_reached_are_computed_when_it_is_drawn_again(run):
    options = {"models": [OTHER], "size": 3, "with_curvature": True}
    labels = []

    def stop(label, progress):
        labels.append(label)
        if label.endswith("at marks"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        draw(run, -1, report=stop, **options)
    assert labels[-1] == "landscape/line/model 2 curvature at marks"
    (line,), _ = draw(run, -1, **options)
    assert all("hessian/max" in mark.values for mark in line.marks)
    (logged,) = LogReader(run).landscapes(".")
    assert logged.read()[0].marks == line.marks
    records = len(logged.records)
    draw(run, -1, **options)
    assert len(LogReader(run).landscapes(".")[0].records) == records


def test_an_earlier_record_gets_the_values_of_its_marks(run):
    """As one that was drawn before marks had any."""
    (line,), _ = draw(run, -1, models=[OTHER], size=3)
    tag = LogReader(run).tags(".", "landscape")[0]
    bare = tuple(replace(mark, values={}) for mark in line.marks)
    with LogWriter(run) as writer:
        writer.add_landscape(tag, replace(line, marks=bare), 4)
    assert LogReader(run).landscape(".", tag).marks == bare
    (again,), _ = draw(run, -1, models=[OTHER], size=3)
    assert again.marks == line.marks == LogReader(run).landscape(".", tag).marks
    assert again.marks[1].values["loss"] == pytest.approx(Bowl(MATRIX)(OTHER), rel=1e-6)


def test_an_earlier_record_that_gets_the_values_of_its_marks_keeps_its_curvature(run):
    (line,), _ = draw(run, -1, models=[OTHER], size=3, with_curvature=True)
    tag = LogReader(run).tags(".", "landscape")[0]
    bare = tuple(replace(mark, values={}) for mark in line.marks)
    with LogWriter(run) as writer:
        writer.add_landscape(tag, replace(line, marks=bare), 4)
    (again,), _ = draw(run, -1, models=[OTHER], size=3)
    for found in (again, LogReader(run).landscape(".", tag)):
        assert found.curvature["trace"] == line.curvature["trace"]
        assert found.marks[1].values["loss"] == line.marks[1].values["loss"]
