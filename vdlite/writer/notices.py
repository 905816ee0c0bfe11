"""What a writer has to say, through Python's `logging` under the name `vdlite`."""

import _thread
import contextlib

from vdlite.writer.threads.safe_event import SafeEvent

_PATIENCE_SECONDS = 2.0


def warn(text: str, *details: object) -> None:
    """Log a warning. Raises nothing, and does not hang, whatever the program's own handlers do.

    KeyboardInterrupt in the middle of `logging` may leave a lock of it locked for ever. So only a thread of its own,
    which is never interrupted, goes there; the caller waits for it a moment.
    """
    said = SafeEvent()
    try:
        _thread.start_new_thread(_log, (said, text, details))
    except RuntimeError:  # no more threads can be had, as at the very end of a program
        _log(said, text, details)
    said.wait(_PATIENCE_SECONDS)


def _log(said: SafeEvent, text: str, details: tuple[object, ...]) -> None:
    # Hardly any training needs it, and every training would wait for its import.
    with contextlib.suppress(Exception):
        import logging

        logging.getLogger("vdlite").warning(text, *details)
    said.set()
