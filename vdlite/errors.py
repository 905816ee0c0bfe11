"""Every error that vdlite raises on purpose.

    VdliteError
    ├── PayloadError (also ValueError, TypeError): the caller handed a value, tag or option that can't be logged
    ├── ClosedWriterError (also ValueError): add_* after close()
    ├── NoRunError (also RuntimeError): a call of the module, such as vdlite.log, before init
    ├── LogdirError (also OSError): a logdir that can't be used
    ├── SidecarError (also OSError): annotations or deleted runs can't be kept in the logdir
    ├── TrashError (also ValueError): a run that can't be deleted or restored as it is now
    ├── PortError (also OSError): the server can't listen where it was asked to
    ├── DriveError (also OSError): the drive under a run's files does not answer now
    ├── FormatError (also ValueError): a payload whose bytes are damaged
    ├── LandscapeError (also ValueError): weights, directions or settings of which no landscape can be computed
    │   └── DamagedSnapshotError: the file of a snapshot can't be read
    ├── MissingPackageError (also ModuleNotFoundError): a package is not installed that this needs
    ├── RuleError (also ValueError): a rule of alerts that can't be used
    ├── SliceError (also ValueError): a slice of a tensor that can't be taken
    ├── QueryError (also ValueError): a query that can't be answered: SQL, or one of these
    │   └── WhereError: a query for runs or trials that can't be read, or that names what is not there
    ├── PictureError: a view of the page can't be drawn
    └── NotFoundError (also LookupError): no such run, kind or tag

Nothing that happens to the disk after a LogWriter was made raises: it warns once and is counted.
"""


class VdliteError(Exception):
    """Any error of vdlite's own."""


class PayloadError(VdliteError, ValueError, TypeError):
    """The caller handed a value, tag or option that can't be logged."""


class ClosedWriterError(VdliteError, ValueError):
    """The writer was closed; it takes no more records."""


class NoRunError(VdliteError, RuntimeError):
    """A call of the module, such as `vdlite.log`, has no run that it could go to."""


class LogdirError(VdliteError, OSError):
    """A logdir can't be used."""


class SidecarError(VdliteError, OSError):
    """Annotations or deleted runs can't be kept in the logdir."""


class TrashError(VdliteError, ValueError):
    """A run can't be deleted or restored as it is now."""


class PortError(VdliteError, OSError):
    """The server can't listen where it was asked to."""


class DriveError(VdliteError, OSError):
    """The drive under a run's files does not answer now."""


class FormatError(VdliteError, ValueError):
    """A payload's bytes are cut short or do not match their checksum."""


class LandscapeError(VdliteError, ValueError):
    """No landscape can be computed of these weights, directions or settings."""


class DamagedSnapshotError(LandscapeError):
    """The file of a snapshot can't be read."""


class MissingPackageError(VdliteError, ModuleNotFoundError):
    """A package is not installed that this needs; `name` is its module."""


class PictureError(VdliteError):
    """A view of the page can't be drawn: there is no browser, or it took too long."""


class RuleError(VdliteError, ValueError):
    """A rule of alerts that can't be used."""


class SliceError(VdliteError, ValueError):
    """A slice of a tensor can't be taken."""


class QueryError(VdliteError, ValueError):
    """A query can't be answered."""


class WhereError(QueryError):
    """A query for runs or trials can't be read, or names what is not there."""

    def __init__(
        self, message: str, problem: str, query: str, start: int, end: int, got: str = ""
    ) -> None:
        super().__init__(message, problem, query, start, end, got)
        self.problem = problem  # what is wrong, in a word: "unknown_column"
        self.query = query
        self.start = start  # characters [start, end) of the query, which are wrong
        self.end = end
        self.got = got  # what stands there

    def __str__(self) -> str:
        return str(self.args[0])


class NotFoundError(VdliteError, LookupError):
    """There is no such run, kind or tag."""


def shown(value: object, most: int = 60) -> str:
    """The beginning of a wrong value in one line, as an error repeats it, whatever the value's own `repr` does."""
    try:
        # That of an array or a model has many lines.
        return " ".join(line.strip() for line in repr(value).splitlines())[:most]
    except Exception:  # noqa: BLE001  # not only odd objects: Python refuses to write long integers, too
        return f"a {type(value).__name__} that can't be shown"
