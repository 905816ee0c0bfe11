"""The tags of a server's runs as trees, which are made anew when the tags have changed."""

from __future__ import annotations

import threading

from vdlite.reader import Store
from vdlite.reader.names.tag_search import SearchedTree
from vdlite.reader.names.tree import TagTree


class TagTrees:
    """A tree for each kind that somebody asks for. Threads may share it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._known: dict[
            str, tuple[int, SearchedTree]
        ] = {}  # by kind, with the version of the tags

    def tree(self, kind: str) -> SearchedTree:
        """The tags of a kind."""
        with self._lock:
            version = self._store.tags_version
            known = self._known.get(kind)
            if known is not None and known[0] == version:
                return known[1]
            runs = [(run.id, run.tags_as_logged(kind)) for run in self._store.all_runs()]
            searched = SearchedTree(TagTree(runs))
            self._known[kind] = version, searched
        if known is not None:
            known[1].close()
        return searched

    def is_large(self, kind: str, most: int) -> bool:
        """Whether the runs have more than so many tags of a kind, each counted once."""
        lengths = [len(run.tags_as_logged(kind)) for run in self._store.all_runs()]
        if sum(lengths) <= most:
            return False
        return max(lengths) > most or len(self.tree(kind).tree) > most

    def close(self) -> None:
        """End what searches them."""
        with self._lock:
            for _, searched in self._known.values():
                searched.close()
            self._known.clear()
