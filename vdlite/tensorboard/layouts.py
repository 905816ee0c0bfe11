"""Layouts of charts, as custom scalars have them: kept as a text that people and programs can read."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from vdlite.protobuf.plugins import Chart

TAG = "custom_scalars"

Given: TypeAlias = Mapping[str, Mapping[str, Sequence[Any]]]


def charts_of(layout: Given) -> list[Chart]:
    """The charts of `{category: {title: ["Multiline" or "Margin", tags]}}`.

    Raises AssertionError, as TensorBoard's writers do, for a margin that has other than three tags.
    """
    charts = []
    for category, titles in layout.items():
        for title, chart in titles.items():
            tags = tuple(chart[1])
            if chart[0] != "Margin":
                charts.append(Chart(category, title, tags))
            elif len(tags) == 3:
                charts.append(Chart(category, title, margins=((tags[0], tags[1], tags[2]),)))
            else:
                raise AssertionError(f"expected 3 tags, got {len(tags)}")
    return charts


def as_text(charts: Iterable[Chart]) -> str:
    """Markdown for people, and behind it the same as JSON."""
    by_category: dict[str, dict[str, list[Any]]] = {}
    lines: list[str] = []
    for chart in charts:
        if chart.category not in by_category:
            lines += ["", f"## {chart.category}", ""]
        titles = by_category.setdefault(chart.category, {})
        lines.append(f"- {chart.title}: {_drawn(chart)}")
        kind, tags = ("Margin", chart.margins) if chart.margins else ("Multiline", chart.tags)
        titles[chart.title] = [kind, list(tags[0] if chart.margins else tags)]
    fenced = ["", "```json", json.dumps(by_category, indent=2, ensure_ascii=False), "```"]
    return "\n".join(["Charts of several scalars.", *lines, *fenced])


def _drawn(chart: Chart) -> str:
    if chart.margins:
        return ", ".join(
            f"`{value}` from `{low}` to `{high}`" for value, low, high in chart.margins
        )
    return ", ".join(f"`{tag}`" for tag in chart.tags)
