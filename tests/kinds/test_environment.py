"""What an environment says, against the programs that know."""

import os
import platform
import shlex
import shutil
import subprocess
import sys
import time
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import pytest

from vdlite import FormatError, LogReader, LogWriter, PayloadError
from vdlite.kinds import environment
from vdlite.kinds.environment import Environment
from vdlite.kinds.surroundings import commands
from vdlite.kinds.surroundings.code import Code, code
from vdlite.kinds.surroundings.commands import Patience, output
from vdlite.kinds.surroundings.text_files import CUT

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def logged(logdir: Path) -> Environment:
    (record,) = LogReader(logdir).records(".", "environment", "environment")
    assert isinstance(record.payload, Environment)
    return record.payload


def git(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(
        ["git", *identity, *arguments], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "code"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch=main")
    (folder / "train.py").write_text("lr = 0.1\n")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "first")
    return folder


def test_the_environment_of_this_process_is_kept(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_environment()
    found = logged(tmp_path)
    assert found.fields["python"] == platform.python_version()
    assert found.fields["host"] == platform.node()
    assert found.fields["cpus"] == os.cpu_count()
    assert found.fields["folder"] == str(Path.cwd())
    assert found.fields["numpy"] == found.packages["numpy"] == metadata.version("numpy")
    assert shlex.split(str(found.fields["command"]))[1:] == sys.orig_argv[1:]


PROGRAM = """
from vdlite import LogWriter
with LogWriter({logdir!r}) as writer:
    writer.add_environment({arguments})
"""


@needs_git
@pytest.mark.parametrize("diff", [True, False])
def test_the_code_is_that_of_the_scripts_folder(
    repository: Path, tmp_path: Path, diff: bool
) -> None:
    script = repository / "train.py"
    script.write_text(PROGRAM.format(logdir=str(tmp_path / "run"), arguments=f"diff={diff}"))
    (repository / "secret.txt").write_text("not tracked")
    arguments = [sys.executable, str(script), "--lr", "a b"]
    subprocess.run(arguments, cwd=tmp_path, check=True, timeout=60)
    found = logged(tmp_path / "run")
    assert found.fields["git_commit"] == git(repository, "rev-parse", "HEAD")
    assert found.fields["git_branch"] == "main"
    assert found.fields["git_changed"] is True
    assert str(found.fields["command"]).endswith("train.py --lr 'a b'")
    assert found.diff == (git(repository, "diff", "HEAD") + "\n" if diff else "")
    assert "not tracked" not in found.diff
    assert not found.diff_is_cut


@needs_git
def test_a_clean_repository_has_no_difference(repository: Path) -> None:
    found = code(str(repository), diff=True)
    assert found is not None
    assert (found.branch, found.changed, found.diff) == ("main", False, "")
    git(repository, "checkout", "--quiet", "--detach")
    detached = code(str(repository), diff=True)
    assert detached is not None
    assert detached.branch == ""


@needs_git
def test_a_long_difference_is_cut_and_reported(repository: Path) -> None:
    (repository / "train.py").write_text("x = 1\n" * 300_000)
    found = code(str(repository), diff=True)
    assert found is not None
    assert found.is_cut
    assert len(found.diff) == 1 << 20


def test_outside_of_a_repository_there_is_no_code(tmp_path: Path) -> None:
    assert code(str(tmp_path / "nothing"), diff=True) is None


def test_commands_that_fail_hang_or_shout_do_no_harm() -> None:
    assert output(["no-such-program-anywhere"], Patience()) is None
    assert output([sys.executable, "-c", "raise SystemExit(3)"], Patience()) is None
    loud = [sys.executable, "-c", "print('x' * 10000)"]
    assert output(loud, Patience(60), most=10) == b"x" * 11
    assert output([sys.executable, "-c", "import time; time.sleep(60)"], Patience(0.5)) is None


def test_a_command_that_prints_without_end_is_ended_at_once() -> None:
    begun = time.monotonic()
    endless = [sys.executable, "-c", "while True: print('x' * 1000)"]
    assert output(endless, Patience(60), most=10) == b"x" * 11
    assert time.monotonic() - begun < 30


@pytest.mark.skipif(os.name != "posix", reason="programs of the shell")
def test_programs_that_hang_share_one_patience(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = shutil.which("git")
    (tmp_path / "bin").mkdir()
    for name in ("git", "nvidia-smi"):
        program = tmp_path / "bin" / name
        asked = 'case "$*" in *rev-parse*) exec ' + str(real) + ' "$@";; esac\n'
        hang = f"touch '{tmp_path / 'hangs'}'; sleep 600 & wait\n"
        program.write_text("#!/bin/sh\n" + (asked if name == "git" else "") + hang)
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    looks = 0

    def clock() -> float:
        """Goes on with each look at a program that hangs: a busy machine wears no patience."""
        nonlocal looks
        looks += (tmp_path / "hangs").exists()
        return looks / 100

    monkeypatch.setattr(commands, "time", SimpleNamespace(monotonic=clock))
    monkeypatch.setattr(commands, "SECONDS", 1.0)
    content, _ = environment.find_out(
        [],
        {
            "folder": str(repository),
            "diff": True,
            "given": {},
            "variables": {},
            "hydra": {},
            "script": None,
        },
    )
    assert 1 <= clock() < 1.5
    fields = environment.decode(content).fields
    assert len(str(fields["git_commit"])) == 40
    assert "git_changed" not in fields


@needs_git
def test_what_is_configured_neither_runs_programs_nor_changes_the_difference(
    repository: Path, tmp_path: Path
) -> None:
    folder = repository / "below"
    folder.mkdir()
    (repository / "train.py").write_text("lr = 0.2\n")
    plain = code(str(folder), diff=True)
    trap = tmp_path / "trap"
    for name in ("core.fsmonitor", "diff.external", "core.pager", "diff.txt.textconv"):
        git(repository, "config", name, f"touch {trap}; false")
    for name in ("diff.relative", "diff.noprefix", "diff.mnemonicPrefix"):
        git(repository, "config", name, "true")
    git(repository, "config", "color.ui", "always")
    assert code(str(folder), diff=True) == plain
    assert plain is not None
    assert "+lr = 0.2" in plain.diff
    assert not trap.exists()


@pytest.mark.skipif(os.name != "posix", reason="an open folder can't be removed")
def test_a_working_folder_that_was_removed_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gone").mkdir()
    with LogWriter(tmp_path / "run") as writer:
        monkeypatch.chdir(tmp_path / "gone")
        (tmp_path / "gone").rmdir()
        writer.add_environment()
        writer.flush()
    monkeypatch.chdir(tmp_path)
    found = logged(tmp_path / "run")
    assert "folder" not in found.fields
    assert found.fields["python"] == platform.python_version()


def test_of_a_package_that_is_there_twice_the_imported_version_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for version in ("1.0", "2.0"):
        about = tmp_path / version / f"twice-{version}.dist-info"
        about.mkdir(parents=True)
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: twice\nVersion: {version}\n")
        monkeypatch.syspath_prepend(tmp_path / version)
    with LogWriter(tmp_path / "run") as writer:
        writer.add_environment()
    assert logged(tmp_path / "run").packages["twice"] == metadata.version("twice") == "2.0"


def test_a_wrong_choice_is_refused(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer, pytest.raises(PayloadError, match="diff: got str 'yes'"):
        writer.add_environment(diff="yes")  # type: ignore[arg-type]


@pytest.mark.parametrize("payload", [b"", b"\x80", b"\xc1", b"\x81\xa6fields\x01"])
def test_other_bytes_are_no_environment(payload: bytes) -> None:
    with pytest.raises(FormatError):
        environment.decode(payload)


def test_secrets_never_reach_the_disk(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = "hf_" + "aB3" * 12
    monkeypatch.setattr(sys, "orig_argv", ["python", "train.py", "--api-key", "abc", "--lr", "0.1"])
    (repository / "train.py").write_text(f"login({token!r})\nprint(1)\n")
    found = code(str(repository), diff=True)
    assert found is not None
    assert token in found.diff
    payload, _ = environment._packed({"where": "https://me:pass5word@host/x"}, {}, found)
    made = environment.decode(payload)
    assert made.fields["where"] == "https://me:***@host/x"
    assert "+login('hf_***')" in made.diff
    with LogWriter(tmp_path / "run") as writer:
        writer.add_environment(diff=False)
    assert logged(tmp_path / "run").fields["command"] == "python train.py --api-key '***' --lr 0.1"


def test_secrets_that_other_tools_recorded_are_masked() -> None:
    payload, _ = environment.of_other_tool({"command": "train.py --password hunter2"}, {})
    assert environment.decode(payload).fields["command"] == "train.py --password ***"


def test_no_part_of_a_secret_is_left_where_a_text_was_cut() -> None:
    token = "hf_" + "aB3" * 4  # too short to be known as one
    version = Code("", "", None, f"+login('{token}", is_cut=True)
    files = {"script": f"login('{token}\n{CUT}\n", "whole": f"login('{token}"}
    payload, _ = environment._packed({}, {}, version, files=files)
    made = environment.decode(payload)
    assert made.diff == "+login('hf_***"
    assert made.files == {"script": f"login('hf_***\n{CUT}\n", "whole": f"login('{token}"}


def test_a_password_with_an_at_sign_is_masked_as_a_whole() -> None:
    payload, _ = environment.of_other_tool({"git_remote": "https://me:pass@5word@host/x"}, {})
    assert environment.decode(payload).fields["git_remote"] == "https://me:***@host/x"
