"""The samples of the data that a landscape is computed of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.utils.data import DataLoader, Dataset, IterableDataset

from vdlite.errors import LandscapeError
from vdlite.landscape.options import Sampling
from vdlite.landscape.torch.batches import Batch, Samples, kept, taken
from vdlite.landscape.torch.counting import count_of, goes_by_sample, picked

Places = NDArray[np.int64]


def sampled(
    data: Iterable[Batch],
    most: int | None,
    how: Sampling,
    seed: int,
    name: str = "data",
    *,
    has_targets: bool,
) -> Samples:
    """The samples of some batches, copied: `most` of them, or all; a batch that can't be cut is taken whole.

    has_targets: whether the last thing in a batch are targets. how: "random" draws by the seed, "stratified" draws as large a share of each target, "first" takes those that come
        first. What has no length is a stream, of which only the first can be had.
    Raises LandscapeError if there are none, if a batch holds no tensor, and for "stratified" without targets.
    """
    if isinstance(data, Dataset) and not isinstance(data, IterableDataset):
        raise LandscapeError(
            f"{name}: got a data set, which gives sample by sample, want batches: DataLoader(data, batch_size=256)"
        )
    if most is None or how == "first":
        return taken(data, most, name, has_targets=has_targets)
    if isinstance(data, (list, tuple)):
        own = [kept(batch) for batch in data]
        return _of_batches(own, most, how, seed, name, has_targets=has_targets)
    places = _places_of(data)
    if places is None:
        if how == "stratified":
            raise LandscapeError(
                f'sampling: got "stratified" for a stream, want data with a length: {name}'
            )
        return taken(data, most, name, has_targets=has_targets)
    if most >= len(places):
        return taken(data, None, name, has_targets=has_targets)
    assert isinstance(data, DataLoader)
    targets = _targets_of(data, places, name) if how == "stratified" else None
    chosen = _chosen(len(places), most, seed, targets)
    size = data.batch_size if data.batch_size is not None else most
    some = DataLoader(
        data.dataset,
        batch_size=size,
        sampler=[places[place] for place in chosen],
        collate_fn=data.collate_fn,
        num_workers=data.num_workers,
        worker_init_fn=data.worker_init_fn,
        multiprocessing_context=data.multiprocessing_context,
    )
    found = taken(some, None, name, has_targets=has_targets)
    return replace(found, sampling=how, population=len(places))


def limited(samples: Samples, most: int, how: Sampling, seed: int) -> Samples:
    """So many of the samples, chosen in the same way. Raises LandscapeError for less than one."""
    if most < 1:
        raise LandscapeError(f"samples: got {most}, want 1 or more")
    if most >= samples.count:
        return samples
    own = samples.has_targets
    some = (
        taken(samples.batches, most, "samples", has_targets=own)
        if how == "first" or samples.sampling == "first"
        else _of_batches(samples.batches, most, how, seed, "samples", has_targets=own)
    )
    if some.joined:
        # Of sizes that came.
        sums = np.minimum(np.cumsum(samples.came), some.count)
        came = tuple(int(one) for one in np.diff(sums, prepend=0) if one)
        some = replace(some, came=came)
    population = samples.population if samples.sampling else samples.count
    sampling = samples.sampling or some.sampling or how
    return replace(some, sampling=sampling, population=population)


def _of_batches(
    batches: Sequence[Batch], most: int, how: Sampling, seed: int, name: str, *, has_targets: bool
) -> Samples:
    """Some samples of batches that are all there; in a random order where they go into one batch.

    Where a batch can't be cut, whole batches are drawn, until there are enough samples.
    """
    counts = [count_of(batch, name, has_targets=has_targets) for batch in batches]
    if most >= sum(counts):
        return taken(batches, None, name, has_targets=has_targets)
    targets = None
    if how == "stratified":
        targets = np.concatenate([_targets_in(batch, name) for batch in batches])
    if not all(map(goes_by_sample, batches, counts)):
        order = np.random.Generator(np.random.PCG64([seed, 2])).permutation(len(batches))
        enough = int(np.searchsorted(np.cumsum(np.take(counts, order)), most)) + 1
        some = [batches[place] for place in sorted(order[:enough])]
        found = taken(some, None, name, has_targets=has_targets)
        return replace(found, sampling=how, population=sum(counts))
    chosen = np.sort(_chosen(sum(counts), most, seed, targets))
    some, start = [], 0
    for batch, count in zip(batches, counts, strict=True):
        own = chosen[(chosen >= start) & (chosen < start + count)] - start
        start += count
        if len(own):
            some.append(_some_of(batch, count, own))
    found = taken(some, None, name, has_targets=has_targets)
    if found.joined:
        # Parts of them tell the standard error only if they are no classes.
        order = np.random.Generator(np.random.PCG64([seed, 3])).permutation(most)
        found = replace(found, batches=(_some_of(found.batches[0], most, order),))
    return replace(found, sampling=how, population=sum(counts))


def _chosen(number: int, most: int, seed: int, targets: NDArray[Any] | None) -> Places:
    """The samples drawn, without replacement, in a random order; of targets as large a share as they have in all."""
    stream = np.random.Generator(np.random.PCG64([seed, 2]))
    order = stream.permutation(number)
    if targets is None:
        return order[:most]
    kinds, which = np.unique(targets, return_inverse=True)
    exact = np.bincount(which, minlength=len(kinds)) * most / number
    wanted = np.floor(exact).astype(np.int64)
    # The largest remainders get what is left; equal ones by chance.
    ranks = np.lexsort((stream.permutation(len(kinds)), wanted - exact))
    wanted[ranks[: most - int(wanted.sum())]] += 1
    own = which[order]
    before = np.zeros(number, dtype=np.int64)
    for kind in range(len(kinds)):
        before[own == kind] = np.arange(int((own == kind).sum()))
    return order[before < wanted[own]]


def _places_of(data: Any) -> list[Any] | None:
    """The indices that a loader of a data set with a length would ask for; None of anything else."""
    plain = isinstance(data, DataLoader) and type(data).__iter__ is DataLoader.__iter__
    if not plain or isinstance(data.dataset, IterableDataset) or data.batch_sampler is None:
        return None
    return [place for batch in data.batch_sampler for place in batch]


def _some_of(batch: Batch, count: int, chosen: Places) -> Batch:
    index = torch.from_numpy(chosen)
    return picked(batch, count, lambda tensor: tensor[index])


def _targets_of(loader: DataLoader[Any], places: Sequence[Any], name: str) -> NDArray[Any]:
    """The targets of all samples: those that the data set keeps, or those that it gives one by one."""
    for attribute in ("targets", "labels"):
        known = getattr(loader.dataset, attribute, None)
        if known is not None and len(known) == len(loader.dataset):
            return _whole([known[place] for place in places], name)
    given = [loader.dataset[place] for place in places]
    if not all(isinstance(one, (list, tuple)) and len(one) > 1 for one in given):
        raise _without_targets(name)
    return _whole([one[-1] for one in given], name)


def _targets_in(batch: Batch, name: str) -> NDArray[Any]:
    if not isinstance(batch, (list, tuple)) or len(batch) < 2:
        raise _without_targets(name)
    return _whole(batch[-1], name)


def _whole(targets: Any, name: str) -> NDArray[Any]:
    found = np.asarray(targets)
    if found.ndim != 1 or found.dtype.kind not in "biuU":
        raise _without_targets(name)
    return found


def _without_targets(name: str) -> LandscapeError:
    return LandscapeError(
        f'sampling: got "stratified", want batches (inputs, ..., targets) with a class for each sample: {name}'
    )
