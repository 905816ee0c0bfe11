"""The command `vdlite graph`: the graph in a model's file, in the page or as a table."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

from vdlite.cli.parser import Parser
from vdlite.cli.serving import serve
from vdlite.cli.terminal import UsageError, said, say


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite graph` and return its exit status."""
    options, others = graph_parser().parse_known_args(arguments)
    if not options.summary:
        if options.depth is not None:
            raise UsageError("--depth: got it without --summary")
        _check_suffix(options.file)
        with tempfile.TemporaryDirectory(prefix="vdlite-graph-") as nothing:
            return serve.run(["--logdir", nothing, "--model", options.file, *others])
    if others:
        raise UsageError(f"--summary: got {others[0]!r} beside it, which is for the page")
    from vdlite.errors import VdliteError
    from vdlite.graphs.files import read_file

    try:
        table = read_file(options.file).summary(options.depth)
    except (VdliteError, OSError) as error:
        raise UsageError(said(error)) from error
    for line in table.split("\n"):
        say(line)
    return 0


def _check_suffix(file: str) -> None:
    """Before a server starts: its page could only say the same."""
    from vdlite.graphs.files import SUFFIXES

    if Path(file).suffix.lower() not in SUFFIXES:
        raise UsageError(f"got {file!r}, want one of {', '.join(SUFFIXES)}")
    if not Path(file).is_file():
        raise UsageError(f"there is no such file: {file}")


def graph_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite graph",
        description="Show the graph in the file of a model (.pt2, .onnx, .safetensors, .json) in the browser. "
        "Takes the options of `vdlite`, too.",
    )
    parser.add_argument("file", metavar="FILE", help="the file; its weights are not read")
    parser.add_argument(
        "--summary",
        action="store_true",
        help="print a table of its modules in Markdown instead: output, parameters, FLOPs",
    )
    parser.add_argument(
        "--depth", type=int, metavar="N", help="how many levels the table has (default: all)"
    )
    return parser
