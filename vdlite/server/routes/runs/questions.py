"""Questions of programs about runs: the methods of `LogReader`, answered from what the server has read."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from vdlite.errors import WhereError
from vdlite.reader.questions.bounded import MOST, bounded
from vdlite.reader.questions.plain import plain
from vdlite.reader.questions.report_plain import report_plain
from vdlite.reader.questions.series_plain import series_plain
from vdlite.reader.questions.wire import MEDIA_TYPE, packed
from vdlite.server.answers.encoding import answer
from vdlite.server.bodies import LARGEST, RequestBody, Step
from vdlite.server.context import Context, InContext
from vdlite.server.errors import ApiError
from vdlite.server.questions import StoreQuestions

router = APIRouter()

_PATIENCE = 5.0  # seconds for a look at the logs; one that is longer leaves questions to whoever reads them itself

_PLAIN: Mapping[str, Callable[[Any], object]] = {"report": report_plain, "series": series_plain}
"""Questions whose answers have another form in JSON."""


class Question(RequestBody):
    question: Literal[
        "summary", "find_runs", "report", "series", "events", "compare", "diff", "search", "rows",
        "console_lines",
        "hparams", "importance", "groups", "ranks", "outliers",
    ] = Field(description="a method of LogReader; the other fields are its arguments")  # fmt: skip
    bounded: bool = Field(
        False, description="an answer of at most 8 kB as JSON, which says what is left out"
    )
    run: str | None = None
    runs: list[str] | None = None
    a: str | None = None
    b: str | None = None
    against: list[str] | str | None = None
    tag: str | None = None
    tags: list[str] | None = None
    kind: str | None = None
    words: str | None = None
    search: str | None = None
    regex: bool = False
    first: int | None = Field(None, ge=0, le=LARGEST)
    metric: str | None = None
    by: str | None = None
    where: str | None = None
    sort: str | None = None
    descending: bool = False
    archived: bool = False
    take: Literal["last", "min", "max"] = "last"
    seed: int = Field(0, ge=0, lt=2**32)
    since: float | None = None
    first_step: Step | None = None
    last_step: Step | None = None
    buckets: int = Field(40, ge=1, le=10_000)
    limit: int | None = Field(None, ge=1, le=LARGEST)


class UnreadableAnswer(BaseModel):
    path: str
    reason: str


class QuestionAnswer(BaseModel):
    answer: dict[str, Any] = Field(
        description="what the command of this question prints with --json"
    )
    unreadable: list[UnreadableAnswer] = Field(
        description="files and folders that are in no run, as nothing of them can be read"
    )


@router.post("/questions", response_model=QuestionAnswer)
def ask(request: Request, wanted: Question, context: InContext) -> Response:
    """The answer to a question about the runs of the only logdir, with all that was logged until now."""
    _look_now(context)
    found = _answer(StoreQuestions(context.store, context.tables), wanted)
    unreadable = [
        {"path": each.path, "reason": each.reason} for each in context.store.unreadable_places
    ]
    if request.headers.get("accept") == MEDIA_TYPE:
        content = packed({"answer": found, "unreadable": unreadable})
        return Response(content, media_type=MEDIA_TYPE)
    shown = _PLAIN.get(wanted.question, plain)(found)
    return answer(request, {"answer": shown, "unreadable": unreadable})


def _look_now(context: Context) -> None:
    """Take in what was logged until now. Raises ApiError where that can't be known."""
    number = len(context.store.places)
    if number != 1:
        message = f"questions are answered by a server of one logdir, and this one has {number}"
        raise ApiError(409, "conflict", message)
    if not context.watcher.look_now(_PATIENCE) or not context.store.done or context.store.held_up:
        raise ApiError(503, "reading", "the logs are still being read; ask again in some seconds")


def _answer(questions: StoreQuestions, wanted: Question) -> Any:
    arguments = {
        name: getattr(wanted, name) for name in wanted.model_fields_set - {"question", "bounded"}
    }
    method = getattr(questions, wanted.question)
    signature = inspect.signature(method)
    try:
        signature.bind(**arguments)
    except TypeError as error:
        raise ApiError(400, "bad_request", f"{wanted.question}: {error}") from error
    for name, value in arguments.items():
        if value is None and "None" not in str(signature.parameters[name].annotation):
            message = f"{wanted.question}: got null for {name}, want it left out or a value"
            raise ApiError(400, "bad_request", message)
    try:
        return _bounded(method, wanted, arguments) if wanted.bounded else method(**arguments)
    except (ValueError, WhereError) as error:
        raise ApiError(400, "bad_request", str(error)) from error


def _bounded(method: Callable[..., Any], wanted: Question, arguments: dict[str, Any]) -> Any:
    usual = inspect.signature(method).parameters.get("limit")
    if usual is None or usual.default is None:
        return method(**arguments)  # it is of one thing, or all of them are asked for
    limit = arguments.pop("limit", None) or usual.default
    if wanted.question == "events":  # whatever the limit, the runs are looked at once
        return bounded(method(**arguments, limit=MOST).first, limit)
    form = _PLAIN.get(wanted.question, plain)
    return bounded(lambda most: method(**arguments, limit=most), limit, as_plain=form)
