"""Which scalars belong into one chart."""

from collections.abc import Sequence

from vdlite.tensorboard.layouts import TAG, Given, as_text, charts_of
from vdlite.tensorboard.life import Life


class LayoutCalls(Life):
    """The part of a SummaryWriter that tells which scalars belong into one chart."""

    def add_custom_scalars(self, layout: Given) -> None:
        """Keep which scalars belong into one chart, as the text `custom_scalars`.

        layout: `{category: {title: ["Multiline", tags]}}`, or "Margin" with the tags of a value and its two bounds.
        The page draws such charts in *Custom charts*, where they are put together.
        """
        self._log().add_text(TAG, as_text(charts_of(layout)))

    def add_custom_scalars_multilinechart(
        self, tags: Sequence[str], category: str = "default", title: str = "untitled"
    ) -> None:
        """Keep that these scalars belong into one chart; see `add_custom_scalars`."""
        self.add_custom_scalars({category: {title: ["Multiline", tags]}})

    def add_custom_scalars_marginchart(
        self, tags: Sequence[str], category: str = "default", title: str = "untitled"
    ) -> None:
        """Keep that a scalar and its two bounds belong into one chart; see `add_custom_scalars`."""
        if len(tags) != 3:
            raise AssertionError(f"Expected 3 tags, got {len(tags)}.")
        self.add_custom_scalars({category: {title: ["Margin", tags]}})
