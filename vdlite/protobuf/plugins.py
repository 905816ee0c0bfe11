"""What TensorBoard's plugins keep in the metadata of values: hyperparameters, layouts of charts."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from vdlite.errors import FormatError
from vdlite.protobuf.message import FIXED64, VARINT, Message, double

HPARAMS = "hparams"
CUSTOM_SCALARS = "custom_scalars"

_DEEPEST = 20  # of lists in each other

Setting: TypeAlias = "float | int | str | bool | None"


@dataclass(frozen=True, slots=True)
class Trial:
    """The part of a trial that one value gives the hparams plugin."""

    hparams: Mapping[str, Setting] | None = None  # of a session that starts
    metrics: tuple[str, ...] | None = None  # tags, of an experiment
    group: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """Tags that custom scalars draw in one chart."""

    category: str
    title: str
    tags: tuple[str, ...] = ()  # regular expressions
    margins: tuple[tuple[str, str, str], ...] = field(default=())  # value, lower, upper


def read_trial(content: bytes) -> Trial:
    """Raises FormatError for bytes that are no HParamsPluginData."""
    message = Message(memoryview(content))
    hparams: dict[str, Setting] | None = None
    metrics: tuple[str, ...] | None = None
    group = ""
    for each in message.fields():
        if each[0] == 2:
            metrics = _metrics(message.inner(each))
        elif each[0] == 3:
            start = message.inner(each)
            hparams = {}
            for part in start.fields():
                if part[0] == 1:
                    name, value = _setting(start.inner(part))
                    hparams[name] = value
                elif part[0] == 4:
                    group = start.text(part)
    return Trial(hparams, metrics, group)


def _metrics(experiment: Message) -> tuple[str, ...]:
    tags: list[str] = []
    for each in experiment.fields():
        if each[0] != 5:
            continue
        info = experiment.inner(each)
        for part in info.fields():
            if part[0] == 1:
                name = info.inner(part)
                found = {of[0]: name.text(of) for of in name.fields() if of[0] in (1, 2)}
                group, tag = found.get(1, ""), found.get(2, "")
                tags.append(f"{group}/{tag}" if group else tag)
    return tuple(tags)


def _setting(entry: Message) -> tuple[str, Setting]:
    """One entry of a map from names to google.protobuf.Value; lists and maps are reported as JSON."""
    name, found = _entry(entry, _DEEPEST)
    return name, json.dumps(found) if isinstance(found, list | dict) else found


def _value(message: Message, deepest: int) -> Any:
    """A value of the sort that JSON has. Raises FormatError for lists in lists without an end."""
    if not deepest:
        raise FormatError("got lists in lists, too deep")
    found: Any = None
    for each in message.fields():
        number, kind, bits, _ = each
        if number == 2 and kind == FIXED64:
            found = double(bits)
            if found.is_integer() and abs(found) < 1 << 53:
                found = int(found)  # all its numbers are floats
        elif number == 3:
            found = message.text(each)
        elif number == 4 and kind == VARINT:
            found = bool(bits)
        elif number == 5:
            fields = message.inner(each)
            entries = [fields.inner(part) for part in fields.fields() if part[0] == 1]
            found = dict(_entry(entry, deepest - 1) for entry in entries)
        elif number == 6:
            items = message.inner(each)
            found = [
                _value(items.inner(part), deepest - 1) for part in items.fields() if part[0] == 1
            ]
    return found


def _entry(entry: Message, deepest: int) -> tuple[str, Any]:
    name, value = "", None
    for each in entry.fields():
        if each[0] == 1:
            name = entry.text(each)
        elif each[0] == 2:
            value = _value(entry.inner(each), deepest)
    return name, value


def read_layout(content: bytes) -> list[Chart]:
    """The charts of a serialized Layout. Raises FormatError for bytes that are none."""
    message = Message(memoryview(content))
    charts: list[Chart] = []
    for each in message.fields():
        if each[0] == 2:
            charts += _category(message.inner(each))
    return charts


def _category(message: Message) -> list[Chart]:
    title = ""
    found: list[Message] = []
    for each in message.fields():
        if each[0] == 1:
            title = message.text(each)
        elif each[0] == 2:
            found.append(message.inner(each))
    return [_chart(title, chart) for chart in found]


def _chart(category: str, message: Message) -> Chart:
    title = ""
    tags: list[str] = []
    margins: list[tuple[str, str, str]] = []
    for each in message.fields():
        if each[0] == 1:
            title = message.text(each)
        elif each[0] in (2, 3):
            content = message.inner(each)
            for part in content.fields():
                if part[0] != 1:
                    continue
                if each[0] == 2:
                    tags.append(content.text(part))
                else:
                    series = content.inner(part)
                    names = {of[0]: series.text(of) for of in series.fields() if of[0] in (1, 2, 3)}
                    margins.append((names.get(1, ""), names.get(2, ""), names.get(3, "")))
    return Chart(category, title, tuple(tags), tuple(margins))
