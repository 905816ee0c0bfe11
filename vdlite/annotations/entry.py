"""One entry of a logbook, as Markdown that any editor shows, and back.

    ## 2026-11-28 08:15:02 UTC, ada
    - run: `lr=0.1/seed=3`
    - command: `vdlite series runs lr=0.1/seed=3 loss/test`

    The test loss rises from step 800 on.

A line that begins as a head does, with `## ` and a year, begins a part of the file, wherever it stands. So a text has
a backslash before each such line, and before a first line that looks like a field.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

LONGEST_TEXT = 64 * 1024  # bytes in UTF-8
LONGEST_AUTHOR = 100  # characters
LONGEST_COMMAND = 8 * 1024  # characters
MOST_RUNS = 100
LONGEST_ENTRY = 256 * 1024  # bytes; of a longer part of the file, only the beginning is shown
HEAD_START = rb"## [0-9]{4}-"

_CLOCK = "2026-11-28 08:15:02"
_HEAD = re.compile(
    r"## (?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})"
    r"(?:[T ](?P<clock>[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?) ?(?:UTC|Z)?)?(?:, ?(?P<author>.*))?\s*"
)
_ESCAPED_HEAD = re.compile(r"^\\(\\*## [0-9]{4}-)", re.MULTILINE)
_HEAD_IN_TEXT = re.compile(r"^(\\*## [0-9]{4}-)", re.MULTILINE)
_FIELD = re.compile(r"- (?P<name>run|command): (?P<value>.*)")
_FIELD_IN_TEXT = re.compile(r"(\\*- (?:run|command): )")
_NUL = re.compile("\0")
_LINE_END = re.compile(r"\r\n?")
_BLANK_LINES = re.compile(r"\A(?:[ \t]*\n)+")


@dataclass(frozen=True, slots=True)
class LogbookEntry:
    """What somebody wrote into a logbook."""

    text: str  # Markdown, lines end in "\n"
    walltime: float | None = None  # seconds since 1970; None where nothing in the file says it
    author: str = ""  # as they called themselves; empty: not known
    runs: tuple[str, ...] = ()  # that it is about, by their names below the logdir
    command: str = ""  # that gave the answer; empty: none is named
    offset: int = 0  # of its first byte in the file
    left_out: int = 0  # bytes of it that are in the file only


def new_entry(
    text: str, *, runs: Sequence[str] = (), author: str = "", command: str = ""
) -> LogbookEntry:
    """An entry of this moment.

    Raises ValueError, which says what was got and what is wanted, for what no entry can hold.
    """
    if "\0" in text or not _is_unicode(text):
        raise ValueError("the text: got what is no text in UTF-8, such as a NUL, want Markdown")
    text = _tidy(text)
    if not text.strip():
        raise ValueError("the text: got an empty one, want what is to be kept")
    _check_length("the text", len(text.encode()), LONGEST_TEXT, "bytes in UTF-8")
    author = author.strip()
    if not author.isprintable():
        raise ValueError(f"the author: got {author!r}, want a name in one line")
    _check_length("the author", len(author), LONGEST_AUTHOR, "characters")
    command = command.strip()
    _check_length("the command", len(command), LONGEST_COMMAND, "characters")
    runs = tuple(dict.fromkeys(runs))
    if "" in runs:
        raise ValueError("the runs: got an empty text, want names of runs")
    _check_length("the runs", len(runs), MOST_RUNS, "names")
    for each in (command, *runs):
        if not _is_name(each):
            raise ValueError(f"got {each!r}, want text in UTF-8, or the name of a file")
    entry = LogbookEntry(text, float(int(time.time())), author, runs, command)
    _check_length("the entry", len(markdown(entry).encode()), LONGEST_ENTRY, "bytes")
    return entry


def markdown(entry: LogbookEntry) -> str:
    """The entry as it stands in the file, from its head on."""
    head = ""
    if entry.walltime is not None:
        by = f", {entry.author}" if entry.author else ""
        head = f"## {_clock(entry.walltime)} UTC{by}\n"
    fields = [("run", run) for run in entry.runs]
    if entry.command:
        fields.append(("command", entry.command))
    head += "".join(f"- {name}: {_quoted(value)}\n" for name, value in fields)
    text = _HEAD_IN_TEXT.sub(r"\\\1", entry.text)
    if _FIELD_IN_TEXT.match(text):
        text = "\\" + text
    return f"{head}\n{text}\n" if head else f"{text}\n"


def entry_of(part: bytes, offset: int = 0, left_out: int = 0) -> LogbookEntry:
    """The entry that a part of the file is: whatever else stands there is its text.

    part: from one head to the next, or what stands before the first; bytes that are no UTF-8 become `\\xff`.
    """
    text = part.decode("utf-8", "backslashreplace").removeprefix("\ufeff")
    text = _tidy(_NUL.sub("\ufffd", text))
    line, _, rest = text.partition("\n")
    head = _HEAD.fullmatch(line)
    walltime = None if head is None else _walltime(head["day"], head["clock"])
    if head is None or walltime is None:
        return LogbookEntry(text, offset=offset, left_out=left_out)
    runs, commands, text = _fields(rest)
    return LogbookEntry(
        _ESCAPED_HEAD.sub(r"\1", text),
        walltime,
        (head["author"] or "").strip(),
        tuple(dict.fromkeys(runs)),
        "\n".join(commands),
        offset,
        left_out,
    )


def _fields(rest: str) -> tuple[list[str], list[str], str]:
    """Runs, commands and text of what follows a head."""
    found: dict[str, list[str]] = {"run": [], "command": []}
    text = _tidy(rest)
    while True:
        line, _, after = text.partition("\n")
        field = _FIELD.fullmatch(line)
        if field is None:
            break
        found[field["name"]].append(_unquoted(field["value"]))
        text = _tidy(after)
    if text.startswith("\\") and _FIELD_IN_TEXT.match(text):
        text = text[1:]
    return found["run"], found["command"], text


def _clock(walltime: float) -> str:
    return datetime.fromtimestamp(walltime, UTC).isoformat(" ", "seconds")[: len(_CLOCK)]


def _walltime(day: str, clock: str | None) -> float | None:
    whole, _, fraction = (clock or "00:00").partition(".")
    if whole.count(":") == 1:
        whole += ":00"
    try:
        when = datetime.strptime(f"{day} {whole} +0000", "%Y-%m-%d %H:%M:%S %z")
    except ValueError:
        return None
    return when.timestamp() + (float(f"0.{fraction}") if fraction else 0.0)


def _tidy(text: str) -> str:
    """The text without blank lines around it, its lines ending in "\\n"."""
    return _BLANK_LINES.sub("", _LINE_END.sub("\n", text)).rstrip(" \t\n")


def _quoted(value: str) -> str:
    """A value in one line of Markdown: as it is, or as JSON where it would not come back."""
    plain = value.isprintable() and "`" not in value and value == value.strip()
    if not plain or value.startswith('"'):
        value = r"\u0060".join(json.dumps(value).split("`"))
    return f"`{value}`"


def _unquoted(value: str) -> str:
    value = value.strip()
    if len(value) >= 2 and value[0] == value[-1] == "`":
        value = value[1:-1]
    if value.startswith('"'):
        try:
            found = json.loads(value)
        except (ValueError, RecursionError):
            return value
        if isinstance(found, str) and _is_name(found):
            return found
    return value


def _is_name(value: str) -> bool:
    """False for what no file can be called, such as halves of surrogate pairs that stand for no byte."""
    try:
        os.fsencode(value)
    except UnicodeEncodeError:
        return False
    return "\0" not in value


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _check_length(what: str, got: int, most: int, unit: str) -> None:
    if got > most:
        raise ValueError(f"{what}: got {got} {unit}, want {most} at most")
