"""The command `vdlite importance`: which hyperparameters matter for a metric?"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from vdlite.cli.parser import Parser
from vdlite.cli.questions.answers import (
    add_common,
    add_limit,
    bounded,
    note,
    note_left_out,
    number,
    print_json,
)
from vdlite.cli.questions.where import add_where, note_unasked
from vdlite.cli.tables import table

_USUAL = 20
_HEAD = ("HPARAM", "IMPORTANCE", "SPREAD", "CORRELATION", "P", "VALUES", "MISSING")
_SAID = {
    "no_hparams": "no hyperparameter differs",
    "constant_metric": "the metric is the same in all trials",
    "too_few": "too few trials to learn from: there are correlations alone",
    "few": "few trials for so many hyperparameters: importances are rough",
    "no_skill": "the hyperparameters hardly explain the metric: importances say little",
    "sampled": "some of the trials were taken, as there are very many",
    "ranks": "a few values are far from all others: shares are of the variance of ranks",
}


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite importance`. Exit status 0: answered, 2: there is no such scalar, or the query can't be read."""
    options = importance_parser().parse_args(arguments)
    found = bounded(
        options,
        lambda reader, limit: reader.importance(
            metric=options.metric,
            where=options.where,
            seed=options.seed,
            limit=limit,
            archived=options.archived,
        ),
        _USUAL,
    )
    if options.json:
        print_json(options, found)
    else:
        score = "" if found.score is None else f", {found.score:.0%} of the variance explained"
        print(f"{found.metric}: {found.used} of {found.seen} trials{score}")
        rows = [
            (
                each.name,
                number(each.importance),
                number(each.spread),
                number(each.correlation),
                number(each.p_value),
                str(each.distinct),
                str(each.missing),
            )
            for each in found.hparams
        ]
        if rows:
            print(table([_HEAD, *rows], numbers=range(1, len(_HEAD))))
    for word in found.advice:
        note(_SAID.get(word, word))
    note_unasked(found.archived, found.absent)
    note_left_out(found.left_out)
    return 0


def importance_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite importance",
        description="Say how much each hyperparameter matters for a metric: its share of the metric's variance, with its "
        "spread, and its rank correlation, with its test.",
        epilog="Exit status: 0 if it is answered, 2 if there is no such scalar, or the query can't be read.",
    )
    add_common(parser)
    parser.add_argument("metric", metavar="METRIC", help="scalar, or 'min(loss/test)', max, mean")
    add_where(parser, "trials")
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="of the forest (default: 0)"
    )
    add_limit(parser, "hyperparameters", _USUAL)
    return parser
