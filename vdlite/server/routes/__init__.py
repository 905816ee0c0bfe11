"""The routes, one module for each noun. A new one is a module here and its line below."""

from vdlite.server.routes import damage, events, export, runs, scalars, status, tags

ROUTERS = (
    status.router,
    runs.router,
    tags.router,
    scalars.router,
    export.router,
    damage.router,
    events.router,
)
