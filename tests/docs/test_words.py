"""Words that mean too much stand nowhere: what is given, known, recognized, reported or said has its own word."""

import ast
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
AVOIDED = re.compile(r"(?<![a-z])(told|tells|telling|untold)(?![a-z])", re.IGNORECASE)

# How often they stand there still: a number that only falls.
LEFT = {"docs/**/*.md": 0, "webapp/src/**/*.ts": 0, "webapp/src/**/*.svelte": 0}

# How a docstring begins whose first line has no subject, and how many of them there are still.
NO_SUBJECT = re.compile(r"(Of|Those|That of|Its|It|The same|By|As|Where|Which) ")
WITHOUT_SUBJECT = 0


def count(paths: Iterable[Path]) -> dict[str, int]:
    """By file, how often one of the words stands in it; files without any are left out."""
    found = {
        path.relative_to(ROOT).as_posix(): len(AVOIDED.findall(path.read_text("utf-8")))
        for path in paths
        if path != Path(__file__)
    }
    return {name: number for name, number in found.items() if number}


@pytest.mark.parametrize("room", ["vdlite", "tests", "demos", "benchmarks"])
def test_no_python_code_has_them(room: str) -> None:
    assert count((ROOT / room).rglob("*.py")) == {}


def test_no_page_for_contributors_has_them() -> None:
    assert count(ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")) == {}


@pytest.mark.parametrize("files", LEFT)
def test_elsewhere_they_become_fewer(files: str) -> None:
    assert sum(count(ROOT.glob(files)).values()) <= LEFT[files]


def test_docstrings_without_a_subject_become_fewer() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}"
        for path in (ROOT / "vdlite").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        and NO_SUBJECT.match(ast.get_docstring(node) or "")
    ]
    assert len(found) <= WITHOUT_SUBJECT, found
