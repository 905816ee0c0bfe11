"""The caller's model, taken as it is."""

import zlib

import torch
from torch import nn

from vdlite.errors import LandscapeError
from vdlite.landscape.notices import warn
from vdlite.landscape.torch.modules import bare, copied, is_scripted, name_of
from vdlite.landscape.torch.setup import TorchOptions
from vdlite.landscape.torch.trees import as_bytes


def check_scripted(model: nn.Module, options: TorchOptions) -> None:
    """Raises LandscapeError for options that a model of TorchScript can't take."""
    traced = isinstance(model, (torch.jit.TracedModule, torch.jit.TopLevelTracedModule))
    unable = (
        "training: got True, but a traced model computes as it did when it was traced"
        if options.training and traced
        else "compile: got True, but torch.compile takes no scripted model, which is compiled already"
        if options.compile and is_scripted(model)
        else ""
    )
    if unable:
        raise LandscapeError(f"{unable}; return the plain module from callback_fn (--entry)")


def copy_of(model: nn.Module) -> nn.Module:
    """A copy on the CPU, that can be sent to other processes. Raises LandscapeError if the model can't be copied."""
    try:
        inner = bare(model)
        # What a forward has left behind, such as the weight that `weight_norm` computes, belongs to its graph.
        left = (value for module in inner.modules() for value in vars(module).values())
        plain = {
            id(value): value.detach().clone()
            for value in left
            if isinstance(value, torch.Tensor) and not value.is_leaf
        }
        return copied(inner, plain).cpu()
    except Exception as error:
        raise LandscapeError(
            f"model: {name_of(model)} can't be copied ({error}); hooks or tensors that belong to a graph have to "
            "be taken away first"
        ) from error


def put_into_mode(model: nn.Module, *, training: bool) -> None:
    """Set the mode of a model: some adapters are merged into the weights below them then, and what moves is that."""
    before = _sums(model)
    model.train(training)
    changed = [name for name, sums in _sums(model).items() if sums != before.get(name)]
    if changed:
        warn(
            f"the model changes {changed[0]!r} when it is put into {'training' if training else 'evaluation'}, as adapters "
            "that are merged do: the landscape is that of the changed weights"
        )


def _sums(model: nn.Module) -> dict[str, int]:
    """Checksums of the parameters: a copy of all would take as much memory as the model."""
    return {
        name: zlib.crc32(as_bytes(one.detach()))
        for name, one in model.named_parameters()
        if one.layout == torch.strided
    }
