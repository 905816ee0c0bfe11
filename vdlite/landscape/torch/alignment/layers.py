"""What modules of torch do with the channels of their inputs, and which axes of their weights follow."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from torch import nn

from vdlite.landscape.torch.alignment.channels import Channels, Labeled, fixed

_CONVOLUTIONS = (nn.Conv1d, nn.Conv2d, nn.Conv3d)
_TRANSPOSED = (nn.ConvTranspose1d, nn.ConvTranspose2d, nn.ConvTranspose3d)
_NORMS = (
    nn.modules.batchnorm._BatchNorm,
    nn.modules.instancenorm._InstanceNorm,
)
_LAYER_NORMS = tuple(
    kind for name in ("LayerNorm", "RMSNorm") if (kind := getattr(nn, name, None)) is not None
)
_EACH_CHANNEL_ALIKE = (
    nn.ReLU, nn.ReLU6, nn.LeakyReLU, nn.RReLU, nn.ELU, nn.CELU, nn.SELU, nn.GELU, nn.SiLU, nn.Mish, nn.Sigmoid,
    nn.Tanh, nn.Softplus, nn.Softsign, nn.Softshrink, nn.Hardshrink, nn.Tanhshrink, nn.LogSigmoid, nn.Hardtanh,
    nn.Hardsigmoid, nn.Hardswish, nn.Threshold, nn.Identity, nn.Dropout, nn.Dropout1d, nn.Dropout2d, nn.Dropout3d,
    nn.AlphaDropout, nn.FeatureAlphaDropout, nn.Softmax, nn.LogSoftmax, nn.Softmin,
)  # fmt: skip
_POOLS = (
    nn.MaxPool1d, nn.MaxPool2d, nn.MaxPool3d, nn.AvgPool1d, nn.AvgPool2d, nn.AvgPool3d, nn.AdaptiveAvgPool1d,
    nn.AdaptiveAvgPool2d, nn.AdaptiveAvgPool3d, nn.AdaptiveMaxPool1d, nn.AdaptiveMaxPool2d, nn.AdaptiveMaxPool3d,
    nn.LPPool1d, nn.LPPool2d, nn.Upsample, nn.ZeroPad2d, nn.ReflectionPad1d, nn.ReflectionPad2d,
    nn.ReplicationPad1d, nn.ReplicationPad2d,
)  # fmt: skip


class Layers:
    """Calls of modules. Of what is not known, the inputs stay in their order, so that nothing changes."""

    def __init__(self, channels: Channels) -> None:
        self._channels = channels

    def call(
        self,
        name: str,
        module: nn.Module,
        inputs: Sequence[Labeled | None],
        shape: Sequence[int] | None,
    ) -> Labeled | None:
        """The channels of the output. name: of the module. shape: of the output, if that is a tensor."""
        first = inputs[0] if inputs else None
        # Of a parametrized weight, what moves is not what is used.
        known = shape is not None and not hasattr(module, "parametrizations")
        for kinds, does in self._known:
            if known and isinstance(module, kinds):
                return does(self, name, module, first, tuple(shape or ()))
        if isinstance(module, nn.MultiheadAttention):
            return self._attention(name, module, inputs)
        self._channels.fix(inputs)
        return None

    def _linear(
        self, name: str, module: nn.Linear, given: Labeled | None, shape: tuple[int, ...]
    ) -> Labeled | None:
        if given is not None and given.dim != len(given.shape) - 1:
            return given.at(given.dim, shape)  # it mixes something else, alike for each channel
        made = self._channels.new(module.out_features)
        self._follow(name, module, "weight", 0, Labeled(0, made, ()))
        self._follow(name, module, "weight", 1, given)
        self._follow(name, module, "bias", 0, Labeled(0, made, ()))
        return Labeled(len(shape) - 1, made, shape)

    def _convolution(
        self, name: str, module: nn.Conv2d, given: Labeled | None, shape: tuple[int, ...]
    ) -> Labeled | None:
        place = len(shape) - 1 - len(module.kernel_size)
        if given is not None and given.dim != place:
            self._channels.fix([given])
            given = None
        out, into = (1, 0) if isinstance(module, _TRANSPOSED) else (0, 1)
        if module.groups == 1:
            made = self._channels.new(module.out_channels)
            self._follow(name, module, "weight", out, Labeled(0, made, ()))
            self._follow(name, module, "weight", into, given)
            self._follow(name, module, "bias", 0, Labeled(0, made, ()))
            return Labeled(place, made, shape)
        if module.groups != module.in_channels or given is None:
            # Its channels can change places within a group only.
            self._channels.fix([given])
            return None
        # Each channel for itself, and several outputs of each.
        times = module.out_channels // module.in_channels
        many = tuple(replace(one, block=one.block * times) for one in given.segments)
        if out == 1:
            self._follow(name, module, "weight", 0, given)
        else:
            self._follow(name, module, "weight", 0, Labeled(0, many, ()))
        self._follow(name, module, "bias", 0, Labeled(0, many, ()))
        return Labeled(place, many, shape)

    def _norm(
        self, name: str, module: nn.Module, given: Labeled | None, shape: tuple[int, ...]
    ) -> Labeled | None:
        if given is None or given.dim != 1:
            self._channels.fix([given])
            return None
        for own in ("weight", "bias", "running_mean", "running_var"):
            self._follow(name, module, own, 0, given)
        return given.at(1, shape)

    def _layer_norm(
        self, name: str, module: nn.LayerNorm, given: Labeled | None, shape: tuple[int, ...]
    ) -> Labeled | None:
        if given is None or given.dim < len(shape) - len(module.normalized_shape):
            return given
        for own in ("weight", "bias"):
            self._follow(
                name, module, own, given.dim - len(shape) + len(module.normalized_shape), given
            )
        return given

    def _group_norm(
        self, name: str, module: nn.GroupNorm, given: Labeled | None, shape: tuple[int, ...]
    ) -> Labeled | None:
        if module.num_groups in (1, module.num_channels):
            return self._norm(name, module, given, shape)
        self._channels.fix([given])
        return None

    def _prelu(
        self, name: str, module: nn.PReLU, given: Labeled | None, shape: tuple[int, ...]
    ) -> Labeled | None:
        if module.num_parameters == 1:
            return given
        return self._norm(name, module, given, shape)

    def _alike(
        self, name: str, module: nn.Module, given: Labeled | None, shape: tuple[int, ...]
    ) -> Labeled | None:
        return given if given is None else given.at(given.dim, shape)

    def _pool(
        self, name: str, module: nn.Module, given: Labeled | None, shape: tuple[int, ...]
    ) -> Labeled | None:
        if given is not None and given.dim == 1 and shape[1] == given.shape[1]:
            return given.at(1, shape)
        self._channels.fix([given])
        return None

    def _flatten(
        self, name: str, module: nn.Module, given: Labeled | None, shape: tuple[int, ...]
    ) -> Labeled | None:
        return reshaped(self._channels, given, shape)

    def _embedding(
        self, name: str, module: nn.Embedding, given: Labeled | None, shape: tuple[int, ...]
    ) -> Labeled | None:
        made = self._channels.new(module.embedding_dim)
        self._follow(name, module, "weight", 1, Labeled(0, made, ()))
        return Labeled(len(shape) - 1, made, shape)

    def _attention(
        self, name: str, module: nn.MultiheadAttention, inputs: Sequence[Labeled | None]
    ) -> Labeled | None:
        """The channels at inputs and outputs of attention; the heads within stay as they are."""
        given = [one for one in inputs[:3] if one is not None]
        usual = module.in_proj_weight is not None and module.bias_k is None
        if len(given) < 3 or not usual or any(one.dim != len(one.shape) - 1 for one in given):
            self._channels.fix(inputs)
            return None
        for one in given:
            self._follow(name, module, "in_proj_weight", 1, one)
        self._channels.fix(inputs[3:])
        made = self._channels.new(module.embed_dim)
        out = Labeled(0, made, ())
        self._follow(f"{name}.out_proj", module.out_proj, "weight", 0, out)
        self._follow(f"{name}.out_proj", module.out_proj, "bias", 0, out)
        return Labeled(given[0].dim, made, given[0].shape)

    def _follow(
        self, name: str, module: nn.Module, own: str, axis: int, given: Labeled | None
    ) -> None:
        tensor = getattr(module, own, None)
        if tensor is None:
            return
        if module._parameters.get(own) is None and module._buffers.get(own) is None:
            # Computed of others, as weight norm does.
            self._channels.fix([given])
            return
        segments = given.segments if given is not None else fixed(int(tensor.shape[axis]))
        full = f"{name}.{own}" if name else own
        self._channels.follow(id(tensor), full, axis, segments)

    _known: tuple[tuple[tuple[type[nn.Module], ...], Callable[..., Labeled | None]], ...] = (
        ((nn.Linear,), _linear),
        (_CONVOLUTIONS + _TRANSPOSED, _convolution),
        (_NORMS, _norm),
        (_LAYER_NORMS, _layer_norm),
        ((nn.GroupNorm,), _group_norm),
        ((nn.PReLU,), _prelu),
        (_EACH_CHANNEL_ALIKE, _alike),
        (_POOLS, _pool),
        ((nn.Flatten, nn.Unflatten), _flatten),
        ((nn.Embedding,), _embedding),
    )


def reshaped(channels: Channels, given: Labeled | None, shape: Sequence[int]) -> Labeled | None:
    """Channels of numbers that get another shape: each channel stays together, or its order stays."""
    if given is None:
        return None
    before, size, after = _product(given.shape[: given.dim]), given.shape[given.dim], 1
    lengths = {size: 1}
    for extent in given.shape[given.dim + 1 :]:
        after *= extent
        lengths[size * after] = after
    for place in range(len(shape)):
        block = lengths.get(int(shape[place]))
        if block is not None and _product(shape[:place]) == before:
            many = tuple(replace(one, block=one.block * block) for one in given.segments)
            return Labeled(place, many, tuple(shape))
    channels.fix([given])
    return None


def _product(extents: Sequence[int]) -> int:
    total = 1
    for one in extents:
        total *= int(one)
    return total
