"""The text for a shell that runs a program again, by running it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vdlite import LogReader
from vdlite.kinds.surroundings.again import Start, shell_text

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
needs_shell = pytest.mark.skipif(shutil.which("sh") is None, reason="there is no shell")

PROGRAM = """
import os, sys
from pathlib import Path
from model import NAME
from vdlite import LogWriter
if "--log" in sys.argv:
    with LogWriter({logdir!r}) as writer:
        writer.add_environment(script=True)
print(NAME, sys.argv[1:], os.environ["OMP_NUM_THREADS"], Path.cwd().name)
"""


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def start(**given: object) -> Start:
    fields = {"command": "python train.py", **given}
    return Start(fields, {}, {}, "", diff_is_cut=False)  # type: ignore[arg-type]


@needs_git
@needs_shell
def test_the_code_that_ran_runs_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, work = tmp_path / "code", tmp_path / "code" / "sub folder"
    work.mkdir(parents=True)
    git(code, "init", "--quiet")
    (work / "model.py").write_text("NAME = 'committed'\n")
    git(code, "add", ".")
    git(code, "commit", "--quiet", "-m", "first")
    (work / "model.py").write_text("NAME = '''changed\nEND\n'''.split()\n")
    (work / "train.py").write_text(PROGRAM.format(logdir=str(tmp_path / "run")))
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    arguments = ["--log", "a b", "it's", "$HOME", "*"]
    command = [sys.executable, str(work / "train.py"), *arguments]
    first = subprocess.run(
        command, cwd=work, check=True, capture_output=True, text=True, timeout=60
    )
    (record,) = LogReader(tmp_path / "run").records(".", "environment", "environment")
    assert str(code) in record.payload.again
    # What the working copy has become since is nobody's concern.
    (work / "model.py").write_text("NAME = 'later'\n")
    (work / "train.py").unlink()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    again = subprocess.run(
        ["sh", "-eu", "-c", record.payload.again],
        cwd=tmp_path / "elsewhere",
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert first.stdout.startswith("['changed', 'END'] ['--log', 'a b', \"it's\"")
    assert again.stdout == first.stdout


def test_what_is_not_known_is_said() -> None:
    text = shell_text(start(folder="/home/me/code", seed_torch=3, host="gpu7"))
    assert text.splitlines() == [
        "# As it was started on gpu7.",
        "# Its code is not known: git knew of no commit.",
        "cd -- /home/me/code",
        "python train.py",
        "# Seeds: torch 3; not known of NumPy, hash, random.",
    ]
    assert shell_text(Start({"host": "a"}, {}, {}, "", diff_is_cut=False)) == ""


def test_of_a_repository_with_an_address_that_is_cloned() -> None:
    fields = {"git_commit": "a" * 40, "git_remote": "git@host:me/x.git", "git_root": "/home/me/x"}
    text = shell_text(start(**fields, folder="/home/me/x/jobs", git_changed=True))
    assert "git clone -- git@host:me/x.git again\ncd again\n" in text
    assert "cd -- jobs\n" in text
    assert "# Its changes to the commit were not kept." in text
    windows = {**fields, "git_root": "C:/me/x"}
    assert "cd -- a/b\n" in shell_text(start(**windows, folder="C:\\me\\x\\a\\b"))
    outside = shell_text(start(**fields, folder="/tmp/work"))
    assert "# It was started in /tmp/work: files that it names are found from there." in outside


def test_a_script_that_was_typed_from_elsewhere_is_that_of_the_clone() -> None:
    known = {"git_commit": "a" * 40, "git_root": "/code", "script": "/code/jobs/train.py"}
    typed = {"command": "python /code/jobs/train.py --lr 1"}
    at = {"/code/jobs": "train.py", "/code": "jobs/train.py", "/code/a/b": "../../jobs/train.py"}
    for folder, path in {**at, "/tmp": "jobs/train.py"}.items():
        assert f"\npython {path} --lr 1\n" in shell_text(start(**known, **typed, folder=folder))
    torchrun = {"launched_by": "torchrun --nproc-per-node 2 /code/jobs/train.py"}
    text = shell_text(start(**known, **typed, **torchrun, folder="/code"))
    assert "\ntorchrun --nproc-per-node 2 jobs/train.py\n" in text


def test_a_notebook_and_secrets_are_said() -> None:
    text = shell_text(start(command="python -m ipykernel_launcher -f kernel.json"))
    assert "# It was a notebook: run its cells again." in text
    assert "ipykernel" not in text
    secret = shell_text(start(command="python train.py --token '***'"))
    assert secret.startswith("# Secrets were masked: put yours where *** is.\n")


def test_a_difference_that_was_cut_is_not_applied() -> None:
    fields = {"command": "python a.py", "git_commit": "a" * 40}
    text = shell_text(Start(fields, {}, {}, "--- a\n", diff_is_cut=True))
    assert "git apply" not in text
    assert "# Its changes to the commit are too long: they were not kept." in text


HOSTILE = st.text(max_size=20) | st.sampled_from(
    [
        "$(touch trap)",
        "`touch trap`",
        "'; touch trap; '",
        "x\ntouch trap",
        "\x1b[201~\ntouch trap",
        "END\ntouch trap\n",
        "E\x00ND\rtouch trap\n",
        "a\nEND\r\ntouch trap\n",
        "\\",
        "'",
        "-x",
        "../../x",
        "\udcff",
    ]
)


@needs_shell
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(HOSTILE, min_size=8, max_size=8), HOSTILE, HOSTILE)
def test_no_value_becomes_a_command(
    tmp_path: Path, values: list[str], diff: str, script: str
) -> None:
    names = ("host", "python", "folder", "git_commit", "git_root", "git_remote", "seed_torch")
    fields = {**dict(zip(names, values, strict=False)), "command": "python train.py"}
    text = shell_text(
        Start(fields, {"PYTHONPATH": values[7], values[0]: "x"}, {"script": script}, diff, False)
    )
    assert "\x1b" not in text
    assert "\r" not in text
    programs = "".join(f"{name}() {{ :; }}\n" for name in ("git", "cd", "mkdir", "python"))
    # Of the script, only that nothing of it runs.
    text = text.replace("\ncat > ", "\n: cat ").encode(errors="replace").decode()
    subprocess.run(
        ["sh", "-c", programs + text], cwd=tmp_path, check=False, capture_output=True, timeout=60
    )
    assert not list(tmp_path.iterdir())


def test_only_variables_that_matter_are_set() -> None:
    # A shell where the lines are pasted runs what is in PROMPT_COMMAND.
    given = {"PROMPT_COMMAND": "touch trap", "LD_PRELOAD": "x.so", "NCCL_DEBUG": "INFO"}
    text = shell_text(Start({"command": "python a.py"}, given, {}, "", diff_is_cut=False))
    assert [line for line in text.splitlines() if "export" in line] == ["export NCCL_DEBUG=INFO"]


@pytest.mark.parametrize("script", ["/r/../../.bashrc", "/r/a/../../.bashrc", "/r/.."])
def test_a_script_is_written_nowhere_but_in_the_new_folder(script: str) -> None:
    fields = {"command": "python a.py", "script": script, "git_root": "/r", "git_commit": "a" * 40}
    for known in (fields, fields | {"git_commit": ""}):
        text = shell_text(Start(known, {}, {"script": "x = 1"}, "", diff_is_cut=False))
        assert "cat > ./" in text
        assert ".." not in text


def test_a_commit_is_no_option_of_git() -> None:
    text = shell_text(start(git_commit="--pathspec-from-file=x", git_root="/r"))
    assert "git" not in text.replace("git knew of no commit", "")
