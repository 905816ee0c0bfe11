"""Mappings whose values are attributes, too: `config.lr` is `config["lr"]`."""

from collections.abc import MutableMapping
from typing import Any, ClassVar


class ByAttribute(MutableMapping[str, Any]):
    """A mapping with its values as attributes; what a class itself keeps is in `_own`."""

    _own: ClassVar[tuple[str, ...]] = ()
    _what: ClassVar[str] = "mapping"

    def __getattr__(self, name: str) -> Any:
        if name not in self._own:  # else it is one that is just being unpickled
            try:
                return self[name]
            except KeyError:
                pass
        raise AttributeError(f"{self._what} has no {name!r}", name=name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self._own:
            object.__setattr__(self, name, value)
        else:
            self[name] = value
