"""The files of one run."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from vdlite.reader.logdir.foreign_stores import file_name
from vdlite.reader.run.run import Run
from vdlite.reader.run.run_file import RunFile
from vdlite.server.answers.encoding import answer
from vdlite.server.context import InContext

router = APIRouter()


class FileAnswer(BaseModel):
    name: str = Field(
        description="relative to the folder of the run; of a run that is a part of a file, that file's"
    )
    started: float | None = Field(
        description="when its writer began, in seconds since 1970; null: it can't be read so far"
    )
    updated: float = Field(description="when it was last written to, in seconds since 1970")
    bytes: int
    media_bytes: int | None = Field(
        description="of the media file beside it; null: there is none, or it can't be seen"
    )
    records: int
    damaged: int = Field(description="number of damaged regions")
    missing: int = Field(description="number of records that its writer could not write")
    ended: bool = Field(description="its writer has closed it")
    failure: str | None = Field(description="why nothing of it can be read; null: it can")


class FilesAnswer(BaseModel):
    files: list[FileAnswer] = Field(description="the log files, the oldest first")


@router.get("/files", response_model=FilesAnswer)
def read_files(
    request: Request, context: InContext, run: Annotated[str, Query(description="id of the run")]
) -> Response:
    """The log files of a run, with their sizes and what is wrong with them."""
    store = context.store
    held = store.run(run)
    return answer(request, {"files": store.call(held, lambda: _files(held))})


def _name(file: RunFile) -> str:
    """The files of several folders may have the same name."""
    own = file_name(file.path)
    return own if file.folded is None else f"{file.folded.folder}/{own}"


def _files(run: Run) -> list[dict[str, object]]:
    return [
        {
            "name": _name(file),
            "started": file.key.created or None,
            "updated": file.tail.modified,
            "bytes": file.tail.size,
            "media_bytes": file.media_bytes(),
            "records": file.records,
            "damaged": file.damaged,
            "missing": sum(gap.missing for gap in file.gaps),
            "ended": file.ended,
            "failure": file.tail.failure,
        }
        for file in sorted(run.files, key=lambda each: each.key.created)
    ]
