"""Alerts: which rules were broken, and what people said of it."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import AfterValidator, BaseModel, Field

from vdlite.alerts.book import Book, KeptEvent
from vdlite.reader.run.run_id import run_id
from vdlite.server.access.editing import MAY_EDIT
from vdlite.server.answers.encoding import answer
from vdlite.server.bodies import LARGEST, Count, RequestBody, check_text
from vdlite.server.context import Context, InContext
from vdlite.server.errors import ApiError

router = APIRouter()

_MOST = 1000  # events
_LONGEST = 1000  # characters of the name of a rule
_MOST_SECONDS = 10 * 365 * 86_400.0


class AlertEvent(BaseModel):
    id: int = Field(description="rises")
    rule: str = Field(description="its name")
    level: str = Field(description="info, warn or error")
    run: str = Field(description="id; the run may be gone")
    name: str = Field(description="of the run")
    tag: str | None = Field(description="of the scalar; null: it is about the run")
    step: int | None = Field(description="at which it begins")
    walltime: float | None = Field(description="seconds since 1970")
    value: float | None = Field(description="that was logged there; null: none, or NaN")
    text: str = Field(description="all of it in one sentence")
    found: float = Field(description="seconds since 1970")
    acknowledged: float | None = Field(description="seconds since 1970; null: nobody has")


class AlertRule(BaseModel):
    name: str
    what: str = Field(description="is looked for")
    level: str


class AlertChannel(BaseModel):
    name: str
    what: str = Field(description="slack, mail, ...; neither address nor secret is answered")
    waiting: int = Field(description="events that are still to be sent")
    problem: str | None = Field(description="why the last message was not delivered")
    sent: float | None = Field(description="when the last one was, in seconds since 1970")


class AlertSilence(BaseModel):
    id: int
    rule: str | None = Field(description="null: every rule")
    run: str | None = Field(description="id; null: every run")
    name: str | None = Field(description="of the run")
    until: float | None = Field(description="seconds since 1970; null: for ever")


class AlertsAnswer(BaseModel):
    version: int = Field(description="grows when any of it may have changed")
    editable: bool = Field(description="the server was started with --allow-edit")
    unacknowledged: int = Field(description="events that nobody has acknowledged")
    events: list[AlertEvent] = Field(description="the newest first")
    rules: list[AlertRule]
    channels: list[AlertChannel]
    silences: list[AlertSilence] = Field(description="whose events are not sent")
    looked: float | None = Field(
        description="about when the rules were last looked at, in seconds since 1970"
    )
    problems: list[str] = Field(description="why queries of rules find nothing")


class Acknowledgement(RequestBody):
    ids: list[Count] | None = Field(
        default=None, max_length=_MOST, description="of events; null: all"
    )


class NewSilence(RequestBody):
    rule: Annotated[str, AfterValidator(check_text)] | None = Field(
        default=None, max_length=_LONGEST, description="its name; null: every rule"
    )
    run: str | None = Field(default=None, description="id; null: every run")
    seconds: float | None = Field(
        default=None, gt=0, le=_MOST_SECONDS, description="from now on; null: for ever"
    )


@router.get("/alerts", response_model=AlertsAnswer)
def read_alerts(
    request: Request,
    context: InContext,
    limit: Annotated[int, Query(ge=1, le=_MOST)] = 200,
    run: Annotated[str | None, Query(description="id of a run: only events of it")] = None,
) -> Response:
    """The rules that were broken, the newest event first, and how the channels do that say so."""
    return answer(request, _content(context, limit, run))


@router.post("/alerts/acknowledgements", response_model=AlertsAnswer, dependencies=[MAY_EDIT])
def acknowledge(request: Request, wanted: Acknowledgement, context: InContext) -> Response:
    """Say that events were read: what waits of them is not sent any more."""
    with _book(context) as book:
        book.acknowledge(wanted.ids, time.time())
    context.watcher.tell()
    return answer(request, _content(context, 200, None))


@router.post("/alerts/silences", response_model=AlertsAnswer, dependencies=[MAY_EDIT])
def silence(request: Request, wanted: NewSilence, context: InContext) -> Response:
    """Have events of a rule, of a run, or of a rule in a run not be sent; they are shown all the same."""
    if wanted.rule is None and wanted.run is None:
        raise ApiError(400, "bad_request", "want a rule, a run, or both")
    name = None if wanted.run is None else context.store.run(wanted.run).name
    until = None if wanted.seconds is None else time.time() + wanted.seconds
    with _book(context) as book:
        book.silence(rule=wanted.rule, run=name, until=until)
    context.watcher.tell()
    return answer(request, _content(context, 200, None))


@router.delete("/alerts/silences/{id}", response_model=AlertsAnswer, dependencies=[MAY_EDIT])
def end_silence(
    request: Request,
    id: Annotated[int, Path(ge=0, le=LARGEST)],  # noqa: A002  # what it is called everywhere
    context: InContext,
) -> Response:
    """Have them be sent again."""
    with _book(context) as book:
        book.end_silence(id)
    context.watcher.tell()
    return answer(request, _content(context, 200, None))


@contextmanager
def _book(context: Context) -> Iterator[Book]:
    try:
        yield context.alerts.duty.book
    except sqlite3.Error as error:
        raise ApiError(503, "not_kept", f"the book of events can't be used: {error}") from error


def _content(context: Context, limit: int, run: str | None) -> Mapping[str, Any]:
    duty = context.alerts.duty
    name = None if run is None else context.store.run(run).name
    with _book(context) as book:
        # The version first: at worst it is too old for the rest, which is fetched once more.
        return {
            "version": book.version,
            "editable": context.settings.allow_edit,
            "unacknowledged": book.unacknowledged(),
            "events": [_event(each) for each in book.events(limit, run=name)],
            "rules": [
                {"name": rule.name, "what": rule.what, "level": rule.level} for rule in duty.rules
            ],
            "channels": [
                {"name": each.name, "what": each.what}
                | {
                    field: getattr(book.channel(each.name), field)
                    for field in ("waiting", "problem", "sent")
                }
                for each in duty.given.channels
            ],
            "silences": [
                {
                    "id": each.id,
                    "rule": each.rule,
                    "run": None if each.run is None else run_id(each.run),
                    "name": each.run,
                    "until": each.until,
                }
                for each in book.silences(time.time())
            ],
            "looked": book.looked(),
            "problems": [str(each) for each in duty.watch.problems],
        }


def _event(kept: KeptEvent) -> Mapping[str, Any]:
    alert = kept.alert
    return {
        "id": kept.id,
        "rule": alert.rule,
        "level": alert.level,
        "run": run_id(alert.run),
        "name": alert.run,
        "tag": alert.tag,
        "step": alert.step,
        "walltime": alert.walltime,
        "value": alert.value,
        "text": alert.text,
        "found": kept.found,
        "acknowledged": kept.acknowledged,
    }
