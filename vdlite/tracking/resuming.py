"""Whether a run may be there already, as a script says it by `resume`."""

from vdlite.errors import LogdirError, PayloadError, shown
from vdlite.writer.life.series_table import earlier_files
from vdlite.writer.notices import warn

_WORDS = ("allow", "auto", "must", "never")


def check_resume(resume: object, folder: str | None) -> None:
    """Hold a run's folder against what is wanted of it.

    folder: None for a new run, which has no name yet.
    Raises LogdirError if a run is there that must not be, or the other way round; PayloadError for another word.
    """
    if resume is not None and not isinstance(resume, bool) and resume not in _WORDS:
        want = "'allow', 'must', 'never', 'auto' or a truth value"
        raise PayloadError(f"resume: got {shown(resume)}, want {want}")
    if folder is None:
        if resume == "must":
            raise PayloadError("resume: got 'must' without id or name, want the run's")
        if resume is True or resume == "auto":
            text = "vdlite.init: this is a new run: resume=%r goes on with the run that id or name gives"
            warn(text, resume)
        return
    is_there = bool(earlier_files(folder)[0])
    if resume == "never" and is_there:
        raise LogdirError(f"resume: got 'never', and the run is there already: {folder}")
    if resume == "must" and not is_there:
        raise LogdirError(f"resume: got 'must', and there is no such run: {folder}")
