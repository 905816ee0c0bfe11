"""The sources that there are on this system."""

import os
import sys
from collections.abc import Mapping, Sequence

from vdlite.watching.amd import amd_gpus
from vdlite.watching.container import Container
from vdlite.watching.disk import Disk, DiskSpace
from vdlite.watching.memory import Memory
from vdlite.watching.network import InfiniBand, Network
from vdlite.watching.nvidia import Gpu, nvidia_gpus
from vdlite.watching.portable import PortableProcess, portable_machine, psutil
from vdlite.watching.process import Process
from vdlite.watching.processor import Processor
from vdlite.watching.source import Source


def machine_sources(folder: str) -> Sequence[Source]:
    """The sources of the machine, which one process of it asks. folder: of a run, on the drive that fills up."""
    if not sys.platform.startswith("linux"):
        return [*portable_machine(), DiskSpace(folder)]
    return [
        Processor(),
        Memory(),
        Container(),
        Disk(),
        DiskSpace(folder),
        Network(),
        InfiniBand(),
    ]


def process_sources() -> Sequence[Source]:
    """The sources of this process, with its children."""
    if sys.platform.startswith("linux"):
        return [Process(os.getpid())]
    library = psutil()
    return [] if library is None else [PortableProcess(library, os.getpid())]


def gpus(environment: Mapping[str, str]) -> Sequence[Gpu]:
    """The GPUs that this process may use."""
    return nvidia_gpus(environment) or amd_gpus(environment)
