"""What a writer has to say, through Python's `logging` under the name `vdlite`."""

import contextlib


def warn(text: str, *details: object) -> None:
    """Log a warning. Raises nothing, whatever the program's own handlers do."""
    # Hardly any training needs it, and every training would wait for its import.
    import logging

    with contextlib.suppress(Exception):
        logging.getLogger("vdlite").warning(text, *details)
