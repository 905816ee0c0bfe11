"""The parser of all commands: of an option that it does not know it says which one is close."""

from __future__ import annotations

import argparse
from typing import NoReturn


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        super().error(message + _meant(message, list(self._option_string_actions)))


def _meant(message: str, known: list[str]) -> str:
    """Options that are close to those in the message that are unknown; empty: there are none."""
    from difflib import get_close_matches

    given = [word.partition("=")[0] for word in message.split() if word.startswith("--")]
    close = {
        match
        for word in given
        if word not in known
        for match in get_close_matches(
            word, [each for each in known if each.startswith("--")], n=1, cutoff=0.7
        )
    }
    return f"; did you mean {' or '.join(sorted(close))}?" if close else ""
