"""The last steps that earlier writers logged into a run folder."""

from collections.abc import Iterable

from vdlite.format.decode import LogDecoder

_PIECE_BYTES = 8 << 20


def last_steps(paths: Iterable[str]) -> dict[tuple[str, str], int]:
    """The largest step of each kind and tag in these log files. Files that can't be read are left out."""
    largest: dict[tuple[str, str], int] = {}
    for path in paths:
        try:
            steps, names = _last_steps_of(path)
        except OSError:
            continue
        for series, step in steps.items():
            if series in names:
                key = names[series]
                largest[key] = max(step, largest.get(key, step))
    return largest


def _last_steps_of(path: str) -> tuple[dict[int, int], dict[int, tuple[str, str]]]:
    steps: dict[int, int] = {}
    names: dict[int, tuple[str, str]] = {}
    decoder = LogDecoder()
    with open(path, "rb") as file:
        while True:
            file.seek(decoder.offset)
            before = decoder.offset
            batch = decoder.decode(file.read(_PIECE_BYTES))
            for declaration in batch.declarations:
                names[declaration.series] = (declaration.kind, declaration.tag)
            for scalars in batch.scalars:
                for series in set(scalars.series.tolist()):
                    step = int(scalars.steps[scalars.series == series].max())
                    steps[series] = max(step, steps.get(series, step))
            for entries in batch.entries:
                for number in set(entries.series.tolist()):
                    step = int(entries.steps[entries.series == number].max())
                    steps[number] = max(step, steps.get(number, step))
            if decoder.offset == before:
                return steps, names
