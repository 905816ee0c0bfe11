"""Watchers that are given each operation before torch carries it out, and carry it out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from torch._ops import HigherOrderOperator, OpOverload
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode
from torch.utils._python_dispatch import TorchDispatchMode

CarryOut = Callable[[], Any]
Watcher = Callable[[OpOverload, Sequence[Any], dict[str, Any], CarryOut], Any]
"""Is given an operation and its arguments, carries it out by its last argument, and gives the result of that."""

_DEVICE = torch.ops.prim.device.default


class Watched(TorchDispatchMode):  # type: ignore[misc]  # torch is not typed here
    """Tensors with values, of which a watcher sees each operation."""

    supports_higher_order_operators = True

    def __init__(self, watcher: Watcher) -> None:
        super().__init__()
        self._watcher = watcher

    def __torch_dispatch__(
        self,
        func: OpOverload,
        types: Any,
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        given = dict(kwargs or {})
        return self._watcher(func, args, given, lambda: func(*args, **given))


class Fakes(FakeTensorMode):  # type: ignore[misc]  # torch is not typed here
    """Tensors without values, of which a watcher sees each operation.

    Both in one mode: with another one above it, each operation would take a second way through Python.
    """

    supports_higher_order_operators = True

    def __init__(self) -> None:
        super().__init__(allow_non_fake_inputs=True)
        self._watcher: Watcher | None = None

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        """Nothing is compiled meanwhile, and what keeps compilers out takes as long as an operation."""
        return False

    @contextmanager
    def watched(self, watcher: Watcher) -> Iterator[None]:
        before, self._watcher = self._watcher, watcher
        try:
            yield
        finally:
            self._watcher = before

    def __torch_dispatch__(
        self,
        func: OpOverload,
        types: Any,
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        if func is _DEVICE and type(args[0]) is FakeTensor and not self.in_kernel_invocation:
            # Most calls are of this one: where a tensor is that has no place of its own.
            return args[0].fake_device
        given = dict(kwargs) if kwargs else {}
        watcher = self._watcher
        if watcher is None:
            return self._carried_out(func, types, args, given)
        self._watcher = None  # what an operation consists of is not known
        try:
            return watcher(func, args, given, lambda: self._carried_out(func, types, args, given))
        finally:
            self._watcher = watcher

    def _carried_out(
        self, func: OpOverload, types: Any, args: Sequence[Any], given: dict[str, Any]
    ) -> Any:
        # torch looks for rules by the type of the mode, which is not this one.
        rule = func.python_key_table.get(FakeTensorMode)
        if rule is not None:
            return rule(self, *args, **given)
        if isinstance(func, HigherOrderOperator):
            raise NotImplementedError(f"{func} without values")
        return self.dispatch(func, types, args, given)
