"""The sidecars and trashes of a server's logdirs, by the ids of its runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from posixpath import normpath
from typing import Any, NamedTuple

from vdlite.annotations import Edit, Sidecar, Trash, TrashItem
from vdlite.errors import DriveError, NotFoundError, SidecarError, TrashError, VdliteError
from vdlite.reader import Store
from vdlite.reader.run.run_id import run_id
from vdlite.server.run_places import place_of
from vdlite.server.workspace import Workspace


class AnnotatedRuns:
    """Each run's annotations lie in the logdir that holds it; thresholds, charts, boards and directions in the first."""

    def __init__(self, store: Store, workspace: Workspace | None = None) -> None:
        """workspace: what keeps the annotations in place of the logdirs; what is deleted stays in these.

        Without it, logdirs that have an address have no annotations; nothing is deleted of them at all.
        """
        self._store = store
        self._kept: dict[int, _Kept] = {}  # by the number of the logdir
        for at, place in enumerate(store.places):
            if workspace is not None:
                address = None if place.address is None else str(place)
                name = workspace.annotations_of(place.folder, address)
                # A store that hangs must not hold up what lies here.
                folder = place.folder if place.address is None else workspace.folder
                self._kept[at] = _Kept(Sidecar(workspace.folder, name), folder)
            elif place.address is None:
                self._kept[at] = _Kept(Sidecar(place.folder), place.folder)
        self._trashes = {
            at: Trash(place.folder)
            for at, place in enumerate(store.places)
            if place.address is None
        }

    @property
    def version(self) -> int:
        """Grows when the annotations may have changed."""
        return sum(kept.sidecar.version for kept in self._kept.values())

    def refresh(self) -> None:
        """Read what was written since, by this server or another."""
        for kept in self._kept.values():
            with suppress(DriveError):  # what was read of it stays
                self._store.drives.call(kept.folder, kept.sidecar.refresh)

    def runs(self) -> Mapping[str, Mapping[str, Any]]:
        """The annotations, by the ids of the runs."""
        return {
            run_id(full): fields
            for at, kept in self._kept.items()
            for name, fields in kept.sidecar.runs.items()
            if (full := self._store.places[at].full_name(name)) is not None
        }

    @property
    def thresholds(self) -> Mapping[str, Any]:
        return self._kept[0].sidecar.thresholds if 0 in self._kept else {}

    @property
    def charts(self) -> Mapping[str, Any]:
        return self._kept[0].sidecar.charts if 0 in self._kept else {}

    @property
    def boards(self) -> Mapping[str, Any]:
        return self._kept[0].sidecar.boards if 0 in self._kept else {}

    @property
    def directions(self) -> Mapping[str, Any]:
        return self._kept[0].sidecar.directions if 0 in self._kept else {}

    def edit_runs(self, changes: Mapping[str, Mapping[str, Any]]) -> None:
        """Write fields of runs, by their ids; all of one logdir with one write.

        Raises NotFoundError, before anything is written, if there is no such run, and SidecarError.
        """
        edits: dict[int, list[Edit]] = {}
        for id_, fields in changes.items():
            at, name = place_of(self._store, id_)
            for field, value in fields.items():
                edits.setdefault(at, []).append(Edit("run", name, value, field))
        for at, of_one in edits.items():
            self._append(at, of_one)

    def edit_objects(self, edits: Sequence[Edit]) -> None:
        """Write thresholds, charts, boards and directions. Raises SidecarError."""
        if edits and not self._store.places:
            raise SidecarError("there is no logdir to write to")
        if edits:
            self._append(0, edits)

    def _append(self, at: int, edits: Sequence[Edit]) -> None:
        kept = self._kept.get(at)
        if kept is None:
            raise SidecarError(f"nothing is written into an object store: {self._store.places[at]}")
        self._store.drives.call(kept.folder, partial(kept.sidecar.append, edits))

    def delete(self, id_: str) -> None:
        """Move the files of a run into the trash of its logdir; raises what `Trash.put` does.

        Parts of it in folders of their own go first: alone they would be runs.
        """
        at, name = place_of(self._store, id_)
        place = self._store.places[at]
        folder = Path(place.folder, name)
        if place.address is not None:
            raise TrashError(
                f"nothing is deleted of an object store; delete the run there: {place}/{name}"
            )
        if name == "." and place.file:
            # Its folder may hold more of the run, which is not shown.
            raise TrashError(
                f"a file that is shown alone is not deleted; show its folder, or delete it there: {place.path}"
            )
        parts = {file.folded.folder for file in self._store.run(id_).files if file.folded}
        for part in sorted(parts):
            whole = normpath(f"{name}/{part}")  # one beside it is called `../NAME`
            if whole.startswith("../"):
                continue  # in another logdir
            self._move(folder, partial(self._trashes[at].put, whole, part_of=name), whole)
        self._move(folder, partial(self._trashes[at].put, name), name)

    def trash(self) -> list[TrashItem]:
        """The deleted runs, last first, with their whole names."""
        items = []
        for _, item, name, parts in self._items():
            size = sum(part.bytes for part in parts)
            files = sum(part.files for part in parts)
            items.append(replace(item, run=name, bytes=item.bytes + size, files=item.files + files))
        return sorted(items, key=lambda item: item.deleted, reverse=True)

    def restore(self, item_id: str) -> None:
        """Raises NotFoundError, and what `Trash.restore` does."""
        for at, item, _, parts in self._items():
            if item.id == item_id:
                for each in (item, *parts):
                    restore = partial(self._trashes[at].restore, each.id)
                    self._move(self._store.places[at].folder, restore, each.run)
                return
        raise NotFoundError(f"nothing in the trash has the id {item_id!r}")

    def _move(self, folder: Path, work: Callable[[], object], name: str) -> None:
        """Let some work move the files of a run; raises SidecarError where they may not even be looked at."""
        try:
            self._store.drives.call(folder, work)
        except VdliteError:
            raise
        except OSError as error:
            raise SidecarError(f"can't move the files: {error.strerror}: {name}") from error

    def _items(self) -> Iterator[tuple[int, TrashItem, str, list[TrashItem]]]:
        """Each with the number of its logdir, its run's whole name and its parts; none of a drive that does not answer."""
        for at, place in enumerate(self._store.places):
            if place.file or place.address is not None:
                continue  # nothing of these is deleted
            items: list[TrashItem] = []
            with suppress(DriveError):
                items = self._store.drives.call(place.folder, self._trashes[at].items)
            parts: dict[str, list[TrashItem]] = {}
            for item in items:
                whole = _whole_of(item, items)
                if whole is not None:
                    parts.setdefault(whole.id, []).append(item)
            known = {part.id for some in parts.values() for part in some}
            for item in items:
                full = place.full_name(item.run)
                if item.id not in known and full is not None:
                    yield at, item, full, parts.get(item.id, [])


class _Kept(NamedTuple):
    """The annotations of a logdir."""

    sidecar: Sidecar
    folder: Path  # whose drive holds them


def _whole_of(part: TrashItem, items: Sequence[TrashItem]) -> TrashItem | None:
    """The run that a part was deleted with; None if it is no part, or if that run is not in the trash."""
    later = [item for item in items if part.part_of == item.run and item.deleted >= part.deleted]
    return min(later, key=lambda item: item.deleted, default=None) if part.part_of else None
