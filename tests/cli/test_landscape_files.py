"""The files that `vdlite landscape` writes beside the log."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vdlite import LogReader
from vdlite.cli import main
from vdlite.landscape import Directions
from vdlite.landscape.files.hdf5 import read_directions

ENTRY = """
import numpy as np
from vdlite.landscape import ArrayProblem

def landscape():
    weights = [np.ones((2, 3)), np.full(4, 0.5)]
    return ArrayProblem(weights, lambda arrays: float(sum((one**2).sum() for one in arrays)))
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "files_bowl.py").write_text(ENTRY)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def draw(run: str, *arguments: str) -> int:
    fixed = ["--new", "--entry", "files_bowl:landscape", "--size", "5", "--workers", "1"]
    return main(["landscape", run, *fixed, *arguments])


def heights(path: Path) -> list[float]:
    """Of the corners of a surface."""
    lines = path.read_text().splitlines()
    return [float(line.split()[3]) for line in lines if line.startswith("v ")]


def test_a_surface_is_cut_off_and_interpolated_as_that_of_the_page(here: Path) -> None:
    assert draw("run", "--output", "plain.obj") == 0
    assert draw("run", "--output", "cut.obj", "--zmax", "8", "--interpolate", "9") == 0
    assert draw("run", "--output", "log.obj", "--log", "--metric", "loss") == 0
    loss = LogReader("run").landscape(".", "landscape/result").values["loss"]
    plain = heights(here / "plain.obj")
    assert plain == pytest.approx(loss.reshape(-1).tolist())
    cut = heights(here / "cut.obj")
    assert len(cut) == 81
    assert max(plain) > 8 >= max(cut)
    assert heights(here / "log.obj") == pytest.approx(np.log(loss + 0.1).reshape(-1).tolist())


@pytest.mark.parametrize("name", ["axes.npz", "axes.h5"])
def test_directions_of_one_run_are_those_of_another(here: Path, name: str) -> None:
    assert draw("first", "--seed", "7", "--save-directions", name) == 0
    assert draw("second", "--directions", name) == 0
    first = LogReader("first").landscape(".", "landscape/result/7")
    second = LogReader("second").landscape(".", "landscape/result/given/axes")
    np.testing.assert_array_equal(first.values["loss"], second.values["loss"])
    if name.endswith(".npz"):
        assert Directions.load(here / name).fingerprint == first.directions.fingerprint
    else:
        held = read_directions(here / name)
        assert held.y is not None
        assert [array.shape for array in held.x] == [(2, 3), (4,)]


def test_both_axes_can_be_the_same_direction(here: Path) -> None:
    assert draw("run", "--same") == 0
    same = LogReader("run").landscape(".", "landscape/result/same")
    # Along the same direction only x + y counts.
    np.testing.assert_allclose(same.values["loss"], same.values["loss"].T)
    np.testing.assert_allclose(same.values["loss"][0, 4], same.values["loss"][2, 2])
    assert same.directions.angle == pytest.approx(0, abs=1e-5)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--zmax", "3"], "--zmax: got it without --output, want a surface"),
        (["--log", "--output", "a.npz"], "--log: a.npz holds all as it is, want a surface"),
        (["--interpolate", "1", "--output", "a.vtp"], "--interpolate: got 1, want 2 points"),
        (["--metric", "accuracy", "--output", "a.vtp"], "got 'accuracy', want one of loss"),
        (["--save-directions", "axes.txt"], "want an .npz or .h5 file"),
        (["--save-directions", "no/axes.npz"], "--save-directions: there is no such folder"),
        (["--same", "--orthogonal"], "two axes that point the same way"),
    ],
)
def test_files_that_could_not_be_written_are_refused(
    here: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], text: str
) -> None:
    assert draw("run", *arguments) == 2
    assert text in capsys.readouterr().err
