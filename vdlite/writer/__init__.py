"""The writing side: what a training script imports. Needs NumPy and msgpack only."""

from vdlite.writer.log_writer import LogWriter
from vdlite.writer.model_watch import watch

__all__ = ["LogWriter", "watch"]
