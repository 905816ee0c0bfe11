"""The commands `vdlite mcp`, a server for agents, and `vdlite skill`, what they should know."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from vdlite.cli.parser import Parser
from vdlite.cli.terminal import UsageError, said
from vdlite.packages import needed


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite mcp` until standard input ends. Exit status 0: it has ended, 2: the logdir can't be used."""
    options = mcp_parser().parse_args(arguments)
    from vdlite.errors import LogdirError
    from vdlite.reader.logdir.logdirs import check_logdir
    from vdlite.reader.remote.address import address_of

    try:
        address = address_of(options.logdir)
        if address is None:
            check_logdir(options.logdir)
        elif options.allow_edit:
            raise UsageError(f"nothing is written into an object store: {address}")
    except LogdirError as error:
        raise UsageError(said(error)) from error
    with needed("a server for agents"):
        from vdlite.mcp.serving import server_of

    server = server_of(
        options.logdir, allow_edit=options.allow_edit, follow_links=options.follow_links
    )
    server.run("stdio")
    return 0


def run_skill(arguments: Sequence[str]) -> int:
    """Run `vdlite skill` and return its exit status."""
    skill_parser().parse_args(arguments)
    from vdlite.mcp.skill import skill

    print(skill(), end="")
    return 0


def mcp_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite mcp",
        description="Answer the questions of agents about runs by the Model Context Protocol, over standard input and "
        "output. It reads, and only the logdir.",
        epilog='For Claude Code: claude mcp add vdlite -- vdlite mcp /path/to/runs. It needs pip install "vdlite[mcp]".',
    )
    parser.add_argument(
        "logdir",
        metavar="LOGDIR",
        help="folder of runs, a log file, or an address, such as s3://bucket/runs",
    )
    parser.add_argument(
        "--allow-edit",
        action="store_true",
        help="let it write into the logbook, and label runs; never into a log",
    )
    parser.add_argument(
        "--follow-links", action="store_true", help="follow links that lead out of the logdir"
    )
    return parser


def skill_parser() -> argparse.ArgumentParser:
    return Parser(
        prog="vdlite skill",
        description="Print what an agent should know to ask about runs: a skill file, as Markdown.",
    )
