"""What the commands for questions share: the logs that are asked, and answers as JSON."""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from vdlite.cli.questions.served import NotServedError, is_served, served, servers_of
from vdlite.cli.terminal import UsageError, printable, said
from vdlite.reader.questions.plain import as_json, plain

if TYPE_CHECKING:
    from vdlite.reader import LogReader
    from vdlite.reader.questions.left_out import LeftOut
    from vdlite.reader.trials.run_summary import RunSummary

_Answer = TypeVar("_Answer")

_EVERY = 2.0  # seconds between two looks


def asked(
    options: argparse.Namespace,
    question: Callable[[LogReader], _Answer],
    *,
    of_server: bool = False,
) -> _Answer:
    """The answer from the logs below `options.logdir`; what can't be read there is said on stderr.

    of_server: a running server of this logdir may answer, which has them read. Its questions take named arguments only.
    Raises UsageError for what is not there.
    """
    if getattr(options, "fields", None) and not options.json:
        raise UsageError("--fields: chooses fields of the JSON, want --json as well")
    if of_server and (server := served(options)) is not None:
        # Where it can't answer, nor can the logs, or they do it without it.
        with suppress(NotServedError):
            found = question(server.as_reader())
            for path, reason in server.unreadable.items():
                note(f"not read: {path}: {reason}")
            return found
    return _read(options, question)


def _read(options: argparse.Namespace, question: Callable[[LogReader], _Answer]) -> _Answer:
    from vdlite.cli.questions.pointer import pointer
    from vdlite.errors import VdliteError, WhereError
    from vdlite.reader import LogReader

    try:
        reader = LogReader(options.logdir, follow_links=options.follow_links)
        for item in reader.unreadable:
            note(f"not read: {item.path}: {item.reason}")
        return question(reader)
    except WhereError as error:
        raise UsageError(f"{error}\n{pointer(error)}") from error
    except (VdliteError, OSError, ValueError) as error:
        raise UsageError(said(error)) from error


def bounded(
    options: argparse.Namespace,
    question: Callable[[LogReader, int], _Answer],
    usual: int,
    *,
    as_plain: Callable[[_Answer], object] = plain,
    shorter: Callable[[_Answer, int], _Answer] | None = None,
) -> _Answer:
    """The answer to a question that takes a limit: `--limit`, or as many as 8 kB of JSON have room for.

    usual: the limit, if all of it has room. as_plain: the form of its JSON. shorter: a part of a long answer, where that
        takes less time than to ask again. Raises UsageError for what is not there.
    """

    def limited(reader: LogReader) -> _Answer:
        if options.limit is not None:
            return question(reader, options.limit)
        if not options.json or is_served(reader):  # a server bounds its answers itself
            return question(reader, usual)
        from vdlite.reader.questions.bounded import MOST
        from vdlite.reader.questions.bounded import bounded as within

        if shorter is None:
            return within(lambda limit: question(reader, limit), usual, as_plain=as_plain)
        every, part = question(reader, MOST), shorter
        return within(lambda limit: part(every, limit), usual, as_plain=as_plain)

    return asked(options, limited, of_server=True)


def looks(reader: LogReader) -> Iterator[None]:
    """One look after another at logs that are written to, with what has come since; whoever looks is interrupted by Ctrl-C."""
    while True:
        yield
        sys.stdout.flush()
        time.sleep(_EVERY)
        reader.refresh()


def note(text: str) -> None:
    """Say on stderr what the answer lacks."""
    print(printable(f"note: {text}"), file=sys.stderr)


def note_damage(found: RunSummary) -> None:
    """Say what can't be read of a run."""
    for path, reason in found.unreadable.items():
        note(f"not read: {path}: {reason}")
    if found.damaged:
        note(f"{found.run}: damaged regions: {found.damaged}; vdlite check says where")


def note_left_out(left_out: Iterable[LeftOut]) -> None:
    """Say what the answer has no room for, and how it is had."""
    for each in left_out:
        note(f"{each.shown:,} of {each.of:,} {each.what}; for more: {each.how}")


def add_limit(parser: argparse.ArgumentParser, what: str, usual: int) -> None:
    """Add `--limit`. what: things that are counted."""
    parser.add_argument(
        "--limit",
        type=int,
        metavar="N",
        help=f"at most N {what} (default: {usual}; in JSON as many of them as 8 kB hold)",
    )


def add_common(parser: argparse.ArgumentParser, *, fields: bool = True) -> None:
    """Add what all questions have: which logs, and how they are answered. fields: whether some can be chosen."""
    parser.add_argument(
        "logdir",
        metavar="LOGDIR",
        help="folder of runs, a log file, or an address, such as s3://bucket/runs",
    )
    parser.add_argument("--json", action="store_true", help="as JSON, for programs")
    if fields:
        parser.add_argument(
            "--fields", nargs="+", metavar="NAME", help="only these fields of the JSON"
        )
    parser.add_argument(
        "--follow-links", action="store_true", help="follow links that lead out of the logdir"
    )


def number(value: float | None) -> str:
    """A number in a table."""
    if value is None:
        return "-"
    return "NaN" if math.isnan(value) else f"{value:.6g}"


def print_json(options: argparse.Namespace, answer: object) -> None:
    """Print an answer as one line of JSON: with the fields that are asked for, and as a link where a server shows it.

    Raises UsageError for a field that it does not have.
    """
    shown = plain(answer)
    address = next((each.url for each in servers_of(options.logdir)), "")
    for each in shown if isinstance(shown, list) else [shown]:
        if isinstance(each, dict):
            _choose(each, options.fields)
            if "view" in each:
                each["view"] = address + each["view"]
    print(as_json(shown))


def _choose(answer: dict[str, object], names: Sequence[str] | None) -> None:
    """Leave only these fields; all if None."""
    for name in names or ():
        if name not in answer:
            raise UsageError(f"--fields: got {name!r}, want some of {', '.join(answer)}")
    for name in list(answer) if names else ():
        if name not in (names or ()):
            del answer[name]
