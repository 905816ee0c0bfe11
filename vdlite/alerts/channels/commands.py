"""Commands of the owner, and notices on this desktop."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass

from vdlite.alerts.channels.channel import SECONDS, ChannelError
from vdlite.alerts.channels.message import Message


@dataclass(frozen=True, slots=True)
class Command:
    """A program that gets the message as JSON by its standard input; no shell reads its arguments."""

    arguments: tuple[str, ...]
    seconds: float  # after which it is ended

    def __call__(self, message: Message) -> None:
        _run(self.arguments, json.dumps(message.as_fields()).encode(), self.seconds)


@dataclass(frozen=True, slots=True)
class Desktop:
    """A notice on the desktop of whoever runs this."""

    def __call__(self, message: Message) -> None:
        text = "\n".join(message.lines[:5])
        if sys.platform == "darwin":
            # The texts are arguments, not part of the script.
            script = "on run argv\ndisplay notification (item 2 of argv) with title (item 1 of argv)\nend run"
            _run(("osascript", "-e", script, message.title, text), b"", SECONDS)
            return
        urgency = {"info": "low", "warn": "normal", "error": "critical"}[message.level]
        program = ("notify-send", "-a", "vdlite", "-u", urgency, "--", message.title, text)
        _run(program, b"", SECONDS)


def _run(arguments: tuple[str, ...], given: bytes, seconds: float) -> None:
    program = shutil.which(os.path.expanduser(arguments[0]))  # noqa: PTH111 (Path changes more than that)
    if program is None:
        raise ChannelError(f"there is no program {arguments[0]!r}")
    try:
        done = subprocess.run(
            [program, *arguments[1:]],
            input=given,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise ChannelError(f"the program took more than {seconds:.0f} s, and was ended") from None
    except OSError as error:
        raise ChannelError(f"the program can't be started: {error.strerror}") from None
    except ValueError:  # of a NUL
        raise ChannelError(
            "the program can't be started: no argument can hold what is in one"
        ) from None
    if done.returncode:
        raise ChannelError(f"the program ended with status {done.returncode}")
