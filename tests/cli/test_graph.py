"""`vdlite graph`: the graph in a model's file."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest

from vdlite.cli import main
from vdlite.kinds.graph import decode

from .conftest import Start, end, posix, said_until


@pytest.fixture
def file(tmp_path: Path) -> Path:
    node = {"name": "a", "type": "matmul", "scope": "head", "flops": 2e6, "shape": [8]}
    (tmp_path / "net.json").write_text(json.dumps({"name": "Net", "nodes": [node]}))
    return tmp_path / "net.json"


def test_a_summary_is_printed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["graph", str(file), "--summary"]) == 0
    whole = capsys.readouterr().out
    assert "| Net |  | [8] | 0 | 2 M | 100.0% |" in whole
    assert "head" in whole
    assert main(["graph", str(file), "--summary", "--depth", "0"]) == 0
    assert "head" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["net.exe", "--summary"], "got 'net.exe', want one of .pt2"),
        (["missing.onnx", "--summary"], "there is no file"),
        (["net.json", "--depth", "2"], "--depth: got it without --summary"),
        (["net.json", "--summary", "--port", "0"], "got '--port' beside it"),
        (["missing.onnx"], "there is no such file: missing.onnx"),
    ],
)
def test_what_can_not_be_shown_is_reported(
    file: Path,
    arguments: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(file.parent)
    assert main(["graph", *arguments]) == 2
    assert message in capsys.readouterr().err


@posix
def test_the_page_shows_it_without_logs(file: Path, start: Start) -> None:
    process = start("graph", "net.json", "--port", "0", "--token", "token-for-tests")
    url = httpx.URL(said_until(process, "Open")).copy_with(query=None)
    folder = Path(said_until(process, "Logs").partition(" ")[0])
    headers = {"Authorization": "Bearer token-for-tests"}
    with httpx.Client(base_url=url, headers=headers, timeout=60) as client:
        assert decode(client.get("/api/model").content).names == ["a"]
        assert client.get("/api/runs").json()["runs"] == []
    assert end(process) == (0, "")
    assert not folder.exists()
