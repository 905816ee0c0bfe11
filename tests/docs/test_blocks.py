"""Every block of code in the documentation does what a reader would try it for."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import PAGES, ROOT, Block, Page
from vdlite import cli

# Those of trainers are run by tests/trainers/test_pages.py.
WITH_PYTHON = [
    page
    for page in PAGES
    if any(block.language == "python" for block in page.blocks)
    and not page.name.startswith("docs/how-to/trainers/")
]
FILE_BLOCKS = [
    pytest.param(block, id=f"{page.name}:{block.notes['file']}")
    for page in PAGES
    for block in page.blocks
    if "file" in block.notes
]
# Those that need PyTorch are run by tests/torch/test_demos.py.
DEMOS = [
    demo
    for demo in sorted((ROOT / "demos").glob("*.py"))
    if not re.search(r"^(import|from|pip install) torch", demo.read_text("utf-8"), re.MULTILINE)
]


SHORTER = {"sweep_digits.py": ("runs/sweep-digits", "12")}
"""Arguments of demos that do the same many times."""


def run_python(script: Path, folder: Path, *arguments: str | Path) -> str:
    """Run a script in a folder, with warnings as errors; returns what it printed."""
    environment = os.environ | {
        "PYTHONPATH": str(ROOT),
        "XDG_CONFIG_HOME": str(folder / "config"),  # where `serve` would keep a token
        # Torch's profiler says on stderr that it has begun and ended.
        "KINETO_LOG_LEVEL": "6",
        "TORCH_CPP_LOG_LEVEL": "ERROR",
        # What is imported before a fork shall start no threads.
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }
    done = subprocess.run(
        [sys.executable, "-W", "error", script, *arguments],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=800,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout


def python_blocks(page: Page) -> list[Block]:
    """Those that run here: of what is noted to need Dask, tests/torch/test_dask_export.py has the packages."""
    return [
        block
        for block in page.blocks
        if block.language == "python" and not block.notes.keys() & {"file", "needs"}
    ]


def program_of(blocks: list[Block]) -> str:
    """Python blocks of a page as one program, each at the line that it has in the page."""
    program = ""
    for block in blocks:
        program += "\n" * (block.line - 1 - program.count("\n")) + block.code
    return program


def programs_of(page: Page) -> list[str]:
    """The Python blocks of a page, each a program of its own, but for those that go on with the one before."""
    programs: list[list[Block]] = []
    for block in python_blocks(page):
        if "continues" in block.notes:
            programs[-1].append(block)
        else:
            programs.append([block])
    return [program_of(blocks) for blocks in programs]


def said_outputs(program: str) -> list[str]:
    """What the comments behind `print(...)` say that is printed."""
    return re.findall(r"^ *print\(.*\)  # (.+)$", program, re.MULTILINE)


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: page.name)
def test_each_python_block_of_a_page_runs_alone_and_prints_what_it_says(
    page: Page, tmp_path: Path
) -> None:
    programs = programs_of(page)
    needs_torch = re.search(r"^ *(import|from) torch\b", "\n".join(programs), re.MULTILINE)
    if needs_torch and importlib.util.find_spec("torch") is None:
        pytest.skip("torch is not installed")
    scripts = []
    for program in programs:
        # Of no name that a module has: a script is found before those.
        scripts.append(tmp_path / f"page_{page.path.stem}_{len(scripts)}.py".replace("-", "_"))
        scripts[-1].write_text(program, "utf-8")

    # What a block logs is there for those behind it, as it is for a reader of the page.
    printed = run_python(Path(__file__).with_name("alone.py"), tmp_path, *scripts)

    at = 0
    for said in said_outputs("".join(programs)):
        at = printed.find(said + "\n", at)
        assert at >= 0, f"want {said!r} in order, got:\n{printed}"


def test_few_blocks_go_on_with_the_one_before() -> None:
    continued = [
        f"{page.name}:{block.line}"
        for page in WITH_PYTHON
        for block in python_blocks(page)
        if "continues" in block.notes
    ]
    assert len(continued) <= 2, continued


@pytest.mark.parametrize("block", FILE_BLOCKS)
def test_an_included_file_is_shown_as_it_is(block: Block) -> None:
    assert block.code == (ROOT / block.notes["file"]).read_text("utf-8")


@pytest.mark.parametrize("demo", DEMOS, ids=lambda path: path.name)
def test_a_demo_runs(demo: Path, tmp_path: Path) -> None:
    run_python(demo, tmp_path, *SHORTER.get(demo.name, ()))
    assert list(tmp_path.glob("runs/**/*.vdl"))


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(line, id=f"{page.name}:{line}")
        for page in PAGES
        for block in page.blocks
        if block.language == "sh"
        for line in re.split(r"\n| && ", block.code)
        if re.match(r"(\.venv/bin/)?vdlite\b", line)
    ],
)
def test_a_vdlite_command_is_one_that_vdlite_knows(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # With --help at its end, a command is read up to there and then does nothing; behind -- a program's own begins.
    command = command.partition(" -- ")[0]
    with pytest.raises(SystemExit) as ended:
        cli.main([*command.split()[1:], "--help"])
    assert ended.value.code == 0
    options = re.findall(r"--[a-z-]+", command)
    known = capsys.readouterr().out
    assert [option for option in options if option not in known] == []
