"""The hyperparameters of a run, as a mapping that can be changed."""

import argparse
import dataclasses
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import FunctionType
from typing import Any

from vdlite.errors import PayloadError, shown
from vdlite.packages import needed
from vdlite.tracking.attributes import ByAttribute
from vdlite.tracking.names import flattened

_METHODS = (FunctionType, staticmethod, classmethod, property)


class Config(ByAttribute):
    """Hyperparameters by name: `config["lr"]`, or `config.lr`."""

    _own = ("_values", "_changed", "_may_change")
    _what = "config"

    def __init__(
        self,
        given: Any,
        changed: Callable[[dict[str, Any]], None],
        *,
        may_change: bool = True,
    ) -> None:
        """given: whatever `as_mapping` takes.

        changed: is given the names and values that are set later, once they are; where it raises PayloadError, they are not.
            None of them where a name was taken away.
        may_change: False refuses another value for a name that has one, as `wandb` does.
        Raises PayloadError for anything else.
        """
        self._values = dict(as_mapping(given))
        self._changed = changed
        self._may_change = may_change

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy, such as in a checkpoint, has the values, and is of no run."""
        return _alone, (self._values, self._may_change)

    def belongs_to(self, changed: Callable[[dict[str, Any]], None]) -> None:
        """Give each name and value that is set from now on to a run, as the constructor says it."""
        self._changed = changed

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __setitem__(self, name: str, value: Any) -> None:
        self._set({name: value}, may_change=self._may_change)

    def __delitem__(self, name: str) -> None:
        del self._values[name]
        self._changed({})

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Config({self._values!r})"

    def update(
        self,
        given: "Mapping[str, Any] | Iterable[tuple[str, Any]] | Any" = (),
        /,
        *,
        allow_val_change: bool | None = None,
        **named: Any,
    ) -> None:
        """Set several: of a mapping, of pairs, or of whatever `init(config=)` takes.

        allow_val_change: False refuses another value for a name that has one, True allows it; None as `init` was given it.
        Raises PayloadError for anything else; then nothing is set.
        """
        pairs = isinstance(given, Iterable) and not isinstance(given, (Mapping, str))
        values = dict(given) if pairs else as_mapping(given)
        may = self._may_change if allow_val_change is None else allow_val_change
        self._set({**values, **named}, may_change=may)

    def setdefaults(self, given: Any) -> None:
        """Set what has no value yet, of whatever `init(config=)` takes."""
        self.update({name: value for name, value in as_mapping(given).items() if name not in self})

    def as_dict(self) -> dict[str, Any]:
        """A dictionary of them."""
        return dict(self._values)

    def _set(self, values: Mapping[str, Any], *, may_change: bool) -> None:
        for name, value in values.items() if not may_change else ():
            if name in self._values and not _is_same(self._values[name], value):
                raise PayloadError(
                    f"config: {name!r} is {shown(self._values[name])}, got {shown(value)}: "
                    "allow_val_change=True lets it change"
                )
        if not values:
            return
        before = dict(self._values)
        self._values.update(values)
        try:
            self._changed(dict(values))
        except PayloadError:
            self._values = before
            raise


def _alone(values: dict[str, Any], may_change: bool) -> Config:  # of a pickle
    return Config(values, lambda _: None, may_change=may_change)


def _is_same(old: Any, new: Any) -> bool:
    try:
        return bool(old == new)
    except Exception:  # noqa: BLE001  # arrays, and whatever a value's own comparison does
        return old is new


def hyperparameters(values: Mapping[str, Any]) -> dict[str, Any]:
    """The settings as `add_hparams` takes them: names within names become one, with `/` between."""
    return dict(flattened(values))


def as_mapping(given: Any) -> Mapping[str, Any]:
    """The values by name that a caller gives as hyperparameters; nothing for None.

    given: a mapping, a dataclass, a namespace of argparse, flags of absl, the path of a YAML file, or any object or class,
        whose public attributes count.
    Raises PayloadError for anything else.
    """
    if given is None:
        return {}
    if isinstance(given, Mapping):
        return {str(name): value for name, value in given.items()}
    if isinstance(given, argparse.Namespace):
        return vars(given)
    if dataclasses.is_dataclass(given) and not isinstance(given, type):
        return dataclasses.asdict(given)
    if isinstance(given, (str, os.PathLike)):
        return _of_file(Path(given))
    if callable(of_flags := getattr(given, "flag_values_dict", None)):
        return as_mapping(of_flags())
    if hasattr(given, "__dict__") and (isinstance(given, type) or not callable(given)):
        public = ((name, each) for name, each in vars(given).items() if not name.startswith("_"))
        return {name: each for name, each in public if not isinstance(each, _METHODS)}
    raise PayloadError(
        f"config: got {type(given).__name__} {shown(given)}, "
        "want a mapping, a dataclass, a Namespace, or the path of a YAML file"
    )


def _of_file(path: Path) -> Mapping[str, Any]:
    """The values of a YAML file; `{"lr": {"value": 0.1, "desc": ...}}`, as W&B writes it, means `{"lr": 0.1}`."""
    with needed("a YAML file"):
        import yaml

    try:
        loaded = yaml.safe_load(path.expanduser().read_text("utf-8"))
    except (OSError, ValueError, yaml.YAMLError) as error:
        reason = getattr(error, "strerror", None) or " ".join(str(error).split())
        raise PayloadError(f"config: can't read a YAML file: {reason}: {path}") from error
    if loaded is None:
        return {}
    if not isinstance(loaded, dict):
        raise PayloadError(
            f"config: got a file with {type(loaded).__name__}, want names and values: {path}"
        )
    loaded.pop("wandb_version", None)
    loaded.pop("_wandb", None)
    return {
        str(name): value["value"]
        if isinstance(value, dict) and value.keys() <= {"value", "desc"} and "value" in value
        else value
        for name, value in loaded.items()
    }


def kept(
    values: Mapping[str, Any], include: object = None, exclude: object = None
) -> Mapping[str, Any]:
    """The values whose names are among `include`, or not among `exclude`. Raises PayloadError if both are given."""
    if include and exclude:
        raise PayloadError(
            "config_include_keys: got it beside config_exclude_keys, want one or the other"
        )
    wanted = _names("config_include_keys", include)
    unwanted = _names("config_exclude_keys", exclude)
    return {
        name: value
        for name, value in values.items()
        if (not wanted or name in wanted) and name not in unwanted
    }


def _names(what: str, given: object) -> frozenset[str]:
    """Names as they were given, of which None has none. Raises PayloadError if they are no names."""
    if given is None:
        return frozenset()
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise PayloadError(f"{what}: got {shown(given)}, want a list of names")
    names = list(given)
    if not all(isinstance(name, str) for name in names):
        raise PayloadError(f"{what}: got {shown(given)}, want a list of names")
    return frozenset(names)
