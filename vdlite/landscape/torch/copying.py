"""The caller's model, taken as it is."""

import torch
from torch import nn

from vdlite.errors import LandscapeError
from vdlite.landscape.torch.modules import bare, copied, is_scripted, name_of
from vdlite.landscape.torch.setup import TorchOptions


def check_scripted(model: nn.Module, options: TorchOptions) -> None:
    """Raises LandscapeError for what a model of TorchScript can't be told."""
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
