"""The modules that a model calls, and which of them alone use the outputs of which others."""

import copy
from collections.abc import Mapping
from typing import Any, NamedTuple

import torch
from torch import fx, nn

from vdlite.landscape.torch.randomness import own_randomness


class Call(NamedTuple):
    """A module of a model is called."""

    name: str
    before: str | None  # the module whose output it takes, if nothing else looks at that output


def calls(model: nn.Module) -> list[Call]:
    """Every call of a leaf module, in order; none of a model that torch.fx can't follow."""
    try:
        # What a forward keeps of its inputs, it keeps in another copy; what it draws, it draws of other numbers.
        seen = copy.deepcopy(model, {id(one): one for one in model.parameters()})
        with own_randomness(0, torch.device("cpu")):
            graph = OwnTracer(seen).trace(seen)
    except Exception:  # noqa: BLE001  # what depends on values can't be traced; it can be run as it is
        return []
    modules = dict(seen.named_modules(remove_duplicate=False))
    return [
        Call(str(node.target), _before(node, modules))
        for node in graph.nodes
        if node.op == "call_module"
    ]


class OwnTracer(fx.Tracer):  # type: ignore[misc]  # torch is not looked at
    """Follows its own model only: while it does, every call of a module in the process comes here."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self._own = {id(module) for module in model.modules()}

    def call_module(self, m: nn.Module, forward: Any, args: Any, kwargs: Any) -> Any:
        if id(m) not in self._own:
            return forward(*args, **kwargs)  # of another thread
        return super().call_module(m, forward, args, kwargs)


def _before(node: fx.Node, modules: Mapping[str, nn.Module]) -> str | None:
    before = node.args[0] if node.args else None
    if not isinstance(before, fx.Node) or before.op != "call_module" or len(before.users) > 1:
        return None
    if any(_is_watched(modules[str(one.target)]) for one in (before, node)):
        return None
    return str(before.target)


def _is_watched(module: nn.Module) -> bool:
    """True if somebody's function is called with what goes in or comes out."""
    return bool(module._forward_hooks or module._forward_pre_hooks)
