"""The device that a model is computed on."""

import torch
from torch import nn

from vdlite.errors import LandscapeError, shown


def device_of(name: str | torch.device) -> torch.device:
    """Raises LandscapeError if there is no such device here."""
    try:
        device = torch.device(name)
    except (RuntimeError, TypeError) as error:
        raise LandscapeError(
            f"device: got {shown(name)}, want such as 'cpu' or 'cuda:0'"
        ) from error
    if device.type == "cuda":
        number = torch.cuda.device_count() if torch.cuda.is_available() else 0
        if (device.index or 0) >= number:
            raise LandscapeError(
                f"device: got {device}, but torch finds {number} CUDA devices here"
            )
    if device.type == "mps" and not torch.backends.mps.is_available():
        raise LandscapeError(f"device: got {device}, but torch finds no such device here")
    return device


def device_for(model: nn.Module, name: str | torch.device | None) -> torch.device:
    """The device of that name; the model's, if left out."""
    if name is not None:
        return device_of(name)
    first = next(model.parameters(), None)
    return first.device if first is not None else torch.device("cpu")
