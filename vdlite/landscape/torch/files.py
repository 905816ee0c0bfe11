"""Weights from files of PyTorch."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from vdlite.errors import DamagedSnapshotError, LandscapeError
from vdlite.landscape.safetensors import is_safetensors, read_safetensors
from vdlite.landscape.torch.modules import as_array
from vdlite.landscape.torch_version import why_not
from vdlite.landscape.weights import Array, Weight

_INNER = ("state_dict", "model_state_dict", "model", "net", "weights")
"""Where files that hold more than weights keep them."""
_PREFIXES = ("module.", "_orig_mod.")
"""What wrappers put before the names: DataParallel, torch.compile."""


def arrays_of(source: Any, weights: Sequence[Weight]) -> list[Array]:
    """An array for each weight, from a module, a state dict, a file of one that `torch.save` wrote, or a .safetensors file or its index.

    No file can run code: those of `torch.save` are read with `weights_only=True`, and by a PyTorch in which that holds.
    Raises LandscapeError if names or shapes do not fit, or this PyTorch may not open the file; DamagedSnapshotError if
    a file holds no state dict, OSError if it can't be read.
    """
    where = f": {source}" if isinstance(source, (str, Path)) else ""
    state = _plain(_state(source), where)
    missing = [weight.name for weight in weights if weight.name not in state]
    if missing:
        raise LandscapeError(
            f"weights: {len(missing)} of {len(weights)} are missing, such as {missing[0]!r}{where}"
        )
    arrays = []
    for weight in weights:
        array = as_array(state[weight.name])
        if array.shape != weight.value.shape:
            raise LandscapeError(
                f"weight {weight.name!r}: got shape {array.shape}, want {weight.value.shape}{where}"
            )
        arrays.append(array)
    return arrays


def _state(source: Any) -> Any:
    if isinstance(source, nn.Module):
        return source.state_dict()
    if not isinstance(source, (str, Path)):
        return source
    Path(source).open("rb").close()  # a file that is not there is not damaged
    if is_safetensors(source):
        arrays = read_safetensors(source)
        return {name: torch.from_numpy(_signed(array)) for name, array in arrays.items()}
    refused = why_not(torch.__version__)
    if refused is not None:
        raise LandscapeError(f"weights: {refused}: {source}")
    try:
        return torch.load(source, map_location="cpu", weights_only=True)
    except Exception as error:  # torch has many words for what is cut short, an OSError among them
        first = str(error).partition("\n")[0]
        raise DamagedSnapshotError(
            f"weights: want a state dict that torch.save wrote, without other objects ({first}): {source}"
        ) from error


def _signed(array: Array) -> Array:
    """A copy that any PyTorch takes: it has no unsigned integers but those of one byte."""
    wide = array.dtype.kind == "u" and array.dtype.itemsize > 1
    return array.astype(np.float64) if wide else array.copy()


def _plain(state: Any, where: str) -> dict[str, torch.Tensor]:
    for _ in _INNER:
        inner = next((name for name in _INNER if isinstance(_get(state, name), Mapping)), None)
        if inner is None:
            break
        state = state[inner]
    if not isinstance(state, Mapping) or not state:
        raise LandscapeError(f"weights: got {type(state).__name__}, want a state dict{where}")
    found = {}
    for name, tensor in state.items():
        short = str(name)
        for prefix in _PREFIXES:
            short = short.removeprefix(prefix)
        if isinstance(tensor, torch.Tensor):
            found[short] = tensor
    return found


def _get(state: Any, name: str) -> Any:
    return state.get(name) if isinstance(state, Mapping) else None
