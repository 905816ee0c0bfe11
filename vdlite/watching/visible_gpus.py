"""The GPUs that a process may use, as `CUDA_VISIBLE_DEVICES` and its like have them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Named:
    """A GPU's names."""

    index: int  # the driver's
    uuid: str  # such as GPU-8f6e...
    parts: tuple[str, ...] = ()  # UUIDs of what it is divided into


def visible(
    gpus: Sequence[Named], environment: Mapping[str, str], variables: Sequence[str]
) -> list[int]:
    """The indexes of the GPUs that are named, each once; all if nothing is said.

    variables: of the environment, of which the first that is there counts. As CUDA does it, a UUID may be shortened,
    and what stands behind a name that no GPU has does not count.
    """
    given = next((environment[name] for name in variables if name in environment), None)
    if given is None:
        return [gpu.index for gpu in gpus]
    found: list[int] = []
    for word in map(str.strip, given.split(",")):
        index = _index_of(word, gpus)
        if index is None:
            break
        if index not in found:
            found.append(index)
    return found


def _index_of(word: str, gpus: Sequence[Named]) -> int | None:
    if word.isascii() and word.isdigit():
        return next((gpu.index for gpu in gpus if gpu.index == int(word)), None)
    if not word.lower().startswith(("gpu-", "mig-")):
        return None
    # An older name of a part holds that of its GPU: MIG-GPU-8f6e.../1/0
    names = {word.lower(), word.lower().removeprefix("mig-").partition("/")[0]}
    fitting = [
        gpu.index
        for gpu in gpus
        if any(
            each.lower().startswith(name)
            for each in (gpu.uuid, *gpu.parts)
            for name in names
            if name
        )
    ]
    return fitting[0] if len(fitting) == 1 else None  # one that fits several means none
