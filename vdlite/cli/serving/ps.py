"""The command `vdlite ps`: which servers of this user run."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from vdlite.cli.parser import Parser
from vdlite.cli.tables import age, table

if TYPE_CHECKING:
    from vdlite.server.running import RunningServer

_HEAD = ("PID", "PORT", "RUNS FOR", "LOGDIR", "WORKSPACE", "OPTIONS")


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite ps` and return its exit status."""
    options = ps_parser().parse_args(arguments)
    from vdlite.server.running import running_servers

    servers = running_servers()
    if options.json:
        print(json.dumps([asdict(server) for server in servers], indent=2))
    elif not servers:
        print("no server of yours runs on this machine")
    else:
        print(table([_HEAD, *(_row(server) for server in servers)]))
    return 0


def ps_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite ps",
        description="List your servers on this machine: process, port, logdirs, workspace, and where the options "
        "come from that are in force (command line, VDLITE_... variable, configuration file).",
    )
    parser.add_argument("--json", action="store_true", help="as JSON, for programs")
    return parser


def _row(server: RunningServer) -> tuple[str, ...]:
    given = [
        source if source.startswith("VDLITE_") else f"--{name} ({source})"
        for name, source in server.options.items()
        if name not in {"logdir", "port", "workspace"} or source != "command line"
    ]
    if server.program == "python":
        given.append("part of a Python program")
    return (
        str(server.pid),
        str(server.port),
        age(time.time() - server.started),
        ", ".join(server.logdirs),
        server.workspace or "-",
        ", ".join(given) or "-",
    )
