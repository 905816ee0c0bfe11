"""The command `vdlite plugins`: what other installed packages add, and what of it can't be loaded."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from vdlite.cli.parser import Parser
from vdlite.cli.terminal import printable

_WORDS = {"vdlite.logs": "logs", "vdlite.trainers": "trainer", "vdlite.commands": "command"}


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite plugins` and return its exit status."""
    plugins_parser().parse_args(arguments)
    from vdlite.plugins import GROUPS, TRAINERS, PluginError, plugins

    found = [one for group in GROUPS for one in plugins(group)]
    if not found:
        print("no installed package adds anything to vdlite")
    status = 0
    for one in found:
        line = f"{_WORDS[one.group]}  {one.name}  of {one.package}"
        try:
            if one.group != TRAINERS:  # whose framework may be slow to import, or missing
                one.load()
        except PluginError as error:
            line, status = f"{line}: {error.why}", 1
        print(printable(line))
    return status


def plugins_parser() -> argparse.ArgumentParser:
    return Parser(
        prog="vdlite plugins",
        description="List what installed packages add to vdlite: logs of other tools, trainers, commands. "
        "The exit status is 1 if one of them can't be loaded.",
    )
