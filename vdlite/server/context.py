"""What the routes of one app work with."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Annotated, cast

from fastapi import Depends, Request

from vdlite.reader import Store
from vdlite.reader.table import Tables
from vdlite.server.annotated_runs import AnnotatedRuns
from vdlite.server.landscapes import Landscapes
from vdlite.server.live.subscription import Subscription
from vdlite.server.live.watcher import Watcher
from vdlite.server.projections.points import PointSets
from vdlite.server.projections.results import Projections
from vdlite.server.settings import Settings


@dataclass(frozen=True, slots=True)
class Context:
    store: Store
    watcher: Watcher
    settings: Settings
    points: PointSets
    projections: Projections
    tables: Tables
    annotated: AnnotatedRuns
    landscapes: Landscapes
    subscriptions: set[Subscription] = field(default_factory=set)  # used in the event loop only

    @contextmanager
    def subscription(self) -> Iterator[Subscription]:
        """A subscription to the watcher for the time of a `with` block in the event loop."""
        subscription = Subscription(asyncio.get_running_loop())
        end = self.watcher.listen(subscription.offer)
        self.subscriptions.add(subscription)
        try:
            yield subscription
        finally:
            self.subscriptions.discard(subscription)
            end()

    def close_subscriptions(self) -> None:
        """End all live events, so that the server can stop; called in the event loop."""
        for subscription in self.subscriptions:
            subscription.close()


async def _context(request: Request) -> Context:
    return cast(Context, request.app.state.context)


InContext = Annotated[Context, Depends(_context)]
