"""The plain loop: a fresh copy of the model and of the samples for each point, and nothing that is fast."""

import copy
import random

import numpy as np
import torch

from vdlite.landscape.torch.trees import mapped


def plain_losses(entry, data, directions, points, seed, device="cpu"):
    """The mean loss over all samples at each point, [N]."""
    return np.array([_loss(entry, data, directions, point, seed, device) for point in points])


def _loss(entry, data, directions, point, seed, device):
    # Made anew, not copied: functions that close over a model would go on with the one that was copied.
    torch.manual_seed(0)
    own = entry.model().to(device)
    batches = [mapped(batch, lambda one: one.to(device)) for batch in copy.deepcopy(data)]
    own.eval()
    torch.manual_seed(seed)
    random.seed(seed)
    np.random.seed(seed)  # what networks draw from
    parameters = dict(own.named_parameters())
    total = 0.0
    with torch.no_grad():
        for step, axis in zip(point, directions.axes, strict=True):
            for name, array in zip(directions.names, axis, strict=True):
                weight = parameters[name]
                weight.add_(float(step) * torch.from_numpy(np.asarray(array)).to(weight))
        for batch, count in zip(batches, entry.counts, strict=True):
            if entry.batch_loss is not None:
                loss = entry.batch_loss(own, batch)
            else:
                loss = entry.loss(own(*batch[:-1]), batch[-1])
            total += float(loss.mean()) * count
    return total / sum(entry.counts)
