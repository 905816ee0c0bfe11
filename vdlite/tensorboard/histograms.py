"""How values are distributed."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.histogram import MOST_BUCKETS
from vdlite.kinds.numbers.arrays import ArrayLike, as_array
from vdlite.protobuf.values import bucket_edges
from vdlite.tensorboard.life import Life
from vdlite.tensorboard.notices import warn_once
from vdlite.writer.arguments.checks import StepLike

_BUCKETS = 64


class HistogramCalls(Life):
    """The part of a SummaryWriter that counts values, and takes what is counted."""

    def add_histogram(
        self,
        tag: str,
        values: ArrayLike,
        global_step: StepLike | None = None,
        bins: "int | str | Sequence[float]" = "tensorflow",
        walltime: float | None = None,
        max_bins: int | None = None,
    ) -> None:
        """Log how values are distributed. Of none of them an empty histogram is logged, with a warning.

        values: real numbers of any shape. NaN and infinities are counted apart.
        bins: "tensorflow" for 64 buckets of equal width; a number of such; rising edges; or a rule of
            numpy.histogram_bin_edges, such as "auto".
        max_bins: the most buckets; of edges, some are left out.
        The rest as in `add_scalar`.
        """
        tag, step, time = self._where(tag, global_step, walltime)
        if not getattr(values, "is_cuda", False):
            values = as_array(values, "histogram")
            if not values.size:
                warn_once("vdlite: a histogram of no values: %r", tag)
        buckets = _buckets(bins, values, max_bins)
        self._log().add_histogram(tag, values, step, time, buckets)

    def add_histogram_raw(
        self,
        tag: str,
        min: float,  # noqa: A002  # as TensorBoard's writers have it
        max: float,  # noqa: A002
        num: int,
        sum: float,  # noqa: A002
        sum_squares: float,
        bucket_limits: ArrayLike,
        bucket_counts: ArrayLike,
        global_step: StepLike | None = None,
        walltime: float | None = None,
    ) -> None:
        """Log a histogram that is counted already.

        min, max, num, sum, sum_squares: of all values.
        bucket_limits: [B], the upper limit of each bucket; the first one begins at `min`, the last one ends at `max`.
        bucket_counts: [B], the values in each.
        The rest as in `add_scalar`. Raises ValueError if the two differ in length.
        """
        from vdlite.kinds.counted import histogram_of_counts

        limits = as_array(bucket_limits, "bucket_limits").astype(np.float64)
        counts = as_array(bucket_counts, "bucket_counts").astype(np.float64)
        if len(limits) != len(counts):
            raise ValueError("len(bucket_limits) != len(bucket_counts)")
        edges, filled = bucket_edges(limits, counts, float(min), float(max))
        payload, summary = histogram_of_counts(
            filled, edges, count=float(num), total=float(sum), squares=float(sum_squares)
        )
        tag, step, time = self._where(tag, global_step, walltime)
        self._log().add_record("histogram", tag, payload, step, time, summary)


def _buckets(bins: Any, values: ArrayLike, max_bins: int | None) -> Any:
    """The histograms as a LogWriter takes them."""
    if isinstance(bins, str) and bins == "tensorflow":
        bins = _BUCKETS
    most = MOST_BUCKETS if max_bins is None else max(1, min(max_bins, MOST_BUCKETS))
    if isinstance(bins, str):
        if max_bins is None:
            return bins
        finite = as_array(values, "histogram").reshape(-1)
        bins = len(np.histogram_bin_edges(finite[np.isfinite(finite)], bins)) - 1
    if isinstance(bins, (int, np.integer)):
        return min(int(bins), most)
    return _edges(as_array(bins, "bins").astype(np.float64).reshape(-1), values, most)


def _edges(edges: NDArray[np.float64], values: ArrayLike, most: int) -> NDArray[np.float64]:
    """Edges that rise strictly and are finite, of at most so many buckets.

    Raises ValueError if they fall, as numpy.histogram does.
    """
    if (edges[1:] < edges[:-1]).any():
        raise ValueError("bins must increase monotonically")
    if np.isinf(edges).any():
        finite = as_array(values, "histogram").reshape(-1).astype(np.float64)
        finite = np.append(finite[np.isfinite(finite)], edges[np.isfinite(edges)])
        ends = (finite.min(), finite.max()) if len(finite) else (0.0, 0.0)
        edges = np.clip(edges, *ends)
    rising = np.unique(edges)
    stride = -(-(len(rising) - 1) // most)
    return rising if stride <= 1 else np.unique(np.append(rising[::stride], rising[-1]))
