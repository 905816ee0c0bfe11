"""What an annotation may hold; the same for requests and for lines of a sidecar."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import Any

LONGEST_NAME = 200  # characters, of a run or chart
LONGEST_NOTE = 64 * 1024  # bytes in UTF-8
MOST_LABELS = 100
LONGEST_LABEL = 60  # characters
LONGEST_TAG = 4096  # characters
LARGEST_OBJECT = 64 * 1024  # bytes of JSON, of a threshold, chart, board or direction
MOST_NAMED = 1000  # charts, and boards
MOST_BY_TAG = 10_000  # thresholds, and directions
MOST_LANDSCAPES = 1000  # of a run that have a name, a place or are hidden
_DEEPEST = 32  # levels of one of these
_SMALLEST_INT, _LARGEST_INT = -(1 << 63), (1 << 64) - 1  # what msgpack can write


def checked_name(value: Any) -> str | None:
    """A name without space around it; None if nothing is left. Raises ValueError for what is none."""
    if not isinstance(value, str) or len(value) > LONGEST_NAME or not _is_unicode(value):
        raise ValueError(f"a text of {LONGEST_NAME} characters at most")
    return value.strip() or None


def checked_note(value: Any) -> str | None:
    """A note; None if it is empty. Raises ValueError for what is none."""
    if not isinstance(value, str) or not _is_unicode(value) or len(value.encode()) > LONGEST_NOTE:
        raise ValueError(f"a text of {LONGEST_NOTE // 1024} KiB at most")
    return value if value.strip() else None


def checked_labels(value: Any) -> list[str] | None:
    """Labels, each once; None if there are none. Raises ValueError for what are none."""
    if not isinstance(value, list) or not all(map(_is_label, value)):
        raise ValueError(f"a list of texts of {LONGEST_LABEL} characters at most")
    labels = list(dict.fromkeys(label.strip() for label in value if label.strip()))
    if len(labels) > MOST_LABELS:
        raise ValueError(f"{MOST_LABELS} labels at most")
    return labels or None


def checked_flag(value: Any) -> bool | None:
    """True, or None for false. Raises ValueError for what is neither."""
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value or None


def checked_object(value: Any) -> dict[str, Any]:
    """A JSON object that every reader can take. Raises ValueError for what is none."""
    if not isinstance(value, dict):
        raise ValueError("a JSON object")
    _check_json(value, 0)
    if len(json.dumps(value, ensure_ascii=False).encode()) > LARGEST_OBJECT:
        raise ValueError(f"{LARGEST_OBJECT // 1024} KiB of JSON at most")
    return value


def checked_landscapes(value: Any) -> dict[str, dict[str, Any]] | None:
    """The `name` of each landscape, its `rank` in the list and whether it is `hidden`; None if there is nothing.

    Raises ValueError for what is none.
    """
    if not isinstance(value, dict) or len(value) > MOST_LANDSCAPES:
        raise ValueError(f"a JSON object of {MOST_LANDSCAPES} landscapes at most")
    checked_object(value)
    for key, fields in value.items():
        checked_key(key)
        if not isinstance(fields, dict) or not fields.keys() <= {"name", "rank", "hidden"}:
            raise ValueError("name, rank and hidden of each landscape")
        if "name" in fields:
            checked_name(fields["name"])
        if "hidden" in fields:
            checked_flag(fields["hidden"])
        if isinstance(rank := fields.get("rank", 0), bool) or not isinstance(rank, (int, float)):
            raise ValueError("a number as rank")
    return value or None


def checked_key(value: Any) -> str:
    """The name of a threshold, chart, board or direction. Raises ValueError for what is no such name."""
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_TAG or not _is_unicode(value):
        raise ValueError(f"a name of 1 to {LONGEST_TAG} characters")
    return value


RUN_FIELDS: Mapping[str, Callable[[Any], Any]] = {
    "name": checked_name,
    "note": checked_note,
    "labels": checked_labels,
    "archived": checked_flag,
    "baseline": checked_flag,
    "landscapes": checked_landscapes,
}


def _is_unicode(text: str) -> bool:
    """False for halves of surrogate pairs, which no file and no answer can hold as they are."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_label(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_LABEL and _is_unicode(value)


def _check_json(value: Any, depth: int) -> None:
    if depth > _DEEPEST:
        raise ValueError(f"at most {_DEEPEST} levels of JSON")
    if isinstance(value, dict):
        for key, item in value.items():
            _check_json(key, depth + 1)
            _check_json(item, depth + 1)
    elif isinstance(value, list):
        for item in value:
            _check_json(item, depth + 1)
    elif isinstance(value, str):
        if not _is_unicode(value):
            raise ValueError("texts without halves of surrogate pairs")
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError("finite numbers")
    elif isinstance(value, int) and not _SMALLEST_INT <= value <= _LARGEST_INT:
        raise ValueError("whole numbers of 64 bits")
