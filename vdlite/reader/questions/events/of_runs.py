"""Events of runs: those of their writers and files, and those of their scalars."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from vdlite.reader.questions.console import ending_of
from vdlite.reader.questions.events.event import Event, What
from vdlite.reader.questions.events.of_series import events_of_series, pauses
from vdlite.reader.questions.left_out import LeftOut, left_out
from vdlite.reader.questions.logged_alerts import logged_alerts
from vdlite.reader.questions.matching import asked_tags
from vdlite.reader.questions.ranks import RankLimits, rank_rows, silent_text, slow_text
from vdlite.reader.questions.views import run_view
from vdlite.reader.run.run import Run
from vdlite.reader.run.run_info import RunInfo
from vdlite.reader.series.console import Ending

_EACH = 3  # events of one kind in one scalar, unless few scalars are asked for
_MOST_SCALARS = 20_000  # that are looked at

_MOST_RANKS = 10_000
_RANK: dict[What, int] = {
    "not finite": 0,
    "damaged": 0,
    "not written": 0,
    "quiet": 1,
    "alert": 1,
    "spike": 2,
    "vanished": 2,
    "missing steps": 2,
    "silent rank": 1,
    "slow rank": 2,
    "pause": 2,
    "resumed": 3,
    "ended": 4,
    "started": 4,
}
"""Which events stay where there is no room for all: the smaller ones, and of one rank the kinds by turns."""


@dataclass(frozen=True, slots=True)
class Events:
    """The events of one run or several, in the order of their times."""

    events: tuple[Event, ...]
    counts: Mapping[str, int]  # of all events, also those that are left out, by what they are
    runs: int  # that were looked at
    scalars: int
    left_out: tuple[LeftOut, ...]
    view: str  # address of the page that shows these runs, from # on

    def first(self, limit: int) -> "Events":
        """The events that matter most of these, without looking at the runs again."""
        kept = [
            each for _, each in sorted(_ranked(self.events), key=lambda ranked: ranked[0])[:limit]
        ]
        of = sum(self.counts.values())
        missing = left_out("events", len(kept), of, "a larger limit, a later since, or some tags")
        others = (each for each in self.left_out if each.what != "events")
        return replace(self, events=tuple(sorted(kept, key=_moment)), left_out=(*others, *missing))


def _ranked(events: Iterable[Event]) -> Iterator[tuple[tuple[int, int], Event]]:
    """Each event with its rank, and its place among those of its kind, the largest first."""
    places: Counter[What] = Counter()
    for each in sorted(events, key=lambda each: -each.size):
        rank = 1 if each.what == "ended" and each.is_bad else _RANK[each.what]
        yield (rank, places[each.what]), each
        places[each.what] += 1


def events_of_runs(
    runs: Iterable[Run],
    *,
    fits: Callable[[str], bool] | None,
    since: float | None,
    limit: int,
) -> Events:
    """The events of runs. fits: which scalars are looked at; None: all.

    since: only what happened later, in seconds since 1970. limit: of all events, the ones that matter most.
    """
    found: list[Event] = []
    names: list[str] = []
    looked_at = scalars = 0
    for run in runs:
        names.append(run.info.name)
        tags = asked_tags(run.tags(), fits)
        scalars += len(tags)
        room = max(0, _MOST_SCALARS - looked_at)
        if len(tags) > room:  # first those that may have something to say
            unsure = set(run.unsure_tags())
            tags = sorted(tags, key=lambda tag: tag not in unsure)
        found += _of_run(run, tags[:room], most=_EACH if fits is None else limit)
        looked_at += len(tags[:room])
    if since is not None:
        found = [each for each in found if each.walltime is None or each.walltime >= since]
    missing = left_out("scalars", looked_at, scalars, "ask for one run, or for some tags")
    view = run_view(names[0]) if len(names) == 1 else "#/overview?"
    counts = Counter[str](each.what for each in found)
    return Events(tuple(found), counts, len(names), looked_at, missing, view).first(limit)


def _moment(event: Event) -> tuple[bool, float, int]:
    return (event.walltime is None, event.walltime or 0.0, event.step or 0)


def _of_run(run: Run, tags: Sequence[str], *, most: int) -> list[Event]:
    info = run.info
    found: list[Event] = []
    resumed: set[int] = set()
    busiest, points = None, 0
    for tag in tags:
        now = run.scalars(tag, hold=False).at_once()
        found += events_of_series(info.name, tag, now.columns, most=most)
        resumed.update(now.resumed)
        if len(now.columns) > points:
            busiest, points = now.columns, len(now.columns)
    together = _together(found)
    if busiest is not None:
        together += pauses(info.name, busiest, most=most)
    return [
        *_of_writers(info, sorted(resumed), ending_of(run)),
        *_alerts(run),
        *_of_ranks(run),
        *together,
        *_of_files(run, info),
    ]


def _of_ranks(run: Run) -> Iterator[Event]:
    """The ranks that stand out, of a run that several processes log."""
    name = run.info.name
    for row in rank_rows(run, limits=RankLimits())[:_MOST_RANKS]:
        if row.is_silent:
            text = silent_text(row, name)
            yield Event("silent rank", name, text, row.last_step, row.updated)
        if row.is_slow:
            size = row.times_median or 0.0
            text = slow_text(row, name)
            yield Event("slow rank", name, text, row.last_step, row.updated, size=size)


def _alerts(run: Run) -> Iterator[Event]:
    for each in logged_alerts(run):
        bad = each.level == "error"
        text = f"{each.level}: {each.text}"
        yield Event("alert", run.info.name, text, each.step, each.walltime, is_bad=bad)


def _together(found: list[Event]) -> list[Event]:
    """Events of the same step in several scalars as one: the largest of them."""

    def place(event: Event) -> tuple[str, int]:
        return (event.what, event.step or 0)

    return [
        replace(max(group, key=lambda each: each.size), tags=len(group))
        for _, alike in groupby(sorted(found, key=place), key=place)
        if (group := list(alike))
    ]


def _of_writers(info: RunInfo, resumed: Iterable[int], ending: Ending | None) -> list[Event]:
    name = info.name
    found = [Event("started", name, "the first writer began", None, info.started)]
    found += [
        Event("resumed", name, f"a later writer went on at step {step}", step, None)
        for step in resumed
    ]
    if info.state == "ended":
        how = f": {info.outcome}" if info.outcome else ", nothing says how"
        text = f"the last writer has closed{how}"
        if info.tools:
            text = f"it has ended: logs of {', '.join(info.tools)} say no more"
        if ending is not None:
            text = f"its program has ended: {ending.text}"
        bad = info.outcome in ("failed", "killed")
        found.append(Event("ended", name, text, info.last_step, info.updated, is_bad=bad))
    elif info.state == "quiet":
        text = "no writer has closed, and none writes: it was killed, or hangs"
        found.append(Event("quiet", name, text, info.last_step, info.updated))
    return found


def _of_files(run: Run, info: RunInfo) -> list[Event]:
    losses = run.losses()
    found = [
        Event(
            "damaged",
            info.name,
            f"{each.file}: {each.bytes} bytes from {each.offset} on can't be read: {each.reason}",
            None,
            None,
        )
        for each in losses.damage()
    ]
    found += [
        Event("damaged", info.name, f"{path} can't be read: {why}", None, None)
        for path, why in losses.failures()
    ]
    found += [
        Event(
            "not written",
            info.name,
            f"{each.file}: {each.missing} records could not be written in {each.until - each.since:.0f} s",
            None,
            each.since,
            count=each.missing,
        )
        for each in losses.gaps()
    ]
    return found
