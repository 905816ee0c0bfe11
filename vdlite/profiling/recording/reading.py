"""A recording of whatever was handed over."""

from __future__ import annotations

import os
import sys
from typing import Any

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.profile.recording import Recording


def recording_of(profile: Any) -> Recording:
    """The recording of a torch profiler that has stopped, or of a file.

    See `LogWriter.add_profile` for what else. Raises PayloadError for what is none of these, and FormatError for a file
    that holds no profile or can't be read.
    """
    if isinstance(profile, Recording):
        return profile
    if isinstance(profile, (str, os.PathLike)):
        from vdlite.profiling.files import read_file

        try:
            return read_file(profile)
        except FormatError:
            raise
        except (OSError, ValueError) as error:  # ValueError: a name that none can have
            why = getattr(error, "strerror", None) or str(error)
            raise FormatError(f"profile: got a file that can't be read: {why}") from error
    if _is_of_torch(profile):
        from vdlite.profiling.torch.events import recording_of
        from vdlite.profiling.torch.facts import facts, options_of

        try:
            return recording_of(profile, facts(options_of(profile)))
        except ValueError as error:
            raise PayloadError(
                f"profile: got a torch profiler without a profile: {error}"
            ) from error
    if _is_call_profile(profile):
        from vdlite.profiling.recording.call_profile import of_call_profile

        return of_call_profile(profile)
    raise PayloadError(
        f"profile: got {type(profile).__name__}, want a profiler that has stopped, or the path of a trace"
    )


def _is_of_torch(profile: Any) -> bool:
    inner = getattr(profile, "profiler", profile)
    return "torch" in sys.modules and hasattr(inner, "kineto_results")


def _is_call_profile(profile: Any) -> bool:
    """True for a profile of a module of Python's own, which is not imported for this."""
    return any(
        (module := sys.modules.get(name)) is not None and isinstance(profile, getattr(module, kind))
        for name, kind in (("cProfile", "Profile"), ("pstats", "Stats"))
    )
