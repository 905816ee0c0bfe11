"""A tool that is compared: who writes its logs, how its server is started, and how that is asked."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import httpx

from benchmarks.peers.data import Shape

PAGE = 50
"""How many runs the query gives."""


@dataclass(frozen=True)
class Writer:
    """What writes runs of a tool."""

    name: str  # in the table
    module: str  # of benchmarks.peers.writers
    package: str  # whose interpreter runs it


class Peer(Protocol):
    """One tool. Its questions give None while the answer is not complete."""

    name: str  # in the table
    writers: tuple[Writer, ...]  # what the first has written is read
    stand_in: Writer | None = None  # writes what is read where the first is too slow for all points
    query_note: str = ""  # how `best` asks, if that has to be said

    def environment(self, folder: Path) -> dict[str, str]:
        """Variables for its writer and server; without network and reports to its makers."""

    def server(self, folder: Path, port: int) -> list[str]:
        """The command of its server, with one worker."""

    def runs(self, client: httpx.Client, shape: Shape) -> list[str] | None:
        """What its other questions call the runs, when all are listed."""

    def tags(self, client: httpx.Client, runs: list[str]) -> set[str] | None:
        """All tags of the one run."""

    def curves(self, client: httpx.Client, runs: list[str], tag: str, shape: Shape) -> int | None:
        """Asks for one tag's curves of all runs as its page does; returns how many points each has."""

    def best(self, client: httpx.Client) -> list[str] | None:
        """Names of the runs with lr > 0.5, those of the least loss first, PAGE at most."""


def python_of(package: str) -> str:
    """The interpreter in which a package is installed: that of PYTHON_OF_PACKAGE, or this one."""
    return os.environ.get(f"PYTHON_OF_{package.upper()}", sys.executable)
