"""The rank of this process, where a trainer does not tell."""

import os
import sys

_VARIABLES = ("RANK", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK")


def is_first_process() -> bool:
    """True if this process is the one of rank zero, or alone.

    Of torch where that is in use, and else of what launchers tell: torchrun, SLURM, MPI.
    """
    group = sys.modules.get("torch.distributed")
    if group is not None and group.is_available() and group.is_initialized():
        return bool(group.get_rank() == 0)
    for name in _VARIABLES:
        if name in os.environ:
            return os.environ[name].strip() in ("", "0")
    return True
