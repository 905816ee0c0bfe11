"""The curvature of each snapshot of a training, of arrays."""

import numpy as np
import pytest

from tests.landscape.bowls import Bowl, flat, symmetric
from vdlite import LandscapeRecorder, LogReader, LogWriter, compute_curvature
from vdlite.errors import LandscapeError
from vdlite.landscape import ArrayProblem

MATRIX = symmetric(6, seed=3) @ symmetric(6, seed=3) + 0.1 * np.eye(6)
LARGEST = float(np.linalg.eigvalsh(MATRIX)[-1])
RATE = 0.03


class Quartic(Bowl):
    """The bowl, and a tenth of the sum of fourth powers: its Hessian changes from place to place."""

    def __call__(self, weights):
        return super().__call__(weights) + 0.1 * float((flat(weights) ** 4).sum())

    def gradient(self, weights):
        bends = [0.4 * np.asarray(array) ** 3 for array in weights]
        return [one + bend for one, bend in zip(super().gradient(weights), bends, strict=True)]


def hessian_at(weights):
    return MATRIX + np.diag(1.2 * flat(weights) ** 2)


def callback():
    loss = Quartic(MATRIX)
    return ArrayProblem([np.zeros((2, 2)), np.zeros(2)], loss, gradient=loss.gradient)


def train(folder, *, tag="landscape", logged_rate=None, steps=9):
    loss = Quartic(MATRIX)
    rng = np.random.default_rng(4)
    weights = [rng.normal(size=(2, 2)), rng.normal(size=2)]
    kept = {}
    with LogWriter(folder) as writer:
        recorder = LandscapeRecorder(writer, weights, tag=tag)
        for step in range(steps):
            kept[step] = [array.copy() for array in weights]
            recorder.record(step)
            if logged_rate is not None:
                writer.add_scalar(logged_rate, RATE, step)
            for array, slope in zip(weights, loss.gradient(weights), strict=True):
                array -= RATE * slope
    return kept


def test_each_snapshot_has_the_exact_curvature_at_its_own_step(tmp_path) -> None:
    kept = train(tmp_path / "run")
    (series,) = compute_curvature(tmp_path / "run", callback)
    reader = LogReader(tmp_path / "run")
    exact = [np.linalg.eigvalsh(hessian_at(kept[step]))[-1] for step in range(9)]
    points = reader.scalars(".", "curvature/top_eigenvalue")
    assert points.steps.tolist() == series.steps.tolist() == list(range(9))
    np.testing.assert_allclose(points.values, exact, rtol=1e-6)
    traces = [np.trace(hessian_at(kept[step])) for step in range(9)]
    errors = reader.scalars(".", "curvature/trace_uncertainty").values
    assert (
        np.abs(reader.scalars(".", "curvature/trace").values - traces) < 5 * errors + 1e-9
    ).all()
    losses = [Quartic(MATRIX)(kept[step]) for step in range(9)]
    np.testing.assert_allclose(series.values["loss"], losses)
    assert "curvature/loss" not in reader.tags(".", "scalar")  # the training has one of its own
    critical = reader.scalars(".", "curvature/critical_sharpness").values
    assert (critical < np.asarray(exact)).all()
    assert "curvature/2_over_learning_rate" not in reader.tags(".", "scalar")


def test_the_density_of_each_snapshot_is_in_a_landscape_of_one_point(tmp_path) -> None:
    train(tmp_path / "run")
    compute_curvature(tmp_path / "run", callback)
    logged = LogReader(tmp_path / "run").landscapes(".")
    assert [(one.tag, one.step) for one in logged] == [
        ("landscape/curvature", step) for step in range(8, -1, -1)
    ]
    landscape, damaged = logged[0].read()
    assert damaged == 0
    assert (landscape.shape, landscape.settings.mode) == ((1,), "spectrum")
    density = landscape.curvature.density
    assert float(density["y"].sum() * (density["x"][1] - density["x"][0])) == pytest.approx(
        1, abs=1e-3
    )
    assert landscape.curvature.critical_along == "gradient"
    assert landscape.curvature.critical_sharpness > 0


def test_towards_the_next_snapshot_it_needs_no_gradient_and_is_the_same_for_a_gradient_descent(
    tmp_path,
) -> None:
    train(tmp_path / "run", logged_rate="lr")
    (by_slope,) = compute_curvature(tmp_path / "run", callback, density=False)
    (by_update,) = compute_curvature(tmp_path / "run", callback, density=False, critical="update")
    one, other = (made.values["critical_sharpness"] for made in (by_slope, by_update))
    np.testing.assert_allclose(other[:-1], one[:-1], rtol=1e-6)
    assert np.isnan(other[-1])  # nobody knows where it went from there


@pytest.mark.parametrize(
    ("logged", "asked"), [("lr", None), ("learning_rate", None), ("train/rate", "train/rate")]
)
def test_two_over_the_learning_rate_is_a_series_of_its_own(tmp_path, logged, asked) -> None:
    train(tmp_path / "run", logged_rate=logged)
    compute_curvature(tmp_path / "run", callback, learning_rate=asked, critical="nothing")
    points = LogReader(tmp_path / "run").scalars(".", "curvature/2_over_learning_rate")
    np.testing.assert_allclose(points.values, [2 / RATE] * 9)


def test_a_rate_that_is_said_counts_more_than_one_that_was_logged(tmp_path) -> None:
    train(tmp_path / "run", logged_rate="lr")
    (series,) = compute_curvature(
        tmp_path / "run", callback, learning_rate=0.5, critical="nothing", density=False
    )
    assert series.values["2_over_learning_rate"].tolist() == [4.0] * 9
    assert np.isnan(series.values["trace"]).all()


def test_what_is_in_the_log_is_not_computed_again_and_the_rest_is(tmp_path) -> None:
    train(tmp_path / "run", steps=4)
    reported = []
    compute_curvature(tmp_path / "run", callback)
    files = sorted((tmp_path / "run").glob("*.vdl"))
    again = compute_curvature(
        tmp_path / "run", callback, report=lambda tag, progress: reported.append(str(progress))
    )
    assert sorted((tmp_path / "run").glob("*.vdl")) == files  # nothing was written either
    assert reported[0].startswith("4 of 4 snapshots (100 %)")
    assert len(again[0].values["top_eigenvalue"]) == 4
    # With other settings all is computed again, and takes the place of what was there.
    compute_curvature(tmp_path / "run", callback, learning_rate=1.0)
    points = LogReader(tmp_path / "run").scalars(".", "curvature/2_over_learning_rate")
    assert points.values.tolist() == [2.0] * 4


def test_a_recorder_with_a_tag_of_its_own_has_series_of_its_own(tmp_path) -> None:
    train(tmp_path / "run", tag="teacher", steps=3)
    (series,) = compute_curvature(tmp_path / "run", callback, density=False)
    assert series.tag == "teacher/curvature"
    tags = LogReader(tmp_path / "run").tags(".", "scalar")
    assert "teacher/curvature/top_eigenvalue" in tags


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"learning_rate": "nowhere"}, "the run has no scalars 'nowhere'"),
        ({"learning_rate": -1.0}, "learning_rate: got -1.0"),
        ({"critical": "random"}, "critical: got 'random'"),
        ({"curvature_samples": 0}, "curvature_samples: got 0"),
        ({"tag": "other"}, "tag: got 'other'"),
    ],
)
def test_wrong_options_are_refused(tmp_path, options, words) -> None:
    train(tmp_path / "run", steps=3)
    with pytest.raises(LandscapeError, match=words):
        compute_curvature(tmp_path / "run", callback, **options)


def test_how_the_training_ended_stays_as_it_was_reported(tmp_path) -> None:
    train(tmp_path / "run", steps=3)
    with LogWriter(tmp_path / "run") as writer:  # which goes on, and fails
        writer.add_scalar("loss", 1.0, 9)
        writer.close(outcome="failed")
    compute_curvature(tmp_path / "run", callback, density=False)
    reader = LogReader(tmp_path / "run")
    assert "curvature/top_eigenvalue" in reader.tags(".")
    assert reader.outcome(".") == "failed"


def test_a_run_without_snapshots_is_refused(tmp_path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar("loss", 1.0, 0)
    with pytest.raises(LandscapeError, match="want those of a LandscapeRecorder"):
        compute_curvature(tmp_path / "run", callback)


def test_with_sharpness_there_are_series_of_it_too(tmp_path) -> None:
    train(tmp_path / "run", steps=3)
    (series,) = compute_curvature(
        tmp_path / "run", callback, with_sharpness=True, sharpness_radius=0.1, density=False
    )
    points = LogReader(tmp_path / "run").scalars(".", "curvature/sharpness_worst")
    assert points.values.tolist() == series.values["sharpness_worst"].tolist()
    assert (points.values >= series.values["sharpness_mean"]).all()
    landscape = LogReader(tmp_path / "run").landscape(".", "landscape/curvature")
    assert landscape.sharpness.radius == 0.1
