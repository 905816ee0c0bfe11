"""What `compute_landscape` is reported wrongly, and says at once."""

import pytest

from vdlite import LandscapeError, compute_landscape


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"size": 1}, "^size: got 1 points along each side, want 2 or more$"),
        ({"curvature_size": -3}, "^curvature_size: got -3 points along each side, want 1 or more"),
        ({"x": (-1, 1, 0)}, "^x: got 0 points, want 1 or more$"),
        ({"y": "1:-1:3"}, "^y: got .*, want coordinates that rise$"),
    ],
)
def test_what_can_be_known_at_once_is_reported_before_anything_is_built(tmp_path, given, text):
    """So that no warning of what would be computed comes before it."""

    def late():
        raise AssertionError("the callback was called")

    with pytest.raises(LandscapeError, match=text):
        compute_landscape(tmp_path, late, **given)


def test_a_wrong_value_of_many_lines_is_reported_in_one(tmp_path):
    class Model:
        def __repr__(self):
            return "Model(\n  (0): Linear()\n)"

    with pytest.raises(LandscapeError, match=r"got \(Model\( \(0\): Linear\(\) \), 5\), want"):
        compute_landscape(tmp_path, lambda: (Model(), 5))


@pytest.mark.parametrize("made", [None, 5, (1, 2), {"model": 1}, ["a"]])
def test_a_callback_that_gives_something_else_is_reported(tmp_path, made):
    with pytest.raises(LandscapeError, match=r"callback_fn \(--entry\): got"):
        compute_landscape(tmp_path, lambda: made)
