"""Files of rules, as TOML: a table `[[rule]]` for each, and `[[channel]]` for each way to somebody."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Protocol, TypeVar, get_args

from vdlite.alerts.channels.channel_file import Channel, channel_of
from vdlite.alerts.rule import USUAL, OfRuns, Rule, What
from vdlite.errors import RuleError
from vdlite.kinds.alert import LEVELS

_MOST_BYTES = 1 << 20
_MOST = 1000  # rules
_LARGEST = 1.7e308
_LARGEST_STEP = (1 << 63) - 1
_NUMBERS = ("above", "below", "resolve", "delta", "rise", "seconds", "times")
_NOT_NEGATIVE = ("delta", "rise", "seconds", "times")
_OF: Mapping[What, tuple[str, ...]] = {
    "non-finite": (),
    "spike": (),
    "threshold": ("above", "below", "resolve", "points"),
    "plateau": ("goal", "delta", "points"),
    "diverging": ("against", "rise", "points"),
    "best": ("goal", "delta", "points", "seconds"),
    "stalled": ("seconds", "times"),
    "slow": ("below", "times"),
    "ended": (),
    "failed": (),
    "damaged": (),
    "alert": (),
    "silent-rank": ("seconds", "times"),
    "slow-rank": ("times",),
}
"""What a rule of each kind has beside `name`, `what`, `tags`, `where` and `level`."""

_CHOICES: Mapping[str, tuple[str, ...]] = {
    "level": LEVELS,
    "goal": ("min", "max"),
    "against": ("itself", "others"),
}
_KNOWN = tuple(each.name for each in fields(Rule))
_OF_RUNS = get_args(OfRuns)


@dataclass(frozen=True, slots=True)
class RuleFile:
    """Rules, and the channels by which their events are sent."""

    rules: tuple[Rule, ...] = USUAL
    channels: tuple[Channel, ...] = ()


def read_rules(path: str | Path) -> RuleFile:
    """The rules and channels of a file. Raises RuleError, which says what was got, what is wanted, and where."""
    content = _content(Path(path))
    try:
        tables = tomllib.loads(content.decode())
    except (ValueError, RecursionError) as error:  # TOMLDecodeError is a ValueError, as are others
        raise RuleError(f"{path}: no TOML: {error}") from error
    for name in tables:
        if name not in ("rule", "channel"):
            raise RuleError(f"{path}: got {name!r}, want tables [[rule]] and [[channel]]")
    if not tables:
        raise RuleError(f"{path}: want 1 to {_MOST} tables [[rule]]")
    return rules_of(tables.get("rule"), tables.get("channel"), str(path))


def rules_of(rule_tables: Any, channel_tables: Any, path: str) -> RuleFile:
    """The rules and channels of tables, as they stand in a file; None for no tables: then the usual rules hold.

    Raises RuleError.
    """
    rules: tuple[Rule, ...] = USUAL
    channels: tuple[Channel, ...] = ()
    if channel_tables is not None:
        channels = _named(channel_tables, "channel", channel_of, path)
    if rule_tables is not None:
        rules = _named(rule_tables, "rule", _rule, path)
    known = [each.name for each in channels]
    for place, rule in enumerate(rules, 1):
        for name in rule.channels or ():
            if name not in known:
                raise RuleError(
                    f"{path}, rule {place}: channels: got {name!r}, want some of {', '.join(known) or 'none'}"
                )
    return RuleFile(rules, channels)


class _Named(Protocol):
    @property
    def name(self) -> str: ...


_Made = TypeVar("_Made", bound=_Named)


def _named(
    tables: Any, what: str, made_of: Callable[[Any, str], _Made], path: str
) -> tuple[_Made, ...]:
    """What is made of each table; no two have one name. Raises RuleError."""
    if not isinstance(tables, list) or not 0 < len(tables) <= _MOST:
        raise RuleError(f"{path}: want 1 to {_MOST} tables [[{what}]]")
    found: dict[str, _Made] = {}
    for place, table in enumerate(tables, 1):
        where = f"{path}, {what} {place}"
        if not isinstance(table, dict):
            raise RuleError(f"{where}: want a table")
        made = made_of(table, where)
        if made.name in found:
            raise RuleError(f"{where}: the name {made.name!r} is taken; want another `name`")
        found[made.name] = made
    return tuple(found.values())


def _content(path: Path) -> bytes:
    """The bytes of a file. Raises RuleError for what is none, such as a pipe, which would have nobody get an answer."""
    try:
        if not path.is_file():
            path.stat()  # which says why, if it is not there
            raise RuleError(f"{path}: it is not a plain file")
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise RuleError(f"{path}: {error.strerror}") from error
    if len(content) > _MOST_BYTES:
        raise RuleError(f"{path}: got more than {_MOST_BYTES} bytes")
    return content


def _rule(table: Mapping[str, Any], where: str) -> Rule:
    what = next((each for each in _OF if each == table.get("what")), None)
    if what is None:
        raise RuleError(f"{where}: what: got {table.get('what')!r}, want one of {', '.join(_OF)}")
    allowed = ("name", "what", "where", "level", "stop", "channels", *_OF[what])
    allowed += () if what in _OF_RUNS else ("tags", "first_step")
    for name in table:
        if name not in allowed:
            close = get_close_matches(name, allowed, 1)
            hint = f"did you mean {close[0]}?" if close else f"want some of {', '.join(allowed)}"
            of = f" of a rule {what!r}" if name in _KNOWN else ""
            raise RuleError(f"{where}: got {name!r}{of}, {hint}")
    values = {name: _value(name, value, where) for name, value in table.items()}
    rule = Rule(**{"name": what, **values})
    if what == "threshold" and rule.above is None and rule.below is None:
        raise RuleError(f"{where}: a threshold wants `above` or `below`")
    return rule


def _value(name: str, value: Any, where: str) -> Any:
    """The value of a field. Raises RuleError."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if name in _NUMBERS:
        low = 0.0 if name in _NOT_NEGATIVE else -math.inf
        if is_number and abs(value) > _LARGEST:
            raise RuleError(f"{where}: {name}: got a number that is too large")
        if not is_number or math.isnan(value) or value < low:
            raise RuleError(
                f"{where}: {name}: got {value!r}, want a number"
                + (" from 0 on" if low == 0 else "")
            )
        return float(value)
    if name in ("points", "first_step"):
        least = 1 if name == "points" else -_LARGEST_STEP
        is_integer = isinstance(value, int) and not isinstance(value, bool)
        if not is_integer or not least <= value <= _LARGEST_STEP:
            want = "an integer" + (" from 1 on" if name == "points" else "")
            raise RuleError(f"{where}: {name}: got {value!r:.40}, want {want}")
        return value
    if name == "stop":
        if not isinstance(value, bool):
            raise RuleError(f"{where}: stop: got {value!r:.40}, want true or false")
        return value
    if name in ("tags", "channels"):
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list) or not all(isinstance(each, str) for each in listed):
            want = "patterns such as 'loss/*'" if name == "tags" else "names"
            raise RuleError(f"{where}: {name}: got {value!r}, want a list of {want}")
        return tuple(listed)
    choices = _CHOICES.get(name)
    if choices is not None and value not in choices:
        raise RuleError(f"{where}: {name}: got {value!r}, want one of {', '.join(choices)}")
    if not isinstance(value, str) or not value:
        raise RuleError(f"{where}: {name}: got {value!r}, want a text")
    return value
