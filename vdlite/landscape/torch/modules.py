"""What the parameters of a module are: which axis counts their filters, which belong to a normalization."""

import copy
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import torch
from torch import nn

from vdlite.errors import LandscapeError, shown
from vdlite.landscape.options import Parameters
from vdlite.landscape.torch.rebinding import rebind
from vdlite.landscape.weights import Array, Role, Weight

_NORMS = (
    nn.modules.batchnorm._NormBase,  # batch and instance norm
    nn.LayerNorm,
    nn.GroupNorm,
    nn.LocalResponseNorm,
)
_TRANSPOSED = (nn.ConvTranspose1d, nn.ConvTranspose2d, nn.ConvTranspose3d)
_EMBEDDINGS = (nn.Embedding, nn.EmbeddingBag)
_STATISTICS: dict[str, Role] = {"running_mean": "mean", "running_var": "variance"}


def tensors_of(model: nn.Module, parameters: Parameters = "weights") -> dict[str, torch.Tensor]:
    """The tensors that a landscape moves, by name, tied ones once. Counters are never among them.

    "trainable" leaves frozen ones out, those that require no gradient; where all are frozen, none is left out. What is
    frozen and of whole or complex numbers always is.
    Raises LandscapeError for parameters that are no real floating-point numbers, or if there are none.
    """
    # Frozen whole numbers, such as quantized weights below adapters, are constants.
    found: dict[str, torch.Tensor] = {
        name: one
        for name, one in model.named_parameters()
        if one.requires_grad or one.is_floating_point() or is_without_shape(one)
    }
    if parameters in ("states", "whole"):
        for prefix, module in model.named_modules():
            if issubclass(kind_of(module), nn.modules.batchnorm._NormBase):
                for name in _STATISTICS:
                    buffer = getattr(module, name)
                    if buffer is not None:
                        found[f"{prefix}.{name}" if prefix else name] = buffer
    elif parameters == "trainable":
        found = {name: one for name, one in found.items() if one.requires_grad} or found
    elif parameters != "weights":
        raise LandscapeError(
            f"parameters: got {shown(parameters)}, want 'trainable', 'weights' or 'states'"
        )
    if parameters == "whole":
        kept = model.state_dict(keep_vars=True)
        for name, buffer in model.named_buffers():
            if name in kept and buffer.is_floating_point():
                found.setdefault(name, buffer)
    for name, tensor in found.items():
        if is_without_shape(tensor):
            raise LandscapeError(
                f"parameter {name!r}: it has no shape yet, want a model that was run once"
            )
        if not tensor.is_floating_point():
            raise LandscapeError(
                f"parameter {name!r}: got {tensor.dtype}, want real floating-point numbers"
            )
    if not found:
        raise LandscapeError(
            f"model: {name_of(model)} has no parameters of real floating-point numbers"
        )
    return found


def is_without_shape(tensor: torch.Tensor) -> bool:
    """True for a parameter of a lazy module that was not run yet."""
    return isinstance(tensor, nn.parameter.UninitializedTensorMixin)


def weights_of(
    model: nn.Module, parameters: Parameters = "weights", *, share: bool = False
) -> tuple[Weight, ...]:
    """The weights of a model, as directions see them: float16 and bfloat16 as float32.

    Their arrays are copies; or, for a model that does not change any more, the model's own memory where that is possible.
    """
    tensors = tensors_of(model, parameters)
    kinds = dict(_kinds(model))
    made = []
    for name, tensor in tensors.items():
        # What is neither a parameter nor of a batch norm is a statistic of some kind: no random direction moves it.
        role, axis, groups = kinds.get(name, ("mean", 0, 1))
        made.append(Weight(name, as_array(tensor, share=share), role, axis, groups))
    return tuple(made)


def dtype_of(model: nn.Module) -> torch.dtype:
    """The type of its first parameter of real floating-point numbers."""
    return next(one.dtype for one in model.parameters() if one.is_floating_point())


def frozen(model: nn.Module) -> list[torch.Tensor]:
    """Parameters that are not trained; none where nothing is."""
    parameters = list(model.parameters())
    found = [tensor for tensor in parameters if not tensor.requires_grad]
    return found if len(found) < len(parameters) else []


def load(model: nn.Module, arrays: Sequence[Array]) -> None:
    """Put arrays into a model, one for each weight of the whole. Raises LandscapeError if they do not fit."""
    tensors = tensors_of(model, "whole")
    if len(arrays) != len(tensors):
        raise LandscapeError(f"model: got {len(arrays)} arrays, want {len(tensors)}")
    with torch.no_grad():
        for (name, tensor), array in zip(tensors.items(), arrays, strict=True):
            if tuple(tensor.shape) != array.shape:
                raise LandscapeError(
                    f"model: got shape {array.shape} for {name!r}, want {tuple(tensor.shape)}"
                )
            tensor.copy_(torch.from_numpy(np.array(array)))


def bare(model: Any) -> Any:
    """The module within wrappers that spread it over cards or compile it: with its own names, and able to be copied."""
    while True:
        inner = getattr(model, "_orig_mod", None)
        if inner is None and type(model).__name__ in ("DataParallel", "DistributedDataParallel"):
            inner = model.module
        if not isinstance(inner, nn.Module):
            return model
        model = inner


def copied(model: nn.Module, known: dict[int, Any] | None = None) -> nn.Module:
    """A copy with memory of its own, whose functions see it. known: what stands for some objects, by their `id`."""
    copies = dict(known or {})
    # In a graph, the parameters of a scripted model would become results of a computation.
    with torch.no_grad():
        made: nn.Module = copy.deepcopy(model, copies)
    if not is_scripted(model):
        rebind(made, {id(one): copies[id(one)] for one in _of(model) if id(one) in copies})
    return made


def _of(model: nn.Module) -> Iterator[Any]:
    """All that a function may refer to: modules, parameters and buffers."""
    yield from model.modules()
    yield from model.parameters()
    yield from model.buffers()


def kind_of(module: nn.Module) -> type[nn.Module]:
    """The class of a module; of a scripted one that of torch's own from which it was made."""
    if not is_scripted(module):
        return type(module)
    found = getattr(nn, module.original_name, None)
    return found if isinstance(found, type) and issubclass(found, nn.Module) else nn.Module


def name_of(module: nn.Module) -> str:
    """The name of its class, before it was scripted."""
    return str(module.original_name) if is_scripted(module) else type(module).__name__


def is_scripted(module: Any) -> bool:
    """True for a module of TorchScript, scripted or traced: its code is compiled, and it is no object of its class."""
    return isinstance(module, torch.jit.ScriptModule)


def as_array(tensor: torch.Tensor, *, share: bool = False) -> Any:
    """A NumPy array, float32 or float64; of its own, unless it may share the tensor's memory."""
    wide = tensor.dtype if tensor.dtype == torch.float64 else torch.float32
    return tensor.detach().to("cpu", wide, copy=not share).contiguous().numpy()


def _kinds(model: nn.Module) -> Iterator[tuple[str, tuple[Role, int, int]]]:
    for prefix, module in model.named_modules():
        # Some norms, such as RMSNorm, are newer than the oldest torch, and many models bring their own.
        kind = kind_of(module)
        norm = issubclass(kind, _NORMS) or name_of(module).endswith("Norm")
        for own, tensor in module.named_parameters(recurse=False):
            name = f"{prefix}.{own}" if prefix else own
            if tensor.ndim <= 1:
                role: Role = "norm" if norm else "bias" if "bias" in own else "vector"
                yield name, (role, 0, 1)
            elif issubclass(kind, _TRANSPOSED):
                yield name, ("weight", 1, module.groups)
            elif issubclass(kind, _EMBEDDINGS):
                # A one-hot token times the table: an output is a column.
                yield name, ("weight", 1, 1)
            else:
                yield name, ("weight", 0, 1)
        for own, role in _STATISTICS.items():
            if norm and getattr(module, own, None) is not None:
                yield (f"{prefix}.{own}" if prefix else own), (role, 0, 1)
