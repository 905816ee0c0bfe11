"""Layouts of charts, as custom scalars have them, into the log of a run."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from vdlite.errors import PayloadError
from vdlite.kinds.fields import some_of
from vdlite.kinds.layout import MOST_TAGS, Chart
from vdlite.protobuf.plugins import Chart as StoredChart
from vdlite.writer import LogWriter

Given: TypeAlias = Mapping[str, Mapping[str, Sequence[Any]]]


def charts_of(layout: Given) -> list[Chart]:
    """The charts of `{category: {title: ["Multiline" or "Margin", tags]}}`.

    Raises AssertionError, as TensorBoard's writers do, for a margin that has other than three tags.
    """
    charts = []
    for category, titles in layout.items():
        for title, chart in titles.items():
            tags = tuple(map(str, some_of(chart[1], MOST_TAGS)))
            if len(tags) > MOST_TAGS:
                raise PayloadError(f"{category}/{title}: got more than {MOST_TAGS:,} tags")
            where = (str(category), str(title))
            if chart[0] != "Margin":
                charts.append(Chart(*where, tags))
            elif len(tags) == 3:
                charts.append(Chart(*where, margins=((tags[0], tags[1], tags[2]),)))
            else:
                raise AssertionError(f"expected 3 tags, got {len(tags)}")
    return charts


def add_layout(
    log: LogWriter,
    charts: Iterable[Chart | StoredChart],
    step: int | None = None,
    walltime: float | None = None,
) -> None:
    """Log these charts in the place of those before."""
    from vdlite.kinds import layout
    from vdlite.kinds.draft import encoded

    kept = [Chart(each.category, each.title, each.tags, each.margins) for each in charts]
    payload, summary = encoded(layout.layout_of(kept))
    log.add_record(layout.NAME, layout.TAG, payload, step, walltime, summary)
