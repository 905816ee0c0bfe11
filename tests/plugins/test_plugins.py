"""What installed packages add by entry points: it is found, and one that is broken costs only itself."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.plugins.installed import install, install_broken, install_example

ROOT = Path(__file__).parents[2]


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python, with the packages that are installed in that folder."""
    path = os.pathsep.join([str(folder / "packages"), str(ROOT)])
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With the example, a broken package, and one whose metadata are no metadata."""
    packages = tmp_path / "packages"
    packages.mkdir()
    install_broken(packages)
    install_example(packages)
    install(packages, "odd", "[vdlite.logs]\n= \n\x00]]\nno value\n[vdlite.other]\na = b\n")
    (packages / "their_framework.py").write_text("loggers = {}\nname = 'theirs'\n", "utf-8")
    return tmp_path


_READ = """
import logging
from vdlite.reader import Store
store = Store(["runs"])
for _ in range(3):
    store.refresh()
for run in sorted(store.runs(), key=lambda run: run.name):
    tags = store.run(run.id).tags("scalar")
    print(run.name, run.tools, {tag: store.run(run.id).scalars(tag).snapshot().values.tolist() for tag in tags}, dict(run.left_out))
for each in store.unreadable():
    print("unreadable", each.path, each.reason)
"""


def test_logs_of_a_package_are_read_and_a_broken_one_is_named(folder: Path) -> None:
    for name, text in {
        "a/x.ticks": "loss 0 0.5\nloss 1 0.25\nodd\nacc 1 1\nloss 2 0.1",
        "b/metrics.csv": "step,loss\n1,0.5\n",
        "c/x.bad": "?",
        "d/x.gone": "?",
        "e/x.none": "?",
    }.items():
        path = folder / "runs" / name
        path.parent.mkdir(parents=True)
        path.write_text(text, "utf-8")
    done = run(folder, "-c", _READ)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "a ('Ticks',) {'acc': [1.0], 'loss': [0.5, 0.25]} {'lines that are none': 1}"
    assert lines[1] == "b ('CSV',) {'loss': [0.5]} {}"  # ours can't be taken over
    unreadable = sorted(line for line in lines if line.startswith("unreadable"))
    reader = "its reader '*.{}' of a-broken-one 1.0 can't be loaded:"
    assert unreadable == [
        f"unreadable c/x.bad {reader.format('bad')} RuntimeError: it is broken",
        f"unreadable d/x.gone {reader.format('gone')} ModuleNotFoundError: No module named 'nowhere'",
        f"unreadable e/x.none {reader.format('none')} got int, want a Format",
    ]


def test_a_broken_package_hides_no_other_that_does_the_same(folder: Path) -> None:
    points = (
        "[vdlite.logs]\n*.bad = ticks_plugin:FORMAT\n[vdlite.commands]\ngone = ticks_plugin:count\n"
    )
    install(folder / "packages", "zz", points)
    (folder / "runs").mkdir()
    (folder / "runs" / "x.bad").write_text("loss 0 0.5\n", "utf-8")
    assert run(folder, "-c", _READ).stdout == ". ('Ticks',) {'loss': [0.5]} {}\n"
    assert run(folder, "-m", "vdlite", "gone").stdout == "ticks\n"


def test_a_logbook_is_no_log_of_anybody(folder: Path) -> None:
    install(folder / "packages", "zz", "[vdlite.logs]\n*.md = ticks_plugin:FORMAT\n")
    (folder / "runs" / "a").mkdir(parents=True)
    (folder / "runs" / "logbook.md").write_text("loss 0 0.5\n", "utf-8")
    (folder / "runs" / "a" / "notes.md").write_text("loss 0 0.5\n", "utf-8")
    assert run(folder, "-c", _READ).stdout == "a ('Ticks',) {'loss': [0.5]} {}\n"


def test_a_decoder_that_raises_costs_only_its_file(folder: Path) -> None:
    raising = """
from ticks_plugin import Decoder, Format, encode
class Raising(Decoder):
    def decode(self, data):
        raise RuntimeError("no such luck")
FORMAT = Format("Raising", Raising, encode)
"""
    points = "[vdlite.logs]\n*.raises = raising:FORMAT\n"
    install(folder / "packages", "zz", points, raising=raising)
    for name in ("a/x.raises", "b/x.ticks"):
        (folder / "runs" / name).parent.mkdir(parents=True)
        (folder / "runs" / name).write_text("loss 0 0.5\n", "utf-8")
    lines = run(folder, "-c", _READ).stdout.splitlines()
    assert "b ('Ticks',) {'loss': [0.5]} {}" in lines
    assert any(
        each.startswith("unreadable a/x.raises") and "no such luck" in each for each in lines
    )


@pytest.mark.parametrize(
    "program",
    [
        "import vdlite.integrations, their_framework as f",
        "import their_framework as f, vdlite.integrations",
    ],
)
def test_a_trainer_of_a_package_is_known_and_a_broken_one_hurts_nothing(
    folder: Path, program: str
) -> None:
    install(folder / "packages", "zz", "[vdlite.trainers]\ntheirs = ends\n", ends="exit(1)\n")
    (folder / "packages" / "theirs.py").write_text("", "utf-8")
    done = run(folder, "-c", f"{program}\nimport theirs\nprint(f.name, f.loggers)")
    assert done.stdout == "theirs {'vdlite': 'an adapter'}\n"
    assert "'theirs' of zz 1.0 can't be loaded: SystemExit: 1" in done.stderr
    assert "'their_framework' of a-broken-one 1.0 can't be loaded: RuntimeError" in done.stderr


def test_a_command_of_a_package_runs_and_a_broken_one_is_named(folder: Path) -> None:
    done = run(folder, "-m", "vdlite", "ticks", "a", "--b")
    assert (done.returncode, done.stdout) == (3, "ticks a --b\n"), done.stderr
    gone = run(folder, "-m", "vdlite", "gone")
    assert (gone.returncode, gone.stdout) == (2, "")
    assert (
        "the command 'gone' of a-broken-one 1.0 can't be loaded: ModuleNotFoundError" in gone.stderr
    )
    none = run(folder, "-m", "vdlite", "none")
    assert (
        "the command 'none' of a-broken-one 1.0 can't be loaded: got int, want a function"
        in none.stderr
    )
    (folder / "empty").mkdir()
    ours = run(folder, "-m", "vdlite", "check", "empty")
    assert "broken" not in ours.stderr
    slip = run(folder, "-m", "vdlite", "tickz")
    assert slip.returncode == 2
    assert "did you mean the command 'ticks'" in slip.stderr


def test_plugins_lists_what_there_is_and_what_is_wrong_with_it(folder: Path) -> None:
    done = run(folder, "-m", "vdlite", "plugins")
    assert done.returncode == 1, done.stderr
    lines = done.stdout.splitlines()
    assert "logs  *.ticks  of ticks-for-vdlite 1.0" in lines
    assert "command  ticks  of ticks-for-vdlite 1.0" in lines
    assert "logs  *.bad  of a-broken-one 1.0: RuntimeError: it is broken" in lines


def test_without_a_package_nothing_is_looked_for(tmp_path: Path) -> None:
    (tmp_path / "packages").mkdir()
    program = "from vdlite.plugins import *; import sys; print(plugins(LOGS), 'importlib.metadata' in sys.modules)"
    assert run(tmp_path, "-S", "-c", program).stdout.split() == ["()", "False"]
    assert (
        run(
            tmp_path, "-S", "-c", "import vdlite, sys; print('vdlite.plugins' in sys.modules)"
        ).stdout
        == "False\n"
    )
