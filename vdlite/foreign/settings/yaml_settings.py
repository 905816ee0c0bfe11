"""Settings in YAML: `hparams.yaml` of Lightning, `args.yaml` of Ultralytics and timm, `meta.yaml` of MLflow.

The library parses; its events become values here, since its own loaders make dates and base-60 numbers of texts, texts
of `1e-05`, refuse a whole file for one tag that only its writer knows, and expand aliases without a limit.
"""

import re
from collections.abc import Iterator
from typing import Any

from vdlite.errors import FormatError
from vdlite.foreign.settings.settings import Settings, settings_format
from vdlite.packages import needs

try:
    import yaml
except ModuleNotFoundError:
    yaml = None

_MOST_BYTES = {
    True: 1 << 20,
    False: 1 << 16,
}  # with libyaml, and without, which is twenty times as slow
_MOST_VALUES = 20_000  # what an alias stands for counts each time
_MOST_DEPTH = 32
_MOST_DIGITS = 100
_CONTROL = re.compile(
    r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_STRING = "tag:yaml.org,2002:str"
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}
_NUMBER = re.compile(r"[-+]?(\d[\d_]*)?\.?\d*([eE][-+]?\d+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")


def parse(data: bytes) -> Settings:
    """See `settings.Parse`. What stands before a mistake counts."""
    if yaml is None:
        return Settings({}, needs("YAML", "yaml"))
    most = _MOST_BYTES[yaml.__with_libyaml__]
    if len(data) > most:
        return Settings({}, f"it has {len(data)} bytes, {most} at most are read")
    loader = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    text = _CONTROL.sub("\ufffd", text)  # one of them would cost the whole file
    reader = _Reader(yaml.parse(text, Loader=loader))
    try:
        reader.read()
    except FormatError as error:
        return Settings(reader.found, str(error))
    except yaml.MarkedYAMLError as error:
        why = error.problem or error.context or "it is no YAML"
        where = "" if error.problem_mark is None else f"line {error.problem_mark.line + 1}: "
        return Settings(reader.found, f"{where}{why}")
    except yaml.YAMLError as error:
        return Settings(reader.found, str(error).partition("\n")[0])
    return Settings(reader.found)


FORMAT = settings_format("YAML", parse)


class _Reader:
    """Makes values of the events of a text; whatever was met before one of them raises is in `found`."""

    def __init__(self, events: Iterator[Any]) -> None:
        self.found: dict[str, Any] = {}
        self._events = events
        self._left = _MOST_VALUES
        self._anchors: dict[str, tuple[Any, int]] = {}  # values, and how many each consists of

    def read(self) -> None:
        """Read the mappings of all documents. Raises FormatError, YAMLError."""
        for event in self._events:
            if isinstance(event, yaml.MappingStartEvent):
                self._fill(self.found, event, 0)
            elif isinstance(event, yaml.NodeEvent):
                self._value(event, 0)

    def _value(self, event: Any, depth: int) -> Any:
        """The value that begins with an event."""
        if isinstance(event, yaml.MappingStartEvent):
            found: dict[str, Any] = {}
            self._fill(found, event, depth)
            return found
        before = self._left
        self._take(1, event)
        if isinstance(event, yaml.AliasEvent):
            value, size = self._anchors.get(event.anchor, (None, 0))
            if not size:
                raise FormatError(f"{_line(event)}: *{event.anchor:.60} stands for nothing before")
            self._take(size, event)
            return value
        value = _scalar(event) if isinstance(event, yaml.ScalarEvent) else self._list(event, depth)
        if event.anchor is not None:
            self._anchors[event.anchor] = (value, before - self._left)
        return value

    def _fill(self, found: dict[str, Any], event: Any, depth: int) -> None:
        """Read a mapping, entry by entry: those before a mistake count."""
        before = self._left
        self._go_down(event, depth)
        while not isinstance(key := next(self._events), yaml.MappingEndEvent):
            is_name = isinstance(key, yaml.ScalarEvent)
            name = key.value if is_name else self._value(key, depth + 1)
            first = next(self._events)
            if is_name and isinstance(first, yaml.MappingStartEvent):
                found[name] = inner = dict[str, Any]()
                self._fill(inner, first, depth + 1)
                continue
            value = self._value(first, depth + 1)
            if name == "<<" and isinstance(value, dict):
                found |= {one: each for one, each in value.items() if one not in found}
            elif is_name:
                found[name] = value
        if event.anchor is not None:
            self._anchors[event.anchor] = (found, before - self._left)

    def _list(self, event: Any, depth: int) -> list[Any]:
        self._go_down(event, depth)
        found = []
        while not isinstance(each := next(self._events), yaml.SequenceEndEvent):
            found.append(self._value(each, depth + 1))
        return found

    def _go_down(self, event: Any, depth: int) -> None:
        self._take(1, event)
        if depth >= _MOST_DEPTH:
            raise FormatError(f"{_line(event)}: more than {_MOST_DEPTH} levels")

    def _take(self, values: int, event: Any) -> None:
        self._left -= values
        if self._left < 0:
            raise FormatError(f"{_line(event)}: more than {_MOST_VALUES} values")


def _line(event: Any) -> str:
    return f"line {event.start_mark.line + 1}"


def _scalar(event: Any) -> Any:
    """The value of a scalar: a plain one is a word, a number or a text, any other one a text."""
    text: str = event.value
    if event.tag is not None and not text:
        return event.tag.rpartition(":")[2]  # the name of an object, `!!python/name:torch.nn.ReLU`
    if event.style or event.tag == _STRING:
        return text
    if text.casefold() in _WORDS:
        return _WORDS[text.casefold()]
    if (
        len(text) <= _MOST_DIGITS
        and _NUMBER.fullmatch(text)
        and any(sign.isalnum() for sign in text)
    ):
        return _number(text)
    return text


def _number(text: str) -> Any:
    plain = text.replace("_", "")
    for make in (int, float):
        try:
            return make(plain.replace(".", "", 1) if plain.lstrip("-+")[1:2].isalpha() else plain)
        except ValueError:
            continue
    return text
