"""Public calls whose keywords are the fields of a frozen dataclass, and which name the near miss of a misspelt one."""

import functools
import inspect
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar, overload

P = ParamSpec("P")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
R = TypeVar("R")
Made = TypeVar("Made")


@dataclass(frozen=True)
class Flag:
    """How the command line calls an option; what this does not say, the field's type and default do."""

    name: str  # such as "--samples"
    help: str
    metavar: str | None = None
    choices: tuple[str, ...] = ()  # of those that the type has; empty: all
    const: Any = None  # what the flag stands for where it takes no value


NO_FLAG: Mapping[str, Any] = {"flag": None}
"""Metadata of an option that the command line can't say, or says in its own way."""


_ELSEWHERE: Mapping[str, Mapping[str, str]] = {
    "landscape_size": {"size": "'size'", "points": "'points'"},
    "size": {"points": "'points'"},
    "points": {"size": "'size'"},
    "create_landscape": {"train": "'train' and 'result'"},
    "train": {"create_landscape": "create_landscape={'train': ...}"},
    "result": {"create_landscape": "create_landscape={'result': ...}"},
    "dtype": {"precision": "'precision'"},
    "precision": {"dtype": "'dtype'"},
}
"""What a recorder or one of the calls that draw calls something, by a keyword of another one, and what it is there."""


def flag(
    name: str,
    help: str,  # noqa: A002  # as argparse calls it
    *,
    metavar: str | None = None,
    choices: tuple[str, ...] = (),
    const: Any = None,
) -> Mapping[str, Any]:
    """Metadata of an option that the command line has."""
    return {"flag": Flag(name, help, metavar, choices, const)}


class Options:
    """A dataclass of options that checks them in `__post_init__`, and calls that of the next group it is mixed with."""

    def __post_init__(self) -> None: ...


@dataclass(frozen=True)
class Given(Generic[Made]):
    """Options, and which of them the caller has named; the others have their defaults."""

    options: Made
    names: frozenset[str]

    def named(self, group: type[Any]) -> dict[str, Any]:
        """The options of a group that the caller has named."""
        names = [one.name for one in fields(group) if one.name in self.names]
        return {name: getattr(self.options, name) for name in names}


class _WithOptions(Protocol[P, Made]):
    @overload
    def __call__(
        self, call: Callable[[A, B, Given[Made]], R], /
    ) -> Callable[Concatenate[A, B, P], R]: ...
    @overload
    def __call__(
        self, call: Callable[[A, B, C, Given[Made]], R], /
    ) -> Callable[Concatenate[A, B, C, P], R]: ...


def with_options(options: Callable[P, Made]) -> _WithOptions[P, Made]:
    """Make the fields of a dataclass the keywords of a call: type checkers, `help` and the caller see them all.

    The call gets them as its last argument, a `Given`.

        @with_options(PlaneOptions)
        def draw(run: Path, model: Any, given: Given[PlaneOptions]) -> None: ...

        draw(run, model, seed=3)
    """

    def decorate(call: Callable[..., R]) -> Callable[..., R]:
        *before, last = inspect.signature(call, eval_str=False).parameters.values()
        signature = inspect.signature(options)
        own = [one.name for one in before]

        @functools.wraps(call)
        def with_keywords(*arguments: Any, **keywords: Any) -> R:
            check_keywords(call.__qualname__, keywords, {*own, *signature.parameters})
            first = {name: keywords.pop(name) for name in own if name in keywords}
            number = len(own) - len(first)
            made = options(*arguments[number:], **keywords)
            names = signature.bind_partial(*arguments[number:], **keywords).arguments
            given = Given(made, frozenset(names))
            return call(*arguments[:number], **first, **{last.name: given})

        whole = [*before, *signature.parameters.values()]
        with_keywords.__signature__ = inspect.Signature(whole)  # type: ignore[attr-defined]
        return with_keywords

    return decorate


def names_near_misses(call: Callable[P, R]) -> Callable[P, R]:
    """The call, which says of a keyword that it does not know which one may be meant."""
    known = set(inspect.signature(call).parameters)

    @functools.wraps(call)
    def checked(*arguments: P.args, **keywords: P.kwargs) -> R:
        check_keywords(call.__qualname__, keywords, known)
        return call(*arguments, **keywords)

    return checked


def check_keywords(call: str, given: Iterable[str], known: Collection[str]) -> None:
    """Raises TypeError for a name that is not known, in the words of later versions of Python."""
    name = next((name for name in given if name not in known), None)
    if name is None:
        return
    call = call.removesuffix(".__init__")
    here = next((there for of, there in _ELSEWHERE.get(name, {}).items() if of in known), None)
    if here is not None:
        raise TypeError(
            f"{call}() got an unexpected keyword argument {name!r}: it is called {here} here"
        )
    near = get_close_matches(name, known, n=1) or [
        each for each in sorted(known) if len(each) > 3 and (each in name or name in each)
    ]
    hint = f". Did you mean {near[0]!r}?" if near else ""
    if "facts" in known and not near:
        hint = f"; what else a record shall tell goes into facts={{{name!r}: ...}}"
    raise TypeError(f"{call}() got an unexpected keyword argument {name!r}{hint}")
