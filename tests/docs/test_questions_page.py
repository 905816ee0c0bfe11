"""docs/questions.md lists the fields that answers have, and answers have them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.docs.answers import ANSWERS, BEGIN, PAGE, as_markdown, fields_said
from vdlite import LogReader, LogWriter
from vdlite.console.keeper import Keeper
from vdlite.reader.questions.plain import as_json
from vdlite.writer.life.console_records import ConsoleRecords
from vdlite.writer.life.run_writer import recorder_of


def test_the_page_lists_the_fields() -> None:
    _, _, written = PAGE.read_text("utf-8").partition(BEGIN)
    assert written == as_markdown(), "run `python -m tests.docs.answers`"


@pytest.mark.parametrize("question", ANSWERS)
def test_an_answer_has_these_fields(tmp_path: Path, question: str) -> None:
    for name in ("a", "b"):
        with LogWriter(tmp_path / name) as writer:
            writer.add_scalar("loss", 1.0, 0)
            Keeper(ConsoleRecords(recorder_of(writer))).finish(1.0, {"code": 0})
    reader = LogReader(tmp_path)
    arguments = {
        "summary": ("a",),
        "find_runs": ("loss == 1",),
        "hparams": ("loss == 1",),
        "importance": ("loss",),
        "groups": ("loss", "state"),
        "report": ("a",),
        "series": ("a", "loss"),
        "events": ("a",),
        "compare": (["a"], ["b"]),
        "diff": ("a", "b"),
        "search": ("loss",),
        "rows": ("a", "loss"),
        "ranks": ("a",),
        "outliers": ("a",),
        "console_lines": ("a",),
    }[question]
    answer = getattr(reader, question)(*arguments)
    assert type(answer) is ANSWERS[question]
    said = [field.name for field in fields_said(ANSWERS[question])]
    assert list(json.loads(as_json(answer))) == said
