"""The command `vdlite picture`: how does a view of the page look?"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from vdlite.cli.parser import Parser
from vdlite.cli.terminal import UsageError, printable, said


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite picture`. Exit status 0: drawn, 2: it can't be."""
    options = picture_parser().parse_args(arguments)
    from vdlite.errors import VdliteError
    from vdlite.picture import picture

    try:
        drawn = picture(
            options.logdir,
            options.view,
            width=options.width,
            height=options.height,
            theme=options.theme,
            follow_links=options.follow_links,
            timeout=options.timeout,
        )
        if options.out == "-":
            sys.stdout.buffer.write(drawn)
        else:
            Path(options.out).write_bytes(drawn)
            print(printable(f"wrote {options.out}"), file=sys.stderr)
    except (VdliteError, OSError, ValueError) as error:
        raise UsageError(said(error)) from error
    return 0


def picture_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite picture",
        description="Draw a view of the page as PNG, by a browser without a window.",
        epilog="Exit status: 0 if it is drawn, 2 if it can't be.",
    )
    parser.add_argument(
        "logdir",
        metavar="LOGDIR",
        help="folder of runs, a log file, or an address, such as s3://bucket/runs",
    )
    parser.add_argument(
        "view",
        nargs="?",
        default="",
        metavar="VIEW",
        help="address of the view, such as '#/scalars?search=loss', or a link (default: what the page opens with)",
    )
    parser.add_argument("--out", required=True, metavar="FILE", help="where it goes; - for stdout")
    parser.add_argument(
        "--width", type=int, default=1280, metavar="N", help="pixels (default: 1280)"
    )
    parser.add_argument(
        "--height", type=int, default=800, metavar="N", help="pixels (default: 800)"
    )
    parser.add_argument(
        "--theme", choices=("light", "dark"), default="light", help="default: light"
    )
    parser.add_argument(
        "--timeout", type=float, default=60.0, metavar="S", help="seconds (default: 60)"
    )
    parser.add_argument(
        "--follow-links", action="store_true", help="follow links that lead out of the logdir"
    )
    return parser
