"""Values of all kinds as what JSON has."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from types import SimpleNamespace
from typing import Any

_LONGEST = 400  # characters of a setting or name in an answer


def as_json(answer: object) -> str:
    """One line, which any JSON parser reads: numbers that JSON has none for are "NaN", "Infinity" and "-Infinity"."""
    return json.dumps(plain(answer), allow_nan=False)


def fields_of(answer: Any, *but: str) -> dict[str, object]:
    """The fields of an answer as what JSON has. but: names of those that are left out.

    answer: a dataclass, or what stands for one that a server has sent.
    """
    sent = isinstance(answer, SimpleNamespace)
    names = vars(answer) if sent else (one.name for one in fields(answer))
    return {name: plain(getattr(answer, name)) for name in names if name not in but}


def plain(answer: object) -> object:
    """An answer as what JSON has."""
    if is_dataclass(answer) or isinstance(answer, SimpleNamespace):
        return fields_of(answer)
    if isinstance(answer, Mapping):
        return {str(name): plain(value) for name, value in answer.items()}
    if isinstance(answer, (Sequence, frozenset, set)) and not isinstance(answer, (str, bytes)):
        return [plain(each) for each in answer]
    if isinstance(answer, float) and not math.isfinite(answer):
        return "NaN" if math.isnan(answer) else "Infinity" if answer > 0 else "-Infinity"
    return answer


def cut_text(value: Any) -> Any:
    """A value without the end of a very long text; its length is said."""
    if not isinstance(value, str) or len(value) <= _LONGEST:
        return value
    return f"{value[:_LONGEST]}… ({len(value):,} characters)"


def said_number(value: float) -> str:
    """A number in a sentence."""
    if math.isfinite(value):
        return f"{value:.6g}"
    return "NaN" if math.isnan(value) else "infinite" if value > 0 else "minus infinite"
