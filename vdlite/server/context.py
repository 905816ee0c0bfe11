"""What the routes of one app work with."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, cast

from fastapi import Depends, Request

from vdlite.reader import Store
from vdlite.reader.trials.table import Tables
from vdlite.server.access.logins import Logins
from vdlite.server.alerts import Alerts
from vdlite.server.annotated_runs import AnnotatedRuns
from vdlite.server.live.subscription import Subscription
from vdlite.server.live.watcher import Watcher
from vdlite.server.logbooks import Logbooks
from vdlite.server.once import once
from vdlite.server.settings import Settings

if TYPE_CHECKING:
    from vdlite.patterns import Matching
    from vdlite.server.landscapes import Landscapes
    from vdlite.server.profiles import Profiles
    from vdlite.server.projections.points import PointSets
    from vdlite.server.projections.results import Projections
    from vdlite.server.tag_tables import TagTables
    from vdlite.server.tag_trees import TagTrees
    from vdlite.server.traces import Traces


@dataclass(frozen=True)
class Context:
    store: Store
    watcher: Watcher
    settings: Settings
    tables: Tables
    annotated: AnnotatedRuns
    logbooks: Logbooks
    alerts: Alerts
    logins: Logins
    subscriptions: set[Subscription] = field(default_factory=set)  # used in the event loop only

    # Loading what these need would be a third of the server's start.

    @once
    def points(self) -> PointSets:
        from vdlite.server.projections.points import PointSets

        return PointSets(self.store)

    @once
    def projections(self) -> Projections:
        from vdlite.server.projections.results import Projections

        return Projections(self.points)

    @once
    def landscapes(self) -> Landscapes:
        from vdlite.server.landscapes import Landscapes

        return Landscapes(self.store)

    @once
    def profiles(self) -> Profiles:
        from vdlite.server.profiles import Profiles

        return Profiles(self.store, lambda trace: self.traces.payload(trace))

    @once
    def traces(self) -> Traces:
        from vdlite.server.traces import Traces

        return Traces()

    @once
    def matching(self) -> Matching:
        from vdlite.patterns import Matching

        return Matching()

    @once
    def tag_trees(self) -> TagTrees:
        from vdlite.server.tag_trees import TagTrees

        return TagTrees(self.store)

    @once
    def tag_tables(self) -> TagTables:
        from vdlite.server.tag_tables import TagTables

        return TagTables()

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

    def close(self) -> None:
        """End what works for nobody any more."""
        self.alerts.stop()
        if "tag_trees" in vars(self):
            self.tag_trees.close()
        if "projections" in vars(self):
            self.projections.close()
        if "traces" in vars(self):
            self.traces.close()

    def close_subscriptions(self) -> None:
        """End all live events, so that the server can stop; called in the event loop."""
        for subscription in self.subscriptions:
            subscription.close()


async def _context(request: Request) -> Context:
    return cast(Context, request.app.state.context)


InContext = Annotated[Context, Depends(_context)]
