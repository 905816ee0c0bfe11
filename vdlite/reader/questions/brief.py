"""Payloads in bounded size, as what JSON has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from vdlite.reader.questions.plain import plain

_NUMBERS = 16  # of an array that is written out


def brief(value: object, longest: int) -> object:
    """A payload as what JSON has: a long text without its end, a large array as its shape and range.

    longest: characters of a text.
    """
    if isinstance(value, str):
        if len(value) <= longest:
            return value
        return f"{value[:longest]}… ({len(value):,} characters)"
    if isinstance(value, (bytes, bytearray, memoryview)):
        return {"bytes": len(value)}
    if isinstance(value, np.generic):
        return brief(value.item(), longest)
    if isinstance(value, np.ndarray):
        return _brief_array(value, longest)
    if is_dataclass(value):
        return {each.name: brief(getattr(value, each.name), longest) for each in fields(value)}
    if isinstance(value, Mapping):
        shown = list(value.items())[:_NUMBERS]
        found = {str(name): brief(each, longest) for name, each in shown}
        return found | ({"…": f"{len(value):,} in all"} if len(value) > _NUMBERS else {})
    if isinstance(value, (Sequence, set, frozenset)):
        found_all = [brief(each, longest) for each in list(value)[:_NUMBERS]]
        return found_all + ([f"… ({len(value):,} in all)"] if len(value) > _NUMBERS else [])
    if value is None or isinstance(value, (bool, int, float)):
        return plain(value)
    return brief(str(value), longest)


def _brief_array(value: np.ndarray[Any, Any], longest: int) -> object:
    if value.size <= _NUMBERS:
        return brief(value.tolist(), longest)
    found: dict[str, object] = {"shape": list(value.shape), "dtype": str(value.dtype)}
    if value.dtype.kind in "fiub":
        numbers = value.astype(np.float64)
        finite = numbers[np.isfinite(numbers)]
        found["not_finite"] = int(value.size - finite.size)
        if finite.size:
            found |= {
                "min": float(finite.min()),
                "max": float(finite.max()),
                "mean": float(finite.mean()),
            }
    return found
