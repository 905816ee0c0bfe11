"""The command `vdlite stop`: end a server of this user."""

from __future__ import annotations

import argparse
import os
import signal
import time
from collections.abc import Sequence
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

    servers = _chosen(running_servers(), options)
    for server in servers:
        if server.program == "python":
            raise UsageError(
                f"the server on port {server.port} is part of a Python program (process {server.pid}), which "
                "would end with it: call its stop() there"
            )
    for server in servers:
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


def _chosen(servers: list[RunningServer], options: argparse.Namespace) -> list[RunningServer]:
    """Raises UsageError if that is none, or it is not clear which one."""
    there = ", ".join(str(server.port) for server in servers) or "none"
    if options.which is not None:
        # Both are in the table of `vdlite ps`; the port is what the address tells, and comes first.
        found = [server for server in servers if server.port == options.which] or [
            server for server in servers if server.pid == options.which
        ]
        if not found:
            raise UsageError(f"no server of yours has the port or process {options.which}: {there}")
        return found
    if options.port is not None:
        found = [server for server in servers if server.port == options.port]
        if not found:
            raise UsageError(f"--port: no server of yours listens on {options.port}: {there}")
        return found
    if not servers:
        raise UsageError("no server of yours runs on this machine")
    if len(servers) > 1 and not options.all:
        raise UsageError(f"several servers run: want PORT, of {there}, or --all")
    return servers


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
