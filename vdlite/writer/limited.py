"""A LogWriter of which only every n-th step is logged, and only so many bytes of each tag."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from vdlite.errors import PayloadError, shown
from vdlite.writer.budget import check_budget
from vdlite.writer.checks import check_step, check_tag

if TYPE_CHECKING:
    from vdlite.writer.log_writer import LogWriter


class Turns:
    """When each tag of a writer was logged last by limited calls, for all views of it."""

    def __init__(self) -> None:
        self._last: dict[tuple[str, str], int] = {}  # by method and tag
        self._calls: dict[tuple[str, str], int] = {}

    def step_if_due(self, method: str, tag: str, step: object, every: int) -> int | None:
        """The step to log; None if it is not the tag's turn.

        It is its turn at the first call, and then whenever `every` steps have passed; a step that goes back, as after
        a resume, begins anew. Without steps, calls are counted, and their numbers are the steps.
        """
        key = (method, tag)
        calls = self._calls[key] = self._calls.get(key, -1) + 1
        now = calls if step is None else check_step(step)
        last = self._last.get(key)
        if last is not None and last <= now < last + every:
            return None
        self._last[key] = now
        return now


class LimitedWriter:
    """Has all of a LogWriter; its `add_*` methods that take a tag and a step log what the limits allow."""

    def __init__(self, writer: LogWriter, turns: Turns, *, every: int, budget: int | None) -> None:
        if not isinstance(every, int) or isinstance(every, bool) or every < 1:
            raise PayloadError(f"every: got {shown(every)}, want a whole number, 1 or more")
        self._writer = writer
        self._turns = turns
        self._every = every
        self._budget = check_budget(budget)

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._writer, name)
        if not name.startswith("add_"):
            return method
        writer: Any = type(self._writer)
        places = _places(writer, name)
        return method if places is None else self._limited(name, method, *places)

    def _limited(
        self, name: str, method: Callable[..., None], tag_name: str, step_place: int
    ) -> Callable[..., None]:
        def add(*arguments: Any, **named: Any) -> None:
            tag = arguments[0] if arguments else named.get(tag_name)
            if tag is None:
                return method(*arguments, **named)  # which tells what is missing
            check_tag(tag)
            by_place = len(arguments) > step_place
            step = arguments[step_place] if by_place else named.get("step")
            if self._every > 1:
                due = self._turns.step_if_due(name, tag, step, self._every)
                if due is None:
                    return None
                if by_place:
                    arguments = (*arguments[:step_place], due, *arguments[step_place + 1 :])
                else:
                    named["step"] = due
            if self._budget is not None:
                self._writer._limit_tag(tag, self._budget)
            return method(*arguments, **named)

        return add

    def __enter__(self) -> LimitedWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self._writer.close()


@cache
def _places(writer: type, method: str) -> tuple[str, int] | None:
    """The name of a method's first argument and the place of its step; None if it has no step."""
    names = list(inspect.signature(getattr(writer, method)).parameters)[1:]
    return (names[0], names.index("step")) if "step" in names else None
