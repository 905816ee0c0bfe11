"""What the commands for questions share: the logs that are asked, and answers as JSON."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, TypeVar

from vdlite.cli.terminal import UsageError, printable, said

if TYPE_CHECKING:
    from vdlite.reader import LogReader
    from vdlite.reader.trials.run_summary import RunSummary

_Answer = TypeVar("_Answer")


def asked(options: argparse.Namespace, question: Callable[[LogReader], _Answer]) -> _Answer:
    """The answer from the logs below `options.logdir`; what can't be read there is said on stderr.

    Raises UsageError for what is not there.
    """
    from vdlite.errors import VdliteError
    from vdlite.reader import LogReader

    try:
        reader = LogReader(options.logdir, follow_links=options.follow_links)
        for item in reader.unreadable:
            note(f"not read: {item.path}: {item.reason}")
        return question(reader)
    except (VdliteError, OSError, ValueError) as error:
        raise UsageError(said(error)) from error


def note(text: str) -> None:
    """Say on stderr what the answer lacks."""
    print(printable(f"note: {text}"), file=sys.stderr)


def note_damage(found: RunSummary) -> None:
    """Say what can't be read of a run."""
    for path, reason in found.unreadable.items():
        note(f"not read: {path}: {reason}")
    if found.damaged:
        note(f"{found.run}: damaged regions: {found.damaged}; vdlite check says where")


def add_common(parser: argparse.ArgumentParser) -> None:
    """Add what all questions have: which logs, and how they are answered."""
    parser.add_argument(
        "logdir",
        metavar="LOGDIR",
        help="folder of runs, a log file, or an address, such as s3://bucket/runs",
    )
    parser.add_argument("--json", action="store_true", help="as JSON, for programs")
    parser.add_argument(
        "--follow-links", action="store_true", help="follow links that lead out of the logdir"
    )


def as_json(answer: object) -> str:
    """One line, which any JSON parser reads: numbers that JSON has none for are "NaN", "Infinity" and "-Infinity"."""
    return json.dumps(plain(answer), allow_nan=False)


def fields_of(answer: Any, *but: str) -> dict[str, object]:
    """The fields of an answer, a dataclass, as what JSON has. but: names of those that are left out."""
    names = (one.name for one in fields(answer))
    return {name: plain(getattr(answer, name)) for name in names if name not in but}


def plain(answer: object) -> object:
    """An answer as what JSON has."""
    if is_dataclass(answer):
        return fields_of(answer)
    if isinstance(answer, Mapping):
        return {str(name): plain(value) for name, value in answer.items()}
    if isinstance(answer, Sequence) and not isinstance(answer, str):
        return [plain(each) for each in answer]
    if isinstance(answer, float) and not math.isfinite(answer):
        return "NaN" if math.isnan(answer) else "Infinity" if answer > 0 else "-Infinity"
    return answer


def matching(tags: Iterable[str], patterns: Sequence[str] | None) -> list[str]:
    """The tags that one of the patterns fits; None fits all."""
    return [
        tag
        for tag in tags
        if patterns is None or any(fnmatchcase(tag, pattern) for pattern in patterns)
    ]


def number(value: float | None) -> str:
    """A number in a table."""
    if value is None:
        return "-"
    return "NaN" if math.isnan(value) else f"{value:.6g}"
