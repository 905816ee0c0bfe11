"""Live push: server-sent events."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any

from fastapi import APIRouter, Response
from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

from vdlite.reader.questions.plain import plain
from vdlite.server.answers.encoding import to_json
from vdlite.server.context import Context, InContext
from vdlite.server.live.subscription import Growth
from vdlite.server.routes.service.status import StatusAnswer, foreign, lost_logdirs, status

router = APIRouter()

_KEEP_ALIVE = 15.0  # seconds of silence after which a comment is sent
_WHILE_LOADING = 0.1  # seconds between two looks at how far the first reading has come
_RETRY = b"retry: 1000\n\n"  # milliseconds after which a browser connects again

_DESCRIPTION = """\
Server-sent events; comments keep the connection open.

- `status`: as the answer of `status`; at the start, while loading, and when a logdir goes, can't be read, or is back
- `runs`: `{"version"}`: the run list changed; fetch it again
- `tags`: `{"version"}`: the tags changed
- `growth`: `{"growth": [{"run", "updated", "records", "state", "outcome", "series": [{"kind", "tag",
  "count", "step", "walltime", "value"}]}]}`: new records, with each series' newest; `value` is null for all
  but scalars. When more than 500 series grew at once, `series` is null: any of the run's may have
  grown.
- `annotations`: `{"version"}`: the annotations changed; fetch them again
- `logbook`: `{"version"}`: the logbook changed; fetch it again
- `alerts`: `{"version"}`: a rule was broken, or somebody said something of an alert; fetch them again
"""


@router.get(
    "/events",
    description=_DESCRIPTION,
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
)
async def stream_events(context: InContext) -> Response:
    headers = {"X-Accel-Buffering": "no"}  # nginx would hold events back
    return StreamingResponse(_events(context), media_type="text/event-stream", headers=headers)


async def _events(context: Context) -> AsyncIterator[bytes]:
    # Subscribed before the first status is made: nothing falls between the two.
    with context.subscription() as subscription:
        sent = await run_in_threadpool(status, context)
        versions_sent = _versions(context)
        yield _RETRY + _event("status", sent.model_dump())
        while not subscription.closed:
            came = await subscription.wait(_KEEP_ALIVE if sent.loading.done else _WHILE_LOADING)
            growth = subscription.take()
            if not came and sent.loading.done:
                yield b": still here\n\n"
            if not came or _moved(context, sent):
                now = await run_in_threadpool(status, context)
            else:
                now = sent
            for name, content in _news(sent, now, growth):
                yield _event(name, content)
            sent = now
            versions = _versions(context)
            for name, version in versions.items():
                if version != versions_sent[name]:
                    yield _event(name, {"version": version})
            versions_sent = versions


def _versions(context: Context) -> Mapping[str, int]:
    """The versions of what is not in the logs, by the events that tell of them."""
    return {
        "annotations": context.annotated.version,
        "logbook": context.logbooks.version,
        "alerts": context.alerts.version,
    }


def _moved(context: Context, sent: StatusAnswer) -> bool:
    versions = (context.store.runs_version, context.store.tags_version)
    return (
        not sent.loading.done
        or versions != (sent.runs_version, sent.tags_version)
        or context.store.logdir_exists != sent.logdir_exists
        or lost_logdirs(context) != sent.lost_logdirs
        or foreign(context) != sent.foreign
    )


def _news(
    sent: StatusAnswer, now: StatusAnswer, growth: Growth
) -> list[tuple[str, Mapping[str, Any]]]:
    """The events that bring a listener from `sent` to `now`, in their order."""
    news: list[tuple[str, Mapping[str, Any]]] = []
    if _without_versions(now) != _without_versions(sent):
        news.append(("status", now.model_dump()))
    if now.runs_version != sent.runs_version:
        news.append(("runs", {"version": now.runs_version}))
    if now.tags_version != sent.tags_version:
        news.append(("tags", {"version": now.tags_version}))
    if growth.runs:
        news.append(("growth", _growth(growth)))
    return news


def _without_versions(status: StatusAnswer) -> tuple[object, ...]:
    """What of a status is sent when it changes."""
    return (status.loading, status.logdir_exists, status.lost_logdirs, status.foreign)


def _growth(growth: Growth) -> Mapping[str, Any]:
    return {
        "growth": [
            {
                "run": run.id,
                "updated": run.updated,
                "duration": run.duration,
                "records": run.records,
                "loading": run.loading,
                "state": run.state,
                "outcome": run.outcome,
                "diverged": run.diverged,
                "last_step": run.last_step,
                "progress": plain(run.progress),
                "energy_kwh": run.energy_kwh,
                "gpu_hours": run.gpu_hours,
                "series": None
                if growth.series is None
                else [
                    {name: getattr(series, name) for name in _SERIES_FIELDS}
                    for series in growth.series.get(run.id, {}).values()
                ],
            }
            for run in growth.runs.values()
        ]
    }


_SERIES_FIELDS = ("kind", "tag", "count", "step", "walltime", "value")


def _event(name: str, content: Mapping[str, Any]) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (name.encode(), to_json(content))
