"""Histograms: exactly NumPy's counts, of whatever comes."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.histogram import RULES, Histogram, decode, histogram
from vdlite.kinds.numbers.packing import pack


def made(values: Any, **options: Any) -> Histogram:
    return decode(histogram(values, **options).encode()[0])


def check(values: NDArray[Any], got: Histogram) -> None:
    """Everything of `got` against NumPy, over the finite values."""
    flat = np.asarray(values, np.float64).ravel()
    finite = flat[np.isfinite(flat)]
    assert np.all(got.edges[1:] > got.edges[:-1])
    assert got.counts.tolist() == np.histogram(finite, got.edges)[0].tolist()
    assert got.count == len(finite)
    assert got.nan == np.isnan(flat).sum()
    assert (got.posinf, got.neginf) == (np.isposinf(flat).sum(), np.isneginf(flat).sum())
    if len(finite):
        assert (got.min, got.max) == (finite.min(), finite.max())
        assert got.min <= got.mean <= got.max
    else:
        assert all(math.isnan(number) for number in (got.min, got.max, got.mean, got.std))


DTYPES = st.sampled_from(
    ["f2", "f4", "f8", ">f4", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "?"]
)
SHAPES = arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=12)


@settings(deadline=None, max_examples=400)
@given(
    DTYPES.flatmap(lambda dtype: arrays.arrays(dtype, SHAPES)), st.sampled_from([1, 2, 7, 64, 300])
)
def test_counts_are_numpys_for_any_type_and_value(values: NDArray[Any], buckets: int) -> None:
    got = made(values, buckets=buckets)
    check(values, got)
    assert got.counts.sum() == got.count


@settings(deadline=None, max_examples=300)
@given(
    arrays.arrays("f4", st.integers(1, 40), elements=st.floats(width=32, allow_nan=False)),
    st.sampled_from([1, 2, 5, 63, 64]),
)
def test_many_values_of_any_size_are_counted_as_numpy_does(
    values: NDArray[Any], buckets: int
) -> None:
    near = [values, np.nextafter(values, np.float32(0)), -values]
    many = np.resize(np.concatenate(near), 5000)
    check(many, made(many, buckets=buckets))


@settings(deadline=None, max_examples=300)
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from(["f4", "f8"]),
    st.sampled_from([1, 3, 10, 63, 64, 65, 255, 256, 4096]),
    st.sampled_from([0, 1e-30, 1.0, 1e6, 1e30]),
    st.sampled_from([1e-40, 1e-6, 1.0, 1e3, 1e37]),
)
def test_values_on_and_beside_edges_fall_into_the_right_bucket(
    seed: int, dtype: str, buckets: int, offset: float, width: float
) -> None:
    random = np.random.default_rng(seed)
    with np.errstate(over="ignore"):
        edges = (offset + np.linspace(0, width, buckets + 1)).astype(dtype)
    near = [
        edges,
        np.nextafter(edges, edges.dtype.type(0)),
        np.nextafter(edges, edges.dtype.type(np.inf)),
    ]
    # So many that they are not just searched for.
    values = random.permutation(np.resize(np.concatenate(near), 6000))
    check(values, made(values, buckets=buckets))
    rising = np.unique(edges.astype(np.float64))
    if len(rising) > 1:
        check(values, made(values, buckets=rising))


@pytest.mark.parametrize("dtype", ["f4", "f8", "f2", "i4"])
def test_a_million_values_are_counted_as_numpy_does(dtype: str) -> None:
    values = (np.random.default_rng(7).normal(size=1_000_003) * 100).astype(dtype)
    values[::5] = 0
    got = made(values)
    check(values, got)
    assert len(got.counts) == 64
    wide = values.astype(np.float64)
    assert got.mean == pytest.approx(wide.mean(), rel=1e-12)
    assert got.std == pytest.approx(wide.std(), rel=1e-12)


def test_many_values_on_the_last_edge_and_on_a_middle_one_are_counted_there() -> None:
    values = np.clip(np.random.default_rng(1).normal(size=200_001), -1, 1).astype(np.float32)
    values[::3] = 0
    check(values, made(values))


@pytest.mark.parametrize(
    "values",
    [
        [],
        [math.nan, math.nan],
        [math.inf, -math.inf, math.nan],
        [math.nan, 1.0, math.inf, 2.0],
        [3.0] * 100,
        [1e308, -1e308],
        [1.7976931348623157e308] * 3,
        [5e-324, 0.0, 1e-323],
        [2**63 - 1, 2**63 - 1025],
        [2**70, 0],
        np.array([3.4e38, -3.4e38, 0], np.float32),
        np.array([1e-45, 0, 3e-45], np.float32),
        np.float16([65504, -65504]),
        [True, False, True],
        7,
    ],
    ids=repr,
)
def test_extreme_values_are_data(values: Any) -> None:
    check(np.array(values, dtype=np.float64), made(values))


def test_moments_keep_their_precision_far_from_zero() -> None:
    values = 1e9 + np.random.default_rng(3).normal(size=500_000)
    got = made(values)
    assert got.mean == pytest.approx(math.fsum(values) / len(values), rel=1e-15)
    assert got.std == pytest.approx(values.std(), rel=1e-9)


def test_moments_of_values_whose_squares_overflow_or_vanish() -> None:
    assert made([1e308, -1e308]).std == 1e308
    assert made([1e308, 1e308]).mean == 1e308
    assert made([1e-300, 3e-300]).std == pytest.approx(1e-300)


def test_equal_values_lie_in_the_middle_as_in_numpy() -> None:
    got = made([2.0] * 9, buckets=4)
    counts, edges = np.histogram([2.0] * 9, 4)
    assert got.edges.tolist() == edges.tolist() == [1.5, 1.75, 2.0, 2.25, 2.5]
    assert got.counts.tolist() == counts.tolist()
    assert got.std == 0.0


def test_edges_are_numpys_for_float64() -> None:
    values = np.random.default_rng(0).normal(size=1000)
    assert made(values, buckets=10).edges.tolist() == np.histogram(values, 10)[1].tolist()


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_gives_as_many_buckets_as_numpy(rule: str) -> None:
    values = np.random.default_rng(0).normal(size=3000)
    assert len(made(values, buckets=rule).counts) == len(np.histogram_bin_edges(values, rule)) - 1


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    "values", [[], [1.0], [math.nan], [5.0, 5.0], [0.0, 5e-324], [-1e308, 1e308]], ids=repr
)
def test_a_rule_takes_any_values(rule: str, values: list[float]) -> None:
    check(np.array(values), made(values, buckets=rule))


def test_an_outlier_does_not_make_a_rule_ask_for_billions_of_buckets() -> None:
    values = np.append(np.random.default_rng(0).normal(size=1000), 1e12)
    got = made(values, buckets="fd")
    assert len(got.counts) == 65536
    check(values, got)


def test_values_outside_of_given_edges_are_in_count_but_in_no_bucket() -> None:
    got = made([-1, 0, 0.5, 1, 2, 3], buckets=[0, 1, 2])
    assert (got.counts.tolist(), got.count, got.min, got.max) == ([2, 2], 6, -1, 3)


@pytest.mark.parametrize(
    ("buckets", "message"),
    [
        (0, "buckets: got 0, want 1 to 65536"),
        (True, "buckets: got True, want 1 to 65536"),
        ("best", "buckets: got 'best', want one of auto, doane"),
        ([1.0], "buckets: got edges of shape"),
        ([1.0, 1.0], "don't rise"),
        ([0.0, math.inf], "not finite"),
        (2.5, "buckets: got float"),
        (None, "buckets: got NoneType"),
    ],
)
def test_wrong_buckets_are_refused_at_the_call(buckets: Any, message: str) -> None:
    with pytest.raises(PayloadError, match=message):
        histogram([1.0], buckets=buckets)


def test_what_is_no_number_is_refused_at_the_call() -> None:
    with pytest.raises(PayloadError, match="histogram: got"):
        histogram(["a"])
    with pytest.raises(PayloadError, match="histogram: got"):
        histogram(np.ones(2, complex))


def test_the_summary_gives_the_distribution_without_the_payload() -> None:
    values = np.append(np.random.default_rng(2).normal(size=100_000), [math.nan, math.inf])
    payload, summary = histogram(values).encode()
    got = decode(payload)
    width = got.edges[1] - got.edges[0]
    assert summary == {
        "count": 100_000,
        "min": got.min,
        "max": got.max,
        "mean": got.mean,
        "std": got.std,
        "nan": 1,
        "posinf": 1,
        "neginf": 0,
        "buckets": 64,
        "quantiles": summary["quantiles"],
    }
    exact = np.quantile(values[:-2], (0.05, 0.25, 0.5, 0.75, 0.95))
    assert np.abs(exact - summary["quantiles"]).max() < width
    assert got.quantiles([0, 1]) == [got.min, got.max]


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\xc1",
        pack({}),
        pack({**dict.fromkeys(Histogram.__dataclass_fields__, 0)}),
    ],
)
def test_bytes_that_are_no_histogram_are_refused(payload: bytes) -> None:
    with pytest.raises(FormatError, match="histogram payload"):
        decode(payload)
