"""A writer of another tool, and one of ours that is given the same."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import wraps
from typing import Any

from vdlite.writer.life.mirroring import mirroring

_TWIN = "_vdlite_twin"
_FOLDERS = ("log_dir", "logdir")

_inside = threading.local()


def mirror(theirs: type, ours: type) -> Callable[[], None]:
    """Let writers of theirs hand every call to a writer of ours, too, with the same folder. Returns what undoes it.

    The class stays the one that it is, whatever it says of classes that inherit from it or name it.
    Ours comes first, since some of theirs change what they are given; what it raises is only reported, once a writer.
    Raises whatever a class raises that lets nobody change it; it is as before then.
    """
    base: Any = theirs
    members: dict[str, Any] = {"__init__": _with_twin(base.__init__, ours)}
    for name in dir(ours):
        is_call = name.startswith("add_") or name in ("flush", "close")
        if is_call and callable(getattr(theirs, name, None)):
            members[name] = _mirrored(name, getattr(theirs, name))
    if hasattr(theirs, "use_metadata") and hasattr(ours, "use_metadata"):
        members["use_metadata"] = _with_metadata_of_both(base.use_metadata)
    if hasattr(theirs, "_get_file_writer"):
        members["_get_file_writer"] = _with_mirrored_events(base._get_file_writer)
    own = {name: vars(theirs)[name] for name in members if name in vars(theirs)}

    def undo() -> None:
        for name, member in members.items():
            if vars(theirs).get(name) is not member:
                continue  # not put there, or by now somebody else's
            if name in own:
                setattr(theirs, name, own[name])
            else:
                delattr(theirs, name)

    try:
        for name, member in members.items():
            setattr(theirs, name, member)
    except BaseException:
        undo()
        raise
    return undo


def _with_twin(init: Callable[..., None], ours: type) -> Callable[..., None]:
    @wraps(init)
    def __init__(self: Any, *arguments: Any, **named: Any) -> None:  # noqa: N807
        with _call() as is_outermost:
            init(self, *arguments, **named)
        if is_outermost:  # theirs make further writers, of sub-runs
            twin = _Twin(ours, _folder_of(self), arguments, named)
            try:
                object.__setattr__(self, _TWIN, twin)
            except AttributeError as error:  # it has slots only
                twin.complain("the log", error)

    return __init__


def _twin_of(writer: Any) -> _Twin | None:
    return getattr(writer, "__dict__", {}).get(_TWIN)


@contextmanager
def _call() -> Iterator[bool]:
    """A call of theirs; says whether it is none that another one makes."""
    depth = getattr(_inside, "depth", 0)
    _inside.depth = depth + 1
    try:
        yield not depth
    finally:
        _inside.depth = depth


def _folder_of(writer: Any) -> Any:
    for name in _FOLDERS:
        folder = getattr(writer, name, None)
        if folder is not None:
            return folder
    return None


class _Twin:
    """The writer of ours."""

    def __init__(
        self, ours: type, folder: Any, arguments: tuple[Any, ...], named: dict[str, Any]
    ) -> None:
        self._complained = False
        self._tool = "VisualDL" if ours.__module__ == "vdlite.visualdl" else "TensorBoard"
        self._writer: Any = None
        try:
            given = inspect.signature(ours).bind(*arguments, **named)
            # Theirs has named it, perhaps by the second in which it was made.
            given.arguments[next(iter(inspect.signature(ours).parameters))] = folder
            with mirroring(self._tool):
                self._writer = ours(*given.args, **given.kwargs)
        except Exception as error:  # noqa: BLE001  # theirs works: the training goes on
            self.complain("the log", error)

    def call(self, name: str, arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
        if self._writer is None:
            return
        try:
            with mirroring(self._tool):
                getattr(self._writer, name)(*arguments, **named)
        except Exception as error:  # noqa: BLE001  # what theirs takes must not fail for us
            self.complain(name, error)

    @contextmanager
    def metadata(self, named: dict[str, Any]) -> Iterator[None]:
        if self._writer is None:
            yield
            return
        with self._writer.use_metadata(**named):
            yield

    def add_event(self, event: Any, step: Any, walltime: Any) -> None:
        if self._writer is None:
            return
        try:
            with mirroring(self._tool):
                self._writer._get_file_writer().add_event(event, step, walltime)
        except Exception as error:  # noqa: BLE001  # as above
            self.complain("add_event", error)

    def complain(self, what: str, error: Exception) -> None:
        if not self._complained:
            self._complained = True
            from vdlite.writer.notices import warn

            warn("vdlite can't log beside another writer: %s: %r", what, error)


def _mirrored(name: str, theirs: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(theirs)
    def call(self: Any, *arguments: Any, **named: Any) -> Any:
        with _call() as is_outermost:
            twin = _twin_of(self)
            if twin is not None and is_outermost:
                twin.call(name, arguments, named)
            return theirs(self, *arguments, **named)

    return call


def _with_metadata_of_both(theirs: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(theirs)
    @contextmanager
    def use_metadata(self: Any, **named: Any) -> Iterator[Any]:
        twin = _twin_of(self)
        with theirs(self, **named), twin.metadata(named) if twin is not None else nullcontext():
            yield self

    return use_metadata


def _with_mirrored_events(theirs: Callable[..., Any]) -> Callable[..., Any]:
    """Programs hand protocol buffers to what this returns."""

    @wraps(theirs)
    def get(self: Any) -> Any:
        writer = theirs(self)
        add = getattr(writer, "add_event", None)  # VisualDL has other ones
        if add is not None and "add_event" not in vars(writer):

            def add_event(event: Any, step: Any = None, walltime: Any = None) -> Any:
                twin = _twin_of(self)
                if twin is not None and not getattr(_inside, "depth", 0):
                    twin.add_event(event, step, walltime)
                return add(event, step, walltime)

            writer.add_event = add_event
        return writer

    return get
