"""Meshes of TensorBoard's plugin, put together of values that come in one event, or one after the other."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError
from vdlite.protobuf.events import Event, Value
from vdlite.protobuf.meshes import MESH, VERTEX, read_part
from vdlite.protobuf.message import Message
from vdlite.protobuf.tensors import Texts, read_tensor

_CONTENT = 4  # field of a TensorProto
_MOST_OPEN = 64  # meshes whose parts have not all come
_MOST_OPEN_BYTES = 1 << 28

PluginOf = Callable[[Value], str]


@dataclass(slots=True)
class Gathered:
    """A mesh, or a batch of them, as far as its parts have come."""

    name: str
    step: int
    walltime: float  # seconds since 1970, as its first part says
    at: int  # where the event of that part begins
    components: int = 0
    config: str = ""
    is_listed: bool = True  # whether no part has its numbers as bytes
    parts: dict[int, NDArray[Any]] = field(default_factory=dict)

    @property
    def is_whole(self) -> bool:
        """True if everything is there that was announced; vertices are always."""
        there = sum(1 << part for part in self.parts)
        return VERTEX in self.parts and there & self.components == self.components

    @property
    def nbytes(self) -> int:
        return sum(part.nbytes for part in self.parts.values())


class Gathering:
    """Meshes on their way."""

    def __init__(self, *, listed_are_whole: bool = False) -> None:
        """listed_are_whole: a mesh that begins with numbers one by one has all of its parts in that event.

        So Python's writers log meshes. tensorboardX announces colors and faces that it does not write: they never
        come. TensorFlow, whose parts come in events of their own, writes numbers as bytes.
        """
        self._listed_are_whole = listed_are_whole
        self._open: dict[tuple[str, int], Gathered] = {}

    @property
    def waiting(self) -> int:
        """How many meshes lack parts."""
        return len(self._open)

    def add(
        self, event: Event, at: int, plugin_of: PluginOf = lambda value: value.plugin
    ) -> tuple[list[Gathered], int]:
        """Take the parts of an event in that begins at byte `at`.

        plugin_of: of values that do not tell it themselves, too.
        Returns the meshes that are whole now, and how many others are given up. Raises FormatError if a part can't
        be read.
        """
        lost = 0
        touched: dict[tuple[str, int], Gathered] = {}
        step, walltime = event.step or 0, event.walltime or 0.0
        for value in event.values:
            described = read_part(value.content, value.tag) if plugin_of(value) == MESH else None
            if described is None or value.sort != "tensor":
                continue
            numbers = read_tensor(value.message)
            if isinstance(numbers, Texts):
                raise FormatError("mesh of an event: got texts, want numbers")
            key = (described.name, step)
            mesh = self._open.get(key)
            if mesh is not None and described.part in mesh.parts:
                lost += 1  # another mesh of that name and step begins
                mesh = None
            if mesh is None:
                mesh = self._open[key] = Gathered(described.name, step, walltime, at)
            mesh.parts[described.part] = numbers
            mesh.components |= described.components
            mesh.is_listed &= _is_listed(value.message)
            mesh.config = mesh.config or described.config
            touched[key] = mesh
        whole = []
        for key, mesh in touched.items():
            # Where the metadata are left out, parts of one event are the whole of it.
            is_all = self._listed_are_whole and mesh.is_listed and mesh.at == at
            if (mesh.is_whole or (is_all and VERTEX in mesh.parts)) and self._open.get(key) is mesh:
                del self._open[key]
                whole.append(mesh)
            elif self._open.get(key) is mesh:
                mesh.parts = {part: np.array(values) for part, values in mesh.parts.items()}
        return whole, lost + self._give_up()

    def _give_up(self) -> int:
        """Let those go that have waited longest, where there are too many."""
        before = len(self._open)
        while self._open and (
            len(self._open) > _MOST_OPEN
            or sum(mesh.nbytes for mesh in self._open.values()) > _MOST_OPEN_BYTES
        ):
            del self._open[next(iter(self._open))]
        return before - len(self._open)


def _is_listed(tensor: Message) -> bool:
    """True if the numbers of a TensorProto are written one by one, not as its `tensor_content`."""
    return all(number != _CONTENT for number, *_ in tensor.fields())
