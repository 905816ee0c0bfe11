"""What the records of a run hold: names of values, and the values as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from vdlite.errors import FormatError, PayloadError
from vdlite.foreign.blocks.console import Line
from vdlite.format.outcome import Outcome
from vdlite.kinds.draft import Encoded, encoded
from vdlite.kinds.hparams import Goal
from vdlite.protobuf.message import BYTES, VARINT, Field, Message, signed

HISTORY, SUMMARY, CONFIG, FILES, STATS, ALERT, METRIC = 2, 3, 5, 6, 7, 10, 12
OUTPUT, RUN, EXIT, ENVIRONMENT = 13, 17, 18, 26
_READ = {
    HISTORY, SUMMARY, CONFIG, FILES, STATS, ALERT, METRIC, OUTPUT, RUN, EXIT, ENVIRONMENT,
}  # fmt: skip
"""Fields of a record: which of them it has makes it what it is."""

_KEY, _NESTED_KEY, _JSON = 1, 2, 16  # of an item
_ITEM, _STEP = 1, 2  # of a history
_CONFIG_UPDATE = 1
_RUN_CONFIG, _RUN_NAME, _RUN_NOTES, _RUN_TAG, _RUN_START = 4, 8, 9, 10, 17
_RUN_FACTS = {3: "project", 6: "group", 7: "job_type", 12: "sweep"}
_STATS_TIME, _STATS_ITEM = 2, 3
_OUTPUT_TIME, _OUTPUT_LINE = 2, 3
_METRIC_NAME, _METRIC_SUMMARY, _METRIC_GOAL = 1, 7, 8
_GOALS: dict[object, Goal] = {1: "min", 2: "max"}  # of a goal, and as the fields of a summary
_EXIT_CODE = 1
_KILLED = {130, 137, 143, 255}
"""Exit codes of programs that somebody ended: by SIGINT, SIGKILL, SIGTERM, and what W&B says of Ctrl-C."""
_OWN = "_"  # what W&B's own names begin with


@dataclass(slots=True)
class Row:
    """Values that were logged together."""

    step: int
    walltime: float  # seconds since 1970
    values: dict[str, Any]  # by tag; those of W&B's media types as mappings with `_type`


def what_of(record: Message) -> Field | None:
    """The field that says what a record is; None if it is nothing that is read."""
    for field in record.fields():
        if field[0] in _READ and field[1] == BYTES:
            return field
    return None


def read_history(message: Message) -> Row:
    """Raises FormatError for bytes that are none."""
    step: int | None = None
    values: dict[str, Any] = {}
    for field in message.fields():
        if field[0] == _ITEM:
            path, value = _item(message.inner(field))
            _put(values, path, value)
        elif field[0] == _STEP:
            parts = message.inner(field)
            step = next((signed(part[2]) for part in parts.fields() if part[1] == VARINT), 0)
    walltime, own_step = values.get("_timestamp", 0.0), values.get("_step", 0)
    if step is None:
        step = own_step if isinstance(own_step, int) else 0
    logged = {name: value for name, value in values.items() if not name.startswith(_OWN)}
    return Row(step, walltime if isinstance(walltime, int | float) else 0.0, dict(_flat(logged)))


def read_stats(message: Message, step: int) -> Row:
    """Metrics of the machine. Raises FormatError for bytes that are none."""
    walltime = 0.0
    values: dict[str, Any] = {}
    for field in message.fields():
        if field[0] == _STATS_TIME:
            walltime = _time(message.inner(field))
        elif field[0] == _STATS_ITEM:
            path, value = _item(message.inner(field))
            name = "system/" + ".".join(path)
            # Older versions tell of the network in one value.
            inner = value if isinstance(value, dict) and "_type" not in value else {"": value}
            values |= {f"{name}.{part}" if part else name: each for part, each in inner.items()}
    return Row(step, walltime, values)


def read_config(message: Message, *, lists: bool = True) -> dict[str, Any]:
    """Hyperparameters of an update of the config. Raises FormatError for bytes that are none.

    lists: whether lists and media are texts then; False: they stay what they are.
    """
    values: dict[str, Any] = {}
    for field in message.fields():
        if field[0] == _CONFIG_UPDATE:
            path, value = _item(message.inner(field))
            _put(values, path, value)
    settings = {name: value for name, value in values.items() if not name.startswith(_OWN)}
    return dict(_flat(settings, lists=lists))


@dataclass(slots=True)
class RunRecord:
    """The name of a run, and what it was given."""

    name: str = ""
    notes: str = ""
    started: float = 0.0  # seconds since 1970
    config: dict[str, Any] | None = None
    facts: dict[str, str] | None = None  # such as its project and group


def read_run(message: Message) -> RunRecord:
    """Raises FormatError for bytes that are none."""
    run = RunRecord()
    facts: dict[str, str] = {}
    tags = []
    for field in message.fields():
        if field[0] == _RUN_CONFIG:
            run.config = read_config(message.inner(field))
        elif field[0] == _RUN_NAME:
            run.name = message.text(field)
        elif field[0] == _RUN_NOTES:
            run.notes = message.text(field)
        elif field[0] == _RUN_TAG:
            tags.append(message.text(field))
        elif field[0] == _RUN_START:
            run.started = _time(message.inner(field))
        elif field[0] in _RUN_FACTS and (text := message.text(field)):
            facts[_RUN_FACTS[field[0]]] = text
    if tags:
        facts["tags"] = ", ".join(tags)
    run.facts = facts or None
    return run


def read_goal(message: Message) -> dict[str, Goal]:
    """The goal of a metric, by its name, if its definition gives it. Raises FormatError for bytes that are none.

    It gives a goal (older versions), or that of all values the smallest or the largest one counts.
    """
    name = ""
    goal: Goal | None = None
    counting: list[Goal] = []
    for field in message.fields():
        if field[:2] == (_METRIC_NAME, BYTES):
            name = message.text(field)
        elif field[:2] == (_METRIC_GOAL, VARINT):
            goal = _GOALS.get(field[2])
        elif field[:2] == (_METRIC_SUMMARY, BYTES):
            given = [part for part in message.inner(field).fields() if part[1] == VARINT]
            counting = [_GOALS[part[0]] for part in given if part[0] in _GOALS and part[2]]
    if goal is None and len(counting) == 1:
        goal = counting[0]
    if goal is None or not name:
        return {}
    # `a.b` may be the name of {"a": {"b": 1}}, or of {"a.b": 1}.
    return {name: goal, name.replace(".", "/"): goal}


def read_exit(message: Message) -> Outcome:
    """How the program ended, by its exit code."""
    numbers = (field[2] for field in message.fields() if field[:2] == (_EXIT_CODE, VARINT))
    code = signed(next(numbers, 0))
    if code in _KILLED or code < 0:  # by a signal
        return "killed"
    return "failed" if code else "finished"


def read_alert(message: Message) -> str:
    """Title and text. Raises FormatError for bytes that are none."""
    found = {field[0]: message.text(field) for field in message.fields() if field[0] in (1, 2)}
    return "\n\n".join(filter(None, [f"**{found.get(1, '')}**", found.get(2, "")]))


def read_output(message: Message) -> Line:
    """Something that was printed. Raises FormatError for bytes that are none."""
    text, walltime = "", 0.0
    for field in message.fields():
        if field[:2] == (_OUTPUT_TIME, BYTES):
            walltime = _time(message.inner(field))
        elif field[:2] == (_OUTPUT_LINE, BYTES):
            text = message.text(field)
    return Line(text, walltime)


def kind_of(value: object) -> str | None:
    """The kind of a logged value; None if it is of none that is read."""
    if isinstance(value, bool | int | float):
        return "scalar"
    if isinstance(value, str):
        return "text"
    if isinstance(value, dict) and value.get("_type") == "histogram":
        return "histogram"
    return None


def encode(kind: str, value: Any) -> Encoded:
    """The payload and summary of a value that is no scalar. Raises FormatError if it can't be one."""
    try:
        if kind == "text":
            from vdlite.kinds import text

            return encoded(text.text(value))
        return _histogram(value)
    except (PayloadError, ValueError, TypeError, KeyError, OverflowError) as error:
        raise FormatError(f"{kind}: {error}") from error


def _histogram(value: dict[str, Any]) -> Encoded:
    from vdlite.kinds.counted import histogram_of_counts

    packed = value.get("packedBins")
    counts = np.array(value["values"], np.float64)
    edges = (
        np.array(value["bins"], np.float64)
        if packed is None
        else packed["min"] + packed["size"] * np.arange(len(counts) + 1, dtype=np.float64)
    )
    return histogram_of_counts(counts, edges)


def _item(message: Message) -> tuple[list[str], Any]:
    """The way to a value, and the value."""
    key = ""
    nested: list[str] = []
    value: Any = None
    for field in message.fields():
        if field[0] == _KEY:
            key = message.text(field)
        elif field[0] == _NESTED_KEY:
            nested.append(message.text(field))
        elif field[0] == _JSON:
            try:
                value = json.loads(message.data(field))
            except (ValueError, RecursionError) as error:
                raise FormatError(f"got a value that is no JSON: {error}") from error
    return nested or [key], value


def _put(values: dict[str, Any], path: list[str], value: Any) -> None:
    *folders, name = path
    for folder in folders:
        inner = values.setdefault(folder, {})
        if not isinstance(inner, dict):
            inner = values[folder] = {}
        values = inner
    values[name] = value


def _flat(
    values: dict[str, Any], begin: str = "", *, lists: bool = False
) -> Iterator[tuple[str, Any]]:
    """Values in values by the names of both, `a/b`; media stay whole, and lists become text where they are settings."""
    for name, value in values.items():
        if isinstance(value, dict) and "_type" not in value and value:
            yield from _flat(value, f"{begin}{name}/", lists=lists)
        elif lists and isinstance(value, list | dict):
            yield begin + name, json.dumps(value)
        else:
            yield begin + name, value


def _time(message: Message) -> float:
    parts = {field[0]: field[2] for field in message.fields() if field[1] == VARINT}
    return parts.get(1, 0) + parts.get(2, 0) / 1e9
