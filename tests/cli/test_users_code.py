"""What the user's own code raises, in commands that run it: one sentence with its file and line."""

import sys
from pathlib import Path

import numpy as np
import pytest

from vdlite import LandscapeRecorder, LogWriter
from vdlite.cli import main
from vdlite.errors import FormatError
from vdlite.kinds import audio
from vdlite.users_code import report_of

ENTRY = """
import numpy as np
from vdlite.landscape import ArrayProblem

import broken_parts


def bowl():
    return ArrayProblem([np.zeros(2)], broken_parts.loss)


def early():
    return bowl(), 1 / 0


def lost():
    return open("data.npz")


def silent():
    assert False
"""
PARTS = """def loss(weights):
    return float(weights[0] @ np.ones(2))
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A run with snapshots, beside an entry whose loss raises a NameError."""
    (tmp_path / "broken_entry.py").write_text(ENTRY)
    (tmp_path / "broken_parts.py").write_text(PARTS)
    weights = [np.array([1.0, 2.0])]
    with LogWriter(tmp_path / "run") as writer:
        recorder = LandscapeRecorder(writer, weights)
        for step in range(2):
            recorder.record(step)
            weights[0] = weights[0] * 0.5
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("broken_entry", "broken_parts", "own_settings"):  # of another test's folder
        monkeypatch.delitem(sys.modules, name, raising=False)
    return "run"


def errors_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(list(arguments)) == 2
    return capsys.readouterr().err.splitlines()


MORE = {"landscape": ["--x=-1:1:3"], "curvature": [], "barriers": ["run@0", "run@1"]}
"""Arguments beside the run and the entry, by command."""


@pytest.mark.parametrize("command", ["landscape", "curvature"])
def test_an_error_of_the_loss_names_its_line(
    run: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = errors_of(capsys, command, run, *MORE[command], "--entry", "broken_entry:bowl")
    lines = [line for line in lines if not line.startswith("\r")]
    assert lines == [
        f"vdlite {command}: --entry: NameError: name 'np' is not defined: line 2 of broken_parts.py, in loss",
        "  line 2 of broken_parts.py, in loss: return float(weights[0] @ np.ones(2))",
    ]


@pytest.mark.parametrize("command", ["landscape", "curvature"])
@pytest.mark.parametrize(
    ("entry", "line"),
    [
        ("early", "ZeroDivisionError: division by zero: line 13 of broken_entry.py, in early"),
        (
            "lost",
            "FileNotFoundError: [Errno 2] No such file or directory: 'data.npz': line 17 of broken_entry.py, in lost",
        ),
        ("silent", "AssertionError: line 21 of broken_entry.py, in silent"),
    ],
)
def test_an_error_of_the_entry_itself_names_its_line(
    run: str, command: str, entry: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = errors_of(capsys, command, run, *MORE[command], "--entry", f"broken_entry:{entry}")
    assert lines[0] == f"vdlite {command}: --entry: {line}"
    assert all("vdlite/" not in each for each in lines)


@pytest.mark.parametrize("command", ["landscape", "curvature", "barriers"])
@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("import nothing_like_it\n", "ModuleNotFoundError: No module named 'nothing_like_it': line 1 of new_{}.py, in <module>"),
        ("\nx = = 1\n", "SyntaxError: invalid syntax: line 2 of new_{}.py"),
        ("x = {}['a']\n", "KeyError: 'a': line 1 of new_{}.py, in <module>"),
    ],
)  # fmt: skip
def test_a_module_that_can_t_be_imported_names_its_line(
    run: str, command: str, code: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name = f"{command}_{len(code)}"
    Path(f"new_{name}.py").write_text(code)
    lines = errors_of(capsys, command, run, *MORE[command], "--entry", f"new_{name}:bowl")
    assert lines[0] == f"vdlite {command}: --entry: {line.format(name)}"


def test_a_module_that_is_not_there_is_said_not_to_be(
    run: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (line,) = errors_of(capsys, "curvature", run, "--entry", "nowhere.at_all:bowl")
    assert line == "vdlite curvature: entry: there is no module 'nowhere' here"


def test_a_configuration_that_can_t_be_imported_names_its_line(
    run: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("own_settings.py").write_text("PORT = 8040\nHOST = PORT.upper()\n")
    lines = errors_of(capsys, "--config", "python:own_settings")
    assert lines[0] == (
        "vdlite: --config: the module 'own_settings' can't be imported: AttributeError: "
        "'int' object has no attribute 'upper': line 2 of own_settings.py, in <module>"
    )


def test_an_error_of_ours_is_not_taken_for_one_of_the_user() -> None:
    with pytest.raises(FormatError) as caught:
        audio.decode(b"no sound")
    trace = caught.value.__traceback__
    assert trace is not None
    assert "in test_an_error_of_ours" in (report_of(caught.value) or "")
    assert report_of(caught.value.with_traceback(trace.tb_next)) is None


def test_many_lines_that_lead_to_an_error_are_cut() -> None:
    def deeper(depth: int) -> int:
        return deeper(depth - 1) if depth else 1 // 0

    with pytest.raises(ZeroDivisionError) as caught:
        deeper(50)
    assert len((report_of(caught.value) or "").splitlines()) == 6
