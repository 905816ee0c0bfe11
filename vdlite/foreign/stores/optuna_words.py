"""What Optuna's words mean, in databases and in journals alike."""

import json
import math
from typing import Any

from vdlite.foreign.meanings import walltime_of
from vdlite.foreign.stores.facts import RunFacts, safe_name

STATES = ("RUNNING", "COMPLETE", "PRUNED", "FAIL", "WAITING")
"""By the numbers that a journal has for them."""

ENDED = ("COMPLETE", "PRUNED", "FAIL")
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
    )


def objective_tags(count: int) -> tuple[str, ...]:
    """The tags of a study's values."""
    return ("value",) if count == 1 else tuple(f"value/{at}" for at in range(count))


def setting_of(value: Any, distribution: object) -> Any:
    """What a parameter was, of the number that is stored of it."""
    try:
        told = json.loads(distribution) if isinstance(distribution, str) else {}
        name = told.get("name", "")
        if name == "CategoricalDistribution":
            choices = told["attributes"]["choices"]
            return choices[int(value)]
        return int(value) if name.startswith("Int") else float(value)
    except (
        ValueError,
        TypeError,
        KeyError,
        IndexError,
        AttributeError,
        OverflowError,
        RecursionError,
    ):
        return str(value)


def attribute_of(text: object) -> Any:
    """An attribute, which is stored as JSON; lists and objects stay texts."""
    try:
        value = json.loads(text) if isinstance(text, str) else text
    except (ValueError, RecursionError):
        return str(text)
    return value if value is None or isinstance(value, bool | int | float | str) else str(text)
