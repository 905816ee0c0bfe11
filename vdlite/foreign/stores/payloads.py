"""What a store says of a run besides its points, as records."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from vdlite.errors import FormatError, PayloadError
from vdlite.foreign.stores.facts import Given, RunFacts, Store, StoreFiles
from vdlite.foreign.stores.places import Place, open_records, open_store
from vdlite.kinds.draft import Encoded, encoded

STATUS = "status"
"""The tag of the text that says how a run ended."""


def encode(given: Given, facts: RunFacts, kind: str, tag: str) -> Encoded:
    """The payload of one of the records, and its summary. Raises FormatError if it can't be one."""
    from vdlite.kinds import hparams, lineage, text

    try:
        if kind == "hparams" and (given.settings or given.goals):
            return encoded(
                hparams.hparams(given.settings, given.metrics, given.goals, given.logarithmic)
            )
        if kind == lineage.NAME and given.fields:
            return encoded(
                lineage.lineage(None, None, None, None, None, None, None, None, given.fields)
            )
        if kind == "text" and tag == STATUS and facts.status:
            return encoded(text.text(facts.status))
        if kind == "text" and tag in given.texts:
            return encoded(text.text(given.texts[tag]))
    except PayloadError as error:
        raise FormatError(f"{kind}: {error}") from error
    raise FormatError(f"there is no {kind} {tag!r:.60} (any more)")


def encode_at(place: Place, files: StoreFiles, kind: str, tag: str, offset: int) -> Encoded:
    """The payload of a record as it is just now; offset: of a record that the store finds again. Raises FormatError, OSError."""
    if offset:
        return open_records(place.store, files).record(place.key, kind, tag, offset)
    with _last.opened(place.store, files) as store:
        store.refresh()
        facts = store.runs().get(place.key)
        if facts is None:
            raise FormatError(f"the run is gone: {place.store}")
        given = store.given(place.key)
    return encode(given, facts, kind, tag)


class _Last:
    """The store that was asked last: whoever wants one thing of each of its runs does not read all of it each time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()  # guards everything below, and the store itself
        self._path: Path | None = None
        self._files: StoreFiles | None = None
        self._store: Store | None = None

    @contextmanager
    def opened(self, path: Path, files: StoreFiles) -> Iterator[Store]:
        """For a `with` block; one of the caller's own while another thread has it, which a dead drive may hold up."""
        if not self._lock.acquire(blocking=False):
            yield open_store(path, files)
            return
        try:
            if self._store is None or path != self._path or files is not self._files:
                self._store = None
                self._store = open_store(path, files)
                self._path, self._files = path, files
            yield self._store
        finally:
            self._lock.release()


_last = _Last()
