"""Directions: random, towards other models, given, kept in files."""

import numpy as np
import pytest

from tests.landscape.bowls import flat
from vdlite.errors import LandscapeError
from vdlite.landscape import Directions, given_directions, random_directions, towards
from vdlite.landscape.weights import Weight

RNG = np.random.default_rng(0)


def weights():
    return [
        Weight("conv", RNG.normal(size=(4, 3, 2, 2)).astype(np.float32)),
        Weight("bias", RNG.normal(size=4).astype(np.float32), "bias"),
        Weight("scale", np.ones(4, np.float32), "norm"),
        Weight("mean", np.ones(4, np.float32), "mean"),
        Weight("variance", np.ones(4, np.float32), "variance"),
        Weight("up", RNG.normal(size=(4, 6)).astype(np.float32), "weight", 1),
    ]


def test_filters_get_the_length_of_the_weights_filters():
    held = weights()
    directions = random_directions(held, seed=3)
    for axis in directions.axes:
        for weight, array in zip(held, axis, strict=True):
            if weight.role == "weight":
                got = np.linalg.norm(weight.filters(array), axis=1)
                assert got == pytest.approx(
                    np.linalg.norm(weight.filters(weight.value), axis=1), rel=1e-5
                )


@pytest.mark.parametrize(
    ("norm", "expected"),
    [
        ("layer", lambda d, w: d * np.linalg.norm(w) / np.linalg.norm(d)),
        ("weight", lambda d, w: d * w),
        ("dlayer", lambda d, w: d / np.linalg.norm(d)),
        ("dfilter", lambda d, w: d / np.linalg.norm(d.reshape(4, -1), axis=1).reshape(4, 1, 1, 1)),
        ("none", lambda d, w: d),
    ],
)
def test_the_other_norms_are_those_of_the_paper(norm, expected):
    held = weights()[:1]
    drawn = random_directions(held, seed=1, norm="none").axes[0][0]
    got = random_directions(held, seed=1, norm=norm).axes[0][0]
    np.testing.assert_allclose(got, expected(drawn, held[0].value), rtol=1e-5)


def test_biases_and_norms_stay_unless_they_are_asked_for():
    held = weights()
    axis = random_directions(held).axes[0]
    assert [bool(array.any()) for array in axis] == [True, False, False, False, False, True]
    whole = random_directions(held, ignore=()).axes[0]
    assert [bool(array.any()) for array in whole] == [True, True, True, False, False, True]


def test_a_vector_is_never_its_own_direction():
    """With biases moved, both axes of the reference are the biases themselves: they are not independent."""
    held = weights()
    first, second = random_directions(held, ignore=()).axes
    for place in (1, 2):
        for axis in (first, second):
            cosine = flat([axis[place]]) @ flat([held[place].value])
            cosine /= np.linalg.norm(axis[place]) * np.linalg.norm(held[place].value)
            assert abs(cosine) < 0.999
        assert np.linalg.norm(first[place]) == pytest.approx(
            np.linalg.norm(held[place].value), rel=1e-5
        )
        assert not np.allclose(first[place], second[place])


def test_statistics_of_batch_norm_get_no_random_direction():
    axis = random_directions(weights(), ignore=()).axes[0]
    assert not axis[3].any()
    assert not axis[4].any()


def test_the_same_seed_and_shapes_give_the_same_entries_whatever_the_weights():
    one = random_directions(weights(), seed=7, norm="none")
    other = random_directions(weights(), seed=7, norm="none")  # other weights of the same shapes
    assert one.fingerprint == other.fingerprint
    assert one.fingerprint != random_directions(weights(), seed=8, norm="none").fingerprint


def test_repeats_with_other_seeds_are_other_directions():
    drawn = [flat(random_directions(weights(), seed=seed, norm="none").axes[0]) for seed in (0, 1)]
    cosine = drawn[0] @ drawn[1] / np.prod([np.linalg.norm(one) for one in drawn])
    assert abs(cosine) < 0.5


def test_to_leave_a_weight_out_does_not_change_the_others():
    held = weights()
    with_bias = random_directions(held, ignore=["norm"]).axes[0]
    without = random_directions(held, ignore=["norm", "bias"]).axes[0]
    assert np.array_equal(with_bias[0], without[0])
    assert np.array_equal(with_bias[5], without[5])


def test_the_entries_of_a_seed_stay_as_they_are_for_ever():
    """Runs of different versions are compared in the same plane."""
    held = [Weight("w", np.ones((2, 3), np.float32))]
    got = random_directions(held, seed=1, norm="none")
    expected = [
        [1.7291035652160645, -1.4284534454345703, 1.0277447700500488],
        [1.8820691108703613, 0.07513564825057983, 0.4172152280807495],
    ]
    np.testing.assert_allclose(got.axes[0][0], expected, rtol=1e-6)


def test_orthogonal_axes_stand_at_a_right_angle_and_keep_their_lengths_and_plane():
    held = weights()
    plain = random_directions(held, norm="none")
    turned = random_directions(held, norm="none", orthogonal=True)
    assert turned.angle == pytest.approx(90, abs=1e-3)
    assert turned.lengths == pytest.approx(plain.lengths, rel=1e-6)
    a, b = (flat(axis) for axis in plain.axes)
    c = flat(turned.axes[1])
    _, rest, *_ = np.linalg.lstsq(np.stack([a, b], axis=1), c, rcond=None)
    assert float(rest[0]) < 1e-8 * (c @ c)


def test_the_second_axis_may_be_the_first():
    directions = random_directions(weights(), same=True)
    assert np.array_equal(flat(directions.axes[0]), flat(directions.axes[1]))
    with pytest.raises(LandscapeError, match="point the same way"):
        directions.orthogonal()


def test_other_models_lie_at_one_on_their_axis():
    held = weights()
    other = [RNG.normal(size=one.value.shape).astype(np.float32) for one in held]
    third = [RNG.normal(size=one.value.shape).astype(np.float32) for one in held]
    directions = towards(held, other, third)
    for weight, array, way in zip(held, other, directions.axes[0], strict=True):
        np.testing.assert_allclose(weight.value + way, array, rtol=1e-5, atol=1e-6)
    for weight, array, way in zip(held, third, directions.axes[1], strict=True):
        np.testing.assert_allclose(weight.value + way, array, rtol=1e-5, atol=1e-6)


def test_a_model_that_is_the_center_is_refused():
    held = weights()
    with pytest.raises(LandscapeError, match="it is where the center is"):
        towards(held, [one.value for one in held])


def test_a_model_of_another_shape_is_refused_by_name():
    held = weights()
    other = [one.value for one in held]
    other[5] = np.zeros((4, 5))
    with pytest.raises(LandscapeError, match=r"model 1, 'up': got shape \(4, 5\), want \(4, 6\)"):
        towards(held, other)


def test_directions_come_back_from_a_file_as_they_were(tmp_path):
    made = random_directions(weights(), seed=5, ignore=["bias", "norm"])
    made.save(tmp_path / "axes.npz")
    back = Directions.load(tmp_path / "axes.npz")
    assert back.fingerprint == made.fingerprint
    assert back.names == made.names
    assert (back.kind, dict(back.facts)) == (made.kind, dict(made.facts))


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"no file of directions"])
def test_a_file_that_holds_no_directions_is_reported(tmp_path, content):
    path = tmp_path / "axes.npz"
    path.write_bytes(content)
    with pytest.raises(LandscapeError, match="this is no file of them"):
        Directions.load(path)


def test_a_file_of_pickles_is_not_unpickled(tmp_path):
    path = tmp_path / "axes.npz"
    np.savez(path, about=np.array({"kind": "x"}, dtype=object))
    with pytest.raises(LandscapeError, match="this is no file of them"):
        Directions.load(path)


def test_given_directions_have_to_fit():
    held = weights()
    with pytest.raises(LandscapeError, match="got 2 arrays, want 6"):
        given_directions(held, [np.zeros(2), np.zeros(3)])
    wrong = [np.zeros(one.value.shape) for one in held]
    wrong[0] = np.zeros((1, 1))
    with pytest.raises(LandscapeError, match="direction of 'conv': got shape"):
        given_directions(held, wrong)
    wrong[0] = np.full(held[0].value.shape, np.nan)
    with pytest.raises(LandscapeError, match="got NaN or infinity"):
        given_directions(held, wrong)


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"norm": "filtre"}, "norm: got 'filtre'"),
        ({"seed": -1}, "seed: got -1"),
        ({"seed": 0.5}, "seed: got 0.5"),
        ({"ignore": ["weight", "bias", "norm"]}, "nothing is left to move"),
    ],
)
def test_wrong_settings_are_reported(settings, text):
    with pytest.raises(LandscapeError, match=text):
        random_directions(weights(), **settings)


def test_directions_of_half_precision_are_kept_in_single():
    held = [Weight("w", np.ones((2, 2), np.float16)), Weight("v", np.ones((2, 2)))]
    assert [array.dtype for array in random_directions(held).axes[0]] == [np.float32, np.float64]


def test_a_filter_of_zeros_gets_a_direction_of_zeros():
    value = np.ones((2, 3))
    value[1] = 0
    axis = random_directions([Weight("w", value)]).axes[0][0]
    assert np.array_equal(axis[1], np.zeros(3))
    assert np.linalg.norm(axis[0]) == pytest.approx(np.sqrt(3))
