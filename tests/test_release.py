"""What a build is called, and what an index shows of it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

hatch_build = pytest.importorskip("hatch_build", reason="hatchling is not installed")
ADDRESS = "https://example.org/owner/vdlite"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A repository with one commit, and a version."""
    (tmp_path / "vdlite").mkdir()
    (tmp_path / "vdlite/version.py").write_text('__version__ = "1.2.3"\n')
    git(tmp_path, "init", "-q")
    commit(tmp_path)
    return tmp_path


def git(folder: Path, *arguments: str) -> str:
    who = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    command = ["git", "-C", str(folder), *who, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def commit(folder: Path) -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", "x")


def test_a_build_between_releases_is_named_by_its_commit(clone: Path) -> None:
    head = git(clone, "rev-parse", "--short=7", "HEAD")
    assert hatch_build.version(clone) == f"1.2.3+g{head}"
    git(clone, "tag", "v1.2.3")
    assert hatch_build.version(clone) == "1.2.3"
    (clone / "new.py").touch()
    assert hatch_build.version(clone) == f"1.2.3+g{head}.changed"
    commit(clone)
    assert hatch_build.version(clone) != "1.2.3"
    git(clone, "tag", "v1.2.4")  # of another version than version.py has
    assert re.fullmatch(r"1\.2\.3\+g[0-9a-f]{7,}", hatch_build.version(clone))


def test_what_is_built_without_git_has_the_version_that_the_sdist_had(tmp_path: Path) -> None:
    (tmp_path / "vdlite").mkdir()
    (tmp_path / "vdlite/version.py").write_text('__version__ = "1.2.3"\n')
    assert hatch_build.version(tmp_path) == "1.2.3"
    (tmp_path / hatch_build.BUILT_OF).write_text("1a2b3c4 1.2.3+g1a2b3c4\n")
    assert hatch_build.version(tmp_path) == "1.2.3+g1a2b3c4"


def test_an_index_shows_a_readme_without_links_into_a_clone() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    plain = hatch_build.readme_elsewhere(text, "", "v1.2.3")
    assert not re.search(r"\]\((?!https?:|#)|<img|<source|!\[|\|\s*\|\s*\|", plain)
    assert "```python" in plain
    assert next(line for line in plain.splitlines() if line.startswith("# ")) == "# vdlite"
    linked = hatch_build.readme_elsewhere(text, ADDRESS, "v1.2.3")
    targets = re.findall(r'\]\(([^)]+)\)|(?:src|srcset)="([^"]+)"', linked)
    assert len(targets) == len(re.findall(r'\]\(([^)]+)\)|(?:src|srcset)="([^"]+)"', text))
    for target in (each for pair in targets for each in pair if each):
        assert target.startswith(("https://", "http://", "#")), target
        kind, _, path = target.removeprefix(f"{ADDRESS}/").partition("/v1.2.3/")
        if target.startswith(ADDRESS):
            assert kind == ("raw" if path.endswith(".png") else "blob")
            assert (ROOT / path.partition("#")[0]).exists(), path


NPM = """\
npm error code ENOTFOUND
npm error syscall getaddrinfo
npm error network request to https://npm.example/three failed, reason: getaddrinfo ENOTFOUND npm.example
npm error network This is a problem related to network connectivity.
npm error A complete log of this run can be found in: /home/me/.npm/_logs/debug-0.log
"""


def test_of_a_registry_out_of_reach_one_line_is_said() -> None:
    assert hatch_build.reason_of(NPM) == NPM.splitlines()[2]
    assert hatch_build.reason_of("\nerror: two\nlines\n") == "error: two\nlines"


def test_the_output_of_a_step_is_kept_and_its_exit_code_is_known(tmp_path: Path) -> None:
    node = hatch_build.Node(Path(sys.executable), ())
    command = [sys.executable, "-c", "print('said'); raise SystemExit(3)"]
    ran = node.started(command, cwd=tmp_path, stdout=subprocess.PIPE)
    assert (ran.returncode, ran.stdout) == (3, b"said\n")
    assert node.run(command, cwd=tmp_path) == 3
