"""Calls of modules as events of the profiler, by the modules' paths in their model."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import Any

import torch
from torch import nn

from vdlite.profiling.recording.names import MODULE_PREFIX

# What wrappers put before the names of the modules: DataParallel and its kin, torch.compile, FSDP.
_WRAPPERS = re.compile(r"(?:^|(?<=\.))(?:module|_orig_mod|_fsdp_wrapped_module)(?:\.|$)")


class ModuleEvents:
    """Makes each call of a module an event, while it is installed; costs about 5 us a call."""

    def __init__(self, model: nn.Module) -> None:
        self._model = model
        self._handles: list[Any] = []

    def install(self) -> None:
        """Add the hooks. A second call does nothing."""
        if self._handles:
            return
        open_calls = _OpenCalls()
        for path, module in _named(self._model).items():
            begin, end = _hooks(MODULE_PREFIX + path, open_calls)
            self._handles.append(module.register_forward_pre_hook(begin))
            # Where a forward raises, its event ends, too.
            self._handles.append(module.register_forward_hook(end, always_call=True))

    def remove(self) -> None:
        """Leave the modules as they were."""
        for handle in self._handles:
            handle.remove()
        self._handles.clear()


class _OpenCalls(threading.local):
    """The calls that have begun and not ended, of each thread."""

    def __init__(self) -> None:
        self.records: list[Any] = []


def _hooks(name: str, open_calls: _OpenCalls) -> tuple[Callable[..., None], Callable[..., None]]:
    record = record_class()
    is_compiling = torch.compiler.is_compiling

    def begin(*_: object) -> None:
        if is_compiling():
            return
        event = record(name)
        event.__enter__()
        open_calls.records.append(event)

    def end(*_: object) -> None:
        if not is_compiling() and open_calls.records:
            open_calls.records.pop().__exit__(None, None, None)

    return begin, end


def record_class() -> Any:
    """The cheapest way to make an event: a tenth of that of `record_function`, which older ones have only."""
    fast = getattr(torch._C._profiler, "_RecordFunctionFast", None)
    return torch.autograd.profiler.record_function if fast is None else fast


def _named(model: nn.Module) -> dict[str, nn.Module]:
    """Modules by their paths without wrappers, the model itself by its class; not those that are compiled.

    Hooks in what is compiled would break it into pieces.
    """
    found: dict[str, nn.Module] = {}
    compiled: set[int] = set()
    for path, module in model.named_modules():
        if _is_compiled(module):
            compiled.update(id(each) for each in module.modules())
        if id(module) in compiled or isinstance(module, torch.jit.ScriptModule):
            continue
        # A wrapper has the path of what it wraps, which comes later.
        found[_WRAPPERS.sub("", path).rstrip(".")] = module
    whole = found.pop("", None)
    return found if whole is None else {type(whole).__name__: whole, **found}


def _is_compiled(module: nn.Module) -> bool:
    return hasattr(module, "_orig_mod") or getattr(module, "_compiled_call_impl", None) is not None
