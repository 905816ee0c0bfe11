"""The tags of a server's runs as trees, which are made anew when the tags have changed."""

from __future__ import annotations

import threading

from vdlite.kinds.scalar import NAME as SCALAR
from vdlite.reader import Store
from vdlite.reader.names.tag_search import SearchedTree
from vdlite.reader.names.tree import TagTree

_MANY = 20_000  # scalars of a run, of which the page lists only some


class TagTrees:
    """A tree for each kind that somebody asks for. Threads may share it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._prepared = -1  # the version of the tags for which `prepare` has looked
        # By kind, with the version of the tags.
        self._known: dict[str, tuple[int, SearchedTree]] = {}

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

    def prepare(self) -> None:
        """Once the store has read everything: make the tree of very many scalars, in a thread of its own.

        For one thread, again and again.
        """
        version = self._store.tags_version
        if self._prepared == version or not self._store.done:
            return
        self._prepared = version
        runs = self._store.all_runs()
        if max((len(run.tags_as_logged(SCALAR)) for run in runs), default=0) > _MANY:
            make = threading.Thread(target=self.tree, args=(SCALAR,), name="vdlite-tags")
            make.daemon = True  # it takes seconds, and the end of the process need not wait for it
            make.start()

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
