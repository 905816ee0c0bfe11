"""What a server keeps in its workspace."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import pytest

from tests.server.conftest import TOKEN, client_of, run_ids, wait_until_loaded
from vdlite import LogdirError, LogWriter, serve


def test_annotations_lie_there_and_not_in_the_logdir(tmp_path: Path) -> None:
    logdir = tmp_path / "runs"
    with LogWriter(logdir / "a") as writer:
        writer.add_scalar("loss", 0.5)
    before = sorted(os.walk(logdir))
    for _ in range(2):  # the second server finds what the first has kept
        with (
            serve(
                logdir, port=0, token=TOKEN, allow_edit=True, workspace=tmp_path / "own"
            ) as server,
            client_of(server) as client,
        ):
            wait_until_loaded(client)
            run = run_ids(client)["a"]
            if not client.get("api/annotations").json()["runs"]:
                client.post("api/annotations", json={"runs": {run: {"note": "kept"}}})
            assert client.get("api/annotations").json()["runs"][run]["note"] == "kept"
    assert sorted(os.walk(logdir)) == before
    assert len(list((tmp_path / "own").glob("runs-*/annotations.jsonl"))) == 1


def test_what_the_server_has_to_say_is_in_its_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with serve(tmp_path, port=0, token=TOKEN, workspace=tmp_path / "own"):
        logging.getLogger("vdlite.server").warning("something is odd")
    logging.getLogger("vdlite.server").warning("nobody's any more")
    log = (tmp_path / "own" / "server.log").read_text()
    assert "something is odd" in log
    assert "nobody's" not in log


def test_a_file_is_no_workspace(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(LogdirError, match="can't use this workspace"):
        serve(tmp_path, port=0, token=TOKEN, workspace=tmp_path / "file")
