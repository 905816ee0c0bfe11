"""The command `vdlite landscape`: loss landscapes of a training, by forward passes only."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from vdlite.cli.flags import add_flags, given_of
from vdlite.cli.landscapes.landscape_files import add_file_flags, check_files, save_landscapes
from vdlite.cli.landscapes.landscape_lines import ProgressLines, summary_of, tags_of
from vdlite.cli.landscapes.resumable import resumable
from vdlite.cli.landscapes.snapshot_files import listed, snapshot_files
from vdlite.cli.parser import Parser
from vdlite.cli.terminal import UsageError


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite landscape`. Exit status 0: all computed, 2: something does not fit together, 130: stopped."""
    options = landscape_parser().parse_args(arguments)
    return resumable(lambda: _draw(options))


def _draw(options: argparse.Namespace) -> None:
    _check_models(options)
    check_files(options)
    _check_runs(options)
    _compute(options)


def _compute(options: argparse.Namespace) -> None:
    from vdlite.drawing.compute import compute_landscape
    from vdlite.drawing.entry import callback_at

    lines = ProgressLines(_beginning(options))
    try:
        made = compute_landscape(
            options.run, callback_at(options.entry), report=lines, **_keywords(options)
        )
        lines.end()
        for tag, landscape in zip(tags_of(options.run, made), made, strict=True):
            print(summary_of(tag, landscape))
        save_landscapes(made, options)
    finally:
        lines.end()


def _beginning(options: argparse.Namespace) -> str:
    from vdlite.snapshots.folder import folders

    if options.files or any(folders(options.run)):
        return ""
    return f"no snapshots in {options.run}: the entry's own model lies in the middle"


def _check_models(options: argparse.Namespace) -> None:
    if options.model3 and not options.model2:
        raise UsageError(
            "--model3: got it without --model2, want both for a plane, or --model2 for a line"
        )


def _check_runs(options: argparse.Namespace) -> None:
    """A misspelt RUN would draw the entry's untrained model, and nobody would notice."""
    from vdlite.drawing.runs import check_path, is_run, no_run
    from vdlite.snapshots.folder import folders

    if options.new and any(folders(options.run)):
        raise UsageError(
            f"--new: the last of the snapshots in {options.run} would lie in the middle, not the entry's own model; "
            "leave --new out, or name another RUN"
        )
    # Checkpoints tell which model is meant: the run is where its landscapes go.
    if not (options.new or options.files or is_run(options.run)):
        raise UsageError(f"{no_run('RUN', options.run)}; --new draws the entry's own model")
    for name in ("model2", "model3"):
        if model := getattr(options, name):
            check_path(f"--{name}", model)


def _keywords(options: argparse.Namespace) -> dict[str, Any]:
    """The keywords of `compute_landscape`; what was not given is left out, so that its own defaults hold."""
    from vdlite.drawing.options import LandscapeOptions

    keywords = given_of(options, LandscapeOptions)
    for name in ("ignore", "only", "devices"):
        if name in keywords:
            keywords[name] = listed(keywords[name])
    if options.which:
        keywords |= {"train": options.which == "train", "result": options.which == "result"}
    if options.others:
        keywords["with_runs"] = options.others
    keywords["models"] = [model for model in (options.model2, options.model3) if model]
    if options.files:
        keywords["snapshots"] = snapshot_files(options.files)
    return keywords


class _Once(argparse.Action):
    """Refuses a flag that comes twice: the first model would be left out, and nobody would notice."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        before = getattr(namespace, self.dest)
        if before is not None:
            raise UsageError(
                f"--{self.dest}: got {before} and {values}, want one; --model2 A --model3 B is the plane through both"
            )
        setattr(namespace, self.dest, values)


def landscape_parser() -> argparse.ArgumentParser:
    from vdlite.drawing.options import LandscapeOptions

    parser = Parser(
        prog="vdlite landscape",
        description="Compute loss landscapes of a training by forward passes, and write them into the run's log: the "
        "page shows them filling. What is there already is not computed again.",
        epilog="Without snapshots of a LandscapeRecorder in RUN, the entry's own model lies in the middle.",
    )
    add = parser.add_argument
    add("run", metavar="RUN", help="folder of the run")
    add(
        "--new",
        action="store_true",
        help="RUN has no snapshots and need not be there yet: the entry's own model lies in the middle",
    )
    add(
        "--entry",
        required=True,
        metavar="MODULE:FUNCTION",
        help="gives (model, data, loss), or a mapping with these and other options of TorchProblem",
    )
    add(
        "--only",
        dest="which",
        choices=("train", "result"),
        help="only the plane of the path, or only the surroundings of the result",
    )
    add(
        "--model2",
        metavar="FILE",
        action=_Once,
        help="a state dict, or a run: the line from the center to it",
    )
    add("--model3", metavar="FILE", action=_Once, help="another one: the plane through all three")
    add(
        "--with",
        dest="others",
        action="append",
        metavar="RUN",
        help="another run of the same model: the paths of all on one plane; may be given several times",
    )
    add(
        "--snapshots",
        dest="files",
        metavar="PATTERN",
        help="files of state dicts, such as 'checkpoints/model_*.pt'; the last number of a name is its step",
    )
    add_flags(parser, LandscapeOptions)
    add_file_flags(parser)
    return parser
