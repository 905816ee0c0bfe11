"""The writing side: what a training script imports. Needs NumPy and msgpack only."""

from vdlite.writer.log_writer import LogWriter

__all__ = ["LogWriter"]
