"""The attributes of Neptune and their meaning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vdlite.foreign.stores.facts import Given, RunFacts, safe_name

CONFIG = {"float", "int", "string", "bool", "datetime", "string_set"}
"""Types of attributes that have one value."""
COLUMNS = ("float_value", "int_value", "string_value", "bool_value", "datetime_value", "string_set_value")  # fmt: skip
SYSTEM = "monitoring/"
_OWN = ("sys/", SYSTEM, "source_code/")  # what the names of Neptune's own attributes begin with
_MOST_TEXT = 1 << 16  # characters
_NAMES = ("sys/name", "sys/custom_run_id", "sys/id")


def tag_of(path: str) -> str:
    """The tag of a series: metrics of the machine have a group of their own."""
    return "system/" + path[len(SYSTEM) :] if path.startswith(SYSTEM) else path


def value_of(row: Mapping[str, Any]) -> Any:
    """The value of an attribute that has one; a text where no other kind of setting holds it."""
    kind = row["attribute_type"]
    value = row.get(f"{kind}_value")
    if kind == "string_set":
        return ", ".join(map(str, value or ()))[:_MOST_TEXT]
    if kind == "datetime":
        return None if value is None else value.isoformat()
    return value[:_MOST_TEXT] if isinstance(value, str) else value


def facts_of(
    project: str, key: str, attributes: Mapping[str, Any], times: Mapping[str, float]
) -> RunFacts:
    """One run; attributes: its attributes by their paths; times: those that are points in time, in seconds since 1970."""
    name = next((str(attributes[path]) for path in _NAMES if attributes.get(path)), key)
    began = times.get("sys/creation_time", 0.0)
    failed = attributes.get("sys/failed") is True
    return RunFacts(
        name=safe_name(key),
        title=f"{project}/{name}" if project else name,
        started=began,
        # An export is of a run as it was then: nothing more comes.
        ended=times.get("sys/ping_time") or times.get("sys/modification_time") or began,
        status="FAILED" if failed else "",
        outcome="failed" if failed else None,
    )


def given_of(attributes: Mapping[str, Any], step_factor: int) -> Given:
    """The settings that a run was given, and what Neptune itself says of it."""
    settings = {path: value for path, value in attributes.items() if not path.startswith(_OWN)}
    texts = {}
    if attributes.get("sys/description"):
        texts["notes"] = str(attributes["sys/description"])
    tags = [
        str(attributes[path]) for path in ("sys/tags", "sys/group_tags") if attributes.get(path)
    ]
    if tags:
        texts["tags"] = ", ".join(tags)
    own = {path: value for path, value in attributes.items() if path.startswith(_OWN)}
    lines = [f"| {_cell(path)} | {_cell(value)} |" for path, value in own.items()]
    if step_factor != 1:
        lines.append(f"| steps | Neptune's, times {step_factor} |")
    if lines:
        texts["sys"] = "\n".join(["| attribute | value |", "| --- | --- |", *lines])
    return Given(settings, (), texts)


def _cell(value: object) -> str:
    return "" if value is None else str(value).replace("|", "\\|").replace("\n", " ")[:1000]
