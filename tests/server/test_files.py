"""The files of a run are reported with their sizes and what is wrong with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.server.conftest import TOKEN, client_of, run_ids, wait_until_loaded
from vdlite import LogWriter, serve


def files_of(logdir: Path, name: str) -> list[dict[str, Any]]:
    """What the server says of a run's files."""
    with serve(logdir, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        answer = client.get("api/files", params={"run": run_ids(client)[name]}).json()
    files: list[dict[str, Any]] = answer["files"]
    return files


def test_each_log_file_of_a_run_is_reported_the_oldest_first(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as first:
        first.add_scalar("loss", 1.0)
        first.add_image("noise", np.random.default_rng(0).integers(0, 255, (99, 99), np.uint8))
    with LogWriter(tmp_path / "run") as second:
        second.add_scalar("loss", 0.5, 1)
    logs = [Path(first.file_name), Path(second.file_name)]
    files = files_of(tmp_path, "run")
    assert [file["name"] for file in files] == [log.name for log in logs]
    assert [file["bytes"] for file in files] == [log.stat().st_size for log in logs]
    assert [file["updated"] for file in files] == [log.stat().st_mtime for log in logs]
    media = logs[0].with_suffix(".vdm")
    assert [file["media_bytes"] for file in files] == [media.stat().st_size, None]
    assert [file["records"] for file in files] == [2, 1]
    assert all(file["ended"] and not file["damaged"] and not file["missing"] for file in files)


def test_damage_is_reported_with_the_file_that_has_it(tmp_path: Path) -> None:
    writers = []
    for value in range(2):
        with LogWriter(tmp_path / "run") as writer:
            writer.add_scalars("many", {str(i): float(value) for i in range(3000)})
        writers.append(Path(writer.file_name))
    damaged = bytearray(writers[1].read_bytes())
    damaged[5000] ^= 1
    writers[1].write_bytes(damaged)
    assert [file["damaged"] for file in files_of(tmp_path, "run")] == [0, 1]


def test_an_unknown_run_has_no_files(tmp_path: Path) -> None:
    with serve(tmp_path, port=0, token=TOKEN) as server, client_of(server) as client:
        assert client.get("api/files", params={"run": "missing"}).status_code == 404


def test_files_of_several_folders_are_distinguished(tmp_path: Path) -> None:
    writer = pytest.importorskip("tensorboardX").SummaryWriter(str(tmp_path / "a"))
    writer.add_scalars("loss", {"train": 1.0, "test": 2.0}, 0)
    writer.close()
    names = [file["name"] for file in files_of(tmp_path, "a")]
    assert len(set(names)) == len(names) == 3
    assert [name.rpartition("/")[0] for name in sorted(names)][1:] == ["loss/test", "loss/train"]
