"""Histograms, curves and confusion matrices, from the call to the reader."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score

from vdlite import LogReader, LogWriter, PayloadError


def test_histograms_come_back_in_order_with_numpys_counts(tmp_path: Path) -> None:
    random = np.random.default_rng(0)
    logged = [random.normal(size=size) for size in (10, 300_000, 5, 100_000)]
    with LogWriter(tmp_path) as writer:
        for values in logged:
            writer.add_histogram("weights", values)
            values[:] = 0  # nothing of this is seen
    random = np.random.default_rng(0)
    records = list(LogReader(tmp_path).records(".", "histogram", "weights"))
    assert [record.step for record in records] == [0, 1, 2, 3]
    for record, size in zip(records, (10, 300_000, 5, 100_000), strict=True):
        counts, edges = np.histogram(random.normal(size=size), 64)
        assert record.payload.counts.tolist() == counts.tolist()
        assert record.payload.edges.tolist() == edges.tolist()
        assert record.summary["count"] == size


def test_curves_come_back_with_scikit_learns_areas(tmp_path: Path) -> None:
    random = np.random.default_rng(1)
    labels = random.random(20_000) < 0.2
    scores = random.normal(size=20_000) + labels
    with LogWriter(tmp_path) as writer:
        writer.add_pr_curve("class_0", labels, scores, 3, 10, walltime=5.0)
        writer.add_roc_curve("class_0", labels=labels, predictions=scores, step=3)
    reader = LogReader(tmp_path)
    (pr,) = reader.records(".", "pr_curve", "class_0")
    (roc,) = reader.records(".", "roc_curve", "class_0")
    assert (pr.step, pr.walltime) == (3, 5.0)
    assert pr.summary["ap"] == pytest.approx(average_precision_score(labels, scores))
    assert roc.summary["auc"] == pytest.approx(roc_auc_score(labels, scores))
    assert roc.payload.tpr[-1] == 1.0


def test_a_confusion_matrix_comes_back(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_confusion_matrix("test", [0, 1, 1], [0, 1, 0], 7, class_names=["no", "yes"])
    (record,) = LogReader(tmp_path).records(".", "confusion_matrix", "test")
    assert record.payload.counts.tolist() == [[1, 0], [1, 1]]
    assert record.payload.class_names == ["no", "yes"]


def test_one_tag_may_name_series_of_several_kinds(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("loss", 1.0, 0)
        writer.add_histogram("loss", [1.0, 2.0], 0)
        writer.add_pr_curve("loss", [0, 1], [0.1, 0.2], 0)
        writer.add_roc_curve("loss", [0, 1], [0.1, 0.2], 0)
    reader = LogReader(tmp_path)
    for kind in ("histogram", "pr_curve", "roc_curve"):
        assert len(list(reader.records(".", kind, "loss"))) == 1


@pytest.mark.parametrize(
    ("call", "arguments"),
    [
        ("add_histogram", (["a"],)),
        ("add_histogram", ([1.0], 0, None, 0)),
        ("add_pr_curve", ([0], [0.1, 0.2])),
        ("add_roc_curve", ([3], [0.1])),
        ("add_confusion_matrix", ([0], [0, 1])),
    ],
)
def test_wrong_values_raise_at_the_call_and_log_nothing(
    tmp_path: Path, call: str, arguments: Any
) -> None:
    with LogWriter(tmp_path) as writer:
        with pytest.raises(PayloadError):
            getattr(writer, call)("tag", *arguments)
        writer.add_scalar("loss", 1.0)
    assert LogReader(tmp_path).kinds(".") == ["scalar"]
