"""What the weights are, and which of them a direction moves."""

import numpy as np
import pytest

from vdlite.errors import LandscapeError
from vdlite.landscape.weights import Weight, as_weights, chosen, fingerprint

RNG = np.random.default_rng(0)


def test_filters_of_a_matrix_are_its_rows_and_of_a_vector_the_whole():
    matrix = Weight("w", RNG.normal(size=(3, 4)))
    assert matrix.filters(matrix.value).shape == (3, 4)
    vector = Weight("b", RNG.normal(size=5), "bias")
    assert vector.filters(vector.value).shape == (1, 5)
    assert Weight("s", np.array(2.0), "vector").filters(np.array(2.0)).shape == (1, 1)


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_filters_lie_along_the_axis_that_counts_them(axis):
    value = RNG.normal(size=(2, 3, 4))
    weight = Weight("w", value, "weight", axis)
    filters = weight.filters(value)
    assert len(filters) == value.shape[axis]
    for number, one in enumerate(filters):
        assert np.array_equal(np.sort(one), np.sort(np.take(value, number, axis).reshape(-1)))
    assert np.array_equal(weight.unfilter(filters), value)


def test_a_filter_of_a_grouped_transposed_convolution_lies_in_the_inputs_of_its_group():
    # 2 groups of 3 inputs each, 4 outputs a group, kernels of 2.
    value = RNG.normal(size=(6, 4, 2))
    weight = Weight("up", value, "weight", 1, groups=2)
    filters = weight.filters(value)
    assert filters.shape == (8, 6)
    assert np.array_equal(filters[0], value[:3, 0].reshape(-1))
    assert np.array_equal(filters[4 + 2], value[3:, 2].reshape(-1))
    assert np.array_equal(weight.unfilter(filters), value)


def test_weights_are_chosen_by_role_and_by_name():
    weights = [
        Weight("conv.weight", np.ones((2, 2))),
        Weight("conv.bias", np.ones(2), "bias"),
        Weight("norm.weight", np.ones(2), "norm"),
        Weight("head.weight", np.ones((2, 2))),
    ]
    assert chosen(weights, ignore=["bias", "norm"]).tolist() == [True, False, False, True]
    assert chosen(weights, ignore="head.*").tolist() == [True, True, True, False]
    assert chosen(weights, only=["head.*", "bias"]).tolist() == [False, True, False, True]


def test_a_pattern_that_fits_nothing_is_reported_since_it_is_misspelt():
    with pytest.raises(LandscapeError, match=r"got 'haed\.\*', which fits no weight"):
        chosen([Weight("head.weight", np.ones((2, 2)))], ignore=["haed.*"])
    with pytest.raises(LandscapeError, match="'biasbn', which is called 'bias' and 'norm' here"):
        chosen([Weight("head.weight", np.ones((2, 2)))], ignore="biasbn")


def test_a_role_that_no_weight_has_may_be_ignored():
    assert chosen([Weight("w", np.ones((2, 2)))], ignore=["bias", "norm"]).tolist() == [True]


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ([np.ones(3, dtype=int)], "got int64, want real floating-point"),
        ([np.ones(3, dtype=complex)], "got complex128"),
        ([], "got none"),
        (np.ones(3), "got one array, want a list"),
    ],
)
def test_what_holds_no_real_numbers_is_refused(given, text):
    with pytest.raises(LandscapeError, match=text):
        as_weights(given)


def test_a_role_that_does_not_exist_is_refused():
    with pytest.raises(LandscapeError, match="got role 'wieght'"):
        Weight("w", np.ones(2), "wieght")


def test_fingerprints_tell_values_shapes_and_types_apart():
    base = np.arange(6.0)
    same = fingerprint([base.copy()])
    assert fingerprint([base]) == same
    others = [base.reshape(2, 3), base.astype(np.float32), base + 1e-9, base[::-1]]
    assert len({fingerprint([other]) for other in others} | {same}) == 5
    assert fingerprint([base, base]) != fingerprint([base], "more")


@pytest.mark.parametrize("shape", [(0, 4), (4, 0), (0,), (0, 0, 3)])
def test_an_array_without_entries_has_filters_without_entries(shape):
    weight = Weight("w", np.zeros(shape))
    filters = weight.filters(weight.value)
    assert filters.size == 0
    assert weight.unfilter(filters).shape == shape


def test_a_single_number_is_one_filter():
    weight = Weight("w", np.array(3.0), "vector")
    assert weight.filters(weight.value).shape == (1, 1)
    assert weight.unfilter(weight.filters(weight.value)).shape == ()
