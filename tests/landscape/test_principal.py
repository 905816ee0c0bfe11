"""The plane of a training, against scikit-learn."""

import numpy as np
import pytest
from sklearn.decomposition import PCA

from tests.landscape.bowls import flat
from vdlite.errors import LandscapeError
from vdlite.landscape import principal_directions, project
from vdlite.landscape.weights import Weight

RNG = np.random.default_rng(5)
SHAPES = [(4, 5), (3,), (2, 2, 3)]


def walk(number, scale=1.0):
    """Snapshots of a walk that drifts, and the weights at its end."""
    steps = [[RNG.normal(size=shape) * scale for shape in SHAPES] for _ in range(number)]
    drift = [RNG.normal(size=shape) for shape in SHAPES]
    snapshots, here = [], [np.zeros(shape) for shape in SHAPES]
    for step in steps:
        here = [a + b + c for a, b, c in zip(here, step, drift, strict=True)]
        snapshots.append(here)
    weights = [Weight(str(place), array) for place, array in enumerate(snapshots[-1])]
    return weights, snapshots


def test_components_and_shares_are_those_of_scikit_learn():
    weights, snapshots = walk(9)
    rows = np.stack([flat(snapshot) for snapshot in snapshots])
    reference = PCA(n_components=2, svd_solver="full").fit(rows)
    directions = principal_directions(weights, snapshots)
    for axis, expected in zip(directions.axes, reference.components_, strict=True):
        assert abs(flat(axis) @ expected) == pytest.approx(1, abs=1e-10)
    assert directions.facts["explained"] == pytest.approx(reference.explained_variance_ratio_)


def test_without_centering_they_are_the_singular_vectors_of_the_differences():
    weights, snapshots = walk(6)
    rows = np.stack([flat(snapshot) for snapshot in snapshots]) - flat(snapshots[-1])
    _, sizes, vectors = np.linalg.svd(rows, full_matrices=False)
    directions = principal_directions(weights, snapshots, centered=False)
    for axis, expected in zip(directions.axes, vectors[:2], strict=True):
        assert abs(flat(axis) @ expected) == pytest.approx(1, abs=1e-10)
    assert directions.facts["explained"] == pytest.approx((sizes**2 / (sizes**2).sum())[:2])


def test_axes_have_length_one_and_stand_at_a_right_angle():
    weights, snapshots = walk(20)
    directions = principal_directions(weights, snapshots)
    np.testing.assert_allclose(directions.gram, np.eye(2), atol=1e-10)


def test_the_same_snapshots_give_the_same_axes_signs_included():
    weights, snapshots = walk(8)
    one = principal_directions(weights, snapshots)
    assert one.fingerprint == principal_directions(weights, snapshots).fingerprint
    places = project(weights, snapshots, one).at
    centered = places - places.mean(axis=0)
    assert centered[np.abs(centered[:, 0]).argmax(), 0] > 0 or places[:, 0].max() > 0


def test_ignored_weights_do_not_turn_the_plane():
    weights, snapshots = walk(7)
    for number, snapshot in enumerate(snapshots):
        snapshot[1] = np.full(3, 1e6 * number)  # would be the first component
    weights = [Weight("a", weights[0].value), Weight("b", snapshots[-1][1], "bias"), weights[2]]
    directions = principal_directions(weights, snapshots, ignore=["bias"])
    kept = [[snapshot[0], snapshot[2]] for snapshot in snapshots]
    reference = PCA(n_components=2, svd_solver="full").fit(np.stack([flat(one) for one in kept]))
    for axis, expected in zip(directions.axes, reference.components_, strict=True):
        assert not axis[1].any()
        assert abs(flat([axis[0], axis[2]]) @ expected) == pytest.approx(1, abs=1e-10)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_fewer_than_three_snapshots_span_no_plane(number):
    weights, snapshots = walk(3)
    with pytest.raises(LandscapeError, match=f"got {number}, want 3 or more"):
        principal_directions(weights, snapshots[:number])


def test_snapshots_on_a_line_span_no_plane():
    weights = [Weight("w", np.zeros((2, 2)))]
    line = [[np.full((2, 2), float(step))] for step in range(5)]
    with pytest.raises(LandscapeError, match="lie on a line or a point"):
        principal_directions(weights, line)


def test_a_snapshot_with_nan_is_reported():
    weights, snapshots = walk(4)
    snapshots[1][0][0, 0] = np.nan
    with pytest.raises(LandscapeError, match="got NaN or infinity"):
        principal_directions(weights, snapshots)


def test_a_snapshot_of_another_shape_is_reported():
    weights, snapshots = walk(4)
    snapshots[2] = [np.zeros((9, 9)), *snapshots[2][1:]]
    with pytest.raises(LandscapeError, match=r"got shape \(9, 9\), want \(4, 5\)"):
        principal_directions(weights, snapshots)


def test_short_ways_are_not_lost_beside_large_weights():
    """float32 weights of a thousand, snapshots that differ by a thousandth."""
    base = (RNG.normal(size=(50, 40)) * 1000).astype(np.float32)
    ways = RNG.normal(size=(2, 50, 40)) * 0.01
    snapshots = [
        [(base + a * ways[0] + b * ways[1]).astype(np.float32)]
        for a, b in [(0, 0), (1, 0), (2, 1), (3, 1), (4, 3)]
    ]
    weights = [Weight("w", base)]
    directions = principal_directions(weights, snapshots)
    rows = np.stack([flat(one) for one in snapshots])
    reference = PCA(n_components=2, svd_solver="full").fit(rows)
    assert directions.facts["explained"] == pytest.approx(
        reference.explained_variance_ratio_, rel=1e-6
    )


def test_memory_does_not_grow_with_the_number_of_snapshots():
    """Pieces are so small that all snapshots' entries of them fit, and each snapshot is asked for once in each."""
    most = 8 * 40 * 10
    stream = np.random.default_rng(2)
    rows = [[stream.normal(size=(3, 5)), stream.normal(size=4)] for _ in range(40)]

    class Counting:
        asked = 0

        def __len__(self):
            return 40

        def __getitem__(self, place):
            Counting.asked += 1
            return rows[place]

    weights = [Weight("a", rows[-1][0]), Weight("b", rows[-1][1])]
    from vdlite.landscape.directions.principal import differences

    pieces = list(differences(weights, Counting(), most_bytes=most))
    assert [(piece.place, piece.start, piece.end) for piece in pieces] == [
        (0, 0, 10),
        (0, 10, 15),
        (1, 0, 4),
    ]
    assert Counting.asked == 2 * 40
    directions = principal_directions(weights, Counting(), most_bytes=most)
    reference = PCA(n_components=2, svd_solver="full").fit(np.stack([flat(one) for one in rows]))
    assert directions.facts["explained"] == pytest.approx(
        reference.explained_variance_ratio_, rel=1e-9
    )
