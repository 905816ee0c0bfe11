"""TensorBoard's mesh plugin: a mesh is up to three values, each a part of it."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.protobuf.encode import integer, message
from vdlite.protobuf.message import VARINT, Message

MESH = "mesh"
"""The name of the plugin."""
VERTEX, FACE, COLOR = 1, 2, 3
PARTS: Mapping[int, str] = {VERTEX: "VERTEX", FACE: "FACE", COLOR: "COLOR"}
"""By its number, what stands behind the name of the mesh in a part's tag."""

_ALL = sum(1 << part for part in PARTS)


@dataclass(frozen=True, slots=True)
class PartOfMesh:
    """The facts that a value gives of itself, and of the mesh that it is a part of."""

    name: str  # of the mesh
    part: int
    components: int  # which parts the mesh has: 1 << part of each
    config: str  # JSON


def read_part(content: bytes, tag: str) -> PartOfMesh | None:
    """The part that the metadata of a value with that tag describe; None if they describe none.

    Without metadata, which some writers leave out from the second value on, the tag says, and `components` is 0.
    Raises FormatError for bytes that are no MeshPluginData.
    """
    fields = Message(memoryview(content))
    name, part, components, config = "", 0, 0, ""
    for field in fields.fields():
        if field[0] == 2:
            name = fields.text(field)
        elif field[0] == 3 and field[1] == VARINT:
            part = field[2]
        elif field[0] == 5:
            config = fields.text(field)
        elif field[0] == 7 and field[1] == VARINT:
            components = field[2]
    if not content:
        for number, suffix in PARTS.items():
            if tag.endswith(f"_{suffix}"):
                return PartOfMesh(tag.removesuffix(f"_{suffix}"), number, 0, "")
        return None
    # Old versions did not tell the components: TensorBoard takes all of them for granted.
    return PartOfMesh(name, part, components & _ALL or _ALL, config) if part in PARTS else None


def part_content(name: str, part: int, components: int, shape: Sequence[int], config: str) -> bytes:
    """A serialized MeshPluginData."""
    sizes = b"".join(integer(6, size) for size in shape)
    head = message(2, name) + integer(3, part) + message(5, config)
    return head + sizes + integer(7, components)


def look_of(config: Any) -> dict[str, Any]:
    """The look of a mesh by a configuration of three.js: see `kinds.mesh.as_look`. The rest is left out."""
    look: dict[str, Any] = {}
    camera, material = (_part(config, name) for name in ("camera", "material"))
    if camera.get("cls") in ("PerspectiveCamera", "OrthographicCamera"):
        look["projection"] = str(camera["cls"]).removesuffix("Camera").lower()
    for name, given, most in (
        ("fov", camera.get("fov"), 180.0),
        ("point_size", material.get("size"), math.inf),
    ):
        if isinstance(given, int | float) and not isinstance(given, bool) and 0 < given < most:
            look[name] = float(given)
    wireframe = material.get("wireframe")
    if isinstance(wireframe, bool):
        look["wireframe"] = wireframe
    return look


def look_of_json(config: str) -> dict[str, Any]:
    """The look that JSON describes; nothing, if it is none."""
    try:
        return look_of(json.loads(config))
    except (ValueError, RecursionError, OverflowError):
        return {}


def config_of(look: Mapping[str, Any]) -> dict[str, Any]:
    """The configuration of three.js that says as much of a look as one can."""
    camera: dict[str, Any] = {}
    if "projection" in look:
        camera["cls"] = f"{str(look['projection']).capitalize()}Camera"
    if "fov" in look:
        camera = {"cls": "PerspectiveCamera", **camera, "fov": look["fov"]}
    material: dict[str, Any] = {}
    if "point_size" in look:
        material |= {"cls": "PointsMaterial", "size": look["point_size"]}
    if "wireframe" in look:
        material.setdefault("cls", "MeshStandardMaterial")
        material["wireframe"] = look["wireframe"]
    return {name: part for name, part in (("camera", camera), ("material", material)) if part}


def whole_colors(colors: NDArray[Any]) -> NDArray[Any]:
    """Colors as the plugin takes them, from 0 to 255 in whatever type.

    Floats that lie from 0 to 1 and are not all whole are meant to be shares, and stay so.
    """
    if colors.dtype.kind != "f" or not colors.size:
        return colors
    shares = bool(((colors >= 0) & (colors <= 1)).all() and (colors != np.floor(colors)).any())
    if shares:
        return colors
    whole: NDArray[Any] = np.clip(np.nan_to_num(colors, nan=0.0), 0, 255).astype(np.uint8)
    return whole


def _part(config: Any, name: str) -> Mapping[str, Any]:
    found = config.get(name) if isinstance(config, Mapping) else None
    return found if isinstance(found, Mapping) else {}
