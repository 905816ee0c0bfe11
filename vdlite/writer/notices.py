"""What a writer has to say, through Python's `logging` under the name `vdlite`."""


def warn(text: str, *details: object) -> None:
    """Log a warning."""
    # Hardly any training needs it, and every training would wait for its import.
    import logging

    logging.getLogger("vdlite").warning(text, *details)
