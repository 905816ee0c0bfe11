"""The command `vdlite stop`: end a server of this user."""

from __future__ import annotations

import argparse
import os
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from vdlite.cli.parser import Parser
from vdlite.cli.terminal import UsageError, printable

if TYPE_CHECKING:
    from vdlite.server.running import RunningServer

_PATIENCE = 15.0  # seconds that a server may take to end
_GLANCE = 0.05  # seconds between two looks whether it has


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite stop`. Exit status 0: all of them have ended, 1: one has not, 2: there is none such."""
    options = stop_parser().parse_args(arguments)
    from vdlite.server.running import running_servers

    servers = running_servers()
    if options.port is not None:
        servers = _on_port(servers, options.port)
    elif not options.all or not servers:
        servers = chosen(servers, options.which, other=", or --all")
    for server in servers:
        if server.program == "python":
            raise UsageError(
                f"the server on port {server.port} is part of a Python program (process {server.pid}), which "
                "would end with it: call its stop() there"
            )
    for server in servers:
        with suppress(ProcessLookupError):  # it has ended by itself, or somebody else was quicker
            os.kill(server.pid, signal.SIGTERM)
    until = time.monotonic() + _PATIENCE
    failed = False
    for server in servers:
        while server in (left := running_servers()) and time.monotonic() < until:
            time.sleep(_GLANCE)
        failed = failed or server in left
        what = "does not end" if server in left else "stopped"
        print(
            f"{what}: port {server.port}, process {server.pid}, {', '.join(map(printable, server.logdirs))}"
        )
    return 1 if failed else 0


def chosen(
    servers: Sequence[RunningServer], which: int | None, *, other: str = ""
) -> list[RunningServer]:
    """The server on a port, else of a process; None: the only one.

    other: what else can be given where there are several.
    Raises UsageError if there is none, or it is not clear which one.
    """
    if not servers:
        raise UsageError("no server of yours runs on this machine")
    there = _ports(servers)
    if which is not None:
        # Both are in the table of `vdlite ps`; the port is what the address says, and comes first.
        found = [server for server in servers if server.port == which] or [
            server for server in servers if server.pid == which
        ]
        if not found:
            raise UsageError(f"no server of yours has the port or process {which}: {there}")
        _check_one(found)
        return found
    if len(servers) > 1:
        raise UsageError(f"several servers run: want PORT, of {there}{other}")
    return list(servers)


def _on_port(servers: Sequence[RunningServer], port: int) -> list[RunningServer]:
    found = [server for server in servers if server.port == port]
    if not found:
        raise UsageError(f"--port: no server of yours listens on {port}: {_ports(servers)}")
    _check_one(found)
    return found


def _check_one(found: Sequence[RunningServer]) -> None:
    """Raises UsageError where several have one port, each on an address of its own, or belong to one process."""
    if len(found) == 1:
        return
    if len({server.port for server in found}) == 1:
        each = ", ".join(f"{server.pid} ({server.url})" for server in found)
        raise UsageError(f"several servers listen on port {found[0].port}: want PID, of {each}")
    raise UsageError(f"process {found[0].pid} has several servers: want PORT, of {_ports(found)}")


def _ports(servers: Sequence[RunningServer]) -> str:
    return ", ".join(str(server.port) for server in servers) or "none"


def stop_parser() -> argparse.ArgumentParser:
    parser = Parser(prog="vdlite stop", description="Stop a server that `vdlite ps` lists.")
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "which",
        nargs="?",
        type=int,
        metavar="PORT|PID",
        help="the one on that port, or of that process (default: the only one)",
    )
    which.add_argument("--port", type=int, metavar="N", help="the one on that port")
    which.add_argument("--all", action="store_true", help="all of them")
    return parser
