"""Streams of a console: where a line was printed. Needs nothing else, as who starts a program does not wait for NumPy."""

from typing import Literal, TypeAlias

Stream: TypeAlias = Literal["both", "stdout", "stderr", "note"]
STREAMS: tuple[Stream, ...] = ("both", "stdout", "stderr", "note")
"""Where a line was printed, by its number: `both` where the two went to one place, `note` for what vdlite says itself."""

NOTE = 3
