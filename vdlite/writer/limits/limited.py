"""A LogWriter of which only every n-th step is logged, and only so many bytes of each tag."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import TracebackType
from typing import Any, Protocol

from vdlite.errors import PayloadError, shown
from vdlite.writer.arguments.checks import check_tag, given_step
from vdlite.writer.limits.budget import check_budget


class Writer(Protocol):
    """A LogWriter, as far as views of it need one."""

    def limit(self, *, every: int = 1, budget: int | None = None) -> Any: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None: ...


class LastLogged:
    """The steps at which each tag of a writer was logged last by limited calls, for all views of it."""

    def __init__(self) -> None:
        self._last: dict[tuple[str, str], int] = {}  # by method and tag
        self._calls: dict[tuple[str, str], int] = {}

    def place_if_due(self, method: str, tag: str, step: object, every: int) -> int | None:
        """The step, or the number of the call where there is no step; None if it is not the tag's turn.

        It is its turn at the first call, and then whenever `every` steps have passed; a step that goes back, as after
        a resume, begins anew.
        """
        key = (method, tag)
        calls = self._calls[key] = self._calls.get(key, -1) + 1
        now = calls if (given := given_step(step)) is None else given
        last = self._last.get(key)
        if last is not None and last <= now < last + every:
            return None
        return now

    def logged(self, method: str, tag: str, place: int) -> None:
        """Note that something was logged there: the next turn is counted from it."""
        self._last[method, tag] = place


class LimitedWriter:
    """Has all of a LogWriter; its `add_*` methods that take a tag and a step log what the limits allow."""

    def __init__(
        self,
        writer: Writer,
        last_logged: LastLogged,
        limit_tag: Callable[[str, int], None],
        *,
        every: int,
        budget: int | None,
    ) -> None:
        """limit_tag: lets a tag of the writer have that many bytes."""
        if not isinstance(every, int) or isinstance(every, bool) or every < 1:
            raise PayloadError(f"every: got {shown(every)}, want a whole number, 1 or more")
        self._writer = writer
        self._last_logged = last_logged
        self._limit_tag = limit_tag
        self._every = every
        self._budget = check_budget(budget)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # copies and pickles look for such before there is a writer
            raise AttributeError(name)
        method = getattr(self._writer, name)
        if not name.startswith("add_"):
            return method
        writer: Any = type(self._writer)
        places = _places(writer, name)
        return method if places is None else self._limited(name, method, *places)

    def _limited(
        self, name: str, method: Callable[..., None], tag_place: _Place, step_place: _Place
    ) -> Callable[..., None]:
        def add(*arguments: Any, **named: Any) -> None:
            tag = tag_place.value(arguments, named)
            if tag is None:
                method(*arguments, **named)  # which says what is missing
                return
            if tag_place.name == "tags":  # of a row, whose turn is that of its first tag
                tag = next(iter(tag), tag)
            tag = check_tag(tag)
            step = step_place.value(arguments, named)
            place = self._last_logged.place_if_due(name, tag, step, self._every)
            if place is None:
                return
            if self._budget is not None:
                self._limit_tag(tag, self._budget)
            method(*arguments, **named)
            self._last_logged.logged(name, tag, place)  # only now: what is refused takes no turn

        return add

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy for another process: a view of a writer of its own into the same folder."""
        return _rebuild, (self._writer, self._every, self._budget)

    def __enter__(self) -> LimitedWriter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._writer.__exit__(kind, error, traceback)


def _rebuild(writer: Writer, every: int, budget: int | None) -> Any:
    return writer.limit(every=every, budget=budget)


@cache
def _places(writer: type, method: str) -> tuple[_Place, _Place] | None:
    """The places of the tag and the step among a method's arguments; None if it has no step.

    The tag is the first one, where none is called so.
    """
    parameters = list(inspect.signature(getattr(writer, method)).parameters.values())[1:]
    names = [each.name for each in parameters]
    if "step" not in names:
        return None
    tag_name = "tag" if "tag" in names else names[0]
    return _place(parameters, tag_name), _place(parameters, "step")


@dataclass(frozen=True, slots=True)
class _Place:
    """The place of an argument."""

    name: str
    position: int
    default: Any

    def value(self, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        if len(arguments) > self.position:
            return arguments[self.position]
        return named.get(self.name, self.default)


def _place(parameters: list[inspect.Parameter], name: str) -> _Place:
    position = next(at for at, each in enumerate(parameters) if each.name == name)
    found = parameters[position]
    by_name = found.kind is inspect.Parameter.KEYWORD_ONLY
    default = None if found.default is inspect.Parameter.empty else found.default
    return _Place(name, sys.maxsize if by_name else position, default)
