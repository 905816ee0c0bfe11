"""The rank of the process that wrote a log, as its header says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_MOST = 1 << 24  # processes of a training; what is beyond was written by somebody else
_OF_ONE_MACHINE = "ranks-"  # what the name of a launch begins with that is made of a process
_LONGEST_LAUNCH = 100  # characters
_LONGEST_HOST = 255  # characters, as a name of a machine has them at most


@dataclass(frozen=True, slots=True)
class WriterRank:
    """The place of a writer in a training of several processes."""

    rank: int
    ranks: int  # processes in all
    local_rank: int | None  # on its machine; None: its log does not say it
    host: str  # the machine's name; empty: its log does not say it
    # What started it, and how often it had done so before; empty where each machine would have another name for it.
    launch: str = ""
    attempt: int = 0


def writer_rank(about: Mapping[str, Any]) -> WriterRank | None:
    """The rank in a log's header; None of a writer that was alone. Anybody may have written the header."""
    rank, ranks = _number(about.get("rank")), _number(about.get("ranks"))
    if rank is None or ranks is None or rank >= ranks:
        return None
    host = about.get("host")
    name = host[:_LONGEST_HOST] if isinstance(host, str) else ""
    launch = about.get("launch")
    is_common = isinstance(launch, str) and not launch.startswith(_OF_ONE_MACHINE)
    return WriterRank(
        rank,
        ranks,
        _number(about.get("local_rank")),
        name,
        str(launch)[:_LONGEST_LAUNCH] if is_common else "",
        _number(about.get("attempt")) or 0,
    )


def _number(value: object) -> int | None:
    return value if type(value) is int and 0 <= value < _MOST else None
