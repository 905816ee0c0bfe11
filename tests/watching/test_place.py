"""The tags of processes among those of their training."""

from __future__ import annotations

import pytest

from vdlite.watching.place import place_of

TORCHRUN = {"RANK": "9", "WORLD_SIZE": "16", "LOCAL_WORLD_SIZE": "8", "GROUP_WORLD_SIZE": "2"}
ONE_NODE = {"RANK": "3", "WORLD_SIZE": "8", "LOCAL_WORLD_SIZE": "8", "GROUP_WORLD_SIZE": "1"}
SLURM = {"SLURM_PROCID": "2", "SLURM_STEP_NUM_TASKS": "4", "SLURM_STEP_NUM_NODES": "2"}
SBATCH = {"SLURM_PROCID": "0", "SLURM_NTASKS": "4", "SLURM_JOB_NUM_NODES": "2"}
MPI = {
    "OMPI_COMM_WORLD_RANK": "1",
    "OMPI_COMM_WORLD_SIZE": "2",
    "OMPI_COMM_WORLD_LOCAL_SIZE": "2",
}


@pytest.mark.parametrize(
    ("environment", "machine", "process"),
    [
        ({}, "system/cpu/percent", "system/process/threads"),
        (ONE_NODE, "system/cpu/percent", "system/rank 3/process/threads"),
        (TORCHRUN, "system/host a3/cpu/percent", "system/host a3/rank 9/process/threads"),
        (SLURM, "system/host a3/cpu/percent", "system/host a3/rank 2/process/threads"),
        (SBATCH, "system/cpu/percent", "system/process/threads"),
        (MPI, "system/cpu/percent", "system/rank 1/process/threads"),
        ({"RANK": "0", "WORLD_SIZE": "1"}, "system/cpu/percent", "system/process/threads"),
        ({"RANK": "?", "WORLD_SIZE": "8"}, "system/cpu/percent", "system/process/threads"),
    ],
)
def test_tags_have_the_rank_and_the_host_where_there_are_several(
    environment: dict[str, str], machine: str, process: str
) -> None:
    place = place_of(environment, "a3")
    assert place.of_machine("cpu/percent") == machine
    assert place.of_process("process/threads") == process
