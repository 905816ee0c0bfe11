"""One call of a model, as it is recorded."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import torch
from torch import nn
from torch.func import functional_call
from torch.utils._pytree import tree_flatten_with_path, tree_leaves

from vdlite.errors import shown
from vdlite.graphs.torch.called import names_of_inputs
from vdlite.graphs.torch.calls import Calls
from vdlite.graphs.torch.constants import Constants, names_of_attributes
from vdlite.graphs.torch.copies import Copies
from vdlite.graphs.torch.gradients import Gradients
from vdlite.graphs.torch.modes import Fakes, Watched
from vdlite.graphs.torch.operations import Operations, shape_of
from vdlite.graphs.torch.putting_back import untouched
from vdlite.graphs.torch.values import Values
from vdlite.kinds.graph import Graph, GraphBuilder


class Call:
    """A call of a model with stand-ins for its tensors, and what was recorded of it so far."""

    def __init__(
        self,
        model: nn.Module,
        given: tuple[Any, ...],
        named: dict[str, Any],
        optimizer: torch.optim.Optimizer | None,
        *,
        is_fake: bool,
    ) -> None:
        self.error: Exception | None = None
        self._model = model
        self._given = given
        self._named = named
        self._fakes = Fakes() if is_fake else None
        self._copies = Copies(self._fakes, on_meta=is_fake and without_values(model))
        self._optimizer = optimizer
        self._builder = GraphBuilder(
            type(model).__name__,
            source="fake" if is_fake else "real",
            about={
                "class": f"{type(model).__module__}.{type(model).__qualname__}",
                "mode": "train" if model.training else "eval",
                "framework": f"torch {torch.__version__}",
            },
        )
        self._gradients = Gradients()
        self._calls = Calls(self._builder, model, self._gradients)

    @property
    def count(self) -> int:
        """How many nodes there are."""
        return len(self._builder)

    def note(self, text: str) -> None:
        self._builder.note(text)

    def note_error(self, text: str) -> None:
        self._builder.note(text, level="error")

    def finish(self) -> Graph:
        return self._builder.build()

    def run(self, *, backward: bool) -> None:
        """Calls the model. What fails inside of it is kept as `error`, and as a note."""
        try:
            with torch.inference_mode(False):
                self._run(backward=backward)
        except Exception as error:  # noqa: BLE001  # a tensor of a kind that cannot be copied, for instance
            self.error = error
            self.note_error(shown(error, 700))
        finally:
            self._gradients.clear()

    def _run(self, *, backward: bool) -> None:
        stand_ins = self._copies.tensors(self._model)
        numbers = self._parameters(stand_ins)
        with untouched(self._model, self._copies.of_value), self._surroundings():
            constants = Constants(names_of_attributes(self._model))
            operations = Operations(
                self._builder, self._calls, self._gradients, Values(), numbers, constants
            )
            try:
                given, named = self._copies.of_inputs((self._given, self._named))
                self._inputs(given, named, operations)
                with self._calls.followed():
                    output = self._forward(stand_ins, given, named, operations)
                    if self.error is None:
                        self._outputs(output, operations)
                        if backward and self._backward(output, operations):
                            self._step(operations)
                del output, given, named
            finally:
                constants.put_back()
        self._owners(numbers, stand_ins)

    @contextmanager
    def _surroundings(self) -> Iterator[None]:
        with ExitStack() as stack:
            stack.enter_context(torch.enable_grad())
            # A part that is compiled would be called as one operation, or not at all.
            stack.enter_context(torch.compiler.set_stance("force_eager"))
            if self._fakes is not None:
                stack.enter_context(_quiet())
                stack.enter_context(self._fakes)
            yield

    @contextmanager
    def _seen_by(self, operations: Operations) -> Iterator[None]:
        fakes = self._fakes
        watcher = operations.carried_out
        with Watched(watcher) if fakes is None else fakes.watched(watcher):
            yield

    @contextmanager
    def _watched(self, operations: Operations) -> Iterator[None]:
        with self._seen_by(operations), self._calls:
            yield

    def _forward(
        self,
        stand_ins: dict[str, torch.Tensor],
        given: tuple[Any, ...],
        named: dict[str, Any],
        operations: Operations,
    ) -> Any:
        with self._watched(operations):
            try:
                return _called(self._model, stand_ins, given, named)
            except Exception as error:  # noqa: BLE001  # whatever a model does must not reach the training
                self._failed(error, operations)
                return None

    def _backward(self, output: Any, operations: Operations) -> bool:
        targets = _targets(output)
        if not targets:
            self.note("no output needs a gradient: there is no backward pass")
            return False
        operations.phase, self._calls.is_backward = "backward", True
        with self._seen_by(operations):
            try:
                torch.autograd.backward(targets, [torch.ones_like(each) for each in targets])
            except Exception as error:  # noqa: BLE001  # as above
                self._failed(error, operations)
        return self.error is None

    def _step(self, operations: Operations) -> None:
        optimizer = self._optimizer
        if optimizer is None:
            return
        operations.phase = "optimizer"
        operations.optimizer_scope = self._builder.add_scope(
            "optimizer", type(optimizer).__name__, kind="group", parent=0
        )
        try:
            twin = type(optimizer)(self._groups(optimizer))
            with self._watched(operations):
                twin.step()
        except Exception as error:  # noqa: BLE001  # as above
            self._failed(error, operations)

    def _groups(self, optimizer: torch.optim.Optimizer) -> list[dict[str, Any]]:
        """An optimizer's groups, with the stand-ins of its parameters."""
        groups = []
        for group in optimizer.param_groups:
            known = [self._copies.known(parameter) for parameter in group["params"]]
            kept = [parameter for parameter in known if parameter is not None]
            if kept:
                groups.append({**group, "params": kept})
        if not groups:
            raise ValueError("none of the optimizer's parameters belongs to the model")
        return groups

    def _parameters(self, stand_ins: dict[str, torch.Tensor]) -> dict[int, int]:
        """The model's tensors in the graph: their numbers, by the ids of their stand-ins."""
        buffers = {name for name, _ in self._model.named_buffers(remove_duplicate=False)}
        numbers: dict[int, int] = {}
        for name, tensor in stand_ins.items():
            first = numbers.get(id(tensor))
            number = self._builder.parameter(
                name,
                shape_of(tensor),
                role="buffer" if name in buffers else "parameter",
                trained=tensor.requires_grad,
                shared_with=first,
            )
            numbers.setdefault(id(tensor), number)
        return numbers

    def _owners(self, numbers: dict[int, int], stand_ins: dict[str, torch.Tensor]) -> None:
        """Each tensor belongs to the first call of its module, or of the nearest module around that was called."""
        modules = dict(self._model.named_modules(remove_duplicate=False))
        for number, name in enumerate(stand_ins):
            owner = name
            while owner:
                owner = owner.rpartition(".")[0]
                scopes = self._calls.module_scopes(modules[owner]) if owner in modules else []
                if scopes:
                    self._builder.belongs(number, scopes[0])
                    break

    def _inputs(self, given: tuple[Any, ...], named: Any, operations: Operations) -> None:
        places = names_of_inputs(self._model, len(given))
        for place, value in [*zip(places, given, strict=True), *named.items()]:
            for path, leaf in tree_flatten_with_path(value)[0]:
                if isinstance(leaf, torch.Tensor):
                    name = place + "".join(map(str, path))
                    node = self._builder.node("input", name=name, outputs=[shape_of(leaf)])
                    operations.outside(leaf, node)

    def _outputs(self, output: Any, operations: Operations) -> None:
        for path, leaf in tree_flatten_with_path(output)[0]:
            if isinstance(leaf, torch.Tensor):
                self._builder.node(
                    "output",
                    operations.taken_by([leaf]),
                    name="output" + "".join(map(str, path)),
                    outputs=[shape_of(leaf)],
                    scope=0,
                )

    def _failed(self, error: Exception, operations: Operations) -> None:
        self.error = error
        what = {"forward": "", "backward": "backward: ", "optimizer": "optimizer: "}
        self._builder.note(
            what[operations.phase] + shown(error, 700),
            level="error",
            node=operations.failed_node,
            scope=self._calls.failed_scope if operations.failed_node is None else None,
        )


def without_values(model: nn.Module) -> bool:
    """True if the model's tensors have no values: it was made on the meta device."""
    return any(each.device.type == "meta" for each in [*model.parameters(), *model.buffers()])


def _called(
    model: nn.Module,
    stand_ins: dict[str, torch.Tensor],
    given: tuple[Any, ...],
    named: dict[str, Any],
) -> Any:
    if isinstance(model, torch.jit.ScriptModule):  # torch calls it so as a part of another only
        model = _Around(model)
        stand_ins = {f"inner.{name}": tensor for name, tensor in stand_ins.items()}
    return functional_call(model, stand_ins, given, named, tie_weights=False, strict=False)


class _Around(nn.Module):  # type: ignore[misc]  # torch is not typed here
    def __init__(self, inner: nn.Module) -> None:
        super().__init__()
        self.inner = inner

    def forward(self, *given: Any, **named: Any) -> Any:
        return self.inner(*given, **named)


@contextmanager
def _quiet() -> Iterator[None]:
    """Without torch's own words about an operation that fails with fake tensors: the note names it."""
    log = logging.getLogger("torch._subclasses.fake_tensor")
    before = log.disabled
    log.disabled = True
    try:
        yield
    finally:
        log.disabled = before


def _targets(output: Any) -> list[torch.Tensor]:
    """The tensors at which the backward pass begins: the loss, if the model gives one, or all outputs."""
    loss = getattr(output, "loss", None)
    if isinstance(loss, torch.Tensor) and loss.requires_grad and loss.numel() == 1:
        return [loss]
    return [
        leaf
        for leaf in tree_leaves(output)
        if isinstance(leaf, torch.Tensor) and leaf.requires_grad
    ]
