"""Points in space, as `wandb.Object3D` takes them."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any

from vdlite.errors import PayloadError
from vdlite.kinds.numbers.arrays import ArrayLike, as_array
from vdlite.tracking.media import add_caption, fenced
from vdlite.writer import LogWriter


@dataclass(frozen=True, slots=True)
class Object3D:
    """Points [N, 3]; [N, 4] with a category; [N, 6] with a color; or a scene `{"type": "lidar/beta", "points": ...}`.

    Of a scene, all but the points is kept as a text, `TAG/scene`.
    """

    data: ArrayLike
    caption: str | None = None
    _: KW_ONLY
    file_type: object = None  # as `wandb.Object3D` takes it

    @classmethod
    def from_numpy(cls, data: ArrayLike) -> "Object3D":
        """Points, as `Object3D(data)` takes them."""
        return cls(data)

    @classmethod
    def from_point_cloud(
        cls,
        points: ArrayLike,
        boxes: Sequence[Any] = (),
        vectors: Sequence[Any] | None = None,
        point_cloud_type: str = "lidar/beta",
    ) -> "Object3D":
        """A scene of points, with boxes and vectors."""
        parts = {"type": point_cloud_type, "points": points, "boxes": boxes, "vectors": vectors}
        return cls({name: part for name, part in parts.items() if part is not None})

    def add_to(self, writer: LogWriter, tag: str, step: int | None, walltime: float) -> None:
        points, rest = _parts(self.data)
        if points is not None:
            array = as_array(points, "points")
            if array.ndim != 2 or array.shape[1] not in (3, 4, 6):
                raise PayloadError(
                    f"points: got shape {array.shape}, want [N, 3], [N, 4] with a category, or [N, 6] with a color"
                )
            colors = array[:, 3:] if array.shape[1] == 6 else None
            values = array[:, 3] if array.shape[1] == 4 else None
            writer.add_mesh(tag, array[:, :3], None, colors, values, step, walltime)
        if rest:
            import json

            written = fenced(json.dumps(rest, default=_as_list), "json")
            writer.add_text(f"{tag}/scene", written, step, walltime)
        add_caption(writer, tag, self.caption, step, walltime)


def _parts(data: Any) -> tuple[ArrayLike, dict[str, Any]]:
    """The points of a scene, and all else in it."""
    if isinstance(data, (str, os.PathLike)) or hasattr(data, "read"):
        raise PayloadError(
            "Object3D: got a file, want points: vdlite.Mesh takes the vertices and faces of one that was read"
        )
    if not isinstance(data, Mapping):
        return data, {}
    rest = {str(name): part for name, part in data.items() if name not in ("type", "points")}
    return data.get("points"), {name: part for name, part in rest.items() if len(part)}


def _as_list(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else str(value)
