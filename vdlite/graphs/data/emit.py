"""A pipeline as a graph."""

from __future__ import annotations

from vdlite.graphs.data.stages import Pipeline, Stage
from vdlite.kinds.graph import Graph, GraphBuilder
from vdlite.kinds.graph.types import Plain


def emitted(pipeline: Pipeline) -> Graph:
    """The graph: a node for each stage, a scope for each container, and for each loader where there are several."""
    builder = GraphBuilder(
        "data", flavor="data", source="loader", about={"loaders": list(pipeline.loaders)}
    )
    users = _users(pipeline)
    own_scopes: dict[str, int] = {}
    scopes: dict[tuple[int, int], int] = {}
    called: dict[tuple[int, str], int] = {}
    numbers: list[int] = []

    def scope_of_loader(users_of: frozenset[str]) -> int:
        """The scope of the only loader that a stage is for; shared stages are in none."""
        if len(pipeline.loaders) < 2 or len(users_of) != 1:
            return 0
        (name,) = users_of
        if name not in own_scopes:
            kind = pipeline.stages[pipeline.loaders[name]].type
            own_scopes[name] = builder.add_scope(name, kind, kind="group", parent=0)
        return own_scopes[name]

    def scope_of(container: int, above: int) -> int:
        if container == 0:
            return above
        key = (container, above)
        if key not in scopes:
            held = pipeline.containers[container]
            outer = scope_of(held.parent, above)
            count = called[outer, held.name] = called.get((outer, held.name), 0) + 1
            name = held.name if count == 1 else f"{held.name}#{count}"
            scopes[key] = builder.add_scope(name, held.type, kind="group", parent=outer)
        return scopes[key]

    for at, stage in enumerate(pipeline.stages):
        numbers.append(
            builder.node(
                stage.type,
                [(numbers[source], 0, flow) for source, flow in stage.inputs],
                name=stage.name,
                outputs=[(dtype, sizes) for dtype, sizes in stage.outputs],
                attributes=_attributes(stage, at, pipeline),
                scope=scope_of(stage.container, scope_of_loader(users[at])),
                seconds=stage.seconds,
                file=stage.file,
                line=stage.line,
            )
        )
    for remark in pipeline.remarks:
        node = None if remark.stage is None else numbers[remark.stage]
        builder.note(remark.text, level=remark.level, node=node)
    for picture in pipeline.pictures:
        builder.picture(numbers[picture.stage], picture.png, sample=picture.sample)
    return builder.build()


def _users(pipeline: Pipeline) -> list[frozenset[str]]:
    """The names of the loaders that each stage is for."""
    found: list[set[str]] = [set() for _ in pipeline.stages]
    for name, at in pipeline.loaders.items():
        for each in pipeline.before(at):
            found[each].add(name)
    return [frozenset(names) for names in found]


def _attributes(stage: Stage, at: int, pipeline: Pipeline) -> dict[str, Plain]:
    """The attributes of a stage: its facts come first; a parameter called the same gets a line below its name."""
    facts: dict[str, Plain] = {"role": stage.role}
    names = [name for name, end in pipeline.loaders.items() if end == at]
    if names:
        facts["loader"] = names[0]
    facts |= stage.facts
    given = {
        f"{name}_" if name in facts else name: value for name, value in stage.parameters.items()
    }
    return facts | given
