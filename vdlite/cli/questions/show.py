"""The command `vdlite show`: how did one run go?"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from vdlite.cli.parser import Parser
from vdlite.cli.questions.answers import (
    add_common,
    add_limit,
    bounded,
    note_damage,
    note_left_out,
    number,
    print_json,
)
from vdlite.cli.questions.progress_text import progress_text
from vdlite.cli.tables import age, cut, table
from vdlite.cli.terminal import printable
from vdlite.reader.questions.report_plain import report_plain

if TYPE_CHECKING:
    from vdlite.reader.series.series_summary import Point, SeriesSummary
    from vdlite.reader.trials.run_summary import RunSummary

_USUAL = 1000
_HEAD = ("TAG", "POINTS", "LAST", "MIN", "AT STEP", "MAX", "AT STEP", "NOT FINITE")


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite show`. Exit status 0: answered, 2: there is no such run."""
    options = show_parser().parse_args(arguments)
    found = bounded(
        options,
        lambda reader, limit: reader.report(run=options.run, tags=options.metrics, limit=limit),
        _USUAL,
        as_plain=report_plain,
    )
    note_damage(found.facts)
    if options.json:
        print_json(options, report_plain(found))
    else:
        kinds = {kind: list(tags) for kind, tags in found.kinds.items()}
        print("\n".join(_lines(found.facts, found.scalars, kinds)))
    note_left_out(found.left_out)
    return 0


def _lines(
    facts: RunSummary, series: Sequence[SeriesSummary], kinds: dict[str, list[str]]
) -> list[str]:
    said = {
        "": facts.run + (f" ({facts.display_name})" if facts.display_name else ""),
        "labels": ", ".join(facts.labels),
        "state": facts.outcome or facts.state,
        "ended": facts.ended or "",
        "last step": "" if facts.last_step is None else str(facts.last_step),
        "progress": progress_text(facts.progress),
        "duration": "" if facts.duration is None else age(facts.duration),
        "energy": "" if facts.energy_kwh is None else f"{facts.energy_kwh:.3g} kWh of its GPUs",
        "GPU hours": "" if facts.gpu_hours is None else f"{facts.gpu_hours:.3g}",
        "diverged": ", ".join(facts.diverged),
        "damaged": f"regions of its files: {facts.damaged}" if facts.damaged else "",
        "missing": f"records: {facts.missing}" if facts.missing else "",
        "hparams": ", ".join(
            f"{name} = {cut(str(value))}" for name, value in facts.hparams.items()
        ),
        "also": ", ".join(f"{kind} ({len(tags)})" for kind, tags in kinds.items()),
    }
    lines = [printable(f"{name:<11}{text}".lstrip()) for name, text in said.items() if text]
    if series:
        rows = [_HEAD, *(_row(each) for each in series)]
        lines += ["", table(rows, numbers=range(1, len(_HEAD)))]
    return lines


def _row(found: SeriesSummary) -> tuple[str, ...]:
    def at(point: Point | None) -> tuple[str, str]:
        return ("-", "-") if point is None else (number(point.value), str(point.step))

    return (
        found.tag,
        str(found.count),
        at(found.last)[0],
        *at(found.min),
        *at(found.max),
        "-" if found.nonfinite_step is None else _nonfinite(found),
    )


def _nonfinite(found: SeriesSummary) -> str:
    return f"{found.nan_count + found.inf_count} from {found.nonfinite_step}"


def show_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite show",
        description="Say how one run went: state, hyperparameters, and of each scalar the last, smallest and largest "
        "value.",
        epilog="Exit status: 0 if there is such a run, 2 if there is none.",
    )
    add_common(parser)
    parser.add_argument("run", metavar="RUN", help="name of the run, as `vdlite runs` shows it")
    parser.add_argument(
        "--metrics", nargs="+", metavar="TAG", help="only these scalars, such as 'loss/*'"
    )
    add_limit(parser, "scalars, and tags of each other kind", _USUAL)
    return parser
