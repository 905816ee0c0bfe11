"""What a run's programs printed: all of it, or the lines that somebody asks for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vdlite.errors import NotFoundError
from vdlite.kinds import console
from vdlite.kinds.console_streams import STREAMS, Stream
from vdlite.reader.questions.left_out import LeftOut, left_out
from vdlite.reader.questions.views import console_view
from vdlite.reader.run.run import Run
from vdlite.reader.series.console import Block, Console, Ending, read_lines

if TYPE_CHECKING:
    from vdlite.kinds.console import Lines

_LONGEST = 2000  # characters of a line in an answer
_TOGETHER = 4 << 20  # characters in which an expression is looked for at once


@dataclass(frozen=True, slots=True)
class ConsoleLine:
    """One line."""

    number: int  # from 0 on
    walltime: float  # when it was begun, in seconds since 1970
    stream: Stream
    text: str  # without colors


@dataclass(frozen=True, slots=True)
class ConsoleLines:
    """Some lines of a run's console, in their order."""

    run: str
    lines: tuple[ConsoleLine, ...]
    total: int  # lines of the whole console
    ended: (
        str | None
    )  # how the program ended, in one sentence; None: it has not, or that is not known
    left_out: tuple[LeftOut, ...]
    view: str  # address of the page that shows it, from # on


@dataclass(frozen=True, slots=True)
class Found:
    """The numbers of lines in which something is."""

    numbers: tuple[int, ...]  # rising
    next: int | None  # the line from which on it was not looked for; None: all were


def has_console(run: Run) -> bool:
    """True if anything of the run's console was kept."""
    return console.TAG in run.tags(console.NAME)


def console_of(run: Run) -> Console:
    """The console of a run. Raises NotFoundError if nothing of it was kept."""
    if not has_console(run):
        raise NotFoundError(
            f"no console of run {run.name!r}: it is kept of what `vdlite run -- COMMAND` starts"
        )
    return Console(run.records(console.NAME, console.TAG))


def ending_of(run: Run) -> Ending | None:
    """How the run's program ended; None if it has not, or nobody watched it."""
    return console_of(run).ending() if has_console(run) else None


def console_text(run: Run, *, colors: bool) -> str:
    """All lines, each with its end. colors: with the sequences that set them."""
    parts: list[str] = []
    for block in console_of(run).blocks():
        text = read_lines(block).text
        parts += text if colors else map(plain_line, text)
    return "".join(f"{line}\n" for line in parts)


def console_lines(
    run: Run,
    *,
    search: str | None = None,
    regex: bool = False,
    first: int | None = None,
    since: float | None = None,
    limit: int,
) -> ConsoleLines:
    """Some lines: the last ones, or with `first` or `since` the first ones from there on.

    search: only lines that have these words, in either case; with `regex` an expression. Raises NotFoundError without a
    console, FormatError for an expression that is none or takes too long.
    """
    found = console_of(run)
    start = first if first is not None else 0
    if since is not None:
        start = max(start, found.line_at(since))
    is_forward = first is not None or since is not None
    numbers: tuple[int, ...] | range
    of = len(found) - min(start, len(found))
    if search is None:
        shown = min(limit, of)
        numbers = (
            range(start, start + shown) if is_forward else range(len(found) - shown, len(found))
        )
        lines = _lines(found, numbers.start, numbers.stop)
    else:
        every = search_lines(found, search, regex=regex, start=start).numbers
        of = len(every)
        numbers = every[:limit] if is_forward else every[-limit:]
        lines = tuple(line for number in numbers for line in _lines(found, number, number + 1))
    ending = found.ending()
    how = "a larger limit, or another first line" if search is None else "a larger limit"
    return ConsoleLines(
        run.info.name,
        lines,
        len(found),
        None if ending is None else ending.text,
        left_out("lines", len(lines), of, how),
        console_view(run.info.name),
    )


def search_lines(
    found: Console,
    words: str,
    *,
    regex: bool = False,
    start: int = 0,
    limit: int | None = None,
    seconds: float | None = None,
    still_wanted: Callable[[], None] = lambda: None,
) -> Found:
    """The lines from `start` on that have these words, in either case; with `regex` an expression.

    limit: at most so many; seconds: at most so long. Raises FormatError for an expression that is none or takes too long.
    """
    deadline = None if seconds is None else time.monotonic() + seconds
    numbers: list[int] = []
    for first, texts in _texts(found, start, _TOGETHER if regex else 1):
        still_wanted()
        numbers += [first + at for at in _places(words, texts, regex, still_wanted)]
        after = first + len(texts)
        if limit is not None and len(numbers) >= limit:
            rest = numbers[limit] if len(numbers) > limit else after
            return Found(tuple(numbers[:limit]), rest if rest < len(found) else None)
        if deadline is not None and time.monotonic() > deadline and after < len(found):
            return Found(tuple(numbers), after)
    return Found(tuple(numbers), None)


def plain_line(line: str) -> str:
    """The line without its colors."""
    return console.SGR.sub("", line) if "\x1b" in line else line


def _places(
    words: str, texts: list[str], regex: bool, still_wanted: Callable[[], None]
) -> list[int]:
    if regex:
        from vdlite.patterns.searching import lines_with

        return lines_with(words, texts, still_wanted=still_wanted)
    small = words.lower()
    return [at for at, text in enumerate(texts) if small in text.lower()]


def _texts(found: Console, start: int, size: int) -> Iterator[tuple[int, list[str]]]:
    """The lines from one on without their colors, in pieces of about so many characters, with the number of the first."""
    first, texts, held = start, list[str](), 0
    for block in found.blocks(start):
        text = [plain_line(line) for line in _part(block, start).text]
        if not texts:
            first = max(start, block.first)
        texts += text
        held += sum(map(len, text))
        if held >= size:
            yield first, texts
            texts, held = [], 0
    if texts:
        yield first, texts


def _part(block: Block, start: int) -> Lines:
    return read_lines(block, start - block.first)


def _lines(found: Console, start: int, stop: int) -> tuple[ConsoleLine, ...]:
    first, lines = found.lines(start, stop)
    return tuple(
        ConsoleLine(number, walltime, STREAMS[stream], _cut(plain_line(text)))
        for number, (text, walltime, stream) in enumerate(
            zip(lines.text, lines.walltimes.tolist(), lines.streams.tolist(), strict=True), first
        )
    )


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
