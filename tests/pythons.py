"""Runs what depends on the version of Python, and of packages, in each Python of this machine. `python tests/pythons.py FOLDER`.

FOLDER: where their environments are made. The oldest Python has the lowest versions of all packages, the others the
newest; the Python that runs this is left out but for that, as the other tests are for it. At last, a writer alone.
Ends with the exit code of the first that fails.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Sequence
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
    # Half a minute of one damage after the other, which every Python reads alike.
    "--deselect=tests/format/test_damage.py::test_a_flipped_bit_costs_one_record",
    "--deselect=tests/format/test_bulk.py::test_damaged_logs",
)


def main() -> int:
    """Run all; 0 if they pass."""
    folder = Path(sys.argv[1])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    tools = project["dependency-groups"]["pythons"]
    versions = promised(project["project"]["classifiers"])
    for version in versions:
        is_oldest = version == versions[0]
        if version == f"{sys.version_info[0]}.{sys.version_info[1]}" and not is_oldest:
            print(f"Python {version}: the other tests are for it", flush=True)
        elif (python := found(version)) is None:
            print(f"Python {version}: not on this machine, not tested", flush=True)
        else:
            began = time.monotonic()
            code = test_in(python, folder / version, tools, lowest=is_oldest)
            print(f"Python {version}: {time.monotonic() - began:.0f} s", flush=True)
            if code != 0:
                return code
    return test_small_writer(folder / "small")


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


def test_in(python: Path, environment: Path, tools: list[str], *, lowest: bool) -> int:
    """The exit code of the tests, in a new environment of this Python.

    lowest: with the oldest version that is promised of each package, else with the newest.
    """
    print(f"{python}, {'lowest' if lowest else 'newest'} versions", flush=True)
    inside = environment / "bin" / "python"
    install = ["uv", "pip", "install", "--quiet", "--python", inside]
    oldest = ["--resolution", "lowest-direct", "--requirement", ROOT / "pyproject.toml"]
    return first_failure(
        ["uv", "venv", "--quiet", "--clear", "--python", python, environment],
        *([[*install, *oldest], [*install, "--no-deps", ROOT]] if lowest else [[*install, ROOT]]),
        [*install, *tools],
        [inside, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", *TESTS],
    )


def test_small_writer(environment: Path) -> int:
    """The exit code of what is promised of vdlite with three packages, in a new environment of this Python."""
    inside = environment / "bin" / "python"
    install = ["uv", "pip", "install", "--quiet", "--python", inside]
    return first_failure(
        ["uv", "venv", "--quiet", "--clear", "--python", sys.executable, environment],
        [*install, "--no-deps", ROOT, "numpy", "msgpack", "pillow"],
        [inside, ROOT / "tests/small_writer.py", environment / "logs"],
    )


def first_failure(*commands: Sequence[object]) -> int:
    """The exit code of the first command that fails; 0 if none does."""
    for command in commands:
        ran = subprocess.run([*map(str, command)], cwd=ROOT, check=False)
        if ran.returncode != 0:
            return ran.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
