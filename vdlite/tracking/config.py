"""The hyperparameters of a run, as a mapping that can be changed."""

import argparse
import dataclasses
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from typing import Any

from vdlite.errors import PayloadError, shown
from vdlite.tracking.names import flattened


class Config(MutableMapping[str, Any]):
    """Hyperparameters by name: `config["lr"]`, or `config.lr`."""

    def __init__(self, given: Any, changed: Callable[[dict[str, Any]], None]) -> None:
        """given: a mapping, a dataclass, or a namespace of argparse; None for nothing.

        changed: is given each name and value that is set later.
        Raises PayloadError for anything else.
        """
        self.__dict__["_values"] = dict(as_mapping(given))
        self.__dict__["_changed"] = changed

    def __getitem__(self, name: str) -> Any:
        return self.__dict__["_values"][name]

    def __setitem__(self, name: str, value: Any) -> None:
        self.__dict__["_values"][name] = value
        self.__dict__["_changed"]({name: value})

    def __delitem__(self, name: str) -> None:
        del self.__dict__["_values"][name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.__dict__["_values"])

    def __len__(self) -> int:
        return len(self.__dict__["_values"])

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["_values"][name]
        except KeyError:
            raise AttributeError(f"config has no {name!r}", name=name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    def __repr__(self) -> str:
        return f"Config({self.__dict__['_values']!r})"


def hyperparameters(values: Mapping[str, Any]) -> dict[str, Any]:
    """The settings as `add_hparams` takes them: names within names become one, with `/` between."""
    return dict(flattened(values))


def as_mapping(given: Any) -> Mapping[str, Any]:
    """The values by name that a mapping, a dataclass or a namespace holds; nothing for None. Raises PayloadError for anything else."""
    if given is None:
        return {}
    if isinstance(given, Mapping):
        return {str(name): value for name, value in given.items()}
    if isinstance(given, argparse.Namespace):
        return vars(given)
    if dataclasses.is_dataclass(given) and not isinstance(given, type):
        return dataclasses.asdict(given)
    raise PayloadError(
        f"config: got {type(given).__name__} {shown(given)}, want a mapping, a dataclass, or a Namespace"
    )
