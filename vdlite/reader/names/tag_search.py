"""Searching a tree of tags, as the page's field for it does: by words, or by `/regular expression/`."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from vdlite.patterns import ManyNames, fixed_words
from vdlite.reader.names.tree import TagTree

_EXPRESSION = re.compile(r"/(.+)/([a-z]*)", re.DOTALL)
_FLAGS = {"i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL}
_NAMED_GROUP = re.compile(r"\(\?<(?=\w)")  # as browsers write it


class SearchedTree:
    """A tree of tags with what searches it."""

    def __init__(self, tree: TagTree) -> None:
        self.tree = tree
        self._names = ManyNames(tree.tags)

    def places(self, search: str, prefix: str = "") -> NDArray[np.intp]:
        """The places of the tags that a search finds beneath a prefix; rising.

        search: `/expression/flags`, in which case matters unless the flags have an i; anything else are words that all
            have to be there, in any order and case. Empty: all tags.
        Raises FormatError for an expression that is none, or takes too long.
        """
        text = search.strip()
        beneath = self.tree.beneath(prefix)
        found = _EXPRESSION.fullmatch(text)
        if not text:
            return np.arange(beneath.start, beneath.stop)
        if found is None:
            return _within(self.tree.with_words(text.split()), beneath)
        expression = _NAMED_GROUP.sub("(?P<", found.group(1))
        flags = sum(int(_FLAGS.get(each, 0)) for each in set(found.group(2)))
        among: NDArray[np.intp] | None = None
        words = fixed_words(expression)
        if words or len(beneath) < len(self.tree):
            among = _within(self.tree.with_words(words), beneath)
        return self._names.search(expression, flags=flags, among=among)

    def close(self) -> None:
        """End what searches; it starts again when it is asked."""
        self._names.close()


def _within(places: NDArray[np.intp], some: range) -> NDArray[np.intp]:
    low, high = places.searchsorted([some.start, some.stop])
    return places[low:high]
