"""The process in which a notebook's server runs: never the kernel, which may be busy for hours."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import vdlite
from vdlite.errors import VdliteError

# Of the modules that Python has loaded by itself: until the path is set, others might be taken from the current folder.
_START = """\
import os, sys
sys.path[:] = sys.argv[1].split(os.pathsep)
from vdlite.cli.serving.attached import main
main(sys.argv[2:])
"""
_PATIENCE = 60.0  # seconds for an answer, on a machine that is busy
_GOODBYE = 5.0  # seconds until a process that should end is killed
_LONGEST_REASON = 2000  # characters


class ServerProcess:
    """A server of the options of `vdlite`; it ends when this process does, however that ends.

    Raises VdliteError if an option can't be used, or the server can't start.
    """

    def __init__(self, options: Sequence[str]) -> None:
        environment = {
            name: text for name, text in os.environ.items() if name not in {"VDLITE_OPEN"}
        }
        self._pid = os.getpid()
        self._asking = threading.Lock()
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  # until the server ends
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, os.pathsep.join(_import_path()), *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=environment,
            text=True,
            encoding="utf-8",
            # Jupyter sends Ctrl-C to all processes of the kernel's group.
            start_new_session=sys.platform != "win32",
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._read, name="vdlite-notebook", daemon=True).start()
        try:
            started = self._next()
            if "error" in started:
                raise VdliteError(started["error"])
        except BaseException:
            self.stop()
            raise
        self.url: str = started["url"]
        self.port: int = started["port"]
        self.logdirs: tuple[str, ...] = tuple(started["logdirs"])

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def runs(self) -> bool:
        """True if the server can be asked; not by a process that was forked from the one that has started it."""
        return os.getpid() == self._pid and self._process.poll() is None

    def code(self) -> str:
        """A code that lets one browser in. Raises VdliteError if the server has ended."""
        assert self._process.stdin is not None
        with self._asking:
            try:
                self._process.stdin.write("\n")
                self._process.stdin.flush()
            except (OSError, ValueError) as error:
                raise VdliteError("the server of this view has ended; show it again") from error
            return str(self._next()["code"])

    def stop(self) -> None:
        """End the server; harmless when it has ended already."""
        if os.getpid() != self._pid:
            return
        with contextlib.suppress(OSError, ValueError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        try:
            self._process.wait(_GOODBYE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._errors.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self._lines.put(line)
        self._lines.put("")

    def _next(self) -> dict[str, Any]:
        try:
            line = self._lines.get(timeout=_PATIENCE)
        except queue.Empty:
            raise VdliteError(f"the server did not answer within {_PATIENCE:.0f} seconds") from None
        if not line:
            raise VdliteError(f"the server has ended: {self._reason()}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _reason(self) -> str:
        self._errors.seek(0)
        said = self._errors.read().decode("utf-8", "replace").strip()
        return said[-_LONGEST_REASON:] or f"exit status {self._process.wait(_GOODBYE)}"


def _import_path() -> list[str]:
    """The import path of this process, for the server; a module of the current folder must not be taken for another."""
    here = {"", str(Path.cwd())}
    path = [entry for entry in sys.path if entry not in here]
    home = str(Path(vdlite.__file__).parents[1])
    return path if home in path else [*path, home]
