"""The parser of all commands: what can't be used is said in one line, with the option that is close."""

from __future__ import annotations

import argparse
import re
import sys
from typing import NoReturn, Protocol

from vdlite.cli.terminal import UsageError


class _Writable(Protocol):
    def write(self, text: str, /) -> object: ...


class Parser(argparse.ArgumentParser):
    def _print_message(self, message: str, file: _Writable | None = None) -> None:
        """Write the help. Unlike argparse, a pipe that nobody reads is not passed over, however long the text is."""
        (sys.stderr if file is None else file).write(message)

    def error(self, message: str) -> NoReturn:
        """Raise a UsageError in place of a screen of options with the message below it."""
        options = [each for each in self._option_string_actions if each.startswith("--")]
        raise UsageError(f"{_reworded(message, options)} ({self.prog} --help shows all options)")


def _reworded(message: str, options: list[str]) -> str:
    """The message of argparse in the words of the other errors: which option, what was got, what is wanted."""
    if given := re.fullmatch(r"unrecognized arguments: (.*)", message, re.DOTALL):
        return "; ".join(_unknown(word, options) for word in _unknown_words(given[1]))
    if missing := re.fullmatch(r"the following arguments are required: (.*)", message):
        return f"{missing[1]} is missing"
    if found := re.fullmatch(r"argument (?:-\w[/,] ?)?([^:]+): (.*)", message, re.DOTALL):
        name, rest = found[1].rpartition("/")[2], found[2]
        if rest == "expected one argument" and name.startswith("-"):
            return (
                f"{name}: got no value; one that begins with a minus sign is given as {name}=VALUE"
            )
        if choice := re.fullmatch(r"invalid choice: (.*) \(choose from (.*)\)", rest):
            return f"{name}: got {choice[1]}, want one of {choice[2]}"
        if value := re.fullmatch(r"invalid (\w+) value: (.*)", rest):
            wanted = {"int": "a whole number", "float": "a number"}.get(value[1], value[1])
            return f"{name}: got {value[2]}, want {wanted}"
        return f"{name}: {rest}"
    return message


def _unknown_words(text: str) -> list[str]:
    """The unknown words that are options, since what follows one is its value; else the first one."""
    words = text.split(" ")
    return [word for word in words if word.startswith("-")] or words[:1]


def _unknown(word: str, options: list[str]) -> str:
    from difflib import get_close_matches

    if not word.startswith("-"):
        return f"got {word!r}, which is one argument too many"
    name = word.partition("=")[0]
    close = get_close_matches(name, options, n=1, cutoff=0.7)
    return f"there is no option {name}" + (f"; did you mean {close[0]}?" if close else "")
