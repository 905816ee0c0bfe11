"""The command `vdlite curvature`: the curvature of a loss through a training, at each of its snapshots."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from vdlite.cli.flags import add_flags, given_of
from vdlite.cli.landscapes.landscape_lines import ProgressLines
from vdlite.cli.landscapes.resumable import resumable
from vdlite.cli.landscapes.snapshot_files import listed, snapshot_files
from vdlite.cli.parser import Parser

if TYPE_CHECKING:
    from vdlite.drawing.curvature_series import CurvatureSeries


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite curvature`. Exit status 0: all computed, 2: something does not fit together, 130: stopped."""
    options = curvature_parser().parse_args(arguments)
    return resumable(lambda: _compute(options))


def _compute(options: argparse.Namespace) -> None:
    from vdlite.drawing.curvature_options import CurvatureSeriesOptions
    from vdlite.drawing.curvature_series import compute_curvature
    from vdlite.drawing.entry import callback_at
    from vdlite.drawing.runs import is_run, no_run

    keywords = given_of(options, CurvatureSeriesOptions)
    if "only" in keywords:
        keywords["only"] = listed(keywords["only"])
    if options.files:
        keywords["snapshots"] = snapshot_files(options.files)
    lines = ProgressLines("")
    try:
        # Checkpoints tell which model is meant: the run is where its curvature goes.
        if not (options.files or is_run(options.run)):
            raise no_run("RUN", options.run)
        made = compute_curvature(options.run, callback_at(options.entry), report=lines, **keywords)
        lines.end()
        for series in made:
            print(", ".join(_summary(series)))
    finally:
        lines.end()


def _summary(series: CurvatureSeries) -> Iterator[str]:
    """One line on what was computed: the first and the last value of each."""
    steps = series.steps
    yield f"{series.tag}: {len(steps)} snapshots, {series.unit}s {steps[0]} to {steps[-1]}"
    names = {
        "top_eigenvalue": "top eigenvalue",
        "critical_sharpness": "critical sharpness",
        "2_over_learning_rate": "2 / learning rate",
    }
    for name, words in names.items():
        column = series.values.get(name)
        known = None if column is None else column[column == column]
        if known is not None and len(known):
            yield f"{words} {known[0]:.4g} to {known[-1]:.4g}"


def curvature_parser() -> argparse.ArgumentParser:
    from vdlite.drawing.curvature_options import CurvatureSeriesOptions

    parser = Parser(
        prog="vdlite curvature",
        description="Compute the curvature of the loss at each snapshot of a training, and write it into the run's log as "
        "scalars beside the loss. What is there already is not computed again.",
    )
    add = parser.add_argument
    add("run", metavar="RUN", help="folder of the run")
    add(
        "--entry",
        required=True,
        metavar="MODULE:FUNCTION",
        help="gives (model, data, loss), or a mapping with these and other options of TorchProblem",
    )
    add(
        "--snapshots",
        dest="files",
        metavar="PATTERN",
        help="files of state dicts, such as 'checkpoints/model_*.pt'; the last number of a name is its step",
    )
    add_flags(parser, CurvatureSeriesOptions)
    return parser
