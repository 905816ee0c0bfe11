"""The command `vdlite again`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vdlite import LogReader, LogWriter
from vdlite.cli import main


def test_the_lines_for_a_shell_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with LogWriter(tmp_path / "a") as writer:
        writer.add_environment(diff=False)
    with LogWriter(tmp_path / "b") as writer:
        writer.add_scalar("loss", 1.0, 0)
    assert main(["again", str(tmp_path), "a"]) == 0
    text = capsys.readouterr().out
    assert text == LogReader(tmp_path).again("a")
    assert text.startswith("# As it was started on ")
    assert main(["again", str(tmp_path), "a", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"run": "a", "again": text}
    assert main(["again", str(tmp_path), "b"]) == 2
    said = capsys.readouterr().err
    assert "run 'b' has not logged its environment" in said
    assert "init(save_code=True)" in said
    assert main(["again", str(tmp_path), "c"]) == 2
