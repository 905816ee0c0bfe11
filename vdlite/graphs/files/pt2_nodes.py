"""The nodes of an exported program's JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from vdlite.graphs.files.bounds import MOST_LEVELS
from vdlite.graphs.flops import flops
from vdlite.graphs.scope_stack import CallOf, ScopeStack
from vdlite.kinds.graph import GraphBuilder
from vdlite.kinds.graph.builder import Input, Output

_DTYPES = {
    1: "uint8",
    2: "int8",
    3: "int16",
    4: "int32",
    5: "int64",
    6: "float16",
    7: "float32",
    8: "float64",
    9: "complex32",
    10: "complex64",
    11: "complex128",
    12: "bool",
    13: "bfloat16",
    28: "uint16",
    29: "float8_e4m3fn",
    30: "float8_e5m2",
    31: "float8_e4m3fnuz",
    32: "float8_e5m2fnuz",
}
_ROLES = {"parameter": "parameter", "buffer": "buffer", "tensor_constant": "constant"}
_PLACE = re.compile(r'File "([^"\n]{1,1000})", line (\d{1,9})')
_OPERATOR = "torch.ops."


class Pt2Nodes:
    """Reads graphs, and those of their conditions and loops, into a builder."""

    def __init__(
        self,
        builder: GraphBuilder,
        inputs: Sequence[Mapping[str, Any]],
        places: Mapping[str, str],
    ) -> None:
        """inputs: what the program says of the inputs of its graph. places: where each tensor of the model is kept."""
        self._builder = builder
        self._held = dict(_held(inputs))
        self._places = places
        self._kept: dict[str, int] = {}  # the first tensor of each place
        self._weights: dict[str, int] = {}
        self._first: dict[int, int] = {}  # of each tensor of the model, the first that is the same

    def whole(self, graph: Mapping[str, Any]) -> None:
        made: dict[str, Input] = {}
        for each in graph["inputs"]:
            for name in _tensors(each):
                shape = _shape(graph, name)
                if name in self._held:
                    weight, role = self._held[name]
                    is_trained = graph["tensor_values"].get(name, {}).get("requires_grad", False)
                    place = self._places.get(weight, weight)
                    self._weights[name] = self._builder.parameter(
                        weight,
                        shape,
                        role=role,
                        trained=bool(is_trained),
                        shared_with=self._kept.get(place),
                    )
                    first = self._kept.setdefault(place, self._weights[name])
                    self._first[self._weights[name]] = first
                else:
                    node = self._builder.node("input", name=name, outputs=[shape], scope=0)
                    made[name] = (node, 0)
        self._nodes(graph, made, 0, 0)
        outputs = [name for each in graph["outputs"] for name in _tensors(each)]
        for at, name in enumerate(outputs):
            taken = [made[name]] if name in made else []
            label = "output" if len(outputs) == 1 else f"output[{at}]"
            self._builder.node("output", taken, name=label, outputs=[_shape(graph, name)], scope=0)

    def _nodes(
        self, graph: Mapping[str, Any], made: dict[str, Input], root: int, level: int
    ) -> None:
        scopes = ScopeStack(self._builder, root)
        for node in graph["nodes"]:
            metadata = node.get("metadata", {})
            scope = scopes.of(_calls(metadata))
            names: list[str] = []
            shapes: list[Any] = []
            attributes: dict[str, Any] = {}
            results: list[Input] = []
            operands = [name for each in node["inputs"] for name in _listed(each["arg"])]
            for each in node["inputs"]:
                argument = each["arg"]
                inner = argument.get("as_graph")
                if inner is not None and level < MOST_LEVELS:
                    results += self._inner(inner, graph, operands, made, scope, level)
                    continue
                tensors = _tensors(argument)
                if tensors:
                    names += tensors
                    shapes += [_shape(graph, name)[1] for name in tensors]
                elif argument.get("as_none"):
                    shapes.append(None)
                else:
                    attributes[str(each.get("name", ""))] = _plain(argument)
            self._node(graph, node, made, scope, scopes, names, shapes, attributes, results)

    def _node(
        self,
        graph: Mapping[str, Any],
        node: Mapping[str, Any],
        made: dict[str, Input],
        scope: int,
        scopes: ScopeStack,
        names: Sequence[str],
        shapes: Sequence[Any],
        attributes: Mapping[str, Any],
        results: Sequence[Input],
    ) -> None:
        target = str(node["target"]).removeprefix(_OPERATOR).removeprefix("higher_order.")
        given = [name for each in node["outputs"] for name in _tensors(each)]
        outputs = [_shape(graph, name) for name in given]
        bare = target.split(".")
        file, line = _place(str(node.get("metadata", {}).get("stack_trace", "")))
        number = self._builder.node(
            target,
            [*(made[name] for name in names if name in made), *results],
            outputs=outputs,
            attributes=attributes,
            scope=scope,
            flops=flops(
                bare[1] if len(bare) == 3 else target,
                shapes,
                [sizes for _, sizes in outputs],
                attributes,
            ),
            file=file,
            line=line,
        )
        for name in dict.fromkeys(names):
            if name in self._weights:
                self._builder.use(self._weights[name], number)
                scopes.owns(self._weights[name], scope)
                scopes.owns(self._first[self._weights[name]], scope)
        for at, name in enumerate(given):
            made[name] = (number, at)

    def _inner(
        self,
        argument: Mapping[str, Any],
        around: Mapping[str, Any],
        operands: Sequence[str],
        made: Mapping[str, Input],
        scope: int,
        level: int,
    ) -> list[Input]:
        """One way of a condition, or the body of a loop, as a scope; what it gives goes to the node around."""
        graph = argument["graph"]
        branch = self._builder.add_scope(str(argument["name"]), kind="branch", parent=scope)
        inner: dict[str, Input] = {}
        names = [name for each in graph["inputs"] for name in _tensors(each)]
        before = dict(self._weights)
        for name, given in zip(names, operands, strict=False):
            self._weights.pop(name, None)
            if given in made:
                inner[name] = made[given]
            elif given in before:
                self._weights[name] = before[given]
        self._nodes(graph, inner, branch, level + 1)
        self._weights = before
        ends = [name for each in graph["outputs"] for name in _tensors(each)]
        return [inner[name] for name in ends if name in inner]


def _held(inputs: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Inputs of the graph that are tensors of the model: their names there, and the model's with their roles."""
    for each in inputs:
        for kind, role in _ROLES.items():
            if kind in each:
                entry = each[kind]
                name = entry.get(f"{kind}_name") or entry.get("tensor_constant_name", "")
                yield str(entry["arg"]["name"]), (str(name), role)


def _tensors(argument: Mapping[str, Any]) -> list[str]:
    """Names of all tensors in an argument or output."""
    for kind, value in argument.items():
        if kind == "as_tensor" and isinstance(value, dict):
            return [str(value["name"])]
        if kind in ("as_tensors", "as_nested_tensors"):
            nested = [each if isinstance(each, list) else [each] for each in value]
            return [str(each["name"]) for inner in nested for each in inner if "name" in each]
        if kind == "as_optional_tensors":
            return [str(each["as_tensor"]["name"]) for each in value if "as_tensor" in each]
    return []


def _listed(argument: Mapping[str, Any]) -> list[str]:
    """The names of the tensors of an argument that is a list of them: what graphs within are given."""
    return _tensors(argument) if "as_tensor" not in argument else []


def _plain(argument: Mapping[str, Any]) -> Any:
    for kind, value in argument.items():
        if kind == "as_scalar_type":
            return _DTYPES.get(value, value)
        if kind in ("as_sym_int", "as_sym_bool", "as_sym_float") and isinstance(value, dict):
            return value.get("as_name", value.get("as_int", str(value)))
        if kind == "as_device" and isinstance(value, dict):
            return str(value.get("type", ""))
        if kind == "as_ints" or kind.startswith("as_"):
            return value
    return None


def _shape(graph: Mapping[str, Any], name: str) -> Output:
    held = graph["tensor_values"].get(name)
    if held is None:
        return "", None
    sizes = [
        size["as_int"] if "as_int" in size else _symbol(size.get("as_expr", {}))
        for size in held["sizes"]
    ]
    return _DTYPES.get(held["dtype"], ""), sizes


def _symbol(expression: Mapping[str, Any]) -> str:
    """ "s77" of "Symbol('s77', positive=True, integer=True)"; any other expression as it stands."""
    written = str(expression.get("expr_str", "?"))
    return re.sub(r"Symbol\('(\w{1,40})'[^()]{0,200}\)|Integer\((-?\d{1,19})\)", r"\1\2", written)


def _calls(metadata: Mapping[str, Any]) -> list[CallOf]:
    """The calls of modules and of the function that a node is in."""
    found: list[CallOf] = []
    above = ""
    for each in str(metadata.get("nn_module_stack", "")).split(";"):
        key, _, rest = each.partition(",")
        path, _, kind = rest.rpartition(",")
        bare = path.partition("@")[0]
        if bare and len(found) < MOST_LEVELS:
            name = bare.removeprefix(f"{above}.") if above else bare
            found.append(CallOf((key, path), name, kind.rpartition(".")[2]))
            above = bare
    call, _, function = str(metadata.get("torch_fn", "")).partition(";")
    if function:
        found.append(CallOf(call, function.rpartition(".")[2], "", "function"))
    return found


def _place(trace: str) -> tuple[str, int]:
    """The nearest file and line that are not torch's own."""
    for file, line in reversed(_PLACE.findall(trace)):
        if "/torch/nn/" not in file and not file.startswith("<"):
            return file, int(line)
    return "", 0
