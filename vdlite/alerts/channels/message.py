"""A message: some events, on their way to somebody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from vdlite.alerts.alert import Alert
from vdlite.kinds.alert import LEVELS, Level
from vdlite.reader.questions.plain import plain
from vdlite.reader.questions.views import run_view, scalars_view

MOST_LISTED = 20  # events of a message
_LONGEST = 300  # characters of an event


@dataclass(frozen=True, slots=True)
class Message:
    """Events that are sent together."""

    id: str  # the same whenever the same events are sent again: they may come twice, but are not lost
    events: Sequence[Alert]  # in their order; as many as are listed
    count: int  # of all of them
    server: str | None = (
        None  # address of the page that shows the runs, up to #; None: there is none
    )

    @property
    def level(self) -> Level:
        """The highest of its events."""
        return max((each.level for each in self.events), key=LEVELS.index, default="info")

    @property
    def title(self) -> str:
        """What happened, in a few words."""
        return _plain(self._title())

    def _title(self) -> str:
        first = self.events[0]
        if self.count == 1:
            return f"{first.rule}: {first.run}"
        rules = Counter(each.rule for each in self.events)
        runs = {each.run for each in self.events}
        named = ", ".join(rules) if len(rules) <= 3 else f"{len(rules)} rules"
        where = first.run if len(runs) == 1 else f"{len(runs)} runs"
        more = "more than " if self.count > len(self.events) and len(runs) > 1 else ""
        return f"{named}: {self.count:,} events in {more}{where}"

    @property
    def lines(self) -> list[str]:
        """The events in a line each, and how many more there are."""
        lines = [_line(each) for each in self.events[:MOST_LISTED]]
        more = self.count - len(lines)
        return [*lines, f"and {more:,} more"] if more > 0 else lines

    @property
    def view(self) -> str:
        """The page that shows it: an address, or its part from # on."""
        runs = list(dict.fromkeys(each.run for each in self.events))
        tag = self.events[0].tag
        is_one = len(runs) == 1 and tag is None
        return (self.server or "") + (run_view(runs[0]) if is_one else scalars_view(runs, tag))

    def as_fields(self) -> Mapping[str, Any]:
        """The message as what JSON has."""
        return {
            "id": self.id,
            "level": self.level,
            "title": self.title,
            "text": "\n".join(self.lines),
            "count": self.count,
            "view": self.view,
            "events": plain(self.events[:MOST_LISTED]),
        }


def _line(event: Alert) -> str:
    text = " ".join(event.text.split())[:_LONGEST]
    run = "" if event.run in event.text else f"{event.run}: "
    return _plain(f"{event.level} {event.rule}: {run}{text}")


def _plain(text: str) -> str:
    """The text in one line, without what no header or argument can hold: anybody may have named a run or a tag."""
    line = " ".join(text.split())
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in line)
