"""The nodes of torch.fx, as those of a graph."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import torch
from torch import fx
from torch._ops import HigherOrderOperator, OpOverload

from vdlite.graphs.flops import flops
from vdlite.graphs.scope_stack import ScopeStack
from vdlite.graphs.torch.fx_scopes import calls_of
from vdlite.kinds.graph import GraphBuilder
from vdlite.kinds.graph.builder import Input, Output

_PLACE = re.compile(r'File "([^"]+)", line (\d+)')
_MOST_LEVELS = 64  # of graphs within graphs


class FxNodes:
    """Reads a graph of torch.fx, and those of its conditions and loops, into a builder."""

    def __init__(
        self,
        builder: GraphBuilder,
        held: Mapping[str, tuple[str, str]],
        tensors: Mapping[str, Any],
    ) -> None:
        """held: names and roles of the placeholders that are tensors of the model. tensors: these, by name."""
        self._builder = builder
        self._held = held
        self._tensors = tensors
        self._parameters: dict[str, int] = {}
        self._by_tensor: dict[int, int] = {}
        self.phase = "forward"
        self.known: Mapping[fx.Node, Any] = {}
        """What the nodes of the graph that was read last stand for."""

    def read(self, module: fx.GraphModule, given: Sequence[Any], scope: int, level: int = 0) -> Any:
        """The outputs of the graph, each as an input of whoever takes it. `given`: the same, of its placeholders.

        At the top, where nothing is given, placeholders are inputs of the whole, or tensors of the model.
        """
        known: dict[fx.Node, Any] = {}
        if not level:
            self.known = known
        scopes = ScopeStack(self._builder, scope)
        waiting = iter(given)
        for node in self._ordered(module):
            if node.op == "placeholder":
                known[node] = next(waiting, None) if level else self._placeholder(node)
            elif node.op == "get_attr":
                known[node] = self._held_by(module, node)
            elif node.op == "output":
                return self._output(node, known, is_whole=level == 0)
            elif node.target is operator.getitem and isinstance(known.get(node.args[0]), Several):
                known[node] = known[node.args[0]].part(node.args[1])
            else:
                known[node] = self._call(module, node, known, scopes, level)
        return None

    def _ordered(self, module: fx.GraphModule) -> Iterable[fx.Node]:
        """The nodes, each after what it takes; the output is the last one."""
        found: Iterable[fx.Node] = module.graph.nodes
        return found

    def _scope(self, node: fx.Node, scopes: ScopeStack) -> int:
        return scopes.of(calls_of(node))

    def _attributes(self, node: fx.Node) -> dict[str, Any]:
        return attributes_of(node)

    def _placeholder(self, node: fx.Node) -> Any:
        if node.name in self._held:
            name, role = self._held[node.name]
            return Parameter(self._parameter(name, role, node.meta.get("val")))
        return self._builder.node("input", name=node.name, outputs=shapes_of(node), scope=0), 0

    def _held_by(self, module: fx.GraphModule, node: fx.Node) -> Any:
        found: Any = module
        for part in str(node.target).split("."):
            found = getattr(found, part, None)
        if isinstance(found, torch.Tensor):
            role = "parameter" if isinstance(found, torch.nn.Parameter) else "buffer"
            return Parameter(self._parameter(str(node.target), role, found))
        return found  # a graph, for whoever calls it

    def _parameter(self, name: str, role: str, seen: Any) -> int:
        known = self._parameters.get(name)
        if known is not None:
            return known
        tensor = self._tensors.get(name, seen)
        first = self._by_tensor.get(id(tensor)) if isinstance(tensor, torch.Tensor) else None
        number = self._builder.parameter(
            name,
            _shape(tensor),
            role=role,
            trained=bool(getattr(tensor, "requires_grad", False)),
            shared_with=first,
            scope=0,
        )
        self._by_tensor.setdefault(id(tensor), number)
        self._parameters[name] = number
        return number

    def _call(
        self,
        module: fx.GraphModule,
        node: fx.Node,
        known: Mapping[fx.Node, Any],
        scopes: ScopeStack,
        level: int,
    ) -> Any:
        scope = self._scope(node, scopes)
        taken = _taken(node, known)
        graphs = [each for each in taken if isinstance(each, fx.GraphModule)]
        results: list[Input] = []
        if graphs and isinstance(node.target, HigherOrderOperator) and level < _MOST_LEVELS:
            operands = _operands(node, known)
            for name, inner in _inner(node, known):
                branch = self._builder.add_scope(name, kind="branch", parent=scope)
                results += [
                    each
                    for each in self.read(inner, operands, branch, level + 1) or []
                    if isinstance(each, tuple)
                ]
        inputs = [each for each in taken if isinstance(each, tuple)] + results
        shapes = shapes_of(node)
        attributes = self._attributes(node)
        file, line = _place(node)
        made = self._builder.node(
            self._type(module, node),
            inputs,
            name="" if node.op == "call_function" else node.name,
            outputs=shapes,
            attributes=attributes,
            scope=scope,
            phase=self.phase,
            flops=_flops(node, shapes, attributes),
            file=file,
            line=line,
        )
        for each in taken:
            if isinstance(each, Parameter):
                self._builder.use(each.number, made)
                scopes.owns(each.number, scope)
        if node.op == "call_module":
            self._module_parameters(module, node, made, scope)
        return Several(made) if len(shapes) > 1 or _is_several(node) else (made, 0)

    def _type(self, module: fx.GraphModule, node: fx.Node) -> str:
        if node.op == "call_module":
            return type(module.get_submodule(str(node.target))).__name__
        if isinstance(node.target, (OpOverload, HigherOrderOperator)):
            return str(node.target)
        return str(getattr(node.target, "__name__", node.target))

    def _module_parameters(
        self, module: fx.GraphModule, node: fx.Node, made: int, scope: int
    ) -> None:
        for name, parameter in module.get_submodule(str(node.target)).named_parameters():
            number = self._parameter(f"{node.target}.{name}", "parameter", parameter)
            self._builder.use(number, made)
            self._builder.belongs(number, scope)

    def _output(self, node: fx.Node, known: Mapping[fx.Node, Any], *, is_whole: bool) -> list[Any]:
        taken = _taken(node, known)
        if is_whole:
            for at, (each, source) in enumerate(zip(taken, _sources(node), strict=True)):
                if isinstance(each, tuple):
                    name = "output" if len(taken) == 1 else f"output[{at}]"
                    self._builder.node(
                        "output", [each], name=name, outputs=shapes_of(source), scope=0
                    )
        return taken


class Parameter:
    """A tensor of the model."""

    def __init__(self, number: int) -> None:
        self.number = number


class Several:
    """A node with several outputs."""

    def __init__(self, node: int) -> None:
        self.node = node

    def part(self, at: Any) -> Any:
        return (self.node, at) if isinstance(at, int) and at >= 0 else (self.node, 0)


def _taken(node: fx.Node, known: Mapping[fx.Node, Any]) -> list[Any]:
    """The inputs of the node, in the order of its arguments, as often as it takes each."""
    found = [known.get(each) for each in _sources(node)]
    return [(each.node, 0) if isinstance(each, Several) else each for each in found]


def _sources(node: fx.Node) -> list[fx.Node]:
    found: list[fx.Node] = []

    def note(each: fx.Node) -> fx.Node:
        found.append(each)
        return each

    fx.map_arg((node.args, node.kwargs), note)
    return found


def _inner(node: fx.Node, known: Mapping[fx.Node, Any]) -> list[tuple[str, fx.GraphModule]]:
    return [
        (str(each.target), known[each])
        for each in [*node.args, *node.kwargs.values()]
        if isinstance(each, fx.Node) and isinstance(known.get(each), fx.GraphModule)
    ]


def _operands(node: fx.Node, known: Mapping[fx.Node, Any]) -> list[Any]:
    """The inputs of the graphs within: the arguments that are lists, one after the other."""
    found: list[Any] = []
    for each in node.args:
        if isinstance(each, (list, tuple)):
            for one in each:
                value = known.get(one) if isinstance(one, fx.Node) else None
                found.append((value.node, 0) if isinstance(value, Several) else value)
    return found


def attributes_of(node: fx.Node) -> dict[str, Any]:
    """The arguments that are no nodes: by the names of a schema, or by their places."""
    schema = node.target._schema.arguments if isinstance(node.target, OpOverload) else []
    names = [argument.name for argument in schema]
    found: dict[str, Any] = {}
    for at, value in enumerate(node.args):
        name = names[at] if at < len(names) else f"argument {at}"
        if value is not None and not _holds_node(value):
            found[name] = _plain(value)
    for name, value in node.kwargs.items():
        if value is not None and not _holds_node(value):
            found[name] = _plain(value)
    return found


def _holds_node(value: Any) -> bool:
    if isinstance(value, fx.Node):
        return True
    return isinstance(value, (list, tuple)) and any(isinstance(each, fx.Node) for each in value)


def _plain(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    if isinstance(value, (bool, int, float)):
        return value
    return str(value).removeprefix("torch.")


def _values(node: fx.Node) -> list[Any]:
    value = node.meta.get("val")
    if value is None:
        value = node.meta.get("example_value", node.meta.get("tensor_meta"))
    return (
        list(value) if isinstance(value, (list, tuple)) and not hasattr(value, "shape") else [value]
    )


def _is_several(node: fx.Node) -> bool:
    return isinstance(node.meta.get("val"), (list, tuple))


def shapes_of(node: fx.Node) -> list[Output]:
    return [_shape(each) for each in _values(node)]


def _shape(value: Any) -> Output:
    if value is None or not hasattr(value, "shape"):
        return ("" if value is None else type(value).__name__), None
    sizes = [size if isinstance(size, int) else str(size) for size in value.shape]
    return str(value.dtype).removeprefix("torch."), sizes


def _flops(node: fx.Node, shapes: Sequence[Output], attributes: Mapping[str, Any]) -> float:
    if not isinstance(node.target, OpOverload):
        return float("nan")
    schema = node.target._schema.arguments
    inputs: list[Any] = []
    for at, each in enumerate(node.args):
        if isinstance(each, fx.Node):
            inputs.append(_shape(_values(each)[0])[1])
        elif each is None and at < len(schema) and "Tensor" in str(schema[at].type):
            inputs.append(None)
    return flops(node.target._opname, inputs, [sizes for _, sizes in shapes], attributes)


def _place(node: fx.Node) -> tuple[str, int]:
    """File and line that are nearest and not torch's own."""
    found = _PLACE.findall(node.meta.get("stack_trace") or "")
    for file, line in reversed(found):
        if "/torch/nn/" not in file and not file.startswith("<"):
            return file, int(line)
    return "", 0
