"""The fields of answers to questions, as docs/questions.md has them. Written anew by `python -m tests.docs.answers`.

What a field holds is said once: in the comment beside it, or below it, in the class.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from inspect import getsource
from textwrap import dedent
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from tests.docs.pages import ROOT
from vdlite.reader.questions.console import ConsoleLines
from vdlite.reader.questions.differences import Comparison, Difference
from vdlite.reader.questions.events.of_runs import Events
from vdlite.reader.questions.find_runs import FoundRuns
from vdlite.reader.questions.groups import GroupsAnswer
from vdlite.reader.questions.hparam_rows import HparamsAnswer
from vdlite.reader.questions.importance import ImportanceAnswer
from vdlite.reader.questions.outliers import Outliers
from vdlite.reader.questions.ranks import Ranks
from vdlite.reader.questions.rows import Rows
from vdlite.reader.questions.run_report import RunReport
from vdlite.reader.questions.search import Hits
from vdlite.reader.series.series_summary import SeriesSummary
from vdlite.reader.trials.run_summary import RunSummary

PAGE = ROOT / "docs" / "questions.md"
BEGIN = "<!-- answers -->\n"

ANSWERS: Mapping[str, type] = {
    "summary": RunSummary,
    "find_runs": FoundRuns,
    "hparams": HparamsAnswer,
    "importance": ImportanceAnswer,
    "groups": GroupsAnswer,
    "report": RunReport,
    "series": SeriesSummary,
    "events": Events,
    "compare": Comparison,
    "diff": Difference,
    "search": Hits,
    "rows": Rows,
    "ranks": Ranks,
    "outliers": Outliers,
    "console_lines": ConsoleLines,
}
"""The answer to each question, by the method of LogReader."""


@dataclass(frozen=True)
class Field:
    """A field of an answer."""

    name: str
    type: Any
    says: str


def fields_said(answer: type) -> list[Field]:
    """The fields of a class, with their types and comments."""
    comments = _comments(dedent(getsource(answer)))
    types = get_type_hints(answer)
    return [
        Field(each.name, types[each.name], comments.get(each.name, "")) for each in fields(answer)
    ]


def _comments(source: str) -> dict[str, str]:
    """What stands behind each field, by its name; a comment may go on in the lines below."""
    found: dict[str, str] = {}
    name, depth = "", 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        line = re.match(r" {4}(\w+): ", token.line)
        if token.type == tokenize.OP and token.string in "([{":
            depth += 1
        elif token.type == tokenize.OP and token.string in ")]}":
            depth -= 1
        if token.type == tokenize.NAME and line is not None and token.start[1] == 4:
            name = token.string
        if token.type == tokenize.COMMENT and name:
            text = token.string.lstrip("# ").strip()
            found[name] = f"{found[name]} {text}" if name in found else text
    return found


def classes_in(kind: Any) -> Iterator[type]:
    """The classes of fields that a type holds."""
    if is_dataclass(kind) and isinstance(kind, type):
        yield kind
    for each in get_args(kind):
        yield from classes_in(each)


def as_json_type(kind: Any) -> str:
    """The type as what JSON has."""
    origin, inside = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return " or ".join(dict.fromkeys(as_json_type(each) for each in inside))
    if origin is Literal:
        return ", ".join(f"`{each}`" for each in inside)
    if origin is not None and issubclass(origin, Mapping):
        return f"object of {as_json_type(inside[1])}"
    if origin is not None and issubclass(origin, Sequence):
        return f"array of {as_json_type(inside[0])}"
    if is_dataclass(kind):
        return f"[{kind.__name__}](#{kind.__name__.lower()})"
    names = {
        str: "text",
        int: "integer",
        float: "number",
        bool: "true or false",
        type(None): "null",
    }
    return names.get(kind, "anything")


def as_markdown() -> str:
    """A section for each answer, and for each class that is in one."""
    text = ""
    seen: dict[type, None] = {}
    waiting = list(ANSWERS.values())
    while waiting:
        answer = waiting.pop(0)
        if answer in seen:
            continue
        seen[answer] = None
        text += f"\n### {answer.__name__}\n\n{(answer.__doc__ or '').strip()}\n\n| field | is | |\n|---|---|---|\n"
        for field in fields_said(answer):
            text += f"| `{field.name}` | {as_json_type(field.type)} | {_in_json(field.says)} |\n"
            waiting += classes_in(field.type)
    return text


def _in_json(says: str) -> str:
    return says.replace("None", "null").replace("|", "\\|")


if __name__ == "__main__":
    before, _, _ = PAGE.read_text("utf-8").partition(BEGIN)
    PAGE.write_text(before + BEGIN + as_markdown(), "utf-8")
