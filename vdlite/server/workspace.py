"""A folder in which a server keeps what is its own: its log, and the annotations of its logdirs."""

from __future__ import annotations

import hashlib
import logging
import os
import re
from logging.handlers import RotatingFileHandler
from pathlib import Path

from vdlite.errors import LogdirError

LOGGERS = ("uvicorn.error", "vdlite.server", "asyncio")
LOG_FILE = "server.log"
_MOST_LOG = 1 << 20  # bytes
_FORMER_LOGS = 3


class Workspace:
    """A folder of the user's choice. Raises LogdirError if it can't be made or written to."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder).absolute()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._handler = RotatingFileHandler(
                self.folder / LOG_FILE,
                maxBytes=_MOST_LOG,
                backupCount=_FORMER_LOGS,
                encoding="utf-8",
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise LogdirError(f"can't use this workspace: {why}: {self.folder}") from error
        self._handler.setFormatter(
            logging.Formatter(f"%(asctime)s %(levelname)s {os.getpid()} %(name)s: %(message)s")
        )

    def open_log(self) -> None:
        """Write into the log what the server has to say."""
        for name in LOGGERS:
            logging.getLogger(name).addHandler(self._handler)

    def close(self) -> None:
        """Write no more."""
        for name in LOGGERS:
            logging.getLogger(name).removeHandler(self._handler)
        self._handler.close()

    def annotations_of(self, logdir: Path, address: str | None = None) -> str:
        """The name of the folder in here that holds a logdir's annotations; another logdir has another.

        address: of a logdir that lies on no disk.
        """
        place = logdir.absolute() if address is None else address
        readable = re.sub(r"[^A-Za-z0-9_.-]", "_", logdir.name)[:40] or "logdir"
        return f"{readable}-{hashlib.sha256(os.fsencode(place)).hexdigest()[:12]}"
