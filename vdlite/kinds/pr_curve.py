"""Precision-recall curves."""

from vdlite.kinds import curve
from vdlite.kinds.curve import Column, Curve
from vdlite.kinds.draft import Arrays, Draft, Encoded, Settings, taking
from vdlite.kinds.kind import Kind
from vdlite.kinds.numbers.arrays import ArrayLike

NAME = "pr_curve"


@taking(NAME)
def pr_curve(
    labels: ArrayLike,
    predictions: ArrayLike,
    *,
    num_thresholds: int | None = curve.POINTS,
    weights: ArrayLike | None = None,
) -> Draft:
    """A draft of the curve of labels (0 or 1), predictions (any numbers) and weights (0 or more), all of one size.

    num_thresholds: how many points are stored at most; below FEWEST_POINTS the same as that, None for all.
    Samples with a NaN are left out and counted. Raises PayloadError for anything else.
    """
    return curve.draft(NAME, encode, labels, predictions, num_thresholds, weights)


def encode(arrays: Arrays, settings: Settings) -> Encoded:
    """The curve's bytes and summary."""
    return curve.encode(_axes, arrays, settings)


def decode(payload: bytes) -> Curve:
    """Raises FormatError if the bytes are no curve."""
    return curve.decode(payload, NAME)


def _axes(drawn: Curve) -> tuple[Column, Column]:
    return drawn.recall, drawn.precision


KIND = Kind(NAME, decode, encode)
