"""The rank of a process among those of its training, as launchers say it in the environment."""

from __future__ import annotations

import os
import re
import secrets
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_LAUNCHERS = (  # rank, number of processes, rank on this machine
    ("RANK", "WORLD_SIZE", "LOCAL_RANK"),  # torchrun, accelerate, deepspeed
    ("SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID"),  # srun; sbatch alone is one task
    ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK"),
)

_MOST_RESTARTS = 1 << 12

LAUNCH = "VDLITE_LAUNCH"
"""The variable by which `vdlite run` says who started it: between a launcher and its processes it is not the launcher."""


@dataclass(frozen=True, slots=True)
class Rank:
    """The place of a process in a training of several."""

    rank: int
    ranks: int  # processes in all
    local_rank: int | None  # on its machine; None: nothing says it


def rank_of(environment: Mapping[str, str]) -> Rank | None:
    """The rank of a process with this environment; None for one that is alone.

    What torch knows counts where its processes have found each other.
    """
    group = sys.modules.get("torch.distributed")
    if group is not None and group.is_available() and group.is_initialized():
        here, size = group.get_rank(), group.get_world_size()
        return Rank(here, size, _number(environment, "LOCAL_RANK")) if size > 1 else None
    for rank, ranks, local_rank in _LAUNCHERS:
        own, all_of_them = _number(environment, rank), _number(environment, ranks)
        if own is not None and all_of_them is not None:
            if all_of_them < 2 or own >= all_of_them:
                return None
            return Rank(own, all_of_them, _number(environment, local_rank))
    return None


def launch_of(environment: Mapping[str, str]) -> str | None:
    """A name that all processes of one launch have, and those of no other; None for a process that is alone.

    Where the launcher gives none, as `torchrun` on one machine, it is made of the process that started them; on several
    machines the processes agree on one, if they have found each other.
    """
    if rank_of(environment) is None:
        return None
    job, id_of_torchrun = (
        environment.get(name, "") for name in ("SLURM_JOB_ID", "TORCHELASTIC_RUN_ID")
    )
    names = (
        ("torchrun", "" if id_of_torchrun == "none" else id_of_torchrun),
        ("slurm", f"{job}.{environment.get('SLURM_STEP_ID', '0')}" if job else ""),
        ("mpi", environment.get("PMIX_NAMESPACE", "")),
        ("torch", _agreed_name() if _is_of_several_machines(environment) else ""),
        ("ranks", environment.get(LAUNCH) or starter()),
    )
    launcher, name = next((launcher, name) for launcher, name in names if name)
    return f"{launcher}-{re.sub('[^A-Za-z0-9._-]', '_', name)[:80]}"


def _is_of_several_machines(environment: Mapping[str, str]) -> bool:
    here, everywhere = (_number(environment, name) for name in ("LOCAL_WORLD_SIZE", "WORLD_SIZE"))
    return here is not None and everywhere is not None and everywhere > here


def _agreed_name() -> str:
    """A name that processes of torch have agreed on; empty where they have not found each other.

    Address and port of the first one would not do: the next training has the same.
    """
    group: Any = sys.modules.get("torch.distributed")
    if not _agreed:
        try:
            if group is not None and group.is_available() and group.is_initialized():
                store = group.distributed_c10d._get_default_store()
                own = f"{time.strftime('%Y-%m-%d_%H-%M-%S')}-{secrets.token_hex(3)}"
                # What the first one sets, all get; nobody waits for another.
                _agreed.append(bytes(store.compare_set("vdlite/launch", "", own)).decode())
        except Exception:  # noqa: BLE001  # a store of any version, whose server may be gone
            return ""
    return _agreed[0] if _agreed else ""


_agreed: list[str] = []  # the name, which lasts longer than torch's group


def attempt_of(environment: Mapping[str, str]) -> int:
    """A number that rises each time that a launcher starts the same processes again; 0 for the first time.

    A job that Slurm queues again begins to count restarts of torchrun anew.
    """
    queued, restarted = (
        min(_number(environment, name) or 0, _MOST_RESTARTS - 1)
        for name in ("SLURM_RESTART_COUNT", "TORCHELASTIC_RESTART_COUNT")
    )
    return queued * _MOST_RESTARTS + restarted


def starter() -> str:
    """The process that started this one, as no other on this machine is called."""
    return f"{os.getppid()}-{_started(os.getppid())}"


def _started(pid: int) -> str:
    """When a process was started, as the kernel counts it: a number may be given to another process later."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
        return stat.rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return "0"


def _number(environment: Mapping[str, str], name: str) -> int | None:
    try:
        number = int(environment[name])
    except (KeyError, ValueError):
        return None
    return number if number >= 0 else None
