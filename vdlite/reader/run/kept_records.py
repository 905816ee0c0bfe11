"""The records of a log other than scalars, as they are kept of it: the columns of all, those of a series together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from vdlite.format.batch import Entries, joined
from vdlite.reader.series.record_rows import packed
from vdlite.reader.series.summaries import PackedSummaries

_COLUMNS = ("series", "steps", "walltimes", "in_media", "offsets", "lengths", "crcs")


def facts_of_records(parts: Sequence[Entries]) -> dict[str, Any]:
    """The records as columns, and their summaries. Raises ValueError if one can't be packed."""
    if not parts:
        return {}
    entries = packed(joined(parts))
    assert isinstance(entries.summaries, PackedSummaries)
    blocks = entries.summaries.blocks
    lengths = np.array([len(block) for block in blocks], np.int64)
    return {
        **{name: getattr(entries, name) for name in _COLUMNS},
        "blocks": np.frombuffer(b"".join(blocks), np.uint8),
        "bounds": np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
    }


def records_of_facts(facts: Mapping[str, Any]) -> Entries | None:
    """The records; None if there are none."""
    if not facts:
        return None
    bounds = facts["bounds"].tolist()
    blocks = memoryview(facts["blocks"])
    summaries = PackedSummaries.of_blocks(
        [blocks[begin:end] for begin, end in pairwise(bounds)],
        len(facts["steps"]),
    )
    return Entries(**{name: facts[name] for name in _COLUMNS}, summaries=summaries)
