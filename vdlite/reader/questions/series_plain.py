"""A series in bounded size as what JSON has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdlite.reader.questions.plain import fields_of
from vdlite.reader.questions.views import scalars_view

if TYPE_CHECKING:
    from vdlite.reader.series.series_summary import Bucket, SeriesSummary


def series_plain(found: SeriesSummary) -> dict[str, object]:
    """The summary with its buckets, which say `from` and `to`, and the page that shows it."""
    return {
        **fields_of(found),
        "buckets": [_bucket(each) for each in found.buckets],
        "view": scalars_view([found.run], found.tag),
    }


def _bucket(found: Bucket) -> dict[str, object]:
    return {
        "from": found.first_step,
        "to": found.last_step,
        "min": found.min,
        "max": found.max,
        "count": found.count,
        "nan_count": found.nan_count,
        "inf_count": found.inf_count,
    }
