"""The words of Optuna and their meaning, in databases and in journals alike."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from vdlite.foreign.stores.facts import Given, RunFacts, safe_name
from vdlite.foreign.tables.meanings import walltime_of
from vdlite.format.outcome import Outcome
from vdlite.kinds.hparams import Goal

STATES = ("RUNNING", "COMPLETE", "PRUNED", "FAIL", "WAITING")
"""By the numbers that a journal has for them."""

ENDED = ("COMPLETE", "PRUNED", "FAIL")
_OUTCOMES: dict[str, Outcome] = {"COMPLETE": "finished", "PRUNED": "pruned", "FAIL": "failed"}
VALUE_TYPES = {"INF_POS": math.inf, "INF_NEG": -math.inf, "NAN": math.nan}

INTERMEDIATE = "intermediate_value"
"""The tag of what a trial reports while it goes on."""


def facts_of(study: str, number: int, state: str, started: object, ended: object) -> RunFacts:
    """One trial as a run."""
    began, closed = walltime_of(started), walltime_of(ended)
    return RunFacts(
        name=f"{safe_name(study)}/{number}",
        title=f"{study} #{number}",
        started=began or closed or 0.0,
        ended=(closed or began or 0.0) if state in ENDED else None,
        status=state if state in ENDED else "",
        outcome=_OUTCOMES.get(state),
    )


_GOALS: dict[object, Goal] = {"MINIMIZE": "min", "MAXIMIZE": "max", 1: "min", 2: "max"}
"""By the words of a database and by the numbers of a journal; of a direction that is not set there is none."""

METRIC_NAMES = "study:metric_names"
"""The attribute with what people call a study's values."""


@dataclass(frozen=True, slots=True)
class Objectives:
    """The values by which a study judges its trials."""

    tags: tuple[str, ...]
    goals: Mapping[str, Goal]

    def given(self, settings: Mapping[str, "Setting"], attributes: Mapping[str, Any]) -> Given:
        """The facts that a trial was given.

        attributes: of the user. They are no hyperparameters: often they tell what came out.
        """
        return Given(
            {name: setting.value for name, setting in settings.items()},
            self.tags,
            goals=self.goals,
            logarithmic=tuple(name for name, each in settings.items() if each.is_logarithmic),
            fields={f"user/{name}": value for name, value in attributes.items()},
        )


def objectives(directions: Sequence[object], names: object = None) -> Objectives:
    """The objectives of a study's directions, one for each value.

    names: what its attribute `METRIC_NAMES` holds; they are the tags if there is one for each value.
    """
    count = max(1, len(directions))
    tags = ("value",) if count == 1 else tuple(f"value/{at}" for at in range(count))
    if isinstance(names, list):
        given = tuple(name for name in names if isinstance(name, str) and name)
        if len(given) == len(set(given)) == len(names) == count and INTERMEDIATE not in given:
            tags = given
    ways = zip(tags, directions, strict=False)
    goals = {tag: _GOALS[way] for tag, way in ways if isinstance(way, int | str) and way in _GOALS}
    if count == 1 and tags[0] in goals:
        # What a trial reports while it goes on is judged as its value is.
        goals[INTERMEDIATE] = goals[tags[0]]
    return Objectives(tags, goals)


class Setting(NamedTuple):
    """The value of a parameter."""

    value: Any
    is_logarithmic: bool = False  # whether it is searched by its magnitude


def setting_of(value: Any, distribution: object) -> Setting:
    """The value of a parameter, of the number that is stored of it."""
    try:
        described = json.loads(distribution) if isinstance(distribution, str) else {}
        name = described.get("name", "")
        if name == "CategoricalDistribution":
            choices = described["attributes"]["choices"]
            return Setting(choices[int(value)])
        # Those of Optuna 1 and 2 say it by their names: LogUniformDistribution, IntLogUniformDistribution.
        by_magnitude = "Log" in name or described.get("attributes", {}).get("log") is True
        return Setting(int(value) if name.startswith("Int") else float(value), by_magnitude)
    except (
        ValueError,
        TypeError,
        KeyError,
        IndexError,
        AttributeError,
        OverflowError,
        RecursionError,
    ):
        return Setting(str(value))


def json_of(text: object) -> Any:
    """The value of a text of JSON; itself if it is none."""
    try:
        return json.loads(text) if isinstance(text, str) else text
    except (ValueError, RecursionError):
        return text


def attribute_of(text: object) -> Any:
    """An attribute, which is stored as JSON; lists and objects stay texts."""
    value = json_of(text)
    return value if value is None or isinstance(value, bool | int | float | str) else str(text)
