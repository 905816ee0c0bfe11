"""The scalars that belong into one chart."""

from collections.abc import Sequence
from functools import cached_property

from vdlite.kinds.layout import Chart
from vdlite.tensorboard.layouts import Given, add_layout, charts_of
from vdlite.tensorboard.life import Life


class LayoutCalls(Life):
    """The part of a SummaryWriter that says which scalars belong into one chart."""

    def add_custom_scalars(self, layout: Given) -> None:
        """Log which scalars belong into one chart: the page shows the charts as a board, in *Boards*.

        layout: `{category: {title: ["Multiline", tags]}}`, or "Margin" with the tags of a value and its two bounds.
        A later call replaces what earlier ones gave.
        """
        charts = charts_of(layout)
        self._charts.clear()
        self._add_charts(charts)

    def add_custom_scalars_multilinechart(
        self, tags: Sequence[str], category: str = "default", title: str = "untitled"
    ) -> None:
        """Log that these scalars belong into one chart, beside those that this writer was given before."""
        self._add_charts(charts_of({category: {title: ["Multiline", tags]}}))

    def add_custom_scalars_marginchart(
        self, tags: Sequence[str], category: str = "default", title: str = "untitled"
    ) -> None:
        """Log that a scalar and its two bounds belong into one chart, beside those of before."""
        if len(tags) != 3:
            raise AssertionError(f"Expected 3 tags, got {len(tags)}.")
        self._add_charts(charts_of({category: {title: ["Margin", tags]}}))

    @cached_property
    def _charts(self) -> dict[tuple[str, str], Chart]:
        """Charts by category and title."""
        return {}

    def _add_charts(self, charts: Sequence[Chart]) -> None:
        self._charts.update({(each.category, each.title): each for each in charts})
        add_layout(self._log(), self._charts.values())
