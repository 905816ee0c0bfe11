"""Packages that are missing: whatever needs one says which, and how to get it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from vdlite.packages import BASE, OPTIONAL, missing, needs

ROOT = Path(__file__).resolve().parent.parent
KNOWN = BASE.keys() | OPTIONAL.keys() | {"scipy", "starlette", "pydantic", "anyio", "h11", "rich"}


def imported(path: Path) -> set[str]:
    """The packages of others that a module imports, wherever it does."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add((node.module or "").partition(".")[0])
    return found - sys.stdlib_module_names - {"vdlite"}


def test_every_package_that_is_imported_can_be_named() -> None:
    unknown = {
        (path.relative_to(ROOT / "vdlite").as_posix(), name)
        for path in sorted((ROOT / "vdlite").rglob("*.py"))
        for name in imported(path) - KNOWN
        # The framework of a trainer is there where its adapter is used.
        if "integrations" not in path.parts
    }
    assert unknown == {
        ("notebook/magic.py", "IPython"),  # which loads it
        ("landscape/workers/pickling.py", "cloudpickle"),  # done without where it is missing
    }


def test_the_packages_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = [
        each
        for name, group in project["optional-dependencies"].items()
        if name != "benchmarks"
        for each in group
    ]

    def names(requirements: list[str]) -> set[str]:
        return {re.split("[<>=]", each)[0] for each in requirements}

    assert set(BASE.values()) == names(project["dependencies"])
    assert set(OPTIONAL.values()) - {"matplotlib", "fsspec"} == names(extras)


def test_a_package_has_the_name_under_which_it_is_installed() -> None:
    assert needs("UMAP", "umap") == "UMAP needs umap-learn: pip install umap-learn"
    assert needs("a cluster", "dask") == (
        'a cluster needs dask[distributed]: pip install "dask[distributed]"'
    )
    assert needs("PCA", "scipy") == "PCA needs scikit-learn: pip install scikit-learn"


def test_what_is_there_or_is_no_package_of_ours_is_not_called_missing() -> None:
    assert missing(ModuleNotFoundError("no msgpack.x", name="msgpack.x")) is None
    assert missing(ModuleNotFoundError("no mine", name="mine")) is None
    assert missing(ModuleNotFoundError("?")) is None


def without(modules: str, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What a program does in a Python that lacks these modules."""
    lacking = f"import sys\nsys.modules |= dict.fromkeys({modules.split()!r})\n"
    return subprocess.run(
        [sys.executable, "-c", lacking + program, *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


COMMAND = "from vdlite.cli import main\nsys.exit(main(sys.argv[1:]))"
SERVER = "fastapi starlette uvicorn pydantic anyio sklearn scipy shtab yaml"


@pytest.mark.parametrize("command", ["--logdir .", "demo --no-browser", "graph {file}"])
def test_commands_that_serve_say_in_one_line_what_they_need(tmp_path: Path, command: str) -> None:
    model = tmp_path / "model.json"
    model.write_text('{"nodes": []}')
    ran = without(SERVER, COMMAND, *command.format(file=model).split())
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert re.fullmatch(
        r"vdlite( \w+)?: the (server|demo) needs [\w-]+: pip install ([\w-]+ ?){5}\n",
        ran.stderr,
    ), ran.stderr


def test_completion_says_what_it_needs() -> None:
    ran = without("shtab", COMMAND, "completion", "bash")
    assert ran.stderr == "vdlite completion: completion needs shtab: pip install shtab\n"


CALLS = """
import numpy as np
import vdlite
calls = {
    "image": lambda w: w.add_image("i", np.zeros((4, 4, 3)), 0),
    "video": lambda w: w.add_video("v", np.zeros((2, 4, 4, 3)), 0),
    "thumbnails": lambda w: w.add_embeddings("e", np.ones((2, 3)), ["a", "b"], thumbnails=np.zeros((2, 4, 4))),
    "scalar": lambda w: w.add_scalar("s", 1.0, 0),
    "embeddings": lambda w: w.add_embeddings("e", np.ones((2, 3)), ["a", "b"]),
    "text": lambda w: w.add_text("t", "words", 0),
}
with vdlite.LogWriter(sys.argv[1]) as writer:
    for name, call in calls.items():
        try:
            call(writer)
        except vdlite.MissingPackageError as error:
            print(name, error, error.name)
        else:
            print(name)
print(vdlite.LogReader(sys.argv[1]).kinds("."))
"""


def test_without_pillow_all_but_pictures_is_logged(tmp_path: Path) -> None:
    ran = without("PIL", CALLS, str(tmp_path))
    assert ran.stderr == ""
    assert ran.stdout.splitlines() == [
        "image a picture needs pillow: pip install pillow PIL",
        "video a picture needs pillow: pip install pillow PIL",
        "thumbnails a thumbnail needs pillow: pip install pillow PIL",
        "scalar",
        "embeddings",
        "text",
        "['embeddings', 'scalar', 'text']",
    ]


def test_settings_in_yaml_without_its_parser_cost_only_themselves(tmp_path: Path) -> None:
    (tmp_path / "hparams.yaml").write_text("lr: 0.1\n")
    (tmp_path / "metrics.csv").write_text("step,loss\n0,1.5\n")
    read = (
        "import vdlite\nr = vdlite.LogReader(sys.argv[1])\nprint([r.tags(each) for each in r.runs])"
    )
    ran = without("yaml", read, str(tmp_path))
    assert (ran.stdout, ran.stderr) == ("[['loss']]\n", "")
    parse = (
        "from vdlite.foreign.settings.yaml_settings import parse\nprint(parse(b'lr: 0.1').problem)"
    )
    assert without("yaml", parse).stdout == "YAML needs pyyaml: pip install pyyaml\n"
