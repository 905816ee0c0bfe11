"""The pages of trainers do what a reader would try them for."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import PAGES, ROOT, Page
from tests.docs.test_blocks import programs_of

TRAINERS = [
    page
    for page in PAGES
    if page.name.startswith("docs/how-to/trainers/") and not page.name.endswith("README.md")
]

NEEDS = {"clu": "tensorflow", "fastai": "fasttransform"}
"""What a framework can't be imported without, though an environment may have it alone."""

BEFORE = {"ultralytics": "import tests.trainers.torchvision_on_cpu\n"}
"""What a program begins with on a machine that its framework is not made for."""


@pytest.mark.parametrize("page", TRAINERS, ids=lambda page: page.path.stem)
def test_each_python_block_of_a_page_runs_alone_and_logs(page: Page, tmp_path: Path) -> None:
    programs = programs_of(page)
    for name in re.findall(r"^(?:import|from) (\w+)", "".join(programs), re.MULTILINE):
        for needed in (name, NEEDS.get(name, name)):
            if importlib.util.find_spec(needed) is None:
                pytest.skip(f"{needed} is not installed")
    script = tmp_path / "page.py"
    for program in programs:
        before = "".join(line for name, line in BEFORE.items() if f"from {name} " in program)
        script.write_text(before + program, "utf-8")
        subprocess.run(
            [sys.executable, script],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(ROOT), "YOLO_CONFIG_DIR": str(tmp_path)},
            timeout=100,
            check=True,
        )
    assert list(tmp_path.rglob("*.vdl"))
