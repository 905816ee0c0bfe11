"""The Python that the page shows where a view is empty."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.docs.pages import ROOT
from vdlite import LogReader

EXAMPLES = json.loads(
    (ROOT / "webapp" / "src" / "shell" / "empty" / "examples.json").read_text("utf-8")
)
WITH_TORCH = [kind for kind, each in EXAMPLES.items() if "import torch" in each["imports"]]


def kinds_after(kind: str, folder: Path) -> list[str]:
    """Run the example of a kind, as the page puts it together; returns the kinds of what it logged."""
    example = EXAMPLES[kind]
    lines = [
        *example["imports"],
        "from vdlite import LogWriter",
        "",
        'with LogWriter("runs/first") as writer:',
        *(f"    {line}" for line in example["lines"]),
    ]
    subprocess.run(
        [sys.executable, "-W", "error", "-c", "\n".join(lines)], cwd=folder, timeout=300, check=True
    )
    return LogReader(folder / "runs").kinds("first")
