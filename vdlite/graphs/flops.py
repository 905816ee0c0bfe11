"""Floating-point operations of an operation, by its name and shapes: two for a multiply-add.

Counted are products of matrices, convolutions, recurrent layers and attention, forward and backward, as published counts do; what works
on single elements costs little beside them and is left out, and so is whatever has no formula here.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Sizes = Sequence[Any]
Formula = Callable[[Sequence[Sizes | None], Sequence[Sizes | None], Mapping[str, Any]], float]
"""Of the sizes of all tensors among its arguments in order (None where one is left out), of its outputs, and of the
attributes by name."""


def flops(
    operation: str,
    inputs: Sequence[Sizes | None],
    outputs: Sequence[Sizes | None],
    attributes: Mapping[str, Any],
) -> float:
    """Floating-point operations; NaN if they are not counted.

    operation: its name without overload, "addmm".
    """
    formula = _FORMULAS.get(operation)
    if formula is None:
        return math.nan
    try:
        return float(formula(inputs, outputs, attributes))
    except (TypeError, ValueError, IndexError, KeyError, OverflowError):
        return math.nan  # sizes that are texts, or another signature


def _product(sizes: Sizes | None) -> int:
    if sizes is None:
        raise ValueError("a size is not known")
    return math.prod(sizes)


def _sizes(given: Sizes | None) -> Sizes:
    if given is None:
        raise ValueError("a size is not known")
    return given


def _mm(inputs: Sequence[Sizes | None], outputs: Any, attributes: Any) -> float:
    """[.., n, k] by [.., k, m], of which the first has all of n and k."""
    left, right = _sizes(inputs[-2]), _sizes(inputs[-1])
    return float(2 * _product(left) * right[-1])


def _mv(inputs: Sequence[Sizes | None], outputs: Any, attributes: Any) -> float:
    return 2 * _product(inputs[-2])


def _linear(inputs: Sequence[Sizes | None], outputs: Any, attributes: Any) -> float:
    return float(2 * _product(inputs[0]) * _sizes(inputs[1])[0])


def _convolution_pairs(image: Sizes, weight: Sizes, result: Sizes, transposed: bool) -> float:
    """Multiply-adds of a convolution: each of what is spread over the kernel, once for each of its places."""
    spread = image if transposed else result
    # A weight is [out, in / groups, ...], or [in, out / groups, ...] where it is transposed.
    return float(spread[0] * math.prod(spread[2:]) * math.prod(weight))


def _convolution(
    inputs: Sequence[Sizes | None], outputs: Sequence[Sizes | None], attributes: Mapping[str, Any]
) -> float:
    image, weight, result = _sizes(inputs[0]), _sizes(inputs[1]), _sizes(outputs[0])
    return 2 * _convolution_pairs(image, weight, result, bool(attributes.get("transposed")))


def _transposed(
    inputs: Sequence[Sizes | None], outputs: Sequence[Sizes | None], attributes: Any
) -> float:
    image, weight, result = _sizes(inputs[0]), _sizes(inputs[1]), _sizes(outputs[0])
    return 2 * _convolution_pairs(image, weight, result, True)


def _convolution_backward(
    inputs: Sequence[Sizes | None], outputs: Sequence[Sizes | None], attributes: Mapping[str, Any]
) -> float:
    """The work of the forward pass, once for each of the gradients of image and weight that is asked for."""
    result, image, weight = (_sizes(each) for each in inputs[:3])
    once = 2 * _convolution_pairs(image, weight, result, bool(attributes.get("transposed")))
    asked = attributes.get("output_mask", [True, True])
    return once * sum(map(bool, asked[:2]))


def _attention(inputs: Sequence[Sizes | None], outputs: Any, attributes: Any) -> float:
    """Queries [.., L, E] by keys [.., S, E], and their weights [.., L, S] by values [.., S, V]."""
    query, key, value = (_sizes(each) for each in inputs[:3])
    *batch, length, width = query
    return float(2 * math.prod(batch) * length * key[-2] * (width + value[-1]))


def _attention_backward(inputs: Sequence[Sizes | None], outputs: Any, attributes: Any) -> float:
    """The weights once more, and four products of the forward's sizes: five in place of two."""
    query, key, value = (_sizes(each) for each in inputs[1:4])
    *batch, length, width = query
    pairs = math.prod(batch) * length * key[-2]
    return float(2 * pairs * (3 * width + 2 * value[-1]))


def _rnn_layer(inputs: Sequence[Sizes | None], outputs: Any, attributes: Any) -> float:
    """One direction of one layer, for each step of each sequence [T, N, I]: weights of the input and of the state."""
    steps = _sizes(inputs[0])
    return float(2 * math.prod(steps[:-1]) * (_product(inputs[1]) + _product(inputs[2])))


def _rnn_layer_backward(inputs: Sequence[Sizes | None], outputs: Any, attributes: Any) -> float:
    """Gradients of what a layer takes, and of its weights: as much as the forward pass for each."""
    return 2 * _rnn_layer(inputs, outputs, attributes)


def _rnn(inputs: Sequence[Sizes | None], outputs: Any, attributes: Mapping[str, Any]) -> float:
    """All layers and directions at once: an input [.., I], which may be packed, and lists of weights behind it."""
    steps = math.prod(_sizes(inputs[0])[:-1])
    directions = 2 if attributes.get("bidirectional") else 1
    count = attributes["weight_stride0"] * attributes["num_layers"] * directions
    weights = [_sizes(each) for each in inputs[1 : 1 + count]]
    return float(2 * steps * sum(math.prod(each) for each in weights if len(each) == 2))


def _rnn_backward(
    inputs: Sequence[Sizes | None], outputs: Any, attributes: Mapping[str, Any]
) -> float:
    """Gradients go through all steps in any case; those of the weights are asked for last."""
    asked = attributes.get("output_mask", [True] * 4)
    return (2 if asked[3] else 1) * _rnn(inputs, outputs, attributes)


def _trilinear(
    inputs: Sequence[Sizes | None], outputs: Any, attributes: Mapping[str, Any]
) -> float:
    """The product of the first two, summed over what only these have, and that of it and the third."""
    one, other, third = (
        _expanded(_sizes(sizes), attributes[f"expand{at + 1}"])
        for at, sizes in enumerate(inputs[:3])
    )
    pair = [max(sizes) for sizes in zip(one, other, strict=True)]
    summed = set(attributes["sumdim"]) & set(attributes["expand3"])
    left = [1 if at in summed else size for at, size in enumerate(pair)]
    both = [max(sizes) for sizes in zip(left, third, strict=True)]
    return float(2 * (math.prod(pair) + math.prod(both)))


def _expanded(sizes: Sizes, places: Sequence[int]) -> list[Any]:
    """With a size of one at these places."""
    made = list(sizes)
    for place in sorted(places):
        made.insert(place, 1)
    return made


_FORMULAS: Mapping[str, Formula] = {
    "mm": _mm,
    "addmm": _mm,
    "bmm": _mm,
    "baddbmm": _mm,
    "matmul": _mm,
    "_int_mm": _mm,
    "mv": _mv,
    "dot": _mv,
    "addmv": _mv,
    "linear": _linear,
    "mkldnn_rnn_layer": _rnn_layer,
    "mkldnn_rnn_layer_backward": _rnn_layer_backward,
    **dict.fromkeys(("_cudnn_rnn", "miopen_rnn"), _rnn),
    **dict.fromkeys(("_cudnn_rnn_backward", "miopen_rnn_backward"), _rnn_backward),
    "_trilinear": _trilinear,
    "mkldnn_linear": _linear,
    **dict.fromkeys(("conv1d", "conv2d", "conv3d"), _convolution),
    **dict.fromkeys(("conv_transpose1d", "conv_transpose2d", "conv_transpose3d"), _transposed),
    "convolution": _convolution,
    "_convolution": _convolution,
    "cudnn_convolution": _convolution,
    "convolution_backward": _convolution_backward,
    **dict.fromkeys(
        (
            "scaled_dot_product_attention",
            "_scaled_dot_product_flash_attention",
            "_scaled_dot_product_flash_attention_for_cpu",
            "_scaled_dot_product_efficient_attention",
            "_scaled_dot_product_cudnn_attention",
            "_scaled_dot_product_attention_math",
            "_scaled_dot_product_fused_attention_overrideable",
        ),
        _attention,
    ),
    **dict.fromkeys(
        (
            "_scaled_dot_product_flash_attention_backward",
            "_scaled_dot_product_flash_attention_for_cpu_backward",
            "_scaled_dot_product_efficient_attention_backward",
            "_scaled_dot_product_cudnn_attention_backward",
        ),
        _attention_backward,
    ),
}
