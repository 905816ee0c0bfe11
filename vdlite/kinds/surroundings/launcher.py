"""The command of the launcher that started a process, such as torchrun, read from the processes above it."""

from __future__ import annotations

import os
import re
import shlex
from itertools import pairwise
from pathlib import Path

from vdlite.kinds.surroundings.text_files import beginning_of
from vdlite.secrets import masked_arguments

_MOST_ABOVE = 8  # processes; between a launcher and its process may be shells and `vdlite run`
_MOST_ARGUMENTS = 64 << 10  # bytes
_MOST_OPTIONS = 8  # of Python, among which `-m` is looked for
_PROGRAMS = frozenset({"torchrun", "accelerate", "deepspeed", "mpirun", "mpiexec", "horovodrun"})
_MODULES = frozenset(
    {
        "torch.distributed.run",
        "torch.distributed.launch",
        "accelerate.commands.launch",
        "deepspeed.launcher.runner",
    }
)


def launcher_command(process: int | None = None, processes: Path = Path("/proc")) -> str | None:
    """The command line of the outermost launcher above a process, without secrets; None if there is none that is known.

    process: whose parents are looked at; this one if None.
    """
    found = None
    above = os.getppid() if process is None else _parent(process, processes)
    for _ in range(_MOST_ABOVE):
        if above <= 1:
            break
        typed = beginning_of(processes / str(above) / "cmdline", _MOST_ARGUMENTS)
        arguments = typed.rstrip("\0").split("\0")
        if _is_launcher(arguments):
            if Path(arguments[1] if arguments[1:] else "").name in _PROGRAMS:
                del arguments[0]  # the Python of a script: whoever types its name gets their own
            found = shlex.join([Path(arguments[0]).name, *masked_arguments(arguments[1:])])
        above = _parent(above, processes)
    return found


def _is_launcher(arguments: list[str]) -> bool:
    # A script such as torchrun is an argument of its Python.
    if any(Path(each).name in _PROGRAMS for each in arguments[:2]):
        return True
    return any(
        flag == "-m" and module in _MODULES for flag, module in pairwise(arguments[:_MOST_OPTIONS])
    )


def _parent(process: int, processes: Path) -> int:
    found = re.search(
        r"^PPid:\s*(\d{1,10})$", beginning_of(processes / str(process) / "status"), re.MULTILINE
    )
    return int(found[1]) if found else 0
