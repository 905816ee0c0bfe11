"""Runs what depends on the version of Python in each Python of this machine. `python tests/pythons.py FOLDER`.

FOLDER: where their environments are made. The Python that runs this is left out: the other tests are for it.
Ends with the exit code of the first that fails.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

TESTS = (
    "tests/test_imports.py",
    "tests/test_public_names.py",
    "tests/format",
    "tests/foreign/test_csv_tables.py",
    "tests/foreign/test_optuna.py",
    "tests/foreign/test_visualdl.py",
    "tests/writer/test_every_moment.py",
    "tests/writer/test_device_numbers.py",
    "tests/writer/test_log_writer.py",
    "tests/writer/test_points.py",
    "tests/server/test_answers.py",
)


def main() -> int:
    """Run all; 0 if they pass."""
    folder = Path(sys.argv[1])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    for version in promised(project["project"]["classifiers"]):
        if version == f"{sys.version_info[0]}.{sys.version_info[1]}":
            continue
        if (python := found(version)) is None:
            print(f"Python {version}: not on this machine, not tested", flush=True)
            continue
        print(f"Python {version}: {python}", flush=True)
        if (
            code := test_in(python, folder / version, project["dependency-groups"]["pythons"])
        ) != 0:
            return code
    return 0


def promised(classifiers: list[str]) -> list[str]:
    """The versions that the project says it runs with, such as "3.12"."""
    kind = "Programming Language :: Python :: 3."
    return [each.rpartition(" ")[2] for each in classifiers if each.startswith(kind)]


def found(version: str) -> Path | None:
    """An interpreter of this version: on PATH, of pyenv or of uv."""
    home = Path.home()
    places = [
        shutil.which(f"python{version}"),
        *sorted((home / ".pyenv/versions").glob(f"{version}.*/bin/python")),
        *sorted((home / ".local/share/uv/python").glob(f"cpython-{version}.*/bin/python{version}")),
    ]
    for place in filter(None, places):
        # A shim of pyenv is on PATH also where nothing is behind it.
        ran = subprocess.run([place, "--version"], capture_output=True, text=True, check=False)
        if ran.returncode == 0 and ran.stdout.startswith(f"Python {version}."):
            return Path(place)
    return None


def test_in(python: Path, environment: Path, tools: list[str]) -> int:
    """The exit code of the tests, in a new environment of this Python."""
    inside = environment / "bin" / "python"
    for command in (
        ["uv", "venv", "--quiet", "--clear", "--python", python, environment],
        ["uv", "pip", "install", "--quiet", "--python", inside, ROOT, *tools],
        [inside, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", *TESTS],
    ):
        if (code := subprocess.run([*map(str, command)], cwd=ROOT, check=False).returncode) != 0:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
