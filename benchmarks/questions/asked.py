"""A hundred questions with their right answers, and how an answer is read off what a tool says."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks.questions.answering import Answerer
from benchmarks.questions.planted import Planted


@dataclass(frozen=True)
class Asked:
    """A question: what is wanted, and how it is asked."""

    about: str  # what all of its sort are
    text: str
    right: Any
    answer: Callable[[Answerer], Any]


def all_questions(planted: Planted) -> list[Asked]:
    """A hundred questions over the planted logs."""
    return [
        *_of_series(planted),
        *_of_events(planted),
        *_of_settings(planted),
        *_of_groups(planted),
    ]


def _of_series(planted: Planted) -> Iterator[Asked]:
    for run, (step, value) in planted.spikes.items():
        yield Asked(
            "a spike of one step",
            f"At which step is the loss of {run} highest, and how high?",
            (step, value),
            lambda who, run=run: _point(who.ask("series", run=run, tag="loss")["max"]),
        )
    for run, (step, value) in list(planted.lowest.items())[:5]:
        yield Asked(
            "the lowest value",
            f"At which step is the loss of {run} lowest?",
            (step, value),
            lambda who, run=run: _point(who.ask("series", run=run, tag="loss")["min"]),
        )
    for run, value in list(planted.last_values.items())[:5]:
        yield Asked(
            "the last value",
            f"What is the last loss of {run}?",
            value,
            lambda who, run=run: who.ask("series", run=run, tag="loss")["last"]["value"],
        )
    for run, step in planted.diverged.items():
        yield Asked(
            "the first NaN",
            f"At which step did {run} diverge?",
            step,
            lambda who, run=run: who.ask("series", run=run, tag="loss")["nonfinite_step"],
        )


def _point(point: dict[str, Any]) -> tuple[int, float]:
    return point["step"], point["value"]


def _of_events(planted: Planted) -> Iterator[Asked]:
    for run, gap in planted.gaps.items():
        yield Asked(
            "missing steps",
            f"Which steps of {run} are missing?",
            gap,
            lambda who, run=run: _gap(_event(who, run, "missing steps")),
        )
    for run, dead in planted.dead.items():
        yield Asked(
            "the layer that dies",
            f"Which layer's gradient dies in {run}, and when?",
            dead,
            lambda who, run=run: _tag_and_step(_event(who, run, "vanished")),
        )
    for run, text in list(planted.last_texts.items())[:5]:
        yield Asked(
            "what was printed last",
            f"What did {run} print last?",
            text,
            lambda who, run=run: who.ask("rows", run=run, tag="output", limit=1)["rows"][0][
                "payload"
            ],
        )


def _event(who: Answerer, run: str, what: str) -> dict[str, Any]:
    found = [each for each in who.ask("events", run=run)["events"] if each["what"] == what]
    return found[0] if found else {}


def _gap(event: dict[str, Any]) -> tuple[int, int]:
    missing = int(event["text"].partition("(")[2].partition(" ")[0].replace(",", ""))
    return event["step"], missing


def _tag_and_step(event: dict[str, Any]) -> tuple[str, int]:
    return event["tag"], event["step"]


def _of_settings(planted: Planted) -> Iterator[Asked]:
    for group, odd in planted.odd.items():
        yield Asked(
            "the odd one",
            f"Which run of {group} is the odd one, and why?",
            odd,
            lambda who, group=group: next(
                (each["odd"], each["name"])
                for each in who.ask("compare", runs=[f"{group}/*"])["settings"]
                if each["odd"]
            ),
        )
    for pair, changed in planted.changed.items():
        yield Asked(
            "what changed",
            f"What changed from {pair[0]} to {pair[1]}?",
            [changed],
            lambda who, pair=pair: [
                each["name"] for each in who.ask("compare", runs=list(pair))["settings"]
            ],
        )


def _of_groups(planted: Planted) -> Iterator[Asked]:
    for (a, b), what in planted.groups.items():
        yield Asked(
            "which group is better",
            f"Is the loss of {a} lower than that of {b}?",
            what,
            lambda who, a=a, b=b: _verdict(
                who.ask("compare", runs=[f"{a}/*"], against=[f"{b}/*"])["metrics"][0]["difference"]
            ),
        )
    for group, best in planted.best.items():
        yield Asked(
            "the best trial that did not fail",
            f"Which trial of {group} that did not fail has the lowest loss?",
            best,
            lambda who, group=group: _best(who, group),
        )
    for run in list(planted.diverged)[:3]:
        yield Asked(
            "how many values are no numbers",
            f"How many values of {run} are NaN?",
            1 + 50 * int(run.rpartition("/")[2]),
            lambda who, run=run: who.ask("series", run=run, tag="loss")["nan_count"],
        )
    first = next(iter(planted.diverged))
    for run in list(planted.spikes)[:2]:
        yield Asked(
            "what did not happen",
            f"Did {run} diverge as {first} did?",
            None,
            lambda who, run=run: who.ask("series", run=run, tag="loss")["nonfinite_step"],
        )
    yield Asked(
        "every spike",
        f"At which steps does {planted.many_spikes[0]} spike?",
        planted.many_spikes[1],
        lambda who: frozenset(_spikes(who, planted.many_spikes[0], 0, planted.steps - 1)),
    )


def _verdict(difference: dict[str, Any]) -> str:
    if difference["p_value"] is None:
        return "too few"
    low, high = difference["low"], difference["high"]
    return "lower" if high < 0 else "higher" if low > 0 else "none"


def _best(who: Answerer, group: str) -> str:
    rows = who.ask("runs", where=f"name ~ {group} and outcome == finished", sort="loss")["runs"]
    return str(rows[0]["run"])


def _spikes(who: Answerer, run: str, first: int, last: int) -> Iterator[int]:
    """Every step from `first` to `last` whose value is above 50: into each bucket that has one, until it is one step."""
    buckets = who.ask("series", run=run, tag="loss", first_step=first, last_step=last)["buckets"]
    for bucket in buckets:
        if bucket["max"] is None or bucket["max"] < 50:
            continue
        if bucket["from"] == bucket["to"]:
            yield bucket["from"]
        else:
            yield from _spikes(who, run, bucket["from"], bucket["to"])


def is_right(answer: Any, right: Any) -> bool:
    """Whether an answer is the right one; numbers to the last digit."""
    if isinstance(right, float):
        return isinstance(answer, float) and math.isclose(answer, right, rel_tol=1e-15)
    if isinstance(right, (list, tuple)):
        return (
            isinstance(answer, (list, tuple))
            and len(answer) == len(right)
            and all(map(is_right, answer, right))
        )
    return bool(answer == right)
