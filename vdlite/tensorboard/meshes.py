"""Meshes and point clouds."""

from collections.abc import Mapping
from typing import Any

from vdlite.kinds.numbers.arrays import ArrayLike, as_array
from vdlite.protobuf.meshes import look_of, whole_colors
from vdlite.tensorboard.life import Life
from vdlite.writer.arguments.checks import StepLike


class MeshCalls(Life):
    """The part of a SummaryWriter that logs meshes."""

    def add_mesh(
        self,
        tag: str,
        vertices: ArrayLike,
        colors: ArrayLike | None = None,
        faces: ArrayLike | None = None,
        config_dict: Mapping[str, Any] | None = None,
        global_step: StepLike | None = None,
        walltime: float | None = None,
    ) -> None:
        """Log a mesh, or a point cloud; each of a batch of several with a tag of its own, `tag/0`, `tag/1`, ...

        vertices, faces: [B, N, 3] and [B, M, 3], or without B.
        colors: the same, from 0 to 255 in any type; floats that lie from 0 to 1 and are not all whole are shares.
        config_dict: how three.js should draw it. Of it counts whether the `camera` is a PerspectiveCamera or an
            OrthographicCamera, its `fov`, and the `size` and `wireframe` of the `material`.
        The rest as in `add_scalar`.
        """
        tag, step, time = self._where(tag, global_step, walltime)
        paint = None if colors is None else whole_colors(as_array(colors, "mesh colors"))
        look = look_of(config_dict)
        self._log().add_mesh(tag, vertices, faces, paint, None, step, time, look=look)
