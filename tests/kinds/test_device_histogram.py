"""Counting on a tensor's own device gives what counting an array does; here the device is the processor."""

import math
from typing import Any

import numpy as np
import pytest

from vdlite.kinds.histogram import Histogram

torch = pytest.importorskip("torch")


def counted(tensor: Any, buckets: Any = 64, **options: int) -> Histogram:
    from vdlite.kinds.numbers import device_histogram

    assert device_histogram.takes(tensor)
    return Histogram(**device_histogram.count(tensor, buckets, **options).result())


def check(tensor: Any, got: Histogram) -> None:
    flat = tensor.detach().to(torch.float64).cpu().numpy().ravel()
    finite = flat[np.isfinite(flat)]
    assert np.all(got.edges[1:] > got.edges[:-1])
    assert got.counts.tolist() == np.histogram(finite, got.edges)[0].tolist()
    assert (got.count, got.nan) == (len(finite), np.isnan(flat).sum())
    assert (got.posinf, got.neginf) == (np.isposinf(flat).sum(), np.isneginf(flat).sum())
    if len(finite):
        assert (got.min, got.max) == (finite.min(), finite.max())
        half = np.float64(0.5)
        with np.errstate(over="ignore"):
            scaled = finite * 2.0**-600 if np.abs(finite).max() > 1e150 else finite
        back = 2.0**600 if scaled is not finite else 1.0
        assert got.mean == pytest.approx(
            (scaled * half).mean() * back / half, rel=1e-12, abs=1e-300
        )
        assert got.std == pytest.approx(scaled.std() * back, rel=1e-9, abs=1e-300)
    else:
        assert math.isnan(got.min)


DEVICES = ["cpu", *(["cuda"] if torch.cuda.is_available() else [])]


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(
    "dtype", ["float32", "float64", "float16", "bfloat16", "int64", "uint8", "bool"]
)
def test_tensors_of_any_type_are_counted_as_numpy_does(dtype: str, device: str) -> None:
    values = torch.from_numpy(np.random.default_rng(0).normal(size=(300, 101)) * 9).to(device)
    tensor = (values.abs() if dtype == "uint8" else values).to(getattr(torch, dtype)).T
    got = counted(tensor)
    check(tensor, got)
    assert got.counts.sum() == got.count


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(
    "values",
    [
        [],
        [math.nan],
        [math.inf, 1.0, -math.inf, math.nan, 2.0],
        [3.0, 3.0],
        [1e17, 1e17],
        [1e17, 1e17 + 32],
        [1e308, -1e308, 0.0],
        [1.7976931348623157e308, 1.7976931348623157e308],
    ],
    ids=repr,
)
def test_extreme_values_are_data_on_a_device_too(values: list[float], device: str) -> None:
    tensor = torch.tensor(values, dtype=torch.float64, device=device)
    check(tensor, counted(tensor))


@pytest.mark.parametrize("device", DEVICES)
def test_given_edges_are_kept_and_what_lies_outside_is_in_no_bucket(device: str) -> None:
    tensor = torch.tensor([-1.0, 0.0, 0.5, 1.0, 2.0, 3.0], device=device)
    got = counted(tensor, np.array([0.0, 1.0, 2.0]))
    assert (got.counts.tolist(), got.count) == ([2, 2], 6)


def test_more_values_than_are_counted_at_a_time_make_one_histogram() -> None:
    tensor = torch.from_numpy(np.random.default_rng(5).normal(size=12_345))
    tensor[77] = math.nan
    check(tensor, counted(tensor, piece=1000))


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")
def test_a_later_change_on_the_device_is_not_seen() -> None:
    from vdlite.kinds.histogram import decode, histogram

    tensor = torch.zeros(1_000_000, device="cuda")
    draft = histogram(tensor)
    tensor += 1
    assert decode(draft.encode()[0]).max == 0.0
