"""Logs of VisualDL: one that it has written itself, and damaged ones."""

import math
import shutil
import struct
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from tests.foreign.event_files import message, number, single
from vdlite import LogReader
from vdlite.reader import Store

NAME = "vdlrecords.1700000000.log"
GOLDEN = Path(__file__).parent / "golden" / "visualdl"


def record(*values: bytes) -> bytes:
    data = b"".join(message(1, value) for value in values)
    return struct.pack("<Q", len(data)) + data


def scalar(tag: str, value: float, step: int = 0, time: int = 1_700_000_000_000) -> bytes:
    at_step = number(1, step) if step else b""
    return record(at_step + message(2, tag.replace("/", "%")) + number(3, time) + single(4, value))


def test_what_visualdl_has_written_is_read() -> None:
    reader = LogReader(GOLDEN)
    assert reader.damage == []
    loss = reader.scalars(".", "train/loss")
    assert loss.steps.tolist() == list(range(300))
    assert loss.values.tolist() == [step / 8 for step in range(300)]
    assert loss.walltimes.tolist() == [1.7e9 + step for step in range(300)]
    assert reader.scalars(".", "lr").values.tolist() == [float(np.float32(0.1))] * 300
    # Both tags of one call are tags of the run; a zero is no byte in the file.
    assert reader.scalars(".", "both/a").values.tolist() == [0.0]
    assert reader.scalars(".", "both/b").values.tolist() == [-2.5]


def test_the_other_kinds_of_visualdl_are_read_as_ours() -> None:
    reader = LogReader(GOLDEN)

    def only(kind: str, tag: str) -> object:
        (found,) = reader.records(".", kind, tag)
        return found.payload

    histogram = only("histogram", "weights")
    assert (histogram.counts.tolist(), histogram.edges.tolist()) == ([1, 3], [0, 1, 2])  # type: ignore[attr-defined]
    pixels = np.arange(60, dtype=np.uint8).reshape(4, 5, 3)
    assert_array_equal(only("image", "picture").pixels, pixels)  # type: ignore[attr-defined]
    assert only("text", "note") == "**hello** ü"
    assert only("audio", "sound").samples[:, 0].tolist() == [0, 16383, -16383, 32767]  # type: ignore[attr-defined]
    points = only("embeddings", "points")
    assert points.vectors.tolist() == [[1, 2], [3, 4]]  # type: ignore[attr-defined]
    assert points.names == ("name", "n")  # type: ignore[attr-defined]
    assert [record.step for record in reader.records(".", "audio", "sound")] == [7]


def test_curves_are_of_the_counts_so_that_the_rates_are_right() -> None:
    """VisualDL divides the true positives of ROC curves by the negatives; there are 3 positives and 2 negatives."""
    reader = LogReader(GOLDEN)
    for kind, tag in (("pr_curve", "pr"), ("roc_curve", "roc")):
        curve = reader.records(".", kind, tag)[0].payload
        # Scores 0.9, 0.8, 0.4 of the positives and 0.6, 0.1 of the negatives, in buckets of a quarter.
        assert curve.threshold.tolist() == [math.inf, 1, 0.75, 0.5, 0.25, 0]
        assert curve.tp.tolist() == [0, 0, 2, 2, 3, 3]
        assert curve.fp.tolist() == [0, 0, 0, 1, 1, 2]
        assert curve.tpr.tolist() == pytest.approx([0, 0, 2 / 3, 2 / 3, 1, 1])


def test_trial_and_name_of_the_run_are_shown() -> None:
    store = Store([GOLDEN])
    while not store.done or store.held_up:
        store.refresh()
    (run,) = store.runs()
    assert (run.display_name, run.tools) == ("my run", ("VisualDL",))
    (trial,) = LogReader(GOLDEN).trials()
    assert dict(trial.hparams) == {"lr": 0.1, "batch": 32, "opt": "sgd"}
    assert trial.metrics["train/loss"].last == 37.375  # type: ignore[union-attr]


def test_all_files_of_a_folder_are_one_run(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / NAME, tmp_path)
    later = tmp_path / "vdlrecords.1800000000.log.more"
    later.write_bytes(scalar("train/loss", 99.0, 299, 1_800_000_000_000))
    loss = LogReader(tmp_path).scalars(".", "train/loss")
    assert (len(loss), loss.values[-1]) == (300, 99.0)


@pytest.mark.parametrize("tags", [1, 4])
def test_a_loop_is_read_whole_whatever_the_width_of_its_steps(tmp_path: Path, tags: int) -> None:
    steps = [0, 1, 2, 3, 127, 128, *range(200, 260), 16383, 16384, 1 << 40, -1]
    rows = [scalar(f"t/{tag}", tag + 0.5, step) for step in steps for tag in range(tags)]
    (tmp_path / NAME).write_bytes(b"".join(rows))
    reader = LogReader(tmp_path)
    for tag in range(tags):
        points = reader.scalars(".", f"t/{tag}", superseded=True)
        assert points.steps.tolist() == sorted(steps)
        assert set(points.values) == {tag + 0.5}


def test_a_step_that_has_no_end_does_no_harm(tmp_path: Path) -> None:
    begin = message(1, b"\x08" + b"\xff" * 30)
    broken = struct.pack("<Q", len(begin)) + begin
    (tmp_path / NAME).write_bytes(scalar("x", 1.0) + broken)
    assert LogReader(tmp_path).scalars(".", "x").values.tolist() == [1.0]


def test_times_in_seconds_are_taken_as_such(tmp_path: Path) -> None:
    rows = [scalar("x", 1.0, step, 1_700_000_000) for step in range(10)]
    (tmp_path / NAME).write_bytes(b"".join(rows))
    assert set(LogReader(tmp_path).scalars(".", "x").walltimes) == {1.7e9}


def test_a_record_may_be_read_while_it_is_written(tmp_path: Path) -> None:
    first, second = scalar("x", 1.0, 1), scalar("x", 2.0, 2)
    path = tmp_path / NAME
    for end in range(len(second)):
        path.write_bytes(first + second[:end])
        reader = LogReader(tmp_path)
        assert reader.scalars(".", "x").steps.tolist() == [1]
        assert reader.damage == []
        path.write_bytes(first + second)
        reader.refresh()
        assert reader.scalars(".", "x").steps.tolist() == [1, 2]


def test_an_impossible_length_is_reported_and_ends_the_file(tmp_path: Path) -> None:
    good = scalar("x", 1.0, 1)
    (tmp_path / NAME).write_bytes(good + b"\xff" * 8 + good)
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "x").steps.tolist() == [1]
    (damage,) = reader.damage
    assert (damage.offset, damage.bytes) == (len(good), 8 + len(good))
    assert "nothing behind it is read" in damage.reason


def test_a_record_that_can_not_be_read_costs_only_itself(tmp_path: Path) -> None:
    broken = record(message(2, "h") + message(8, number(1, 5)), b"\x0a\xff")
    (tmp_path / NAME).write_bytes(scalar("x", 1.0, 1) + broken + scalar("x", 2.0, 2))
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "x").steps.tolist() == [1, 2]
    assert "can't be read" in reader.damage[0].reason


def test_any_bytes_do_no_harm(tmp_path: Path) -> None:
    import random

    rng = random.Random(7)
    whole = (GOLDEN / NAME).read_bytes()
    for at in range(40):
        data = bytearray(whole)
        for _ in range(rng.randrange(1, 40)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        (tmp_path / str(at)).mkdir()
        (tmp_path / str(at) / NAME).write_bytes(data[: rng.randrange(len(data))])
    reader = LogReader(tmp_path)
    for run in reader.runs:
        for kind in reader.kinds(run):
            for tag in reader.tags(run, kind):
                if kind != "scalar":
                    assert reader.records(run, kind, tag)[0].payload is not None
