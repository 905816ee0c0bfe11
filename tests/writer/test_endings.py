"""What a call returned from can be read, however the program ends."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.writer import endings, every_kind
from vdlite import LogReader


@pytest.mark.parametrize("ending", endings.ONE)
def test_every_record_is_there_after(tmp_path: Path, ending: str) -> None:
    program = tmp_path / "program.py"
    program.write_text(endings.program(ending))
    # Most of them end badly. Until the last process has let go of its output: workers may outlive the program.
    subprocess.run(
        [sys.executable, program, tmp_path / "run"], capture_output=True, timeout=120, check=False
    )
    reader = LogReader(tmp_path / "run")
    for call in ("scalar", "text", "image", "histogram"):
        found = every_kind.readable(reader, ".", call, f"x/{call}")
        assert found == list(range(endings.COUNT)), call
    trials = reader.records(".", "hparams", "hparams", superseded=True)
    assert [trial.payload.hparams["step"] for trial in trials] == list(range(endings.COUNT))
    assert reader.gaps == []
    assert reader.damage == []
