"""The hundred questions of `python -m benchmarks questions`: each is answered right, in 8 kB at most."""

from __future__ import annotations

from pathlib import Path

from benchmarks.questions.answering import Ours
from benchmarks.questions.asked import all_questions, is_right
from benchmarks.questions.planted import plant


def test_all_are_answered_right(tmp_path: Path) -> None:
    planted = plant(tmp_path, steps=2000)
    questions = all_questions(planted)
    assert len(questions) == 100
    who = Ours(tmp_path)
    answers = {asked.text: asked.answer(who) for asked in questions}
    wrong = {
        asked.text: (answers[asked.text], asked.right)
        for asked in questions
        if not is_right(answers[asked.text], asked.right)
    }
    assert wrong == {}
    assert who.largest <= 8192
