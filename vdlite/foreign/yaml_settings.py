"""Settings in YAML: `hparams.yaml` of Lightning, `args.yaml` of Ultralytics and timm.

Files of lines `name: value` are read without any library. Where there is more to a file, PyYAML reads it if it is
there; else the lines of that form count.
"""

import json
import re
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from vdlite.foreign.settings import settings_format

_LINE = re.compile(
    r"(?P<name>[^\s#&*!|>%@`\"'\[\]{},-][^#:]*|\"[^\"]*\"|'[^']*'):(?:\s+(?P<value>.*))?"
)
_NO_LINE = re.compile(r"\s*(#.*)?|---.*|\.\.\.")
_ALIAS = re.compile(r"(^|[\s\[{,:-])\*\w")
_MOST_BYTES = 1 << 16  # for PyYAML, which takes seconds for a megabyte
_MOST_DIGITS = 100
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}
_NUMBER = re.compile(r"[-+]?(\d[\d_]*)?\.?\d*([eE][-+]?\d+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_DEEPER = object()


def parse(data: bytes) -> Mapping[str, Any] | None:
    """See `settings.Parse`."""
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    flat, is_all = _lines(text)
    if not is_all and len(data) <= _MOST_BYTES and not _ALIAS.search(text):
        whole = _with_library(text)
        if whole is not None:
            return whole
    return flat


FORMAT = settings_format("YAML", parse)


def _lines(text: str) -> tuple[dict[str, Any], bool]:
    """What lines `name: value` tell, and whether that is all there is."""
    found: dict[str, Any] = {}
    is_all = True
    open_name: str | None = None  # without a value so far
    for line in text.splitlines():
        if _NO_LINE.fullmatch(line):
            continue
        match = _LINE.fullmatch(line)
        value = _DEEPER if match is None else _value(match["value"] or "")
        if match is None or value is _DEEPER:
            is_all = False
            found.pop(open_name or "", None)  # its value are the lines that follow
            continue
        name = match["name"].strip().strip("\"'")
        open_name = None if match["value"] else name
        found[name] = value
    return found, is_all


def _value(text: str) -> Any:
    """A value as YAML has it in one line; `_DEEPER` if it may be more than one."""
    if text[:1] in ("'", '"'):
        return _quoted(text)
    text = re.split(r"(?:^|\s)#", text, maxsplit=1)[0].strip()
    if text.casefold() in _WORDS:
        return _WORDS[text.casefold()]
    if text[0] in "[{&*!|>%@`":
        return _DEEPER
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


def _quoted(text: str) -> Any:
    match = re.fullmatch(r"'((?:[^']|'')*)'\s*(#.*)?", text)
    if match is not None:
        return match[1].replace("''", "'")
    match = re.fullmatch(r'("(?:[^"\\]|\\.)*")\s*(#.*)?', text)
    if match is None:
        return _DEEPER
    try:
        return json.loads(match[1])
    except ValueError:
        return _DEEPER


def _with_library(text: str) -> Mapping[str, Any] | None:
    """What PyYAML reads; None where it is not there, or can't read it."""
    try:
        yaml = import_module("yaml")
    except ImportError:
        return None
    try:
        found = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
