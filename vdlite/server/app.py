"""The app: routes, error answers and access control around one Store."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI
from starlette.middleware import Middleware

from vdlite.reader import Store
from vdlite.reader.trials.table import Tables
from vdlite.server.access.body_limit import BodyLimit
from vdlite.server.access.headers import SecurityHeaders
from vdlite.server.access.logins import Logins
from vdlite.server.access.middleware import Access
from vdlite.server.alerts import Alerts
from vdlite.server.annotated_runs import AnnotatedRuns
from vdlite.server.context import Context
from vdlite.server.errors import ErrorBoundary, add_error_handlers
from vdlite.server.lazy_routes import LazyRoutes
from vdlite.server.live.watcher import Watcher
from vdlite.server.logbooks import Logbooks
from vdlite.server.openapi import read_openapi
from vdlite.server.page import STATIC, add_page, offering, page_files
from vdlite.server.routes import LIGHT_NOUNS
from vdlite.server.scheduling.lanes import HEAVY_AT_ONCE, LIGHT_THREADS, Lanes
from vdlite.server.scheduling.lending import Lending
from vdlite.server.settings import Settings
from vdlite.server.workspace import Workspace

if TYPE_CHECKING:
    from vdlite.alerts.rule_file import RuleFile


def create_app(
    store: Store,
    watcher: Watcher,
    settings: Settings,
    *,
    static: Path = STATIC,
    workspace: Workspace | None = None,
    rules: RuleFile | None = None,
) -> FastAPI:
    """An app that answers from `store` and pushes what `watcher` sees.

    static: folder of the built page.
    workspace: where annotations and new entries of the logbook are kept; None: in the logdirs.
    rules: what the owner wants to hear of, and by which channels.
    """
    prefix = settings.path_prefix
    logins = Logins()
    app = FastAPI(
        openapi_url=None,  # FastAPI's own route would have neither our formats nor our headers
        docs_url=None,  # they load scripts from other servers
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_lifespan,
        # From the outside in: even a refusal gets the headers, even a defect gets an answer.
        middleware=[
            Middleware(SecurityHeaders, frame_origins=settings.frame_origins),
            Middleware(ErrorBoundary),
            Middleware(Access, settings=settings, logins=logins),
            Middleware(BodyLimit),
            Middleware(Lanes, prefix=prefix, light=LIGHT_NOUNS),
        ],
    )
    store.drives.lend = Lending().lent
    annotated = AnnotatedRuns(store, workspace)
    logbooks = Logbooks(store, workspace)
    tables = Tables(store)
    watcher.also(annotated.refresh, often=True)
    watcher.also(logbooks.refresh, often=True)
    watcher.also(tables.prepare)
    watcher.also(tables.keep, often=True)
    alerts = Alerts(store, watcher, settings, annotated, rules, workspace)
    context = Context(store, watcher, settings, tables, annotated, logbooks, alerts, logins)
    app.state.context = context
    watcher.also(lambda: context.tag_trees.prepare())
    add_error_handlers(app)
    app.add_route(f"{prefix}/api/openapi.json", read_openapi, ["GET"], include_in_schema=False)
    app.router.routes.append(LazyRoutes(f"{prefix}/api"))
    if not settings.api_only:
        files = page_files(static)
        if index := files.get("index.html"):
            files["index.html"] = offering(index, language=settings.language, theme=settings.theme)
        add_page(app, files, prefix)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    # The default, 40 threads, would make the event loop wait for the interpreter's lock. Heavy requests have their
    # share; the rest is for light ones, which so never wait for a thread.
    current_default_thread_limiter().total_tokens = HEAVY_AT_ONCE + LIGHT_THREADS
    app.state.context.alerts.start()
    yield
    app.state.context.close()
