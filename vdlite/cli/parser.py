"""The parser of all commands: of an option that it does not know it says which one is close."""

from __future__ import annotations

import argparse
import re
from typing import NoReturn


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        super().error(
            message + (_minus(message) or _meant(message, list(self._option_string_actions)))
        )


def _minus(message: str) -> str:
    """How a value that looks like an option is given, where one is missing."""
    option = re.fullmatch(r"argument (?:-\w, )?(--[\w-]+): expected one argument", message)
    return (
        "" if option is None else f"; a value that begins with a minus sign needs {option[1]}=VALUE"
    )


def _meant(message: str, known: list[str]) -> str:
    """Options that are close to those in the message that are unknown; empty: there are none."""
    from difflib import get_close_matches

    # What it is about has a colon behind it.
    given = [
        word.partition("=")[0].rstrip(":") for word in message.split() if word.startswith("--")
    ]
    close = {
        match
        for word in given
        if word not in known
        for match in get_close_matches(
            word, [each for each in known if each.startswith("--")], n=1, cutoff=0.7
        )
    }
    return f"; did you mean {' or '.join(sorted(close))}?" if close else ""
