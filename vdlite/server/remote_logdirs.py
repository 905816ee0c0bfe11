"""The first look at a logdir that has an address, before the server answers: does it let in, and what will looking cost?"""

from __future__ import annotations

import threading

from vdlite.errors import LogdirError, MissingPackageError, VdliteError
from vdlite.reader.files.files import PassingError
from vdlite.reader.remote.objects import DeniedError
from vdlite.reader.remote.pace import Pace, cost
from vdlite.reader.remote.remote_files import RemoteFiles

_LONGEST = 5.0  # seconds; what is slower goes on while the server answers


def first_look(files: RemoteFiles, pace: Pace) -> list[str]:
    """The sentences that the user should know of a logdir.

    Raises LogdirError, or the error of a missing package, for what stays as it is until somebody changes something.
    """
    failed: list[Exception] = []

    def look() -> None:
        try:
            files.look()
        except (OSError, VdliteError) as error:
            failed.append(error)

    thread = threading.Thread(target=look, name="vdlite-first-look", daemon=True)
    thread.start()
    thread.join(_LONGEST)
    if thread.is_alive():
        return [f"{files.address} has not answered yet; waiting for it"]
    for error in failed:
        if isinstance(error, (LogdirError, MissingPackageError)):
            raise error
        why = getattr(error, "strerror", None) or str(error)
        if isinstance(error, DeniedError) or not isinstance(error, PassingError):
            raise LogdirError(f"can't read logs: {why}")
        return [f"{why}; looking again"]
    if not files.count:
        return [f"there is nothing below {files.address} yet; waiting for logs"]
    return [f"{files.address}: {cost(files.address.scheme, files.count, pace)}"]
