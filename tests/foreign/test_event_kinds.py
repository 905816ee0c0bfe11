"""What event files hold beside scalars, as the kinds that it is of."""

import io
import math
import struct
import wave
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from PIL import Image as PillowImage

from tests.foreign.event_files import (
    double,
    event,
    log,
    message,
    number,
    plugin,
    single,
    tensor,
)
from vdlite import LogReader
from vdlite.kinds.layout import Chart
from vdlite.reader.series.record_series import Record


def only(folder: Path, kind: str, tag: str) -> Record:
    (record,) = LogReader(folder).records(".", kind, tag)
    return record


def packed(field: int, *values: float) -> bytes:
    return message(field, struct.pack(f"<{len(values)}d", *values))


def old_histogram(
    low: float,
    high: float,
    moments: tuple[float, float, float],
    limits: list[float],
    counts: list[float],
) -> bytes:
    total = b"".join(double(field, value) for field, value in zip((3, 4, 5), moments, strict=True))
    data = double(1, low) + double(2, high) + total + packed(6, *limits) + packed(7, *counts)
    return message(1, "weights") + message(5, data)


def png(pixels: np.ndarray) -> bytes:  # type: ignore[type-arg]
    file = io.BytesIO()
    PillowImage.fromarray(pixels).save(file, "PNG")
    return file.getvalue()


def test_a_histogram_of_the_old_style_ends_at_its_least_and_greatest_value(tmp_path: Path) -> None:
    limits, counts = [-1.0, 0.0, 1.0, 2.0, 1.8e308], [0.0, 3.0, 0.0, 1.0, 0.0]
    value = old_histogram(-0.5, 1.5, (4, 0.5, 3.25), limits, counts)
    log(tmp_path, event(value, step=7))
    record = only(tmp_path, "histogram", "weights")
    made = record.payload
    assert made.edges.tolist() == [-0.5, 0.0, 1.0, 1.5]
    assert made.counts.tolist() == [3, 0, 1]
    assert (made.count, made.min, made.max, made.mean) == (4, -0.5, 1.5, 0.125)
    assert made.std == pytest.approx(math.sqrt(3.25 / 4 - 0.125**2))
    assert (record.step, record.summary["buckets"]) == (7, 3)


def test_a_histogram_of_equal_values_has_a_bucket_around_them(tmp_path: Path) -> None:
    log(tmp_path, event(old_histogram(2.0, 2.0, (5, 10, 20), [2.0, 3.0], [5.0, 0.0])))
    made = only(tmp_path, "histogram", "weights").payload
    assert (made.edges.tolist(), made.counts.tolist(), made.std) == ([1.5, 2.5], [5], 0.0)


@pytest.mark.parametrize(
    ("rows", "edges", "counts"),
    [
        ([[0, 1, 2], [1, 3, 4]], [0, 1, 3], [2, 4]),
        ([[2, 2, 9]], [1.5, 2.5], [9]),
        ([], [0, 1], [0]),
        ([[0, 1, 0]], [0, 1], [0]),
    ],
)
def test_histograms_of_the_new_style(
    tmp_path: Path, rows: list[list[float]], edges: list[float], counts: list[int]
) -> None:
    values = np.array(rows, "<f8").reshape(-1, 3)
    metadata = plugin("histograms")
    log(tmp_path, event(tensor("w", 2, message(4, values.tobytes()), values.shape, metadata)))
    made = only(tmp_path, "histogram", "w").payload
    assert (made.edges.tolist(), made.counts.tolist()) == (edges, counts)


def test_a_picture_is_shown_as_it_is(tmp_path: Path) -> None:
    pixels = np.random.default_rng(1).integers(0, 256, (5, 7, 3), np.uint8)
    data = number(1, 5) + number(2, 7) + number(3, 3) + message(4, png(pixels))
    log(tmp_path, event(message(1, "im") + message(4, data), step=3))
    record = only(tmp_path, "image", "im")
    assert_array_equal(record.payload.pixels, pixels)
    assert record.summary == {"width": 7, "height": 5, "channels": 3}
    assert record.raw() == png(pixels)


def test_a_jpeg_becomes_a_picture_of_ours(tmp_path: Path) -> None:
    file = io.BytesIO()
    PillowImage.new("RGB", (4, 3), (10, 200, 30)).save(file, "JPEG")
    log(tmp_path, event(message(1, "im") + message(4, message(4, file.getvalue()))))
    assert only(tmp_path, "image", "im").payload.pixels.shape == (3, 4, 3)


def test_several_pictures_of_the_new_style_are_a_grid(tmp_path: Path) -> None:
    pictures = [np.full((2, 3, 3), shade, np.uint8) for shade in (10, 20, 30)]
    texts = [b"3", b"2", *map(png, pictures)]
    values = b"".join(message(8, each) for each in texts)
    log(tmp_path, event(tensor("ims", 7, values, (5,), plugin("images"))))
    made = only(tmp_path, "image", "ims").payload
    assert made.grid.count == 3
    for at, pixels in enumerate(pictures):
        assert_array_equal(made.cell(at), pixels)


def test_an_animation_is_a_video(tmp_path: Path) -> None:
    file = io.BytesIO()
    frames = [PillowImage.new("L", (4, 4), shade) for shade in (0, 100, 200)]
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:])
    log(tmp_path, event(message(1, "v") + message(4, message(4, file.getvalue()))))
    record = only(tmp_path, "video", "v")
    assert record.raw() == file.getvalue()
    assert len(record.payload.frames()) == 3


def test_sound_of_both_styles_is_played(tmp_path: Path) -> None:
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(8000)
        out.writeframes(struct.pack("<4h", 0, 1000, -1000, 32767))
    wav = file.getvalue()
    old = message(1, "old") + message(6, single(1, 8000) + message(4, wav))
    new = tensor("new", 7, message(8, wav) + message(8, b"label"), (1, 2), plugin("audio"))
    log(tmp_path, event(old), event(new))
    for tag in ("old", "new"):
        sound = only(tmp_path, "audio", tag).payload
        assert (sound.samples[:, 0].tolist(), sound.sample_rate) == ([0, 1000, -1000, 32767], 8000)


def test_text_has_the_tag_it_was_given_and_tables_are_tables(tmp_path: Path) -> None:
    cells = b"".join(message(8, each) for each in ("a", "b|c", "1", "2"))
    log(
        tmp_path,
        event(tensor("note/text_summary", 7, message(8, "**é**"), (1,), plugin("text"))),
        event(tensor("table", 7, cells, (2, 2), plugin("text"))),
    )
    assert only(tmp_path, "text", "note").payload == "**é**"
    assert only(tmp_path, "text", "table").payload.endswith("| a | b\\|c |\n| 1 | 2 |")


def test_a_pr_curve_has_the_counts_at_its_thresholds(tmp_path: Path) -> None:
    tp, fp, tn, fn = [4, 3, 0], [6, 1, 0], [0, 5, 6], [0, 1, 4]
    rows = np.array([tp, fp, tn, fn, [0.4, 0.75, 1], [1, 0.75, 0]], "<f4")
    value = tensor("pr", 1, message(4, rows.tobytes()), (6, 3), plugin("pr_curves"))
    log(tmp_path, event(value))
    made = only(tmp_path, "pr_curve", "pr").payload
    assert made.threshold.tolist() == [math.inf, 1, 0.5, 0]
    assert (made.tp.tolist(), made.fp.tolist()) == ([0, 0, 3, 4], [0, 0, 1, 6])
    assert (made.positives, made.negatives) == (4, 6)
    # By hand: 3/4 of the positives at precision 0.75, the last at 0.4; trapezoids of the rates.
    assert made.ap == pytest.approx(0.75 * 0.75 + 0.25 * 0.4)
    assert made.auc == pytest.approx(1 / 6 * 0.375 + 5 / 6 * 0.875)


@pytest.mark.parametrize(
    ("dtype", "values", "want"),
    [
        (1, message(4, np.arange(6, dtype="<f4").tobytes()), np.arange(6, dtype=np.float32)),
        (
            3,
            b"".join(number(7, n) for n in (0, 1, 2, 3, 4, -5)),
            np.array([0, 1, 2, 3, 4, -5], np.int32),
        ),
        (9, message(10, bytes([7])), np.full(6, 7, np.int64)),  # the last one stands for the rest
        (19, message(13, bytes([0x80, 0x78])), np.full(6, 1.0, np.float16)),
    ],
)
def test_tensors_keep_type_and_shape(
    tmp_path: Path,
    dtype: int,
    values: bytes,
    want: np.ndarray,  # type: ignore[type-arg]
) -> None:
    log(tmp_path, event(tensor("x", dtype, values, (2, 3), plugin("tensor"))))
    record = only(tmp_path, "tensor", "x")
    assert_array_equal(record.payload.values, want.reshape(2, 3), strict=True)
    assert_array_equal(record.take("1, :"), want.reshape(2, 3)[1])


def test_one_tag_may_be_of_several_kinds(tmp_path: Path) -> None:
    log(
        tmp_path,
        event(message(1, "x") + single(2, 1.0), step=1),
        event(message(1, "x") + old_histogram(0, 1, (1, 1, 1), [1.0], [1.0])[9:], step=2),
    )
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "x").steps.tolist() == [1]
    assert reader.records(".", "histogram", "x")[0].step == 2


def test_a_layout_of_custom_scalars_is_one_of_ours(tmp_path: Path) -> None:
    lines = message(1, "lines") + message(2, message(1, "loss/.*") + message(1, "acc"))
    margin = message(1, message(1, "a") + message(2, "low") + message(3, "high"))
    band = message(1, "band") + message(3, margin)
    category = message(2, message(1, "both") + message(2, lines) + message(2, band))
    value = tensor(
        "custom_scalars__config__", 7, message(8, category), (), plugin("custom_scalars")
    )
    torn = tensor("custom_scalars__config__", 7, message(8, b"\x12\xff"), ())
    log(tmp_path, event(value), event(torn, step=1), event(message(1, "x") + single(2, 2.0)))
    reader = LogReader(tmp_path)
    (record,) = reader.records(".", "layout", "custom_scalars")
    assert record.payload.charts == (
        Chart("both", "lines", ("loss/.*", "acc")),
        Chart("both", "band", margins=(("a", "low", "high"),)),
    )
    assert len(reader.damage) == 1
    assert reader.scalars(".", "x").values.tolist() == [2.0]


def test_what_can_not_be_one_is_reported_and_costs_only_itself(tmp_path: Path) -> None:
    bad = message(1, "im") + message(4, message(4, b"no picture"))
    log(tmp_path, event(bad, step=1), event(message(1, "x") + single(2, 2.0), step=2))
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "x").values.tolist() == [2.0]
    assert "image of an event" in reader.damage[0].reason


def test_hyperparameters_are_a_trial_with_the_metrics_named_before(tmp_path: Path) -> None:
    def value(name: str, data: bytes) -> bytes:
        return message(1, message(1, name) + message(2, data))

    given = [
        value("lr", double(2, 0.1)),
        value("batch", double(2, 32.0)),
        value("opt", message(3, "adam")),
        value("flag", number(4, 1)),
        value("layers", message(6, message(1, double(2, 8)) + message(1, double(2, 16)))),
    ]
    metrics = message(2, message(5, message(1, message(2, "acc"))))
    log(
        tmp_path,
        event(message(1, "_hparams_/experiment") + plugin("hparams", metrics)),
        event(
            message(1, "_hparams_/session_start_info")
            + plugin("hparams", message(3, b"".join(given)))
        ),
        event(message(1, "acc") + single(2, 0.5), step=4),
    )
    (trial,) = LogReader(tmp_path).trials()
    assert dict(trial.hparams) == {
        "lr": 0.1, "batch": 32, "opt": "adam", "flag": True, "layers": "[8, 16]",
    }  # fmt: skip
    assert list(trial.metrics) == ["acc"]
    assert trial.metrics["acc"].last == 0.5  # type: ignore[union-attr]


def test_a_picture_that_unfolds_into_very_much_is_not_unfolded(tmp_path: Path) -> None:
    file = io.BytesIO()
    PillowImage.new("1", (1 << 13, 1 << 12)).save(file, "PNG")  # one bit a pixel: no plain one
    log(tmp_path, event(message(1, "im") + message(4, message(4, file.getvalue()))))
    assert "too large" in LogReader(tmp_path).damage[0].reason
