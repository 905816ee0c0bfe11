"""Words that mean too much stand nowhere: what is given, known, recognized, reported or said has its own word."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
AVOIDED = re.compile(r"(?<![a-z])(told|tells|telling|untold)(?![a-z])", re.IGNORECASE)

FILES = (
    *(f"{room}/**/*.py" for room in ("vdlite", "tests", "demos", "benchmarks")),
    *("docs/**/*.md", "webapp/src/**/*.ts", "webapp/src/**/*.svelte"),
    *("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "benchmarks/README.md"),
)

# How a docstring begins whose first line has no subject.
NO_SUBJECT = re.compile(r"(Of|Those|That of|Its|It|The same|By|As|Where|Which) ")


@pytest.mark.parametrize("files", FILES)
def test_they_stand_nowhere(files: str) -> None:
    paths = [path for path in ROOT.glob(files) if path != Path(__file__)]
    assert paths
    assert [
        path.relative_to(ROOT).as_posix()
        for path in paths
        if AVOIDED.search(path.read_text("utf-8"))
    ] == []


def test_each_docstring_has_a_subject() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}"
        for path in (ROOT / "vdlite").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        and NO_SUBJECT.match(ast.get_docstring(node) or "")
    ]
    assert found == []
