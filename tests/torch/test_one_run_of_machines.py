"""Processes of several machines whose launcher has no name for what it started."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from vdlite import LogReader

PROGRAM = """
import os, torch.distributed as dist, vdlite
dist.init_process_group("gloo")
with vdlite.LogWriter() as writer:
    writer.add_scalar("loss", 1.0, 0)
dist.barrier()
dist.destroy_process_group()
with vdlite.LogWriter() as writer:
    writer.add_scalar("loss", 1.0, 0)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="torch's processes find each other otherwise")
def test_they_agree_on_the_name_of_one_run(tmp_path: Path) -> None:
    for _ in range(2):  # address and port of a launch are those of the next one, too
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        surroundings = {
            **os.environ,
            "MASTER_ADDR": "127.0.0.1",
            "MASTER_PORT": str(port),
            "WORLD_SIZE": "2",
            "LOCAL_WORLD_SIZE": "1",
            "LOCAL_RANK": "0",
            "TORCHELASTIC_RUN_ID": "none",
        }
        started = [
            subprocess.Popen(
                [sys.executable, "-c", PROGRAM],
                cwd=tmp_path,
                env=surroundings | {"RANK": str(rank)},
            )
            for rank in range(2)
        ]
        assert [each.wait(120) for each in started] == [0, 0]
    reader = LogReader(tmp_path / "runs")
    assert len(reader.runs) == 4
    assert all(run.startswith("torch-") for run in reader.runs)
    assert all(list(reader.rank_scalars(run, "loss")) == [0, 1] for run in reader.runs)
