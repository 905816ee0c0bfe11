"""Means of the last snapshots on the plane of a path, of arrays: all of it is known in closed form."""

import numpy as np
import pytest

from tests.drawing.test_curvature_series import MATRIX, Quartic, callback, train
from tests.landscape.bowls import flat
from vdlite import LogReader, compute_landscape
from vdlite.errors import LandscapeError
from vdlite.landscape.averages import means_of


def drawn(run, **options):
    return compute_landscape(run, callback, size=5, result=False, **options)[0]


def mean_of(kept, number):
    return np.mean([flat(kept[step]) for step in range(9 - number, 9)], axis=0)


def test_the_mean_of_the_last_snapshots_is_marked_with_its_own_loss(tmp_path) -> None:
    kept = train(tmp_path / "run")
    made = drawn(tmp_path / "run", averages=(3, 5))
    assert [mark.name for mark in made.marks] == ["mean of the last 3", "mean of the last 5"]
    for mark, number in zip(made.marks, (3, 5), strict=True):
        mean = mean_of(kept, number)
        assert mark.values["true/loss"] == pytest.approx(Quartic(MATRIX)([mean]))
        # A mean lies where the mean of the path's places is, and as far off as their mean.
        assert mark.x == pytest.approx(made.path.x[-number:].mean())
        assert mark.y == pytest.approx(made.path.y[-number:].mean())
        assert 0 <= mark.values["residual"] <= made.path.residual[-number:].max()
        assert mark.values["loss"] == pytest.approx(mark.values["true/loss"], abs=0.05)
    back = LogReader(tmp_path / "run").landscape(".", "landscape/train")
    assert back.marks == made.marks


def test_all_of_them_are_marked_where_that_is_asked_for(tmp_path) -> None:
    train(tmp_path / "run")
    made = drawn(tmp_path / "run", averages="all")
    assert [mark.name for mark in made.marks] == [f"mean of the last {n}" for n in range(2, 10)]


def test_more_than_there_are_have_no_mean(tmp_path) -> None:
    train(tmp_path / "run")
    assert [mark.name for mark in drawn(tmp_path / "run", averages="3,40").marks] == [
        "mean of the last 3"
    ]


def test_they_are_computed_once_and_stay_in_the_log(tmp_path) -> None:
    train(tmp_path / "run")
    first = drawn(tmp_path / "run", averages=3)
    reported = []
    again = drawn(tmp_path / "run", averages=3, report=lambda tag, _: reported.append(tag))
    assert again.marks == first.marks
    assert reported == ["landscape/train 0-8"]  # the surface, of which all is there
    assert drawn(tmp_path / "run").marks == first.marks


def test_an_ensemble_of_any_problem_is_a_function_of_its_models(tmp_path) -> None:
    kept = train(tmp_path / "run")

    def together(models):
        assert [list(model) for model in models] == [["0", "1"]] * 3
        return {"distance": float(np.linalg.norm(models[-1]["1"] - kept[8][1]))}

    (mark,) = drawn(tmp_path / "run", averages=3, ensemble=together).marks
    assert mark.values["ensemble/distance"] == 0


def test_means_are_computed_one_after_another() -> None:
    snapshots = [[np.array([value])] for value in (5.0, 1.0, 3.0, 8.0)]
    assert [float(mean[0][0]) for mean in means_of(snapshots, [1, 2, 4])] == [8, 5.5, 4.25]
    assert snapshots[-1][0].tolist() == [8.0]  # as it was


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"averages": 1}, "averages: got '1'"),
        ({"averages": "some"}, "averages: got 'some'"),
        ({"averages": (40, 99)}, "averages: got 40, 99, but the path has only 9 snapshots"),
        ({"ensemble": "outputs"}, "without averages"),
        ({"averages": 3, "ensemble": "votes"}, "ensemble: got 'votes'"),
        ({"averages": 3, "ensemble": "outputs"}, "loss is none of outputs"),
    ],
)
def test_wrong_options_are_refused(tmp_path, options, words) -> None:
    train(tmp_path / "run")
    with pytest.raises(LandscapeError, match=words):
        drawn(tmp_path / "run", **options)
