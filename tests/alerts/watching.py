"""Watches over the runs below a folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from vdlite.alerts.rule import USUAL, Rule
from vdlite.alerts.runs import RunsOfStore
from vdlite.alerts.watch import Watch
from vdlite.reader import Store


def read(folder: Path) -> Store:
    """The runs below a folder, read."""
    store = Store([folder])
    store.refresh()
    while not store.done:
        store.refresh()
    return store


def watch_of(folder: Path, rules: Sequence[Rule] = USUAL) -> Watch:
    return Watch(RunsOfStore(read(folder)), rules)
