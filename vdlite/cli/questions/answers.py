"""What the commands for questions share: the logs that are asked, and answers as JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, TypeVar

from vdlite.cli.terminal import UsageError, said

if TYPE_CHECKING:
    from vdlite.reader import LogReader

_Answer = TypeVar("_Answer")


def asked(logdir: str, question: Callable[[LogReader], _Answer]) -> _Answer:
    """The answer from the logs below a folder. Raises UsageError for what is not there."""
    from vdlite.errors import VdliteError
    from vdlite.reader import LogReader

    try:
        return question(LogReader(logdir))
    except (VdliteError, OSError, ValueError) as error:
        raise UsageError(said(error)) from error


def as_json(answer: object) -> str:
    """One line, which any JSON parser reads: numbers that JSON has none for are "NaN", "Infinity" and "-Infinity"."""
    return json.dumps(plain(answer), allow_nan=False)


def plain(answer: object) -> object:
    """An answer as what JSON has."""
    if is_dataclass(answer):
        return {one.name: plain(getattr(answer, one.name)) for one in fields(answer)}
    if isinstance(answer, Mapping):
        return {str(name): plain(value) for name, value in answer.items()}
    if isinstance(answer, Sequence) and not isinstance(answer, str):
        return [plain(each) for each in answer]
    if isinstance(answer, float) and not math.isfinite(answer):
        return "NaN" if math.isnan(answer) else "Infinity" if answer > 0 else "-Infinity"
    return answer


def number(value: float | None) -> str:
    """A number in a table."""
    if value is None:
        return "-"
    return "NaN" if math.isnan(value) else f"{value:.6g}"
