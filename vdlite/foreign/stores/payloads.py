"""What a store tells of a run besides its points, as records."""

from vdlite.errors import FormatError, PayloadError
from vdlite.foreign.stores.facts import Given, RunFacts, StoreFiles
from vdlite.foreign.stores.places import Place, open_records, open_store
from vdlite.kinds.draft import Encoded, encoded

STATUS = "status"
"""The tag of the text that tells how a run ended."""


def encode(given: Given, facts: RunFacts, kind: str, tag: str) -> Encoded:
    """The payload of one of the records, and its summary. Raises FormatError if it can't be one."""
    from vdlite.kinds import hparams, lineage, text

    try:
        if kind == "hparams" and (given.settings or given.goals):
            return encoded(hparams.hparams(given.settings, given.metrics, given.goals))
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
    """The same, as it is just now; offset: of a record that the store finds again. Raises FormatError, OSError."""
    if offset:
        return open_records(place.store, files).record(place.key, kind, tag, offset)
    store = open_store(place.store, files)
    store.refresh()
    facts = store.runs().get(place.key)
    if facts is None:
        raise FormatError(f"the run is gone: {place.store}")
    return encode(store.given(place.key), facts, kind, tag)
