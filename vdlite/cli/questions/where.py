"""The option `--where`, which several commands have: a query as the page's tables take it."""

from __future__ import annotations

import argparse

from vdlite.cli.questions.answers import note


def add_where(parser: argparse.ArgumentParser, of: str) -> None:
    """Add the query. of: what it finds."""
    parser.add_argument(
        "--where",
        metavar="QUERY",
        help=f"only {of} that this finds, such as 'lr < 1e-3 and state == live', as in the page's tables",
    )
    parser.add_argument(
        "--archived", action="store_true", help="runs that were archived in the page, too"
    )


def note_unasked(archived: int, absent: str | None) -> None:
    """Say what the query asks for in vain, and how many runs it was not asked of."""
    if absent is not None:
        note(absent)
    if archived:
        note(f"archived runs that are left out: {archived}; --archived takes them in")


def add_sort(parser: argparse.ArgumentParser) -> None:
    """Add the order."""
    parser.add_argument(
        "--sort",
        metavar="NAME[:desc]",
        help="by this column, such as lr or 'min(loss/test)', with :desc the largest first",
    )


def sort_of(given: str | None) -> tuple[str | None, bool]:
    """The column of `NAME[:desc]`, and whether the largest comes first."""
    if given is None:
        return None, False
    name, _, direction = given.rpartition(":")
    return (name, direction == "desc") if name and direction in ("asc", "desc") else (given, False)
