"""The walk from a loader back to where its samples come from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from vdlite.errors import shown
from vdlite.graphs.data import loaders, transforms
from vdlite.graphs.data.held import arguments, held
from vdlite.graphs.data.redaction import Roots
from vdlite.graphs.data.stages import Container, Flow, Pipeline, Role, Stage, TooManyStagesError
from vdlite.graphs.data.values import function_name, plain_value, plain_values
from vdlite.kinds.graph.types import Plain

MOST_DEPTH = 32  # of objects within each other
_NEVER_SHOWN = {"training", "dump_patches", "call_super_init"}  # of every torch module


class Walk:
    """Makes stages of objects. An object that is met twice is one stage; cycles end where they close."""

    def __init__(self, roots: Roots) -> None:
        self.roots: Roots = roots
        self.pipeline = Pipeline()
        self._container = 0
        self._sources: dict[int, list[int]] = {}  # of datasets by id: the stages that give samples
        self._open: list[int] = []  # ids of what is being looked at
        self._kept: list[Any] = []  # an id is of one object only as long as that lives

    def samples(self, dataset: Any) -> list[int]:
        """The stages whose outputs are the samples of a dataset."""
        key = id(dataset)
        if key in self._sources:
            return self._sources[key]
        if key in self._open or len(self._open) >= MOST_DEPTH:
            return []
        found = self._guarded(dataset, lambda: loaders.samples(self, dataset))
        self._kept.append(dataset)
        self._sources[key] = found
        return found

    def transformed(self, transform: Any, inputs: Sequence[int]) -> list[int]:
        """The stages whose outputs are what a transform makes of those of the inputs."""
        if transform is None:
            return list(inputs)
        if id(transform) in self._open or len(self._open) >= MOST_DEPTH:
            return list(inputs)
        return self._guarded(
            transform, lambda: transforms.transformed(self, transform, inputs), inputs
        )

    def stage(
        self,
        thing: Any,
        role: Role,
        inputs: Sequence[int | tuple[int, Flow]] = (),
        *,
        type: str = "",  # noqa: A002
        name: str = "",
        without: Sequence[str] | set[str] = (),
        parameters: dict[str, Plain] | None = None,
        facts: Mapping[str, Plain] | None = None,
        **more_facts: Plain,
    ) -> int:
        """A stage for the object, with what it was made with.

        without: attributes that are no parameters. parameters: in place of the object's own.
        facts, more_facts: what else is known of it.
        """
        if parameters is None:
            parameters = self.parameters(thing, without)
        return self.pipeline.add(
            Stage(
                type or function_name(thing),
                role,
                [each if isinstance(each, tuple) else (each, "data") for each in inputs],
                parameters,
                self._container,
                name,
                {
                    key: value
                    for key, value in {**(facts or {}), **more_facts}.items()
                    if value is not None
                },
                owner=thing,
            )
        )

    def parameters(self, thing: Any, without: Sequence[str] | set[str] = ()) -> dict[str, Plain]:
        given = arguments(thing, held(thing))
        left_out = _NEVER_SHOWN.union(without)
        kept = {name: value for name, value in given.items() if name not in left_out}
        return plain_values(kept, self.roots)

    def value(self, value: Any, name: str = "") -> Plain:
        return plain_value(value, self.roots, name)

    @contextmanager
    def container(self, name: str, type: str) -> Iterator[None]:  # noqa: A002
        """Stages that are made within belong to it."""
        before = self._container
        self.pipeline.containers.append(Container(name, type, before))
        self._container = len(self.pipeline.containers) - 1
        try:
            yield
        finally:
            self._container = before

    def _guarded(
        self, thing: Any, look: Callable[[], list[int]], otherwise: Sequence[int] = ()
    ) -> list[int]:
        """The result of looking at an object; if that fails, a stage that says so."""
        self._open.append(id(thing))
        try:
            return look()
        except TooManyStagesError:
            raise
        except Exception as error:  # noqa: BLE001  # whatever the caller's objects do costs only their stage
            at = self.stage(thing, "stage", otherwise, type=type(thing).__name__, parameters={})
            self.pipeline.remark(f"can't be read: {shown(error, 200)}", at, "error")
            return [at]
        finally:
            self._open.pop()
