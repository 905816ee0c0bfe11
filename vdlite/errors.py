"""Every error that vdlite raises on purpose.

    VdliteError
    ├── PayloadError (also ValueError, TypeError): the caller handed a value, tag or option that can't be logged
    ├── ClosedWriterError (also ValueError): add_* after close()
    ├── LogdirError (also OSError): a logdir that can't be used
    ├── PortError (also OSError): the server can't listen where it was told to
    ├── FormatError (also ValueError): a payload whose bytes are damaged
    └── NotFoundError (also LookupError): no such run, kind or tag

Nothing that happens to the disk after a LogWriter was made raises: it warns once and is counted.
"""


class VdliteError(Exception):
    """Any error of vdlite's own."""


class PayloadError(VdliteError, ValueError, TypeError):
    """The caller handed a value, tag or option that can't be logged."""


class ClosedWriterError(VdliteError, ValueError):
    """The writer was closed; it takes no more records."""


class LogdirError(VdliteError, OSError):
    """A logdir can't be used."""


class PortError(VdliteError, OSError):
    """The server can't listen where it was told to."""


class FormatError(VdliteError, ValueError):
    """A payload's bytes are cut short or do not match their checksum."""


class NotFoundError(VdliteError, LookupError):
    """There is no such run, kind or tag."""
