"""The routes, one module for each noun. A new one is a module here and its line below."""

from vdlite.server.routes import (
    damage,
    embeddings,
    events,
    export,
    histograms,
    projections,
    records,
    runs,
    scalars,
    status,
    tags,
    tensors,
    texts,
    trials,
)

ROUTERS = (
    status.router,
    runs.router,
    tags.router,
    scalars.router,
    export.router,
    records.router,
    histograms.router,
    embeddings.router,
    projections.router,
    tensors.router,
    texts.router,
    trials.router,
    damage.router,
    events.router,
)
