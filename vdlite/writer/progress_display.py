"""How far loops are, in the terminal: by tqdm or rich where the program uses them, else in a line of our own."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from typing import Any, ClassVar, Protocol

_UNITS = ((86400, "d"), (3600, "h"), (60, "min"), (1, "s"))


class Display(Protocol):
    """Shows one loop. Nothing here raises: a terminal must not end a training."""

    def update(self, done: int) -> None:
        """Show that so many are done."""

    def close(self, done: int) -> None:
        """Leave it as it is now."""


def display_of(name: str, total: int | None, done: int) -> Display | None:
    """What shows a loop that begins now; None where there is nobody to see it."""
    # No module is imported: what the program does not use would only be slow, and look strange in it.
    for module, kind in (("tqdm.auto", _Tqdm), ("tqdm", _Tqdm), ("rich.progress", _Rich)):
        if module in sys.modules:
            with suppress(Exception):
                return kind(sys.modules[module], name, total, done)
            return None
    if sys.stderr is None or not sys.stderr.isatty():
        return None
    return _Line(name, total, done)


class _Tqdm:
    def __init__(self, module: Any, name: str, total: int | None, done: int) -> None:
        self._bar = module.tqdm(desc=name, total=total, initial=done)

    def update(self, done: int) -> None:
        with suppress(Exception):
            self._bar.update(done - self._bar.n)

    def close(self, done: int) -> None:
        self.update(done)
        with suppress(Exception):
            self._bar.close()


class _Rich:
    def __init__(self, module: Any, name: str, total: int | None, done: int) -> None:
        self._progress = module.Progress()
        self._progress.start()  # raises where another one is shown already
        self._task = self._progress.add_task(name, total=total, completed=done)

    def update(self, done: int) -> None:
        with suppress(Exception):
            self._progress.update(self._task, completed=done)

    def close(self, done: int) -> None:
        self.update(done)
        with suppress(Exception):
            self._progress.stop()


class _Line:
    """One line for all loops that run within each other."""

    _open: ClassVar[list[_Line]] = []
    _width = 0  # signs of the line as it stands there

    def __init__(self, name: str, total: int | None, done: int) -> None:
        self._name = name
        self._total = total
        self._first = self._done = done
        self._begun = time.monotonic()
        self._open.append(self)

    def update(self, done: int) -> None:
        self._done = done
        self._write("\r")

    def close(self, done: int) -> None:
        self._done = done
        self._write("\r" if len(self._open) > 1 else "\n")
        with suppress(ValueError):
            self._open.remove(self)

    def _write(self, end: str) -> None:
        line = "  ".join(each.said() for each in list(self._open))
        padded = line.ljust(_Line._width)
        _Line._width = len(line) if end == "\r" else 0
        with suppress(OSError, ValueError, AttributeError):
            sys.stderr.write(f"\r{padded}{'' if end == chr(13) else end}")
            sys.stderr.flush()

    def said(self) -> str:
        passed = time.monotonic() - self._begun
        rate = (self._done - self._first) / passed if passed else 0.0
        of = "" if self._total is None else f"/{self._total:,}"
        if not rate:
            return f"{self._name} {self._done:,}{of}"
        speed = f"{rate:.3g}/s" if rate >= 1 else f"{1 / rate:.3g} s each"
        left = "" if self._total is None else _largest_unit((self._total - self._done) / rate)
        return f"{self._name} {self._done:,}{of}  {speed}{left and f'  {left} left'}"


def _largest_unit(seconds: float) -> str:
    for size, unit in _UNITS:
        if seconds >= size:
            return f"{seconds / size:.0f} {unit}"
    return "0 s"
