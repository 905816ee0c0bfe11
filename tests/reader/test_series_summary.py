"""Series in bounded size, held against all of their points."""

from __future__ import annotations

import math
import tempfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdlite import LogReader, LogWriter

values = st.lists(
    st.one_of(st.floats(width=32), st.sampled_from([math.nan, math.inf, -math.inf])), max_size=60
)


@given(values, st.integers(1, 12))
def test_nothing_is_lost_in_the_buckets(logged: list[float], buckets: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        with LogWriter(folder) as writer:
            for step, value in enumerate(logged):
                writer.add_scalar("loss", value, 3 * step)
            writer.add_scalar("other", 0.0, 0)
        reader = LogReader(folder)
        if not logged:
            return
        found = reader.series(".", "loss", buckets=buckets)
    finite = [value for value in logged if math.isfinite(value)]
    assert found.count == len(logged)
    assert found.nan_count == sum(map(math.isnan, logged))
    assert found.inf_count == sum(map(math.isinf, logged))
    nonfinite = [3 * step for step, value in enumerate(logged) if not math.isfinite(value)]
    assert found.nonfinite_step == (nonfinite[0] if nonfinite else None)
    assert (found.min and found.min.value) == (min(finite) if finite else None)
    assert (found.max and found.max.value) == (max(finite) if finite else None)
    assert len(found.buckets) == min(buckets, len(logged))
    rest = list(enumerate(logged))
    for bucket in found.buckets:
        own, rest = rest[: bucket.count], rest[bucket.count :]
        inside = [value for _, value in own if math.isfinite(value)]
        assert (bucket.first_step, bucket.last_step) == (3 * own[0][0], 3 * own[-1][0])
        assert bucket.min == (min(inside) if inside else None)
        assert bucket.max == (max(inside) if inside else None)
        assert bucket.nan_count + bucket.inf_count == bucket.count - len(inside)
    assert rest == []
    sizes = {bucket.count for bucket in found.buckets}
    assert max(sizes) - min(sizes) <= 1


def test_steps_without_points_have_no_first_and_last(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("logs")
    with LogWriter(folder) as writer:
        writer.add_scalar("loss", 1.0, 5)
    found = LogReader(folder).series(".", "loss", first_step=6)
    assert (found.count, found.first, found.last, found.buckets) == (0, None, None, ())
