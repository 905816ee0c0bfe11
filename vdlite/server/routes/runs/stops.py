"""Stops: which trainings are asked to come to their end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from vdlite.alerts.stopping import folder_of_writer
from vdlite.format.stop_request import request_stop, stop_stamp, withdraw_stop
from vdlite.reader.run.run import Run
from vdlite.server.access.editing import MAY_EDIT
from vdlite.server.answers.encoding import answer
from vdlite.server.bodies import RequestBody
from vdlite.server.context import Context, InContext
from vdlite.server.errors import ApiError

router = APIRouter()

_MOST_RUNS = 1000
_LONGEST_REASON = 200  # characters


class StopsAnswer(BaseModel):
    editable: bool = Field(description="the server was started with --allow-edit")
    asked: list[str] = Field(
        description="ids of the runs that have not ended, and are asked to stop"
    )


class Stop(RequestBody):
    runs: list[str] = Field(min_length=1, max_length=_MOST_RUNS, description="ids")
    reason: str = Field(default="the page", max_length=_LONGEST_REASON)
    withdraw: bool = Field(default=False, description="ask no longer")


@router.get("/stops", response_model=StopsAnswer)
def read_stops(request: Request, context: InContext) -> Response:
    """The runs whose trainings are asked to stop."""
    return answer(request, _content(context))


@router.post("/stops", response_model=StopsAnswer, dependencies=[MAY_EDIT])
def ask_to_stop(request: Request, wanted: Stop, context: InContext) -> Response:
    """Ask trainings to stop, or no longer: those whose loops call `should_stop` come to their end."""
    for run in [context.store.run(each) for each in dict.fromkeys(wanted.runs)]:
        try:
            folder = folder_of_writer(run)
            if wanted.withdraw:
                _do(context, folder, withdraw_stop)
            else:
                _do(context, folder, lambda folder: request_stop(folder, wanted.reason))
        except OSError as error:
            raise ApiError(409, "not_kept", str(error)) from error
    return answer(request, _content(context))


def _content(context: Context) -> Mapping[str, Any]:
    going_on = [run for run in context.store.all_runs() if run.info.state != "ended"]
    return {
        "editable": context.settings.allow_edit,
        "asked": [run.id for run in going_on if _is_asked(context, run)],
    }


def _is_asked(context: Context, run: Run) -> bool:
    try:
        return _do(context, folder_of_writer(run), stop_stamp) is not None
    except OSError:
        return False


def _do(context: Context, folder: Path, work: Callable[[Path], Any]) -> Any:
    """The result of some work in a folder, which a drive that hangs does not hold up."""
    return context.store.drives.call(folder, lambda: work(folder))
