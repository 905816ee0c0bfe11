"""Every operation that torch carries out, as a node."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import torch
from torch._ops import HigherOrderOperator, OpOverload
from torch.utils._pytree import tree_leaves

from vdlite.graphs.flops import flops
from vdlite.graphs.torch.calls import Calls
from vdlite.graphs.torch.constants import Constants
from vdlite.graphs.torch.gradients import Gradients
from vdlite.graphs.torch.modes import CarryOut
from vdlite.graphs.torch.schema import attributes, frozen, tensors, written_tensors
from vdlite.graphs.torch.values import Origin, Values
from vdlite.kinds.graph import GraphBuilder
from vdlite.kinds.graph.builder import Input, Output

_SKIPPED_NAMESPACES = ("prim", "profiler")
_WHOLE = frozenset([int])  # not sizes that change
_RANDOM = torch.Tag.nondeterministic_seeded


class Operations:
    """Records the operations that it is given. Nothing of what it is given is kept alive."""

    def __init__(
        self,
        builder: GraphBuilder,
        calls: Calls,
        gradients: Gradients,
        values: Values,
        parameters: Mapping[int, int],
        constants: Constants,
    ) -> None:
        """parameters: the numbers of the model's tensors in the builder, by their ids."""
        self._builder = builder
        self._calls = calls
        self._gradients = gradients
        self._values = values
        self._parameters = dict(parameters)
        self._constants = constants
        self._last_random: int | None = None
        self._called: dict[Any, tuple[int, dict[str, Any]]] = {}
        self._closed: set[str] = set()  # operations of which the inside was not seen
        self.phase = "forward"
        self.optimizer_scope: int | None = None
        self.failed_node: int | None = None
        """The operation that has raised."""

    def carried_out(
        self, func: OpOverload, args: Sequence[Any], given: dict[str, Any], carry_out: CarryOut
    ) -> Any:
        """Records an operation. Gives what comes of it."""
        if isinstance(func, HigherOrderOperator):
            return self._of_graphs(func, args, given, carry_out)
        if func.namespace in _SKIPPED_NAMESPACES:
            return carry_out()
        taken = tensors(func, args, given)
        found = [tensor for _, _, tensor in taken if tensor is not None]
        inputs, used, sources = self._inputs(found)
        before = [None if each is None else shape_of(each)[1] for _, _, each in taken]
        held = self._held(func, args, given, taken, _local(sources, used))
        changed = written_tensors(func, args, given)
        if changed:
            self._constants.about_to_change(changed)
        try:
            made = carry_out()
        except Exception:
            self.failed_node = self._node(func, held, inputs, used, None, [])
            raise
        results = _results(made)
        node = self._node(func, held, inputs, used, before, results)
        self._record(node, results, changed)
        return made

    def _held(
        self,
        func: OpOverload,
        args: Sequence[Any],
        given: dict[str, Any],
        taken: Sequence[tuple[str, bool, torch.Tensor | None]],
        sources: tuple[tuple[str, int], ...],
    ) -> tuple[int, dict[str, Any]]:
        """The call of an operation: its number in the graph, and the same by name. Most calls are like another."""
        key: Any = (func, frozen(args), frozen(given), sources)
        try:
            known = self._called.get(key)
        except TypeError:  # an argument that has no hash
            known = key = None
        if known is None:
            held = attributes(func, args, given)
            named = {**held, "tensors": _arguments(taken, sources)} if sources else held
            known = self._builder.attribute_set(named), held
            if key is not None:
                self._called[key] = known
        return known

    def _of_graphs(
        self,
        func: HigherOrderOperator,
        args: Sequence[Any],
        given: dict[str, Any],
        carry_out: CarryOut,
    ) -> Any:
        """An operation that is given functions, such as a condition: one node, without what is inside."""
        found = [each for each in tree_leaves((args, given)) if isinstance(each, torch.Tensor)]
        inputs, used, _ = self._inputs(found)
        scope = self._scope()
        file, line = self._calls.place(scope)
        try:
            made = carry_out()
        except Exception:
            self.failed_node = self._builder.node(
                str(func), inputs, scope=scope, phase=self.phase, file=file, line=line
            )
            raise
        results = [each for each in tree_leaves(made) if isinstance(each, torch.Tensor)]
        node = self._builder.node(
            str(func),
            inputs,
            outputs=[shape_of(each) for each in results],
            scope=scope,
            phase=self.phase,
            file=file,
            line=line,
        )
        for parameter in used:
            self._builder.use(parameter, node)
        self._record(node, results, [])
        if str(func) not in self._closed:
            self._closed.add(str(func))
            self._builder.note(
                f"what is inside of {func} is not recorded; a torch.export.ExportedProgram shows it",
                node=node,
            )
        return made

    def outside(self, tensor: torch.Tensor, node: int, output: int = 0) -> None:
        """The tensor is what a node stands for that torch does not carry out, such as an input."""
        self._values.made(tensor, Origin(node, output))

    def taken_by(self, found: Sequence[torch.Tensor]) -> list[Input]:
        """The inputs of a node that takes these tensors."""
        return self._inputs(found)[0]

    def _inputs(
        self, taken: Sequence[torch.Tensor]
    ) -> tuple[list[Input], list[int], list[tuple[str, int]]]:
        """The edges, the parameters, and of each tensor which of these it is."""
        inputs: list[Input] = []
        used: list[int] = []
        sources: list[tuple[str, int]] = []
        after: set[int] = set()
        for tensor in taken:
            origin = self._values.origin(tensor)
            parameter = self._parameters.get(id(tensor)) if origin is None else None
            if origin is None and parameter is None:
                origin = self._values.origin_of_place(tensor)
            if origin is not None:
                sources.append(("input", len(inputs)))
                inputs.append((origin.node, origin.output))
            else:
                number = self._constant(tensor) if parameter is None else parameter
                sources.append(("parameter", number))
                used.append(number)
            writer = self._values.last_writer(tensor)
            if writer is not None and (origin is None or writer > origin.node):
                after.add(writer)
        return [*inputs, *((writer, 0, "control") for writer in sorted(after))], used, sources

    def _constant(self, tensor: torch.Tensor) -> int:
        """A tensor that is neither made by an operation nor one of the model's."""
        number = self._builder.parameter(
            self._constants.met(tensor),
            shape_of(tensor),
            role="constant",
            trained=False,
            scope=self._scope(),
        )
        self._parameters[id(tensor)] = number
        return number

    def _scope(self) -> int:
        if self.phase == "optimizer" and self.optimizer_scope is not None:
            return self.optimizer_scope
        if self.phase == "backward" and not self._calls.is_within:
            found = self._gradients.current_scope()
            if found is not None:
                return found
        return self._calls.scope

    def _record(self, node: int, results: Sequence[Any], changed: Sequence[torch.Tensor]) -> None:
        for tensor in changed:
            self._values.written(tensor, Origin(node, 0))
        for output, tensor in enumerate(results):
            if isinstance(tensor, torch.Tensor):
                self._values.made(tensor, Origin(node, output))

    def _node(
        self,
        func: OpOverload,
        held: tuple[int, dict[str, Any]],
        inputs: list[Input],
        used: list[int],
        before: Sequence[Any] | None,
        results: Sequence[Any],
    ) -> int:
        """before: sizes of the tensors that it takes; None for one that failed, and has counted nothing."""
        scope = self._scope()
        file, line = self._calls.place(scope)
        if _RANDOM in func.tags:
            if self._last_random is not None:
                inputs = [*inputs, (self._last_random, 0, "control")]
            self._last_random = len(self._builder)
        shapes: list[Output] = [shape_of(each) for each in results]
        node = self._builder.node(
            str(func),
            inputs,
            outputs=shapes,
            attributes=held[0],
            scope=scope,
            phase=self.phase,
            flops=math.nan
            if before is None
            else flops(func._opname, before, [sizes for _, sizes in shapes], held[1]),
            file=file,
            line=line,
        )
        for parameter in used:
            self._builder.use(parameter, node)
        return node


def shape_of(given: Any) -> Output:
    """Dtype and sizes; of a number its type and no sizes."""
    if not isinstance(given, torch.Tensor):
        return type(given).__name__, () if given is not None else None
    try:
        sizes = tuple(given.shape)
    except (RuntimeError, NotImplementedError):  # nested ones have no sizes
        return _dtype_name(given.dtype), None
    if not _WHOLE.issuperset(map(type, sizes)):
        sizes = tuple(size if isinstance(size, int) else str(size) for size in sizes)
    return _dtype_name(given.dtype), sizes


@cache
def _dtype_name(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")


def _local(sources: Sequence[tuple[str, int]], used: Sequence[int]) -> tuple[tuple[str, int], ...]:
    """Parameters by which of the node's own they are, in order."""
    if not used:
        return tuple(sources)
    own = sorted(set(used))
    return tuple(
        (what, own.index(number) if what == "parameter" else number) for what, number in sources
    )


def _arguments(
    taken: Sequence[tuple[str, bool, torch.Tensor | None]], sources: Sequence[tuple[str, int]]
) -> dict[str, Any]:
    """The source of each tensor among the arguments: one of the node's inputs, or of its parameters in order."""
    named: dict[str, Any] = {}
    waiting = iter(sources)
    for name, is_listed, tensor in taken:
        if tensor is None:
            continue
        what, number = next(waiting)
        source = f"{what} {number}"
        if is_listed:
            named.setdefault(name, []).append(source)
        else:
            named[name] = source
    return named


def _results(made: Any) -> list[Any]:
    """The outputs in order; nothing for an operation that gives nothing."""
    if made is None:
        return []
    return list(made) if isinstance(made, (tuple, list)) else [made]
