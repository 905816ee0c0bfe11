"""The errors that keep a record from being read, as answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from vdlite.errors import DriveError, FormatError, NotFoundError
from vdlite.server.errors import ApiError


@contextmanager
def reading(name: str) -> Iterator[None]:
    """Raises ApiError and NotFoundError where a record can't be read; DriveError goes on to its own answer.

    name: of the file that holds it.
    """
    try:
        yield
    except FormatError as error:
        raise ApiError(422, "damaged", f"this record can't be read: {error}") from error
    except DriveError:
        raise
    except FileNotFoundError as error:
        raise NotFoundError(f"the media file is missing: {name}") from error
    except OSError as error:
        why = error.strerror or type(error).__name__
        message = f"this record can't be read: {why}: {name}"
        raise ApiError(422, "damaged", message) from error
