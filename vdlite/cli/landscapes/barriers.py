"""The command `vdlite barriers`: the loss on the lines between all pairs of models."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from vdlite.cli.flags import add_flags, given_of
from vdlite.cli.landscapes.landscape_lines import ProgressLines
from vdlite.cli.landscapes.resumable import resumable
from vdlite.cli.parser import Parser

if TYPE_CHECKING:
    from vdlite.kinds.landscape import Landscape


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite barriers`. Exit status 0: all computed, 2: something does not fit together, 130: stopped."""
    options = barriers_parser().parse_args(arguments)
    return resumable(lambda: _compute(options))


def _compute(options: argparse.Namespace) -> None:
    from vdlite.drawing.barrier_options import BarrierOptions
    from vdlite.drawing.barriers import compute_barriers
    from vdlite.drawing.entry import callback_at

    lines = ProgressLines("")
    try:
        made = compute_barriers(
            options.run,
            callback_at(options.entry),
            options.models,
            report=lines,
            **given_of(options, BarrierOptions),
        )
        lines.end()
        print(", ".join(_summary(made)))
    finally:
        lines.end()


def _summary(landscape: Landscape) -> Iterator[str]:
    """One line on what was computed: the least and the greatest barrier."""
    from vdlite.landscape.barriers.pairs import barriers_of

    found = barriers_of(landscape)
    count = len(found.names)
    pairs_count = count * (count - 1) // 2
    yield f"{count} models, {pairs_count} {'pair' if pairs_count == 1 else 'pairs'}"
    named = {f"barriers of {landscape.metrics[0]}": found.plain, "aligned": found.aligned}
    for name, matrix in named.items():
        if matrix is None:
            continue
        pairs = [matrix[i, j] for i in range(count) for j in range(i + 1, count)]
        known = [one for one in pairs if one == one]
        yield f"{name} {min(known):.4g} to {max(known):.4g}" if known else f"{name} unknown"


def barriers_parser() -> argparse.ArgumentParser:
    from vdlite.drawing.barrier_options import BarrierOptions

    parser = Parser(
        prog="vdlite barriers",
        description="Compute the loss on the lines between all pairs of models, and write it into RUN's log: the page "
        "shows a matrix of the barriers. What is there already is not computed again.",
    )
    add = parser.add_argument
    add(
        "run",
        metavar="RUN",
        help="folder of the run; its last snapshot, if any, is the first model",
    )
    add("models", metavar="MODEL", nargs="+", help="a run, whose last snapshot counts, or a file")
    add(
        "--entry",
        required=True,
        metavar="MODULE:FUNCTION",
        help="gives (model, data, loss), or a mapping with these and other options of TorchProblem",
    )
    add_flags(parser, BarrierOptions)
    return parser
