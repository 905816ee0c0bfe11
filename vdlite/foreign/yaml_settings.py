"""Settings in YAML: `hparams.yaml` of Lightning, `args.yaml` of Ultralytics and timm.

What libraries write is read without any. Where there is more to a file, PyYAML reads it if it is there; else the lines
`name: value` count.
"""

import json
import re
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from vdlite.foreign.settings import settings_format
from vdlite.foreign.yaml_blocks import parse_blocks

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
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|U[0-9a-fA-F]{8}|.)", re.DOTALL)
_SIGNS = {
    "0": "\0", "a": "\a", "v": "\v", "e": "\x1b", " ": " ", "N": "\x85", "_": "\xa0",
    "L": "\u2028", "P": "\u2029",
}  # fmt: skip


def parse(data: bytes) -> Mapping[str, Any] | None:
    """See `settings.Parse`."""
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    flat, is_all = _lines(text)
    if not is_all and len(data) <= _MOST_BYTES and not _ALIAS.search(text):
        whole = parse_blocks(text, scalar)
        if whole is None:
            whole = _with_library(text)
        if isinstance(whole, dict):
            return whole
    return flat


FORMAT = settings_format("YAML", parse)


def scalar(text: str) -> Any:
    """A value that stands in one line. Raises ValueError if it is more."""
    found = _value(text)
    if found is _DEEPER:
        raise ValueError(f"no scalar: {text[:60]!r}")
    return found


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
    match = re.fullmatch(r"'((?:[^']|'')*)'\s*(#.*)?", text, re.DOTALL)
    if match is not None:
        return match[1].replace("''", "'")
    match = re.fullmatch(r'("(?:[^"\\]|\\.)*")\s*(#.*)?', text)
    if match is None:
        return _DEEPER
    try:
        return json.loads(_ESCAPE.sub(_as_in_json, match[1]), strict=False)
    except ValueError:
        return _DEEPER


def _as_in_json(escape: re.Match[str]) -> str:
    """An escape of YAML's as JSON has it."""
    sign = escape[0][1]
    if sign in "xU":
        code = int(escape[0][2:], 16)
        return json.dumps(chr(code))[1:-1] if code <= sys.maxunicode else ""
    return json.dumps(_SIGNS[sign])[1:-1] if sign in _SIGNS else escape[0]


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
