"""Meshes and point clouds, kept as tensors."""

import json
from collections.abc import Mapping
from typing import Any

from vdlite.kinds.numbers.arrays import ArrayLike
from vdlite.tensorboard.life import Life
from vdlite.writer.checks import StepLike


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
        """Keep a mesh or a point cloud as the tensors `tag_VERTEX`, `tag_FACE` and `tag_COLOR`.

        vertices, colors, faces: [B, N, 3] each.
        config_dict: how three.js should draw it; kept as the text `tag_CONFIG`.
        The rest as in `add_scalar`.
        """
        tag, step, time = self._where(tag, global_step, walltime)
        log = self._log()
        parts = (("VERTEX", vertices), ("FACE", faces), ("COLOR", colors))
        for name, values in parts:
            if values is not None:
                log.add_tensor(f"{tag}_{name}", values, step, time)
        if config_dict is not None:
            text = json.dumps(config_dict, indent=2, sort_keys=True)
            log.add_text(f"{tag}_CONFIG", f"```json\n{text}\n```", step, time)
