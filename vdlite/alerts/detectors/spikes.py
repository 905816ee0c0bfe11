"""Spikes: values that are far above what they were."""

from __future__ import annotations

from vdlite.alerts.detectors.rises import Rises, sigma_limits

_RECENT = 5  # points whose median is compared: a single one is no spike


def spikes() -> Rises:
    """Finds where the median of 5 points is above the median of the 200 before plus 4 sigma; see `sigma_limits`."""
    return Rises(_RECENT, sigma_limits)
