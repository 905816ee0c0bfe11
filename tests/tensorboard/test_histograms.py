"""What scripts rely on of the histograms of a SummaryWriter."""

import logging
from pathlib import Path

import numpy as np
import pytest

from tests.tensorboard.written import payload
from vdlite import LogReader
from vdlite.tensorboard import SummaryWriter


def test_a_histogram_has_64_buckets_or_those_that_are_asked_for(tmp_path: Path) -> None:
    numbers = np.random.default_rng(0).normal(size=1000)
    with SummaryWriter(tmp_path) as writer:
        writer.add_histogram("usual", numbers, 0)
        writer.add_histogram("number", numbers, 0, 10)
        writer.add_histogram("rule", numbers, 0, "auto")
        writer.add_histogram("edges", numbers, 0, [-5.0, 0.0, 5.0])
        writer.add_histogram("tensorflow", numbers, 0, writer.default_bins)
        writer.add_histogram("most", numbers, 0, "auto", None, 5)
    buckets = {
        tag: len(payload(tmp_path, "histogram", tag).counts)
        for tag in LogReader(tmp_path).tags(".", "histogram")
    }
    rule = len(np.histogram_bin_edges(numbers, "auto")) - 1
    assert buckets == {
        "usual": 64,
        "number": 10,
        "rule": rule,
        "edges": 2,
        "tensorflow": 1548,
        "most": 5,
    }
    assert payload(tmp_path, "histogram", "edges").counts.tolist() == [
        np.count_nonzero(numbers < 0),
        np.count_nonzero(numbers >= 0),
    ]


def test_edges_may_be_equal_infinite_or_too_many(tmp_path: Path) -> None:
    numbers = np.array([-3.0, 0.5, 0.5, 7.0])
    with SummaryWriter(tmp_path) as writer:
        writer.add_histogram("equal", numbers, 0, [-5.0, 0.0, 0.0, 1.0, 9.0])
        writer.add_histogram("infinite", numbers, 0, [-np.inf, 0.0, 1.0, np.inf])
        writer.add_histogram("few", numbers, 0, [-5.0, -1.0, 0.0, 1.0, 9.0], None, 2)
        writer.add_histogram("many", numbers, 0, np.linspace(-5, 9, 100_000))
        with pytest.raises(ValueError, match="monotonically"):
            writer.add_histogram("falling", numbers, 0, [1.0, 0.0])
    found = {
        tag: payload(tmp_path, "histogram", tag)
        for tag in LogReader(tmp_path).tags(".", "histogram")
    }
    assert found["equal"].counts.tolist() == [1, 2, 1]
    assert found["infinite"].edges.tolist() == [-3, 0, 1, 7]
    assert found["infinite"].counts.tolist() == [1, 2, 1]
    assert found["few"].edges.tolist() == [-5, 0, 9]
    assert found["few"].counts.tolist() == [1, 3]
    assert found["many"].counts.sum() == 4


def test_a_histogram_of_nothing_is_reported_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with SummaryWriter(tmp_path) as writer, caplog.at_level(logging.WARNING, "vdlite"):
        for step in range(3):
            writer.add_histogram("x", [], step)
    assert [record.message for record in caplog.records] == [
        "vdlite: a histogram of no values: 'x'"
    ]
    assert payload(tmp_path, "histogram", "x").count == 0


def test_a_histogram_may_be_counted_already(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_histogram_raw("x", 0.5, 3.5, 6, 12.0, 30.0, [1, 2, 3, 4], [1, 2, 0, 3], 7)
        with pytest.raises(ValueError, match="bucket_limits"):
            writer.add_histogram_raw("x", 0, 1, 1, 1, 1, [1, 2], [1])
    (record,) = LogReader(tmp_path).records(".", "histogram", "x")
    assert record.step == 7
    assert record.payload.edges.tolist() == [0.5, 1, 2, 3, 3.5]
    assert record.payload.counts.tolist() == [1, 2, 0, 3]
    assert (record.payload.count, record.payload.mean) == (6, 2)
