"""Histograms counted where the values are: on a GPU, behind the work queued there, so that nobody waits.

Only what is counted comes back: a few kilobytes, copied into pinned memory, and an event that marks its arrival.
"""

import math
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

PIECE = 1 << 21
"""Values that are in float64 at a time: 16 MiB of the device's memory for each of some copies."""


class Counted:
    """The fields of a histogram, on their way."""

    def __init__(self, counts: Any, edges: Any, stats: Any, arrival: Any) -> None:
        self._counts = counts  # int64 [B + 4]: buckets; then NaN, +infinity, -infinity, finite
        self._edges = edges  # float64 [B + 1]
        self._stats = stats  # float64 [4]: min, max, mean, std
        self._arrival = arrival  # event behind the copies; None if there is nothing to wait for

    def result(self) -> dict[str, Any]:
        """The fields; waits for them."""
        if self._arrival is not None:
            self._arrival.synchronize()
        counts: NDArray[np.int64] = self._counts.numpy()
        nan, posinf, neginf, count = (int(number) for number in counts[-4:])
        low, high, mean, std = self._stats.tolist() if count else [math.nan] * 4
        edges: NDArray[np.float64] = self._edges.numpy()
        counts = counts[:-4].copy()
        wide = edges[1:] > edges[:-1]
        if not np.all(wide):
            # Edges coincide where there are few numbers between the ends: leave out what lies between equal ones,
            # which holds no values, but for the last edge's.
            counts[np.flatnonzero(wide)[-1]] += counts[-1] if not wide[-1] else 0
            counts, edges = counts[wide], np.append(edges[:-1][wide], edges[-1])
        return {
            "counts": counts,
            "edges": edges,
            "count": count,
            "min": low,
            "max": high,
            "mean": mean,
            "std": std,
            "nan": nan,
            "posinf": posinf,
            "neginf": neginf,
        }


def takes(tensor: Any) -> bool:
    """True for tensors of a plain layout and a real type."""
    torch = sys.modules.get("torch")
    return (
        torch is not None
        and isinstance(tensor, torch.Tensor)
        and tensor.layout == torch.strided
        and not tensor.is_complex()
        and not tensor.is_quantized
    )


def count(tensor: Any, buckets: int | NDArray[np.float64], *, piece: int = PIECE) -> Counted:
    """Start to count a tensor of any device that computes in float64.

    buckets: the number of equal ones, or their edges.
    The same rules as for arrays: exact counts for the edges that come back, moments in float64.
    """
    torch: Any = sys.modules["torch"]
    with torch.no_grad():
        pieces = torch.split(tensor.detach().reshape(-1), piece)
        counts, edges, stats = _count(torch, pieces, tensor.device, buckets)
        if not tensor.is_cuda:
            return Counted(counts, edges, stats, None)
        with torch.cuda.device(tensor.device):
            copies = [_to_host(torch, source) for source in (counts, edges, stats)]
            arrival = torch.cuda.Event()
            arrival.record()
            return Counted(copies[0], copies[1], copies[2], arrival)


def _to_host(torch: Any, source: Any) -> Any:
    host = torch.empty(source.shape, dtype=source.dtype, device="cpu", pin_memory=True)
    host.copy_(source, non_blocking=True)
    return host


def _count(
    torch: Any, pieces: Any, device: Any, buckets: int | NDArray[np.float64]
) -> tuple[Any, Any, Any]:
    """Counts, edges and stats as `Counted` has them. No step needs a number on the host."""
    double = {"dtype": torch.float64, "device": device}
    low, high = torch.full((), math.inf, **double), torch.full((), -math.inf, **double)
    odd = torch.zeros(4, dtype=torch.int64, device=device)
    for piece in pieces:
        values, finite = _doubles(torch, piece)
        odd += torch.stack(
            [
                torch.isnan(values).sum(),
                torch.isposinf(values).sum(),
                torch.isneginf(values).sum(),
                finite.sum(),
            ]
        )
        if len(piece):
            low = torch.minimum(low, torch.where(finite, values, math.inf).amin())
            high = torch.maximum(high, torch.where(finite, values, -math.inf).amax())
    mean = torch.zeros((), **double)
    for piece in pieces:
        values, finite = _doubles(torch, piece)
        mean = mean + torch.where(finite, values / odd[3], 0.0).sum()
    mean = torch.clamp(mean, low, high)
    half = high / 2 - low / 2
    edges = _edges(torch, low, high, odd[3] > 0, buckets, double)
    places = torch.zeros(len(edges) + 1, dtype=torch.int64, device=device)
    squares = torch.zeros((), **double)
    for piece in pieces:
        values, finite = _doubles(torch, piece)
        # In units of the width: squares of very large or small values would leave float64's range.
        away = torch.where(finite & (half > 0), (values / 2 - mean / 2) / half, 0.0)
        squares = squares + away.square().sum()
        # 0 is left of all edges; what is on the last edge belongs to the last bucket.
        place = torch.bucketize(values, edges, right=True)
        place = torch.where(values == edges[-1], len(edges) - 1, place)
        place = torch.where(finite, place, 0)
        places.scatter_add_(0, place, torch.ones_like(place))
    stats = torch.stack([low, high, mean, half * torch.sqrt(squares / odd[3]) * 2])
    return torch.cat([places[1:-1], odd]), edges, stats


def _doubles(torch: Any, piece: Any) -> tuple[Any, Any]:
    values = piece.to(torch.float64)
    return values, torch.isfinite(values)


def _edges(
    torch: Any, low: Any, high: Any, some: Any, buckets: int | NDArray[np.float64], double: Any
) -> Any:
    if not isinstance(buckets, int):
        return torch.as_tensor(buckets, **double)
    low, high = torch.where(some, low, 0.0), torch.where(some, high, 1.0)
    equal = low == high
    down = torch.nextafter(low, torch.full_like(low, -math.inf))
    up = torch.nextafter(high, torch.full_like(high, math.inf))
    limit = np.finfo(np.float64).max
    low = torch.where(equal, torch.minimum(low - 0.5, down), low).clamp(-limit, limit)
    high = torch.where(equal, torch.maximum(high + 0.5, up), high).clamp(-limit, limit)
    part = torch.arange(buckets + 1, **double) / buckets
    # By halves: the whole width may be more than float64 has. Rounding must not let the edges fall.
    edges = (low / 2 + part * (high / 2 - low / 2)) * 2
    return torch.cat([low[None], edges[1:-1].clamp(low, high).cummax(0).values, high[None]])
