"""Searching for words in everything that has words: names, tags, settings, texts."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from vdlite.annotations.entry import LogbookEntry
from vdlite.errors import DriveError, FormatError
from vdlite.kinds.text import NAME as TEXT
from vdlite.reader.questions.left_out import LeftOut
from vdlite.reader.questions.settings import settings_of
from vdlite.reader.run.run import Run
from vdlite.reader.series.record_series import Record

_BEFORE, _AFTER = 40, 120  # characters of an excerpt
_MOST_TEXTS = 10_000  # that are looked into: the newest ones of each tag, in turn

Where = Literal["run", "tag", "setting", "logbook", "text"]


@dataclass(frozen=True, slots=True)
class Hit:
    """A place where the words are."""

    where: Where
    run: str  # of a tag, the first that has it; of an entry in the logbook, what it is about; empty: the logdir
    runs: int  # that have it
    name: str  # the tag, the name of the setting with its group, or the author of the entry
    kind: str | None  # of the tag
    step: int | None  # of the text
    excerpt: str


@dataclass(frozen=True, slots=True)
class Hits:
    """The places of some words."""

    words: str
    hits: tuple[
        Hit, ...
    ]  # runs come first, then tags, settings, entries of the logbook, and texts, the newest first
    texts: int  # that were looked into
    left_out: tuple[LeftOut, ...]


def search(
    runs: Iterable[Run], words: str, *, entries: Iterable[LogbookEntry] = (), limit: int
) -> Hits:
    """The places of words, as they are, in either case. entries: of the logbook. limit: of hits.

    Raises ValueError for no words.
    """
    if not words.strip():
        raise ValueError(f"words: got {words!r}, want something to look for")
    pattern = re.compile(re.escape(words.strip()), re.IGNORECASE)
    together = list(runs)
    found: list[Hit] = []
    more = False
    for hit in chain(_in_names(together, pattern), _in_logbook(entries, pattern)):
        more = len(found) == limit
        if more:
            break
        found.append(hit)
    texts, complete = 0, True
    if not more:
        for run, record in _texts(together):
            if len(found) == limit or texts == _MOST_TEXTS:
                complete = False
                break
            texts += 1
            in_text = _in_text(run, record, pattern)
            if in_text is not None:
                found.append(in_text)
    missing: tuple[LeftOut, ...] = ()
    if more or not complete:
        missing = (
            LeftOut(
                "hits",
                len(found),
                len(found) + 1,
                "there are at least so many: a larger limit, or other words",
            ),
        )
    return Hits(words, tuple(found), texts, missing)


def _in_names(runs: list[Run], pattern: re.Pattern[str]) -> Iterator[Hit]:
    tags: dict[tuple[str, str], list[str]] = {}
    for run in runs:
        info = run.info
        for text in (info.name, info.display_name or "", *info.labels):
            if pattern.search(text):
                yield Hit("run", info.name, 1, info.name, None, None, text)
                break
        for kind, tag in run.series_names():
            if pattern.search(tag):
                tags.setdefault((kind, tag), []).append(info.name)
    for (kind, tag), having in tags.items():
        yield Hit("tag", having[0], len(having), tag, kind, None, tag)
    yield from _in_settings(runs, pattern)


def _in_settings(runs: list[Run], pattern: re.Pattern[str]) -> Iterator[Hit]:
    """Settings of the same value in several runs are one hit."""
    found: dict[tuple[str, str], list[str]] = {}
    for run in runs:
        for (group, name), value in settings_of(run).fields.items():
            text = f"{name} = {value}"
            if pattern.search(text):
                found.setdefault((f"{group}:{name}", text), []).append(run.info.name)
    for (name, text), having in found.items():
        yield Hit("setting", having[0], len(having), name, None, None, _excerpt(text, pattern))


def _in_logbook(entries: Iterable[LogbookEntry], pattern: re.Pattern[str]) -> Iterator[Hit]:
    for entry in entries:
        if pattern.search(entry.text):
            run = entry.runs[0] if entry.runs else ""
            excerpt = _excerpt(entry.text, pattern)
            yield Hit("logbook", run, len(entry.runs), entry.author, None, None, excerpt)


def _texts(runs: list[Run]) -> Iterator[tuple[str, Record]]:
    """All texts, the newest of each series first, and series by turns."""
    series = [
        (run.info.name, run.records(TEXT, tag).records()) for run in runs for tag in run.tags(TEXT)
    ]
    deepest = max((len(records) for _, records in series), default=0)
    for back in range(1, deepest + 1):
        for run, records in series:
            if back <= len(records):
                yield run, records[len(records) - back]


def _in_text(run: str, record: Record, pattern: re.Pattern[str]) -> Hit | None:
    try:
        text = str(record.payload)
    except DriveError:
        raise
    except (FormatError, OSError):
        return None
    if pattern.search(text) is None:
        return None
    return Hit("text", run, 1, record.tag, TEXT, record.step, _excerpt(text, pattern))


def _excerpt(text: str, pattern: re.Pattern[str]) -> str:
    found = pattern.search(text)
    if found is None:
        return text[:_AFTER]
    return text[max(0, found.start() - _BEFORE) : found.end() + _AFTER]
