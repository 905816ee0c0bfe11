"""The routes, one module for each noun. A new one is a module in a room of this package, and its line below.

A module is loaded when it is first asked for: most of the server's start would be spent on routes that nobody asks.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import NamedTuple

from fastapi import APIRouter


class Noun(NamedTuple):
    """A noun: what is answered below `/api/NOUN`."""

    module: str  # that answers it, in this package
    is_light: bool  # it answers from memory, and quickly, without waiting for its turn


def light(module: str) -> Noun:
    """A noun that is answered from memory, and quickly."""
    return Noun(module, is_light=True)


def heavy(module: str) -> Noun:
    """A noun whose requests take turns: they read files, or compute."""
    return Noun(module, is_light=False)


NOUNS: Mapping[str, Noun] = {
    "status": light("service.status"),
    "runs": light("runs.runs"),
    "tags": light("runs.tags"),
    "scalars": heavy("series.scalars"),
    "export": heavy("series.export"),
    "records": heavy("series.records"),
    "payload": heavy("series.records"),
    "media": heavy("series.records"),
    "histograms": heavy("series.histograms"),
    "embeddings": heavy("series.embeddings"),
    "uploads": heavy("series.embeddings"),
    "projections": light("series.projections"),
    "tensor": heavy("series.tensors"),
    "landscapes": heavy("series.landscapes"),
    "landscape": heavy("series.landscapes"),
    "texts": heavy("series.texts"),
    "console": heavy("series.console"),
    "layouts": heavy("series.layouts"),
    "table": heavy("trials.table"),
    "importance": heavy("trials.importance"),
    "groups": heavy("trials.groups"),
    "comparison": heavy("trials.comparison"),
    "trials": heavy("trials.trials"),
    "annotations": light("runs.annotations"),
    "trash": light("runs.trash"),
    "logbook": heavy("runs.logbook"),
    "alerts": heavy("runs.alerts"),
    "stops": heavy("runs.stops"),
    "questions": heavy("runs.questions"),
    "damage": heavy("runs.damage"),
    "files": heavy("runs.files"),
    "ranks": heavy("runs.ranks"),
    "layers": heavy("series.layers"),
    "docs": light("service.docs"),
    "model": heavy("dropped.model"),
    "profile": heavy("profile"),
    "traces": heavy("dropped.traces"),
    "events": light("service.events"),
    "login": light("service.login"),
}
"""What follows `/api/`, and the module that answers it."""

LIGHT_NOUNS = frozenset({"openapi.json", *(name for name, noun in NOUNS.items() if noun.is_light)})
"""What follows `/api/` in requests that do not wait for their turn; the description of the API is one of them."""


def router_of(module: str) -> APIRouter:
    """The routes of a module of this package, which is loaded if it was not."""
    router: APIRouter = import_module(f"{__name__}.{module}").router
    return router


def all_routers() -> list[APIRouter]:
    """Every module's routes, in the order of the docs."""
    return [router_of(module) for module in dict.fromkeys(noun.module for noun in NOUNS.values())]
