"""What models are called beside each other: by their files or runs, and by the folders above where those are the same."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from vdlite.snapshots.folder import SnapshotFolder


def names_apart(models: Sequence[Any]) -> list[str]:
    """A name for each, no two the same: `b` of runs/b or b.pt, and `one/b` and `two/b` where there are two of them."""
    paths = [_parts(model, place) for place, model in enumerate(models)]
    longest = max((len(parts) for parts in paths), default=0)
    names = [parts[-1] for parts in paths]
    for depth in range(2, longest + 1):
        counts = Counter(names)
        names = [
            "/".join(parts[-depth:]) if counts[name] > 1 else name
            for name, parts in zip(names, paths, strict=True)
        ]
    seen: Counter[str] = Counter()
    made = []
    for name in names:
        seen[name] += 1
        made.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return made


def _parts(model: Any, place: int) -> tuple[str, ...]:
    if not isinstance(model, (str, Path)):
        return (f"model {place + 1}",)
    path = Path(model).resolve()
    if SnapshotFolder(path).is_there():
        path = path.parents[1]
    elif path.name.endswith(".safetensors.index.json"):
        path = path.with_name(path.name.removesuffix(".safetensors.index.json"))
    elif path.is_file():
        path = path.with_suffix("")
    parts = [part for part in path.parts if part != path.anchor] or ["model"]
    return tuple("".join(one if one.isprintable() else "_" for one in part) for part in parts)
