"""What the server is, and how far it has read."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from vdlite.server.answers.encoding import answer
from vdlite.server.context import Context, InContext
from vdlite.server.settings import Language, Theme
from vdlite.version import __version__

router = APIRouter()


class Loading(BaseModel):
    """How far the first look at the logs has come."""

    done: bool = Field(description="everything that was there at the start has been read")
    files: int = Field(description="log files found")
    files_read: int
    bytes: int = Field(description="size of the log files found")
    bytes_read: int


class Foreign(BaseModel):
    """Logs of another tool, which are not read."""

    tool: str = Field(description="such as `TensorBoard`")
    files: int
    example: str = Field(description="one of the files, relative to the logdir")


class LostLogdir(BaseModel):
    """A logdir that was there and is gone, or that can't be read."""

    logdir: str = Field(description="as it was given at the start")
    reason: str | None = Field(description="why it can't be read; null: it is gone")


class StatusAnswer(BaseModel):
    version: str = Field(description="of vdlite")
    logdirs: list[str] = Field(description="as they were given at the start")
    log_files: list[str] = Field(description="those of the logdirs that are single files")
    logdir_exists: bool = Field(description="at least one of the logdirs is there")
    lost_logdirs: list[LostLogdir] = Field(
        description="logdirs that were there and are gone, or that can't be read"
    )
    foreign: list[Foreign] = Field(description="logs of other tools in the logdirs")
    language: Language | None = Field(description="of the page; null: the browser decides")
    theme: Theme | None = Field(description="of the page; null: the browser decides")
    model: str | None = Field(description="file of a model to show, as it was given at the start")
    reload_interval: float = Field(
        description="seconds between two looks at the log files; 0: they are read once"
    )
    loading: Loading
    runs_version: int = Field(
        description="grows when the answer of `runs` changes in more than its numbers"
    )
    tags_version: int = Field(description="grows when the answer of `tags` changes")
    growth_version: int = Field(description="grows when records came")
    annotations_version: int = Field(description="grows when the annotations changed")
    logbook_version: int = Field(description="grows when the logbook changed")


@router.get("/status", response_model=StatusAnswer)
def read_status(request: Request, context: InContext) -> Response:
    """What the server is, and how far it has read."""
    return answer(request, status(context).model_dump())


def status(context: Context) -> StatusAnswer:
    """The current status."""
    store, settings = context.store, context.settings
    progress = store.progress
    return StatusAnswer(
        version=__version__,
        logdirs=list(store.logdirs),
        log_files=[
            path for path, place in zip(store.logdirs, store.places, strict=True) if place.file
        ],
        logdir_exists=store.logdir_exists,
        lost_logdirs=lost_logdirs(context),
        foreign=foreign(context),
        language=settings.language,
        theme=settings.theme,
        model=settings.model,
        reload_interval=settings.reload_interval,
        loading=Loading(
            done=progress.done,
            files=progress.files,
            files_read=progress.files_read,
            bytes=progress.bytes,
            bytes_read=progress.bytes_read,
        ),
        runs_version=store.runs_version,
        tags_version=store.tags_version,
        growth_version=store.growth_version,
        annotations_version=context.annotated.version,
        logbook_version=context.logbooks.version,
    )


def foreign(context: Context) -> list[Foreign]:
    """The logs of other tools, one entry for each tool."""
    return [
        Foreign(tool=found.tool, files=found.files, example=found.example)
        for found in context.store.foreign_logs
    ]


def lost_logdirs(context: Context) -> list[LostLogdir]:
    """The logdirs that can't be followed for the moment."""
    return [
        LostLogdir(logdir=lost.logdir, reason=lost.reason) for lost in context.store.lost_logdirs
    ]
