"""The routes, one module for each noun. A new one is a module here and its line below.

A module is loaded when it is first asked for: most of the server's start would be spent on routes that nobody asks.
"""

from collections.abc import Mapping
from importlib import import_module

from fastapi import APIRouter

NOUNS: Mapping[str, str] = {
    "status": "status",
    "runs": "runs",
    "tags": "tags",
    "scalars": "scalars",
    "export": "export",
    "records": "records",
    "payload": "records",
    "media": "records",
    "histograms": "histograms",
    "embeddings": "embeddings",
    "uploads": "embeddings",
    "projections": "projections",
    "tensor": "tensors",
    "landscapes": "landscapes",
    "landscape": "landscapes",
    "texts": "texts",
    "layouts": "layouts",
    "table": "table",
    "importance": "importance",
    "groups": "groups",
    "comparison": "comparison",
    "trials": "trials",
    "annotations": "annotations",
    "trash": "trash",
    "damage": "damage",
    "files": "files",
    "docs": "docs",
    "model": "model",
    "profile": "profile",
    "traces": "traces",
    "events": "events",
    "login": "login",
}
"""What follows `/api/`, and the module that answers it."""


def router_of(module: str) -> APIRouter:
    """The routes of a module of this package, which is loaded if it was not."""
    router: APIRouter = import_module(f"{__name__}.{module}").router
    return router


def all_routers() -> list[APIRouter]:
    """Every module's routes, in the order of the docs."""
    return [router_of(module) for module in dict.fromkeys(NOUNS.values())]
