"""`vdlite picture`: a view of the page as PNG, once everything is drawn."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from vdlite import LogWriter
from vdlite.cli import main
from vdlite.errors import PictureError
from vdlite.picture import picture


def test_a_view_is_drawn_with_its_curves(logdir: Path, tmp_path: Path) -> None:
    with LogWriter(logdir / "a") as writer:
        for step in range(100):
            writer.add_scalar("loss", 1 / (step + 1), step)
            writer.add_scalar("other", step, step)
    out = tmp_path / "loss.png"
    arguments = ["#/scalars?search=loss", "--width", "900", "--height", "600"]
    assert main(["picture", str(logdir), *arguments, "--out", str(out)]) == 0
    drawn = Image.open(out)
    assert drawn.size == (900, 600)
    dark = Image.open(io.BytesIO(picture(logdir, "#/scalars?search=loss", theme="dark")))
    assert dark.size == (1280, 800)
    assert np.asarray(drawn.convert("L")).mean() > 200 > 60 > np.asarray(dark.convert("L")).mean()


def test_a_size_that_is_none_and_a_missing_browser_are_said(
    logdir: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    logdir.mkdir()
    assert main(["picture", str(logdir), "--out", "x.png", "--width", "5"]) == 2
    assert "width: got 5, want 200 to 4000 pixels" in capsys.readouterr().err
    monkeypatch.setattr("vdlite.picture.NAMES", ())
    monkeypatch.setattr("vdlite.picture.Path.exists", lambda _: False)
    with pytest.raises(PictureError, match="a picture needs a browser"):
        picture(logdir)
