"""A hundred questions with known answers: how many are answered right, in how many bytes, and how many wrong without a word.

python -m benchmarks questions
"""

import os
from collections import Counter

from benchmarks import logs
from benchmarks.questions.answering import RULES, Keeping, Ours
from benchmarks.questions.asked import all_questions, is_right
from benchmarks.questions.planted import Planted, plant
from benchmarks.table import Row


def measure(quick: bool) -> list[Row]:
    with logs.folder() as folder:
        os.environ["VDLITE_CACHE"] = ""
        planted = plant(folder / "logs", steps=10_000 if quick else 100_000)
        rows: list[Row] = []
        others = [Keeping(folder / "logs", name, most) for name, most in RULES.items()]
        for who in (Ours(folder / "logs"), *others):
            rows += _asked(who, planted)
        return sorted(rows, key=lambda row: row.what)


def _asked(who: Ours | Keeping, planted: Planted) -> list[Row]:
    counts: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for asked in all_questions(planted):
        try:
            answer = asked.answer(who)
        except (LookupError, TypeError):
            counts["can't be asked"] += 1
            continue
        right = is_right(answer, asked.right)
        counts["right" if right else "wrong without saying so"] += 1
        if not right:
            wrong[asked.about] += 1
    note = ", ".join(f"{about}: {count}" for about, count in wrong.items())
    return [
        Row("questions answered right", who.name, counts["right"], f"of {sum(counts.values())}"),
        Row(
            "questions answered wrong, without saying so",
            who.name,
            counts["wrong without saying so"],
            "",
            note,
        ),
        Row("questions that can't be asked", who.name, counts["can't be asked"], ""),
        Row("the longest answer", who.name, who.largest, "bytes"),
        Row("all answers", who.name, who.bytes / 1e3, "kB"),
    ]
