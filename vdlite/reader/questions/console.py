"""What a run's programs printed: all of it, or the lines that somebody asks for."""

from __future__ import annotations

from vdlite.errors import NotFoundError
from vdlite.kinds import console
from vdlite.reader.run.run import Run
from vdlite.reader.series.console import Console, read_lines


def console_of(run: Run) -> Console:
    """The console of a run. Raises NotFoundError if nothing of it was kept."""
    if console.TAG not in run.tags(console.NAME):
        raise NotFoundError(
            f"no console of run {run.name!r}: it is kept of what `vdlite run -- COMMAND` starts, "
            "and by LogWriter.capture_output"
        )
    return Console(run.records(console.NAME, console.TAG))


def console_text(run: Run, *, colors: bool) -> str:
    """All lines, each with its end. colors: with the sequences that set them."""
    parts: list[str] = []
    for block in console_of(run).blocks():
        text = read_lines(block).text
        parts += text if colors else map(plain_line, text)
    return "".join(f"{line}\n" for line in parts)


def plain_line(line: str) -> str:
    """The line without its colors."""
    return console.SGR.sub("", line) if "\x1b" in line else line
