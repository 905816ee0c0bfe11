"""The landscapes among a series' records: each came in one record or in many."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vdlite.errors import DriveError, FormatError, NotFoundError
from vdlite.reader.series.record_series import Record, RecordSeries

if TYPE_CHECKING:
    from vdlite.kinds.landscape import Landscape
    from vdlite.kinds.landscape.assembly import Assembly

LANDSCAPE = "landscape"


@dataclass(frozen=True, slots=True, repr=False)
class LoggedLandscape:
    """One landscape of a run. Its records are read when it is asked for."""

    tag: str
    step: int
    id: str
    records: tuple[Record, ...]  # wholes and parts, in the order in which they were logged

    def __repr__(self) -> str:
        points = _count_of(self.summary, "points")
        return f"<landscape {self.tag!r} of step {self.step}: {self.done} of {points} points, id {self.id!r}>"

    @property
    def walltime(self) -> float:
        """The time when the newest record was logged (seconds since 1970)."""
        return self.records[-1].walltime

    @property
    def summary(self) -> Mapping[str, Any]:
        """The summary of the last whole, without reading it."""
        return [record.summary for record in self.records if not _is_part(record)][-1]

    @property
    def done(self) -> int:
        """How many points are computed, as far as is known without reading them."""
        done = 0
        for record in self.records:
            points = _count(record, "points")
            done = done + points if _is_part(record) else max(done, _count(record, "done"))
        return min(done, _count_of(self.summary, "points"))

    def read(self) -> tuple[Landscape, int]:
        """The landscape, put together of all records that can be read, and how many can't.

        Raises FormatError if there is none among them that gives the coordinates.
        """
        from vdlite.kinds.landscape.assembly import Assembly

        assembly = Assembly()
        take_in(assembly, self.records)
        return assembly.landscape(), assembly.damaged


def take_in(assembly: Assembly, records: Iterable[Record]) -> None:
    """Add the records to what there is; those that can't be read are counted as damaged."""
    for record in records:
        try:
            held = record.payload
            if held.id != _id(record):
                raise FormatError("the payload is of another landscape than its summary")
            assembly.add(held)
        except DriveError:  # it is as it was: nothing to remember
            raise
        except (FormatError, OSError):
            assembly.damaged += 1


def logged_landscapes(series: RecordSeries) -> list[LoggedLandscape]:
    """The highest step first, and of one step the one whose newest record is the latest."""
    found: dict[tuple[int, str], list[Record]] = {}
    for record in series.records(superseded=True):
        found.setdefault((record.step, _id(record)), []).append(record)
    made = []
    for (step, landscape_id), records in found.items():
        records.sort(key=lambda record: record.walltime)  # whatever file they came from
        if not all(map(_is_part, records)):
            made.append(LoggedLandscape(series.tag, step, landscape_id, tuple(records)))
    made.sort(key=lambda one: (one.step, one.walltime))
    return made[::-1]  # so that of equal walltimes the one that began later comes first


def find_landscape(
    series: RecordSeries, step: int | None = None, landscape_id: str | None = None
) -> LoggedLandscape:
    """The landscape of a step (None: the highest) and an id (None: the latest). Raises NotFoundError."""
    for one in logged_landscapes(series):
        if step in (None, one.step) and landscape_id in (None, one.id):
            return one
    at = "" if step is None else f" at step {step}"
    of = "" if landscape_id is None else f" of id {landscape_id!r}"
    raise NotFoundError(f"no landscape with tag {series.tag!r}{at}{of} in this run")


def _id(record: Record) -> str:
    landscape_id = record.summary.get("id")
    return landscape_id if isinstance(landscape_id, str) else ""


def _is_part(record: Record) -> bool:
    return record.summary.get("part") is True


def _count(record: Record, name: str) -> int:
    return _count_of(record.summary, name)


def _count_of(summary: Mapping[str, Any], name: str) -> int:
    count = summary.get(name)
    return count if isinstance(count, int) and count >= 0 else 0
