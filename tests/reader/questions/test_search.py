"""Searching in names, tags, settings and texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from vdlite import LogReader, LogWriter
from vdlite.annotations.entry import new_entry
from vdlite.annotations.logbook import Logbook


@pytest.fixture
def logdir(tmp_path: Path) -> Path:
    for name in ("first", "second"):
        with LogWriter(tmp_path / name, display_name=f"The {name} Dragon") as writer:
            writer.add_hparams({"optimizer": "AdamW"}, [])
            writer.add_scalar("loss/dragon", 1.0, 0)
            for step in range(3):
                writer.add_text("notes", f"step {step}: here be DRAGONS " + "x" * 500, step)
    return tmp_path


def test_words_are_found_wherever_they_are(logdir: Path) -> None:
    found = LogReader(logdir).search("dragon")
    assert [(each.where, each.run, each.name, each.runs, each.step) for each in found.hits] == [
        ("run", "first", "first", 1, None),
        ("run", "second", "second", 1, None),
        ("tag", "first", "loss/dragon", 2, None),
        *(("text", run, "notes", 1, step) for step in (2, 1, 0) for run in ("first", "second")),
    ]
    assert (found.texts, found.left_out) == (6, ())
    assert all("DRAGONS" in each.excerpt for each in found.hits if each.where == "text")
    assert max(len(each.excerpt) for each in found.hits) < 200


def test_settings_are_found_by_name_and_value(logdir: Path) -> None:
    (found,) = LogReader(logdir).search("optimizer = adamw").hits
    assert (found.where, found.name, found.runs) == ("setting", "hparams:optimizer", 2)


def test_what_there_is_no_room_for_is_said(logdir: Path) -> None:
    found = LogReader(logdir).search("dragon", limit=2)
    assert len(found.hits) == 2
    assert "larger limit" in found.left_out[0].how
    exact = LogReader(logdir).search("dragon", limit=9)
    assert (len(exact.hits), exact.left_out) == (9, ())
    assert not LogReader(logdir).search("unicorn").hits
    (only,) = LogReader(logdir).search("loss", runs=["fir*"]).hits
    assert only.runs == 1


def test_patterns_are_words_like_others(logdir: Path) -> None:
    assert not LogReader(logdir).search("drag.n").hits
    with pytest.raises(ValueError, match="words: got '  '"):
        LogReader(logdir).search("  ")


def test_what_was_concluded_is_found(logdir: Path) -> None:
    entries = [new_entry("no dragons here", runs=["second"], author="me"), new_entry("none at all")]
    for entry in entries:
        Logbook(logdir).append(entry)
    reader = LogReader(logdir)
    (found,) = (each for each in reader.search("dragon").hits if each.where == "logbook")
    assert (found.run, found.name, found.excerpt) == ("second", "me", "no dragons here")
    assert not reader.search("dragons here", runs=["first"]).hits[6:]
    (general,) = reader.search("none at all").hits
    assert (general.where, general.run, general.runs) == ("logbook", "", 0)
