"""Rows: records of any kind as what JSON has, in bounded size."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from vdlite import LogReader, LogWriter
from vdlite.errors import NotFoundError
from vdlite.reader.questions.plain import as_json


@pytest.fixture
def reader(tmp_path: Path) -> LogReader:
    with LogWriter(tmp_path / "a") as writer:
        for step in range(50):
            writer.add_text("notes", f"{step}: " + "word " * 1000, step)
            writer.add_scalar("loss", float("nan") if step == 49 else step, step)
        writer.add_histogram("weights", np.arange(100.0), 7)
        writer.add_image("weights", np.zeros((4, 5, 3), np.uint8), 8)
        writer.add_hparams({"lr": 0.1, "name": "x"}, [])
    return LogReader(tmp_path)


def test_texts_are_cut_and_the_newest_stay(reader: LogReader) -> None:
    found = reader.rows("a", "notes", limit=3)
    assert (found.kind, [row.step for row in found.rows]) == ("text", [47, 48, 49])
    assert all(len(row.payload) < 450 and "5,004 characters" in row.payload for row in found.rows)
    assert [(each.shown, each.of) for each in found.left_out] == [(3, 50)]
    (alone,) = reader.rows("a", "notes", first_step=10, last_step=10).rows
    assert alone.payload.startswith("10: word")
    assert len(alone.payload) > 4000


def test_points_are_rows_as_well(reader: LogReader) -> None:
    found = json.loads(as_json(reader.rows("a", "loss", first_step=48)))
    assert [(row["step"], row["payload"]) for row in found["rows"]] == [(48, 48.0), (49, "NaN")]


def test_large_arrays_are_their_shape_and_range(reader: LogReader) -> None:
    (row,) = reader.rows("a", "weights", "histogram").rows
    assert row.payload["edges"]["shape"] == [65]
    assert (row.payload["edges"]["min"], row.payload["edges"]["max"]) == (0.0, 99.0)
    (image,) = reader.rows("a", "weights", "image").rows
    assert image.summary["width"] == 5
    json.loads(as_json(image))


def test_which_kind_is_asked_where_several_have_the_tag(reader: LogReader) -> None:
    with pytest.raises(NotFoundError, match="want one of histogram, image"):
        reader.rows("a", "weights")
    with pytest.raises(NotFoundError, match="did you mean 'notes'"):
        reader.rows("a", "note")
    with pytest.raises(NotFoundError, match="did you mean 'notes'"):
        reader.rows("a", "notes/text_summary")  # as TensorBoard calls it
    assert reader.rows("a", "hparams").rows[0].payload["hparams"] == {"lr": 0.1, "name": "x"}


def test_damage_is_said_in_its_row(reader: LogReader, tmp_path: Path) -> None:
    (media,) = (tmp_path / "a").glob("*.vdm")
    content = bytearray(media.read_bytes())
    content[12_000:12_100] = bytes(100)
    media.write_bytes(content)
    rows = LogReader(tmp_path).rows("a", "notes", limit=50).rows
    broken = [row for row in rows if row.unreadable is not None]
    assert len(broken) == 1
    assert broken[0].payload is None
