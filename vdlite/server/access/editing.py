"""The guard before every route that writes: it refuses all unless the server was asked to allow edits."""

from __future__ import annotations

from fastapi import Depends

from vdlite.server.context import InContext
from vdlite.server.errors import ApiError


async def _allow_edit(context: InContext) -> None:
    if not context.settings.allow_edit:
        raise ApiError(
            403,
            "not_editable",
            "this server only reads; start it with --allow-edit to let it annotate, delete and "
            "restore runs",
        )


MAY_EDIT = Depends(_allow_edit)
