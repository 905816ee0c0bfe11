"""What computing landscapes has to say, through Python's `logging` under the name `vdlite`."""

import logging


def tell(text: str) -> None:
    """Say what is good to know."""
    logging.getLogger("vdlite").info("landscape: %s", text)


def warn(text: str) -> None:
    """Warn of what may make a landscape another one than was meant."""
    logging.getLogger("vdlite").warning("landscape: %s", text)
