"""The time of training steps, and where it went."""

from fastapi import APIRouter

from vdlite.server.routes.profile import (
    comparing,
    damage,
    events,
    memory,
    overview,
    searching,
    tables,
)

router = APIRouter()
for each in (overview, tables, events, searching, memory, comparing, damage):
    router.routes.extend(each.router.routes)
