"""Sharpness in the record of a landscape: of the model in its middle, computed once."""

import numpy as np
import pytest

from tests.drawing.test_curvature_series import callback, train
from vdlite import LogReader, compute_landscape
from vdlite.errors import LandscapeError
from vdlite.landscape import sharpness


def test_a_landscape_has_the_sharpness_of_the_model_in_its_middle(tmp_path) -> None:
    kept = train(tmp_path / "run")
    compute_landscape(tmp_path / "run", callback, size=5, with_sharpness=True)
    exact = sharpness(callback().at(kept[8]))
    for tag in ("landscape/result", "landscape/train"):
        found = LogReader(tmp_path / "run").landscape(".", tag).sharpness
        assert dict(found) == dict(exact)


def test_it_is_computed_again_only_where_it_is_asked_for_otherwise(tmp_path) -> None:
    train(tmp_path / "run")
    arguments = {"size": 5, "with_sharpness": True, "train": False}
    compute_landscape(tmp_path / "run", callback, **arguments)
    reported = []
    for radius in (0.05, 0.1):
        reported.append([])
        (made,) = compute_landscape(
            tmp_path / "run",
            callback,
            **arguments,
            sharpness_radius=radius,
            report=lambda tag, _: reported[-1].append(tag),
        )
        assert made.sharpness.radius == radius
    assert [sum("sharpness" in tag for tag in tags) for tags in reported] == [0, 5]


def test_a_landscape_that_is_drawn_on_keeps_it(tmp_path) -> None:
    train(tmp_path / "run")
    compute_landscape(tmp_path / "run", callback, size=5, with_sharpness=True, train=False)
    (made,) = compute_landscape(tmp_path / "run", callback, size=5, train=False)
    assert np.isfinite(made.sharpness.adaptive_worst)


@pytest.mark.parametrize(
    "wrong",
    [{"sharpness_radius": 0}, {"adaptive_scale": "layer"}, {"sharpness_directions": 1}],
)
def test_wrong_options_are_refused(tmp_path, wrong) -> None:
    with pytest.raises(LandscapeError, match="got"):
        compute_landscape(tmp_path / "run", callback, **wrong)
