"""The command `vdlite barriers`."""

from pathlib import Path

import numpy as np
import pytest

from vdlite import LandscapeRecorder, LogReader, LogWriter
from vdlite.cli import main

ENTRY = """
import numpy as np
from vdlite.landscape import ArrayProblem


def wells():
    return ArrayProblem([np.zeros(1)], lambda w: float((w[0][0] ** 2 - 1) ** 2))
"""


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    (tmp_path / "barriers_entry.py").write_text(ENTRY)
    for name, place in (("left", -1.0), ("right", 1.0), ("hill", 0.0)):
        with LogWriter(tmp_path / name) as writer:
            LandscapeRecorder(writer, [np.array([place])]).record(0)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return ["left", "right", "hill"]


def test_it_writes_the_lines_and_gives_the_ends_of_the_barriers(
    runs: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["barriers", *runs, "--entry", "barriers_entry:wells", "--points", "5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "3 models, 3 pairs, barriers of loss 0.1289 to 1"
    assert [one.tag for one in LogReader("left").landscapes(".")] == ["landscape/barriers"]


def test_a_model_that_is_not_there_is_refused(
    runs: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["barriers", "left", "rihgt", "--entry", "barriers_entry:wells"]) == 2
    assert "there is no run rihgt, want one of right" in capsys.readouterr().err


def test_a_run_with_itself_is_refused_in_one_line(
    runs: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["barriers", "left", "left", "--entry", "barriers_entry:wells"]) == 2
    assert "models: all 2 are one model, of the same weights" in capsys.readouterr().err
    assert not LogReader("left").landscapes(".")


def test_one_pair_is_reported_as_one(runs: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["barriers", "left", "right", "--entry", "barriers_entry:wells"]) == 0
    assert "2 models, 1 pair, barriers of loss" in capsys.readouterr().out


def test_two_of_three_models_may_be_one(
    runs: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    three = ["left", "left", "right"]
    assert main(["barriers", *three, "--entry", "barriers_entry:wells"]) == 0
    assert "3 models, 3 pairs, barriers of loss 0 to 1" in capsys.readouterr().out
