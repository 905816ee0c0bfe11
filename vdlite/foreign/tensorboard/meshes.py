"""Meshes of TensorBoard's plugin, as payloads."""

from collections.abc import Iterable

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.draft import Encoded, encoded
from vdlite.protobuf.events import Event, Value
from vdlite.protobuf.mesh_parts import Gathered, Gathering
from vdlite.protobuf.meshes import COLOR, FACE, MESH, VERTEX, look_of_json, whole_colors


def encode(mesh: Gathered) -> list[tuple[str, Encoded]]:
    """Tag, payload and summary of each mesh. Raises FormatError if the parts do not belong together."""
    from vdlite.kinds import mesh as kind

    colors = mesh.parts.get(COLOR)
    try:
        drafts = kind.meshes(
            mesh.parts[VERTEX],
            mesh.parts.get(FACE),
            None if colors is None else whole_colors(colors),
            look=look_of_json(mesh.config),
        )
        tags = kind.tags_of(mesh.name, len(drafts))
        return [(tag, encoded(draft)) for tag, draft in zip(tags, drafts, strict=True)]
    except (PayloadError, ValueError, TypeError, MemoryError) as error:
        raise FormatError(f"mesh of an event: {error}") from error


def encode_again(events: Iterable[tuple[int, Event]], tag: str) -> Encoded:
    """The payload and summary of the mesh with that tag whose first part is in the first of these events.

    events: with the byte that each begins at. Raises FormatError if it is not there (any more).
    """
    gathering = Gathering(listed_are_whole=True)
    begin: int | None = None
    for at, event in events:
        begin = at if begin is None else begin
        for mesh in gathering.add(event, at, _mesh_by_tag)[0]:
            if mesh.at != begin or not f"{tag}/".startswith(f"{mesh.name}/"):
                continue
            for name, made in encode(mesh):
                if name == tag:
                    return made
    raise FormatError("the parts of a mesh are not there")


def _mesh_by_tag(value: Value) -> str:
    """Later values of a tag may not tell their plugin."""
    return value.plugin or MESH
