"""What functions and methods of tensors do with channels."""

from typing import Any

from torch import fx

from vdlite.landscape.torch.alignment.channels import Channels, Labeled, Segments, fixed
from vdlite.landscape.torch.alignment.layers import reshaped

_EACH_ALIKE = frozenset(
    [
        "relu",
        "relu_",
        "relu6",
        "leaky_relu",
        "elu",
        "celu",
        "selu",
        "gelu",
        "silu",
        "mish",
        "sigmoid",
        "tanh",
        "softplus",
        "softsign",
        "logsigmoid",
        "hardtanh",
        "hardswish",
        "hardsigmoid",
        "dropout",
        "dropout1d",
        "dropout2d",
        "dropout3d",
        "alpha_dropout",
        "contiguous",
        "clone",
        "detach",
        "float",
        "double",
        "half",
        "to",
        "type",
        "neg",
        "abs",
        "exp",
        "log",
        "sqrt",
        "rsqrt",
        "square",
        "pow",
        "clamp",
        "clamp_min",
        "clamp_max",
        "softmax",
        "log_softmax",
        "sin",
        "cos",
        "erf",
    ]
)
_POOLS = frozenset(
    [
        "max_pool1d",
        "max_pool2d",
        "max_pool3d",
        "avg_pool1d",
        "avg_pool2d",
        "avg_pool3d",
        "adaptive_avg_pool1d",
        "adaptive_avg_pool2d",
        "adaptive_avg_pool3d",
        "adaptive_max_pool1d",
        "adaptive_max_pool2d",
        "interpolate",
        "boolean_dispatch",
    ]
)
_PAIRWISE = frozenset(
    [
        "add",
        "add_",
        "iadd",
        "sub",
        "sub_",
        "isub",
        "mul",
        "mul_",
        "imul",
        "div",
        "div_",
        "truediv",
        "itruediv",
        "true_divide",
        "maximum",
        "minimum",
        "pow",
    ]
)
_RESHAPES = frozenset(["flatten", "view", "reshape", "unsqueeze", "squeeze", "unflatten"])
_REDUCES = frozenset(["mean", "sum", "amax", "amin", "var", "std"])
_SHAPES = frozenset(["size", "dim", "shape", "getattr", "numel", "ndim"])


class Functions:
    """Calls of functions and methods. Of what is not known, the inputs stay in their order."""

    def __init__(self, channels: Channels) -> None:
        self._channels = channels

    def call(
        self,
        node: fx.Node,
        name: str,
        labels: dict[fx.Node, Labeled | None],
        parameters: dict[fx.Node, tuple[str, Any]],
    ) -> Labeled | None:
        """The channels of what a node gives. name: of the function. parameters: nodes that are weights, by name."""
        if name in _SHAPES:
            return None
        shape = shape_of(node)
        given = [labels.get(one) for one in node.all_input_nodes]
        first = (
            labels.get(node.args[0]) if node.args and isinstance(node.args[0], fx.Node) else None
        )
        if shape is not None and not any(one in parameters for one in node.all_input_nodes):
            if all(one is None for one in given):
                return None
            if name in _EACH_ALIKE and given == [first] and first is not None:
                return first.at(first.dim, shape)
            if name in _POOLS and first is not None and first.dim == 1:
                return first.at(1, shape)
            if name in _RESHAPES and first is not None:
                return reshaped(self._channels, first, shape)
            if name in _REDUCES and given == [first] and first is not None:
                return self._reduced(node, first, shape)
            if name in ("permute", "transpose") and first is not None:
                return self._turned(node, name, first, shape)
            if name in ("cat", "concat", "concatenate"):
                return self._joined(node, labels, shape)
        if name in _PAIRWISE and shape is not None:
            return self._pair(node, labels, parameters, shape)
        if name == "getitem":
            return self._item(node, first, shape)
        self._channels.fix(given)
        return None

    def _pair(
        self,
        node: fx.Node,
        labels: dict[fx.Node, Labeled | None],
        parameters: dict[fx.Node, tuple[str, Any]],
        shape: tuple[int, ...],
    ) -> Labeled | None:
        """Both sides side by side: they must have the same order."""
        tensors = [one for one in node.args if isinstance(one, fx.Node) and shape_of(one)]
        known = [one for one in (labels.get(each) for each in tensors) if one is not None]
        if not known:
            return None
        # A side with one channel only goes with any order of the other's.
        widest = max(known, key=lambda one: one.shape[one.dim])
        for each in tensors:
            label, extents = labels.get(each), shape_of(each) or ()
            if label is widest:
                continue
            place = len(extents) + widest.from_end
            if place < 0 or extents[place] == 1:
                if label is not None and label.from_end != widest.from_end:
                    self._channels.fix([widest, label])
                    return None
                continue
            if each in parameters:
                name, tensor = parameters[each]
                self._channels.follow(id(tensor), name, place, widest.segments)
            elif label is None or label.from_end != widest.from_end:
                self._channels.fix([widest, label])
                return None
            else:
                self._channels.unite(widest.segments, label.segments)
        return widest.at(len(shape) + widest.from_end, shape)

    def _joined(
        self, node: fx.Node, labels: dict[fx.Node, Labeled | None], shape: tuple[int, ...]
    ) -> Labeled | None:
        parts, dim = node.args[0], _argument(node, 1, "dim", 0)
        given = [labels.get(one) for one in node.all_input_nodes]
        known = [one for one in given if one is not None]
        if not isinstance(parts, (list, tuple)) or not isinstance(dim, int):
            self._channels.fix(given)
            return None
        dim %= len(shape)
        if any(one.dim != known[0].dim for one in known):
            self._channels.fix(given)
            return None
        if dim == known[0].dim:
            joined: Segments = ()
            for part in parts:
                label = labels.get(part)
                joined += label.segments if label is not None else fixed(_extent(part, dim))
            return Labeled(dim, joined, shape)
        for one in given:
            self._channels.unite(
                known[0].segments, one.segments if one is not None else fixed(shape[known[0].dim])
            )
        return known[0].at(known[0].dim, shape)

    def _reduced(self, node: fx.Node, given: Labeled, shape: tuple[int, ...]) -> Labeled | None:
        dims = _argument(node, 1, "dim", None)
        if dims is None:
            return None  # of all channels alike
        dims = [dims] if isinstance(dims, int) else dims
        if not isinstance(dims, (list, tuple)) or not all(isinstance(one, int) for one in dims):
            self._channels.fix([given])
            return None
        gone = {int(one) % len(given.shape) for one in dims}
        if given.dim in gone:
            return None
        kept = len(shape) == len(given.shape)
        return given.at(given.dim - (0 if kept else sum(one < given.dim for one in gone)), shape)

    def _turned(
        self, node: fx.Node, name: str, given: Labeled, shape: tuple[int, ...]
    ) -> Labeled | None:
        rest: Any = node.args[1:]
        if len(rest) == 1 and isinstance(rest[0], (list, tuple)):
            rest = rest[0]
        number = len(shape)
        if not rest or not all(isinstance(one, int) for one in rest):
            self._channels.fix([given])
            return None
        order = [int(one) % number for one in rest]
        if name == "transpose":
            swapped = list(range(number))
            swapped[order[0]], swapped[order[1]] = order[1], order[0]
            order = swapped
        return given.at(order.index(given.dim), shape)

    def _item(
        self, node: fx.Node, given: Labeled | None, shape: tuple[int, ...] | None
    ) -> Labeled | None:
        """A slice of other dimensions than that of the channels, or the first of several outputs."""
        if given is None:
            return None
        index = node.args[1]
        if shape_of(node.args[0]) is None:
            # Of attention: the outputs, and the weights of the heads, which do not change.
            return given if index == 0 else None
        parts: tuple[Any, ...] = index if isinstance(index, tuple) else (index,)
        simple = all(isinstance(one, (int, slice)) for one in parts) and shape is not None
        if not simple or (given.dim < len(parts) and parts[given.dim] != slice(None)):
            self._channels.fix([given])
            return None
        gone = sum(isinstance(one, int) for one in parts[: given.dim])
        return given.at(given.dim - gone, shape or ())


def shape_of(node: Any) -> tuple[int, ...] | None:
    """The shape of a tensor that a node gave when the model was run; None of anything else."""
    found = node.meta.get("tensor_meta") if isinstance(node, fx.Node) else None
    shape = getattr(found, "shape", None)
    return None if shape is None else tuple(int(one) for one in shape)


def _extent(node: Any, dim: int) -> int:
    return (shape_of(node) or (0,) * (dim + 1))[dim]


def _argument(node: fx.Node, place: int, name: str, default: Any) -> Any:
    given = node.kwargs.get(name, node.kwargs.get("axis", default))
    return node.args[place] if len(node.args) > place else given
