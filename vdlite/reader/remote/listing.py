"""One look at all objects of a remote logdir: the folders that their names make, and what has changed."""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from vdlite.reader.files.files import Item
from vdlite.reader.remote.objects import Object


@dataclass(slots=True)
class Folder:
    """A folder, which is there because objects lie below it."""

    number: int
    changed: int  # when something came or went, in nanoseconds since 1970
    items: dict[str, Item] = field(default_factory=dict)


def folders_of(
    keys: Iterable[str], before: Mapping[str, Folder], *, number: Callable[[str], int]
) -> dict[str, Folder]:
    """All folders by their paths below the logdir, which itself is ``""``.

    before: those of the look before, which keep their times where nothing came or went.
    number: gives the number of a folder by its path with a slash at its end.
    """
    items: dict[str, dict[str, Item]] = {}
    for key in keys:
        folder, _, name = key.rpartition("/")
        items.setdefault(folder, {}).setdefault(name, Item(name, "file"))
        while folder:
            above, _, name = folder.rpartition("/")
            there = items.setdefault(above, {})
            known = there.get(name)
            if known is not None and known.type == "folder":
                break
            there[name] = Item(name, "folder")  # also where an empty object marks it
            folder = above
    now = time.time_ns()
    found: dict[str, Folder] = {}
    for path, there in items.items():
        known_folder = before.get(path)
        if known_folder is None:
            found[path] = Folder(number(f"{path}/"), now, there)
        else:
            same = known_folder.items == there
            found[path] = Folder(known_folder.number, known_folder.changed if same else now, there)
    return found


def newest(objects: Iterable[Object]) -> float:
    """The time when one of them changed last, in seconds since 1970; 0 without any."""
    return max((each.changed for each in objects), default=0.0)
