"""A training that torchrun starts: four ranks that meet by gloo, of which one is slow and one is killed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from vdlite import LogReader

TRAINING = """
import os, signal, time
import torch
import torch.distributed as dist
import vdlite

dist.init_process_group("gloo")
rank = dist.get_rank()
with vdlite.init() as run:
    for step in range(40):
        time.sleep(0.03 if rank == 2 else 0.01)
        run.log({"loss": rank + 1 / (step + 1)}, step=step)
        if step % 10 == 9:
            mean = torch.tensor([float(rank)])
            dist.all_reduce(mean)
            run.log({"sum": mean.item()}, step=step)
        if step == 30 and rank == 3:
            os.kill(os.getpid(), signal.SIGKILL)
"""


def test_four_ranks_of_torchrun_are_one_run(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(TRAINING)
    launcher = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
    ended = subprocess.run(
        [*launcher, "--nproc-per-node", "4", "train.py"],
        cwd=tmp_path,
        env=os.environ | {"OMP_NUM_THREADS": "1", "VDLITE_SYSTEM": "0"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ended.returncode != 0  # one of them was killed
    reader = LogReader(tmp_path / "runs")
    (run,) = reader.runs
    found = reader.rank_scalars(run, "loss")
    assert list(found) == [0, 1, 2, 3]
    assert found[3].steps.tolist() == list(range(31))
    for rank, points in found.items():
        assert points.values.tolist() == [rank + 1 / (step + 1) for step in points.steps.tolist()]
    assert reader.scalars(run, "sum").values.tolist()[:3] == [6.0, 6.0, 6.0]
    answer = reader.ranks(run, "loss")
    assert (answer.ranks, answer.hosts, answer.missing) == (4, 1, ())
    assert [(row.rank, row.local_rank) for row in answer.rows if row.is_slow] == [(2, 2)]
