"""`patch`: other tools' writers log here, from now on and until it is undone."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from threading import RLock
from types import ModuleType, TracebackType
from typing import Literal, TypeAlias

from vdlite.patching.hook import ImportHook
from vdlite.patching.replacing import replace_everywhere
from vdlite.patching.targets import TARGETS, Target

Mode: TypeAlias = Literal["also", "instead"]

_lock = RLock()
_in_force: list[Patch] = []  # at most one


def patch(mode: Mode = "also") -> Patch:
    """Let the writers of torch.utils.tensorboard, tensorboardX and visualdl log here.

        vdlite.tensorboard.patch()  # before the writers are made

    mode: "also" leaves their own files what they are, and writes a log of vdlite into the same folder; "instead" writes
        that log alone, and works where these packages are not installed, too.
    "also" changes what these classes do, and "instead" puts another class in their place, wherever a loaded module has
    them; modules that are imported later are treated as they are imported, and writers that were made before stay what
    they are. A second call changes the mode at most. Returns what undoes it. Raises ValueError for another mode.
    """
    if mode not in ("also", "instead"):
        raise ValueError(f"mode: got {mode!r:.60}, want 'also' or 'instead'")
    with _lock:
        if _in_force and _in_force[0].mode == mode:
            return _in_force[0]
        if _in_force:
            _in_force[0].undo()
        made = Patch(mode)
        _in_force.append(made)
        made._begin()
        return made


class Patch:
    """The changes that `patch` has made. `undo()`, or the end of a `with` block, takes them back."""

    def __init__(self, mode: Mode) -> None:
        self.mode = mode
        self._undo: list[Callable[[], None]] = []
        self._hook = ImportHook(self._replace, stands_in=mode == "instead")

    def undo(self) -> None:
        """Put everything back. Writers that were made meanwhile go on; a second call does nothing."""
        with _lock:
            if self not in _in_force:
                return
            _in_force.remove(self)
            if self._hook in sys.meta_path:
                sys.meta_path.remove(self._hook)
            for undo in self._undo:
                undo()
            self._undo.clear()

    def __enter__(self) -> Patch:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.undo()

    def _begin(self) -> None:
        sys.meta_path.insert(0, self._hook)
        for target in TARGETS:
            module = sys.modules.get(target.module)
            if module is not None:
                self._replace(target, module)

    def _replace(self, target: Target, module: ModuleType) -> None:
        old = getattr(module, target.name, None)
        if not isinstance(old, type):
            return
        try:
            self._undo.append(self._mirrored(target, old))
        except Exception as error:  # noqa: BLE001  # a class that allows nothing: the program comes first
            from vdlite.writer.notices import warn

            warn("vdlite can't log what %s.%s logs: %r", target.module, target.name, error)

    def _mirrored(self, target: Target, old: type) -> Callable[[], None]:
        if self.mode == "also":
            from vdlite.patching.both import mirror

            return mirror(old, target.our_class())
        ours = target.our_class()
        # A class of its own: undoing must not touch what has imported ours by itself.
        new = type(ours.__name__, (ours,), {"__doc__": ours.__doc__, "__module__": ours.__module__})
        replace_everywhere(old, new)
        # Its import is not over: others may not know it yet.
        setattr(sys.modules[target.module], target.name, new)
        return partial(replace_everywhere, new, old)
