"""What recording and drawing have to say, through Python's `logging` under the name `vdlite`."""


def inform(text: str, *details: object) -> None:
    """Log what is good to know."""
    _log("info", text, details)


def warn(text: str, *details: object) -> None:
    """Log what went wrong without stopping anything."""
    _log("warning", text, details)


def _log(level: str, text: str, details: tuple[object, ...]) -> None:
    # A training that has nothing to say does not wait for the import.
    import logging

    getattr(logging.getLogger("vdlite"), level)(text, *details)
