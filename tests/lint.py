"""Checks the Python code: types, formatting, lint, import rules. `python tests/lint.py`."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.side_by_side import run  # noqa: E402

# The slowest first: the others take no longer, one after the other.
CHECKS = (
    ("mypy",),
    ("ruff", "format", "--check", "."),
    ("ruff", "check", "."),
    ("lint-imports",),
)

if __name__ == "__main__":
    sys.exit(run(CHECKS, cwd=ROOT))
