"""`vdlite run`: what a program logs with other tools' writers is logged here."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from vdlite import LogReader
from vdlite.cli import main

from .conftest import Start

# A package that nobody has installed, made like that of the tool.
PACKAGE = {
    "__init__.py": "from visualdl.writer.writer import LogWriter",
    "writer/__init__.py": "",
    "writer/writer.py": """
        import os

        class LogWriter:
            def __init__(self, logdir=None, **options):
                self.logdir = logdir
                os.makedirs(logdir, exist_ok=True)

            def add_scalar(self, tag, value, step, walltime=None):
                with open(os.path.join(self.logdir, "theirs.txt"), "a") as file:
                    file.write(f"{tag} {value} {step}\\n")

            def _get_file_writer(self):
                return object()

            def close(self):
                self._get_file_writer()
    """,
}
SCRIPT = """
    import sys
    from visualdl import LogWriter

    writer = LogWriter(sys.argv[1])
    writer.add_scalar("loss", 0.5, 3)
    writer.close()
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """In which the package is found."""
    for name, text in PACKAGE.items():
        file = tmp_path / "packages" / "visualdl" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(text))
    (tmp_path / "train.py").write_text(textwrap.dedent(SCRIPT))
    inherited = os.environ.get("PYTHONPATH", "")
    return {"PYTHONPATH": os.pathsep.join([str(tmp_path / "packages"), inherited])}


def finish(start: Start, environment: dict[str, str], *command: str) -> tuple[int | None, str]:
    """The status of a program, and what it prints, without where its console is kept."""
    process = start("run", *command, **environment)
    output, errors = process.communicate(timeout=120)
    said = re.sub(r"(?m)^vdlite: the console is kept in .*\n", "", errors)
    return process.returncode, output + said


def notice(folder: Path, shown: Path | None = None) -> str:
    """What a program says of its first writer."""
    return f"vdlite: logging into {folder}; to look: vdlite --logdir {shown or folder}\n"


def logged(folder: Path) -> list[float]:
    values: list[float] = LogReader(folder).scalars(".", "loss").values.tolist()
    return values


def test_a_script_logs_here_beside_its_own_files(
    start: Start, environment: dict[str, str], tmp_path: Path
) -> None:
    status, said = finish(start, environment, "--", sys.executable, "train.py", "out")
    assert (status, said) == (0, notice(tmp_path / "out"))
    assert logged(tmp_path / "out") == [0.5]
    assert (tmp_path / "out" / "theirs.txt").read_text() == "loss 0.5 3\n"


def test_the_folder_to_look_at_shows_all_runs(
    start: Start, environment: dict[str, str], tmp_path: Path
) -> None:
    elsewhere = tmp_path.parent / f"{tmp_path.name}-logs"
    for given, folder, shown in (
        ("runs/mnist/first", tmp_path / "runs/mnist/first", tmp_path / "runs"),
        ("runs/second", tmp_path / "runs/second", tmp_path / "runs"),
        (str(elsewhere / "first"), elsewhere / "first", elsewhere),
    ):
        status, said = finish(start, environment, "--", sys.executable, "train.py", given)
        assert (status, said) == (0, notice(folder, shown))
        assert logged(folder) == [0.5]


def test_a_script_may_log_here_instead(
    start: Start, environment: dict[str, str], tmp_path: Path
) -> None:
    status, said = finish(start, environment, "--mode", "instead", "train.py", "out")
    assert (status, said) == (0, notice(tmp_path / "out"))
    assert logged(tmp_path / "out") == [0.5]
    assert not (tmp_path / "out" / "theirs.txt").exists()


@pytest.mark.skipif(
    importlib.util.find_spec("visualdl") is not None, reason="visualdl is installed"
)
def test_a_package_that_is_not_there_is_no_obstacle(start: Start, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(
        "from visualdl import LogWriter\n"
        "from visualdl.writer.writer import LogWriter as same\n"
        "assert same is LogWriter\n"
        "LogWriter('out').add_scalar('loss', 0.5, 3)\n"
    )
    assert finish(start, {}, "--mode=instead", "--", "train.py") == (0, notice(tmp_path / "out"))
    assert logged(tmp_path / "out") == [0.5]
    status, said = finish(start, {}, "--", "train.py")
    assert status == 1
    assert "No module named 'visualdl'" in said


def test_what_a_script_starts_logs_here_as_well(
    start: Start, environment: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "parent.py").write_text(
        textwrap.dedent(
            """
            import multiprocessing, subprocess, sys

            def work():
                import visualdl
                visualdl.LogWriter("spawned").add_scalar("loss", 0.25, 1)

            if __name__ == "__main__":
                subprocess.run([sys.executable, "train.py", "started"], check=True)
                process = multiprocessing.get_context("spawn").Process(target=work)
                process.start()
                process.join()
            """
        )
    )
    assert finish(start, environment, "--", "parent.py") == (0, notice(tmp_path / "started"))
    assert logged(tmp_path / "started") == [0.5]
    assert logged(tmp_path / "spawned") == [0.25]


def test_a_sitecustomize_of_ones_own_is_run_as_ever(
    start: Start, environment: dict[str, str], tmp_path: Path
) -> None:
    own = tmp_path / "packages" / "sitecustomize.py"
    own.write_text("import builtins\nbuiltins.own_was_here = True\n")
    (tmp_path / "train.py").write_text(
        "import sys\nassert own_was_here\nprint(sys.modules['sitecustomize'].__file__)\n"
    )
    assert finish(start, environment, "--", "train.py") == (0, f"{own}\n")


def test_the_status_of_a_program_is_its_own(start: Start, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text("import sys; print(sys.argv[1:]); sys.exit(7)")
    said = "['--help', '--mode', 'x', '--', 'y']\n"
    arguments = ("train.py", "--help", "--mode", "x", "--", "y")
    assert finish(start, {}, "--", *arguments) == (7, said)


def test_a_python_without_vdlite_runs_as_ever(start: Start, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text("print('ran')")
    (tmp_path / "packages" / "vdlite").mkdir(parents=True)
    hiding = str(tmp_path / "packages" / "vdlite" / "__init__.py")
    Path(hiding).write_text("raise ImportError('no vdlite here')")
    # `-m vdlite` itself must be found: the hiding package comes only for the child.
    program = "import os, sys; os.environ['PYTHONPATH'] += os.pathsep; "
    program += "p = os.environ['PYTHONPATH'].split(os.pathsep); "
    program += f"p.insert(1, {str(tmp_path / 'packages')!r}); "
    program += "os.environ['PYTHONPATH'] = os.pathsep.join(p); "
    program += "os.execv(sys.executable, [sys.executable, 'train.py'])"
    assert finish(start, {}, "--", sys.executable, "-c", program) == (0, "ran\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "got no command"),
        (["--"], "got no command"),
        (["--", "there-is-no-such-program"], "can't start there-is-no-such-program"),
    ],
)
def test_without_a_program_there_is_an_error(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_another_mode_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--mode", "perhaps", "--", "true"]) == 2
    assert "--mode: got 'perhaps', want one of 'also', 'instead'" in capsys.readouterr().err


def test_a_program_runs_without_any_output_to_write_to(tmp_path: Path) -> None:
    ran = subprocess.run(
        ["sh", "-c", f"exec {sys.executable} -m vdlite run -- sh -c 'echo hi > there' >&- 2>&-"],
        cwd=tmp_path,
        check=False,
    )
    assert ran.returncode == 0
    assert (tmp_path / "there").read_text() == "hi\n"


def test_no_variable_appears_while_a_program_runs(
    start: Start, environment: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "watching.py").write_text(
        "import os\n"
        "from tensorboardX import SummaryWriter\n"
        "before = dict(os.environ)\n"
        "with SummaryWriter('out') as writer:\n"
        "    writer.add_scalar('loss', 0.5, 1)\n"
        "assert dict(os.environ) == before\n"
    )
    assert finish(start, environment, "--", "watching.py") == (0, notice(tmp_path / "out"))


def test_a_program_is_watched_unless_somebody_says_no(start: Start, tmp_path: Path) -> None:
    program = "import os; print(os.environ.get('VDLITE_SYSTEM'))"
    command = ("--", sys.executable, "-c", program)
    seen = {
        (flag, given): finish(start, {"VDLITE_SYSTEM": given}, *filter(None, [flag]), *command)
        for flag, given in [("", "7"), ("--system", "7"), ("--system", "0"), ("--no-system", "7")]
    }
    assert seen == {
        ("", "7"): (0, "7\n"),
        ("--system", "7"): (0, "7\n"),
        ("--system", "0"): (0, "10\n"),
        ("--no-system", "7"): (0, "0\n"),
    }
    assert finish(start, {}, *command) == (0, "10\n")
    assert finish(start, {}, "--no-system", *command) == (0, "0\n")
