"""The side of a layout's process that is asked to wait and to go on, while it works."""

from __future__ import annotations

import os
import threading
from typing import IO

PAUSE, GO_ON = b"p", b"g"
"""What is written to the process, behind its request."""


class Pausing:
    """Listens in a thread; whoever works asks `wait` now and then. Ends the process when the other side has ended."""

    def __init__(self, commands: IO[bytes]) -> None:
        self._commands = commands
        self._may_work = threading.Event()
        self._may_work.set()
        threading.Thread(target=self._listen, daemon=True).start()

    def wait(self) -> None:
        """Return when there is no pause."""
        self._may_work.wait()

    def _listen(self) -> None:
        while word := self._commands.read(1):
            if word == PAUSE:
                self._may_work.clear()
            else:
                self._may_work.set()
        os._exit(0)  # nobody is there to read what would be made
