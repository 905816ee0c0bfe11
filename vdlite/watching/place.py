"""The place of a process among those of its training, as launchers say it in the environment."""

from collections.abc import Mapping
from dataclasses import dataclass

from vdlite.kinds.surroundings.rank import rank_of


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a process."""

    rank: int | None  # None: it is alone
    host: str | None  # the machine's name; None: there is only one

    def of_machine(self, name: str) -> str:
        """The tag for a number of the machine."""
        return f"system/{self._host()}{name}"

    def of_process(self, name: str) -> str:
        """The tag for a number of the process."""
        rank = "" if self.rank is None else f"rank {self.rank}/"
        return f"system/{self._host()}{rank}{name}"

    def _host(self) -> str:
        return "" if self.host is None else f"host {self.host.replace('/', '_') or '?'}/"


def place_of(environment: Mapping[str, str], host: str) -> Place:
    """The place of a process with this environment on a machine of that name."""
    own = rank_of(environment)
    return Place(
        None if own is None else own.rank, host if _has_several_hosts(environment) else None
    )


def _has_several_hosts(environment: Mapping[str, str]) -> bool:
    nodes = _number(environment, "GROUP_WORLD_SIZE")  # torchrun's agents, one on each machine
    if nodes is not None:
        return nodes > 1
    here, everywhere = (_number(environment, name) for name in ("LOCAL_WORLD_SIZE", "WORLD_SIZE"))
    if here and everywhere:
        return everywhere > here
    nodes = _number(environment, "SLURM_STEP_NUM_NODES")
    if nodes is not None:
        return nodes > 1
    here = _number(environment, "OMPI_COMM_WORLD_LOCAL_SIZE")
    everywhere = _number(environment, "OMPI_COMM_WORLD_SIZE")
    return bool(here and everywhere and everywhere > here)


def _number(environment: Mapping[str, str], name: str) -> int | None:
    try:
        return int(environment[name])
    except (KeyError, ValueError):
        return None
