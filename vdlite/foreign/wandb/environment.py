"""What W&B says of machine and program: in records of its log, and in files that these name."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Any

from vdlite.errors import FormatError
from vdlite.foreign.blocks.packages import packages_of
from vdlite.foreign.formats import ReadBeside
from vdlite.kinds.draft import Encoded
from vdlite.kinds.fields import Hparam
from vdlite.protobuf.message import BYTES, VARINT, Field, Message

NAME = "environment"
_METADATA, _REQUIREMENTS, _DIFF = "wandb-metadata.json", "requirements.txt", "diff.patch"
_FILE, _PATH = 1, 1
_MOST_BYTES = 1 << 20

_TEXTS = {
    1: "os",
    2: "python",
    6: "program",
    11: "root",
    12: "host",
    14: "executable",
    18: "gpu",
    25: "cudaVersion",
}
_COUNTS = {16: "cpu_count", 17: "cpu_count_logical", 19: "gpu_count"}
_COUNTED = ("cpus", "memory_bytes", "gpus")
_MOST_COUNT = 1 << 62
_ARGUMENT, _GIT, _MEMORY, _CPU, _GPU = 5, 9, 21, 22, 24
_INNER: dict[int, dict[int, str]] = {
    _GIT: {1: "remote", 2: "commit"},
    _MEMORY: {1: "total"},
    _CPU: {3: "model"},
    _GPU: {1: "name"},
}
"""What is read of a record, by the names that the file of older versions has for it."""


class Environment:
    """All that was reported so far."""

    def __init__(self) -> None:
        self._known: dict[str, Any] = {}
        self._packages: dict[str, str] = {}
        self._diff = b""

    def take_record(self, message: Message) -> None:
        """Raises FormatError for bytes that are none."""
        gpus: list[str] = []
        arguments: list[str] = []
        for field in message.fields():
            number = field[0]
            if number in _TEXTS and field[1] == BYTES:
                self._known[_TEXTS[number]] = message.text(field)
            elif number in _COUNTS and field[1] == VARINT:
                self._known[_COUNTS[number]] = field[2]
            elif number == _ARGUMENT and field[1] == BYTES:
                arguments.append(message.text(field))
            elif number == _GPU and field[1] == BYTES:
                gpus += _inner(message, field).values()
            elif number in _INNER and field[1] == BYTES:
                name = {_GIT: "git", _MEMORY: "memory", _CPU: "cpu"}[number]
                self._known[name] = _inner(message, field)
        if gpus:
            self._known["gpu_nvidia"] = [{"name": name} for name in gpus]
        if arguments:
            self._known["args"] = arguments

    def take_files(self, message: Message, beside: ReadBeside) -> bool:
        """Take the files that a record names; False if it names none of these.

        Raises FormatError for bytes that are none; a file that is gone says nothing.
        """
        files = (message.inner(each) for each in message.fields() if each[:2] == (_FILE, BYTES))
        names = {
            file.text(each)
            for file in files
            for each in file.fields()
            if each[:2] == (_PATH, BYTES)
        }
        takers: dict[str, Callable[[bytes], None]] = {
            _METADATA: self._take_metadata,
            _REQUIREMENTS: self._take_requirements,
            _DIFF: self._take_diff,
        }
        any_ = False
        for name, take in takers.items():
            if name in names:
                try:
                    take(beside(f"files/{name}"))
                except (FormatError, OSError):
                    continue
                any_ = True
        return any_

    def _take_metadata(self, data: bytes) -> None:
        try:
            known = json.loads(data[:_MOST_BYTES])
        except (ValueError, RecursionError) as error:
            raise FormatError(f"{_METADATA}: {error}") from error
        if isinstance(known, dict):
            self._known |= known

    def _take_requirements(self, data: bytes) -> None:
        self._packages = packages_of(data[:_MOST_BYTES])

    def _take_diff(self, data: bytes) -> None:
        self._diff = data

    def encode(self) -> Encoded:
        """The payload of a record of ours, and its summary."""
        from vdlite.kinds import environment

        return environment.of_other_tool(_fields(self._known), self._packages, self._diff)


def _inner(message: Message, field: Field) -> dict[str, Any]:
    inner = message.inner(field)
    found: dict[str, Any] = {}
    for each in inner.fields():
        name = _INNER[field[0]].get(each[0])
        if name is not None:
            found[name] = inner.text(each) if each[1] == BYTES else each[2]
    return found


def _fields(known: Mapping[str, Any]) -> dict[str, Hparam]:
    """Our names for what was reported."""
    git, gpus = _mapping(known.get("git")), known.get("gpu_nvidia")
    cards = [_mapping(each).get("name") for each in gpus] if isinstance(gpus, list) else []
    memory, cpu = _mapping(known.get("memory")), _mapping(known.get("cpu"))
    found = {
        "command": _command(known),
        "folder": known.get("root"),
        "python": str(known.get("python") or "").removeprefix("CPython "),
        "git_commit": git.get("commit"),
        "git_remote": git.get("remote"),
        "host": known.get("host"),
        "system": known.get("os"),
        "cpu": cpu.get("model"),
        "cpus": _count(known.get("cpu_count_logical") or known.get("cpu_count")),
        "memory_bytes": _count(memory.get("total")),
        "gpu": known.get("gpu") or ", ".join(sorted({str(card) for card in cards if card})),
        "gpus": _count(known.get("gpu_count")),
        "cuda": known.get("cudaVersion") or known.get("cuda"),
    }
    return {
        name: value
        for name, value in found.items()
        if (isinstance(value, str) and value) or (name in _COUNTED and value)
    }


def _command(known: Mapping[str, Any]) -> str:
    program, arguments = known.get("program"), known.get("args")
    if not isinstance(program, str) or not program:
        return ""
    python = PurePath(str(known.get("executable") or "python")).name
    given = arguments if isinstance(arguments, list) else []
    return shlex.join([python, program, *map(str, given)])


def _count(value: object) -> int | None:
    """Also of a text: JSON has none of the large numbers of protocol buffers."""
    if isinstance(value, str) and value.isdecimal() and len(value) < 20:
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 < value < _MOST_COUNT else None


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
