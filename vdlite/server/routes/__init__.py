"""The routes, one module for each noun. A new one is a module in a room of this package, and its line below.

A module is loaded when it is first asked for: most of the server's start would be spent on routes that nobody asks.
"""

from collections.abc import Mapping
from importlib import import_module

from fastapi import APIRouter

NOUNS: Mapping[str, str] = {
    "status": "service.status",
    "runs": "runs.runs",
    "tags": "runs.tags",
    "scalars": "series.scalars",
    "export": "series.export",
    "records": "series.records",
    "payload": "series.records",
    "media": "series.records",
    "histograms": "series.histograms",
    "embeddings": "series.embeddings",
    "uploads": "series.embeddings",
    "projections": "series.projections",
    "tensor": "series.tensors",
    "landscapes": "series.landscapes",
    "landscape": "series.landscapes",
    "texts": "series.texts",
    "layouts": "series.layouts",
    "table": "trials.table",
    "importance": "trials.importance",
    "groups": "trials.groups",
    "comparison": "trials.comparison",
    "trials": "trials.trials",
    "annotations": "runs.annotations",
    "trash": "runs.trash",
    "damage": "runs.damage",
    "files": "runs.files",
    "docs": "service.docs",
    "model": "dropped.model",
    "profile": "profile",
    "traces": "dropped.traces",
    "events": "service.events",
    "login": "service.login",
}
"""What follows `/api/`, and the module that answers it."""


def router_of(module: str) -> APIRouter:
    """The routes of a module of this package, which is loaded if it was not."""
    router: APIRouter = import_module(f"{__name__}.{module}").router
    return router


def all_routers() -> list[APIRouter]:
    """Every module's routes, in the order of the docs."""
    return [router_of(module) for module in dict.fromkeys(NOUNS.values())]
