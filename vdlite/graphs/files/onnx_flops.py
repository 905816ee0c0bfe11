"""Floating-point operations of ONNX's operators, two for a multiply-add, where the shapes are known."""

import math
from collections.abc import Sequence

from vdlite.kinds.graph.builder import Output


def onnx_flops(kind: str, inputs: Sequence[Output], outputs: Sequence[Output]) -> float:
    """NaN where they are not counted."""
    try:
        match kind:
            case "Conv" | "ConvInteger" | "QLinearConv":
                weight = _sizes(inputs[3 if kind.startswith("Q") else 1])
                return 2.0 * math.prod(_sizes(outputs[0])) * math.prod(weight[1:])
            case "ConvTranspose":
                return 2.0 * math.prod(_sizes(inputs[0])) * math.prod(_sizes(inputs[1])[1:])
            case "MatMul" | "MatMulInteger":
                return 2.0 * math.prod(_sizes(inputs[0])) * _sizes(inputs[1])[-1]
            case "Gemm":
                # Whichever way they lie: all of the weight is multiplied for each row.
                return 2.0 * _sizes(outputs[0])[0] * math.prod(_sizes(inputs[1]))
    except (IndexError, ValueError, OverflowError):
        pass
    return math.nan


def _sizes(shape: Output) -> list[int]:
    """Raises ValueError where one is not known."""
    if shape[1] is None:
        raise ValueError("sizes are not known")
    found = [size for size in shape[1] if isinstance(size, int)]
    if len(found) != len(shape[1]):
        raise ValueError("a size changes")
    return found
