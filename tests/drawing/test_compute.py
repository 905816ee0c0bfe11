"""Landscapes of a training that has ended, of arrays."""

import numpy as np
import pytest

from tests.landscape.bowls import Bowl, flat, symmetric
from vdlite import LandscapeRecorder, LogReader, LogWriter, compute_landscape
from vdlite.errors import LandscapeError
from vdlite.landscape import ArrayProblem, Directions, given_directions, random_directions

SHAPES = [(3, 4), (5,)]
MATRIX = symmetric(17, seed=3) @ symmetric(17, seed=3) + 0.1 * np.eye(17)


def callback(name="loss"):
    bowl = Bowl(MATRIX)
    return ArrayProblem(
        [np.zeros(shape) for shape in SHAPES], bowl, gradient=bowl.gradient, name=name
    )


@pytest.fixture
def run(tmp_path):
    """A descent into a bowl, with two intervals."""
    bowl = Bowl(MATRIX)
    rng = np.random.default_rng(4)
    weights = [rng.normal(size=shape) for shape in SHAPES]
    with LogWriter(tmp_path / "run") as writer:
        recorder = LandscapeRecorder(
            writer, weights, intervals=[range(10), range(10, 40, 5)], size=9
        )
        for step in range(40):
            for array, slope in zip(weights, bowl.gradient(weights), strict=True):
                array -= 0.02 * slope
            recorder.record(step)
    return tmp_path / "run"


def snapshots(run):
    from vdlite.snapshots.folder import folders

    (folder,) = folders(run)
    about = folder.read()
    return {one.step: folder.arrays(about, one) for one in about.snapshots}


def test_each_interval_and_the_result_become_a_landscape_in_the_log(run):
    made = compute_landscape(run, callback)
    reader = LogReader(run)
    assert reader.tags(".", "landscape") == [
        "landscape/result",
        "landscape/train",
    ]
    assert [one.settings["mode"] for one in made] == ["train", "train", "result"]
    assert [one.shape for one in made] == [(9, 9)] * 3
    places = (("landscape/train", 9), ("landscape/train", 35), ("landscape/result", 35))
    for (tag, step), one in zip(places, made, strict=True):
        back = reader.landscape(".", tag, step)
        assert back.done.all()
        assert np.array_equal(back.values["loss"], one.values["loss"])


def test_the_path_of_a_landscape_has_the_snapshots_own_losses(run):
    train = compute_landscape(run, callback)[0]
    kept = snapshots(run)
    bowl = Bowl(MATRIX)
    assert train.path.step.tolist() == list(range(10))
    np.testing.assert_allclose(train.path.true_loss, [bowl(kept[step]) for step in range(10)])
    # The last snapshot is the center of the plane.
    assert (train.path.x[-1], train.path.y[-1]) == (0, 0)
    assert train.path.residual[-1] == 0
    assert train.center["loss"] == pytest.approx(bowl(kept[9]))
    # It lies within the rectangle.
    assert train.x[0] < train.path.x.min() < train.path.x.max() < train.x[-1]
    assert train.y[0] < train.path.y.min() < train.path.y.max() < train.y[-1]


def test_surface_and_path_are_of_the_same_plane(run):
    """Of components around the center coordinates and remainders are orthogonal, so that the axes can be known."""
    train = compute_landscape(run, callback, centered=False)[0]
    kept = snapshots(run)
    bowl, center = Bowl(MATRIX), flat(kept[9])
    ways = np.stack([flat(kept[step]) - center for step in range(10)])
    matrix = np.stack([train.path.x, train.path.y], axis=1)
    # The axes, from the coordinates and the snapshots without what lies off the plane.
    axes, *_ = np.linalg.lstsq(matrix, ways, rcond=None)
    for j, i in ((0, 0), (4, 2), (8, 8)):
        point = center + train.x[i] * axes[0] + train.y[j] * axes[1]
        assert train.values["loss"][j, i] == pytest.approx(bowl([point]), rel=1e-6)


def test_what_is_in_the_log_is_not_computed_again(run):
    compute_landscape(run, callback)
    calls = []

    def counting():
        problem = callback()
        value = problem.value
        problem.value = lambda weights: calls.append(1) or value(weights)
        return problem

    reported = []
    compute_landscape(
        run, counting, report=lambda tag, progress: reported.append((tag, progress.done))
    )
    # Only paths are walked again, none of the 243 points.
    assert len(calls) < 243
    assert reported == [
        ("landscape/train 0-9", 81),
        ("landscape/train 10-35", 81),
        ("landscape/result", 81),
    ]
    assert len(LogReader(run).landscapes(".")) == 3


def test_other_settings_make_another_landscape_beside_the_first(run):
    compute_landscape(run, callback, train=False)
    compute_landscape(run, callback, train=False, size=5)
    compute_landscape(run, callback, train=False, seed=3)
    reader = LogReader(run)
    assert [one.summary["points"] for one in reader.landscapes(".", "landscape/result")] == [25, 81]
    assert reader.landscape(".", "landscape/result/3").directions["seed"] == 3


def test_an_even_size_becomes_odd_around_the_result(run):
    (result,) = compute_landscape(run, callback, train=False, size=4)
    assert result.shape == (5, 5)
    assert result.values["loss"][2, 2] == result.center["loss"]


def test_intervals_and_rectangles_may_be_chosen_when_drawing(run):
    made = compute_landscape(
        run, callback, intervals=[range(40)], result=False, x=(-1, 1, 3), y=(0, 2, 5)
    )
    assert len(made) == 1
    assert made[0].shape == (5, 3)
    assert made[0].settings["interval"] == [0, 35]


def test_an_interval_without_snapshots_is_reported(run):
    with pytest.raises(LandscapeError, match="interval 100-102: no snapshot was kept in it"):
        compute_landscape(run, callback, intervals=[[100, 101, 102]])
    with pytest.raises(LandscapeError, match=r"got snapshots of \[1, 2\], want 3 or more"):
        compute_landscape(run, callback, intervals=[[1, 2, 12]])


def test_another_model_than_the_trained_one_is_noticed(run):
    def other():
        return ArrayProblem([np.zeros((3, 4)), np.zeros(6)], lambda weights: 0.0)

    with pytest.raises(LandscapeError, match=r"not the one that was trained: '1' has shape \(6,\)"):
        compute_landscape(run, other)

    def larger():
        return ArrayProblem([np.zeros((3, 4)), np.zeros(5), np.zeros(5)], lambda weights: 0.0)

    with pytest.raises(LandscapeError, match="0 of its weights are missing, 1 are new"):
        compute_landscape(run, larger)


def test_without_snapshots_the_callbacks_own_model_lies_in_the_middle(tmp_path):
    (result,) = compute_landscape(tmp_path / "new", callback, size=3)
    assert result.center == {"loss": 0.0}
    assert LogReader(tmp_path / "new").tags(".", "landscape") == ["landscape/result"]


def test_checkpoints_of_the_callers_own_make_a_path(tmp_path):
    rng = np.random.default_rng(0)
    own = {step: [rng.normal(size=shape) for shape in SHAPES] for step in (30, 10, 20, 40)}
    made = compute_landscape(tmp_path / "run", callback, snapshots=own, size=5)
    assert made[0].path.step.tolist() == [10, 20, 30, 40]


def test_the_losses_of_the_path_are_reported_as_they_come(run):
    reported = []
    compute_landscape(
        run,
        callback,
        result=False,
        report=lambda tag, progress: reported.append((tag, str(progress))),
    )
    paths = [text for tag, text in reported if tag == "landscape/train 0-9 path"]
    assert len(paths) == 20  # of ten snapshots the plane's and their own
    assert paths[0].startswith("1 of 20 losses (5 %)")
    assert paths[-1].startswith("20 of 20 losses (100 %)")


def test_an_interrupted_landscape_keeps_the_losses_of_its_path(run):
    losses = []

    def counting(stop_at):
        def make():
            problem = callback()
            plain = problem.values_of
            problem.values_of = lambda models: losses.append(len(models)) or plain(models)
            return problem

        def report(tag, progress):
            if tag.endswith("0-9") and progress.done >= stop_at:
                raise KeyboardInterrupt

        return make, report

    make, report = counting(20)
    with pytest.raises(KeyboardInterrupt):
        compute_landscape(run, make, result=False, report=report)
    before = LogReader(run).landscape(".", "landscape/train", 9)
    assert 0 < before.done.sum() < before.done.size
    made = compute_landscape(run, callback, result=False)
    assert made[0].done.all()
    assert np.array_equal(made[0].path.true_loss, before.path.true_loss)


def test_curvature_gives_its_progress(run):
    def curved():
        bowl = Bowl(MATRIX)
        return ArrayProblem(
            [np.zeros(shape) for shape in SHAPES], bowl, gradient=bowl.gradient, name="loss"
        )

    reported = []
    compute_landscape(
        run,
        curved,
        train=False,
        size=3,
        with_curvature=True,
        report=lambda tag, progress: reported.append((tag, progress)),
    )
    of_products = [progress for tag, progress in reported if tag == "landscape/result curvature"]
    assert of_products[0].done == 0  # when one was timed
    assert str(of_products[0]).startswith("0 of 113 products")  # 17 weights, and 32 probes
    assert of_products[-1].done == of_products[-1].total


@pytest.mark.parametrize(
    ("directions", "error"),
    [
        ("none.npz", FileNotFoundError),
        ("none.h5", FileNotFoundError),
        ("upwards", LandscapeError),
        (5, LandscapeError),
        (None, LandscapeError),
        (Directions(((np.ones(3),),), ("a",), "given"), LandscapeError),
    ],
)
def test_directions_are_looked_at_before_anything_is_computed(run, directions, error):
    def never(tag, progress):
        raise AssertionError("something is computed")

    with pytest.raises(error):
        compute_landscape(run, callback, directions=directions, report=never)
    assert LogReader(run).tags(".", "landscape") == []


def test_directions_may_come_from_the_tool_of_li_et_al(run, tmp_path):
    pytest.importorskip("h5py")
    from vdlite.landscape.files import hdf5

    rng = np.random.default_rng(5)
    axes = [[rng.normal(size=shape) for shape in SHAPES] for _ in range(2)]
    made = given_directions(callback().weights, *axes)
    hdf5.write_directions(tmp_path / "both.h5", made)
    (result,) = compute_landscape(run, callback, train=False, directions=tmp_path / "both.h5")
    (same,) = compute_landscape(run, callback, train=False, directions=made, x=(-1, 1, 9), seed=1)
    assert result.directions["kind"] == "given"
    assert np.unique(result.values["loss"]).size > 9
    np.testing.assert_array_equal(result.values["loss"], same.values["loss"])
    with pytest.raises(LandscapeError, match=r"not a file|no file of them"):
        (tmp_path / "bad.h5").write_bytes(b"text")
        compute_landscape(run, callback, directions=str(tmp_path / "bad.h5"))


def test_the_line_to_another_model_has_both_ends_marked(run):
    rng = np.random.default_rng(1)
    other = [rng.normal(size=shape) for shape in SHAPES]
    (line,) = compute_landscape(run, callback, models=[other], x=(0, 1, 3))
    bowl = Bowl(MATRIX)
    last = snapshots(run)[35]
    assert line.y is None
    assert line.values["loss"][0] == pytest.approx(bowl(last))
    assert line.values["loss"][2] == pytest.approx(bowl(other))
    assert [(mark.name, mark.x) for mark in line.marks] == [("run", 0.0), ("model 2", 1.0)]


def test_the_other_model_may_be_the_result_of_another_run(run, tmp_path):
    rng = np.random.default_rng(6)
    last = [rng.normal(size=shape) for shape in SHAPES]
    with LogWriter(tmp_path / "other") as writer:
        recorder = LandscapeRecorder(writer, last)
        for step in range(3):
            last[0] += 1
            recorder.record(step)
    (line,) = compute_landscape(run, callback, models=[tmp_path / "other"], x=(0, 1, 3))
    assert [mark.name for mark in line.marks] == ["run", "other"]
    assert line.values["loss"][2] == pytest.approx(Bowl(MATRIX)(last), rel=1e-6)
    with pytest.raises(LandscapeError, match=r"models: there is no run .*, want one of .*other"):
        compute_landscape(run, callback, models=[tmp_path], x=(0, 1, 3))
    LogWriter(tmp_path / "bare").close()
    with pytest.raises(LandscapeError, match=r"there are none here: .*bare"):
        compute_landscape(run, callback, models=[tmp_path / "bare"], x=(0, 1, 3))
    with LogWriter(tmp_path / "third") as writer:
        LandscapeRecorder(writer, [np.zeros(3)]).record(0)
    with pytest.raises(LandscapeError, match="of another model than that of callback_fn"):
        compute_landscape(run, callback, models=[str(tmp_path / "third")], x=(0, 1, 3))


def test_a_line_has_no_path_and_draws_none_unless_it_is_asked_for(run):
    (line,) = compute_landscape(run, callback, axes=1, x=(-1, 1, 3))
    assert (line.y, line.settings["mode"]) == (None, "result")


def test_the_plane_through_three_models_holds_all_three(run):
    rng = np.random.default_rng(1)
    others = [[rng.normal(size=shape) for shape in SHAPES] for _ in range(2)]
    (plane,) = compute_landscape(run, callback, models=others, x=(0, 1, 2), y=(0, 1, 2))
    bowl = Bowl(MATRIX)
    assert plane.values["loss"][0, 1] == pytest.approx(bowl(others[0]))
    assert plane.values["loss"][1, 0] == pytest.approx(bowl(others[1]))
    assert [(mark.x, mark.y) for mark in plane.marks] == [(0, 0), (1, 0), (0, 1)]
    (turned,) = compute_landscape(run, callback, models=others, orthogonal=True, size=3)
    mark = turned.marks[2]
    assert turned.directions["angle"] == pytest.approx(90)
    assert mark.x != 0  # in turned axes the third model lies elsewhere


def test_curvature_comes_with_the_landscape_and_as_a_map(run):
    made = compute_landscape(
        run, callback, train=False, size=3, with_curvature=True, curvature_size=3
    )
    exact = np.linalg.eigvalsh(MATRIX)
    assert made[0].curvature["eigenvalues"][0] == pytest.approx(exact[-1], rel=1e-3)
    np.testing.assert_allclose(made[1].values["hessian/max"], exact[-1], rtol=1e-2)
    back = LogReader(run).landscape(".", "landscape/result")
    assert back.curvature["eigenvalues"][0] == made[0].curvature["eigenvalues"][0]
    assert back.done.all()
    assert (
        LogReader(run).landscape(".", "landscape/result/curvature").settings["mode"] == "curvature"
    )


def test_directions_may_be_kept_and_used_for_another_run(run, tmp_path):
    first = random_directions(callback().weights, seed=9)
    first.save(tmp_path / "axes.npz")
    (one,) = compute_landscape(run, callback, train=False, size=3, directions=first)
    (other,) = compute_landscape(
        tmp_path / "other", callback, size=3, directions=tmp_path / "axes.npz"
    )
    assert one.directions["fingerprint"] == other.directions["fingerprint"]
    assert Directions.load(tmp_path / "axes.npz").facts["seed"] == 9


@pytest.mark.parametrize("kind", ["gradient", "hessian", "saddle"])
def test_other_directions_have_tags_of_their_own(run, kind):
    (made,) = compute_landscape(run, callback, train=False, size=3, directions=kind)
    assert made.directions["kind"] == ("gradient" if kind == "gradient" else "hessian")
    assert LogReader(run).tags(".", "landscape") == [f"landscape/result/{kind}"]


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"directions": "sideways"}, "directions: got 'sideways'"),
        ({"tag": "other"}, "the run's snapshots are of"),
        ({"num_samples": 5}, "gives a problem that is ready"),
        ({"norm": "x"}, "norm: got 'x'"),
        ({"axes": 1, "y": (0, 1, 2)}, "there is one only"),
    ],
)
def test_what_does_not_fit_is_reported(run, given, text):
    with pytest.raises(LandscapeError, match=text):
        compute_landscape(run, callback, train=False, **given)


def test_around_each_snapshot_the_axes_are_the_same(run):
    made = compute_landscape(
        run, callback, each_snapshot=True, intervals=[range(10, 40, 5)], seed=3
    )
    assert [one.settings["mode"] for one in made] == ["snapshots"] * 6
    assert [one.shape for one in made] == [(21, 21)] * 6
    reader = LogReader(run)
    assert reader.tags(".", "landscape") == ["landscape/snapshots/3"]
    kept, bowl = snapshots(run), Bowl(MATRIX)
    around = ArrayProblem(kept[35], bowl, gradient=bowl.gradient)
    directions = random_directions(around.weights, seed=3)
    for step, one in zip(range(10, 40, 5), made, strict=True):
        back = reader.landscape(".", "landscape/snapshots/3", step)
        assert np.array_equal(back.values["loss"], one.values["loss"])
        assert one.settings["interval"] == [10, 35]
        assert one.center["loss"] == pytest.approx(bowl(kept[step]))
        corner = [
            array + one.x[0] * first + one.y[-1] * second
            for array, first, second in zip(kept[step], *directions.axes, strict=True)
        ]
        assert one.values["loss"][-1, 0] == pytest.approx(bowl(corner))


def test_without_snapshots_there_is_nothing_around_each(tmp_path):
    with pytest.raises(LandscapeError, match="each_snapshot: the run has no snapshots"):
        compute_landscape(tmp_path / "run", callback, each_snapshot=True)


def test_an_interval_without_snapshots_is_refused_for_each(run):
    with pytest.raises(LandscapeError, match="intervals: no snapshot was kept in it"):
        compute_landscape(run, callback, each_snapshot=True, intervals=[range(50, 60)])
