"""The documentation, so that the page's help works without the net."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response
from fastapi import Path as InPath
from pydantic import BaseModel, Field

from vdlite.errors import NotFoundError
from vdlite.server.answers.encoding import answer
from vdlite.server.doc_pages import doc_pages

router = APIRouter()


class DocName(BaseModel):
    name: str = Field(description="of the file in docs, without its suffix: `how-to/resume`")
    title: str


class DocOutline(DocName):
    section: str = Field(description="of the contents, such as `Log`")
    group: str = Field(description="within the section; empty: none")
    headings: list[str] = Field(description="of its sections, in Markdown")


class DocsAnswer(BaseModel):
    pages: list[DocOutline] = Field(description="in the order of the contents")


class DocAnswer(DocName):
    text: str = Field(description="in Markdown, with links as they are between the files")


@router.get("/docs", response_model=DocsAnswer)
def list_docs(request: Request) -> Response:
    """The pages of the documentation."""
    pages = [
        {
            "name": page.name,
            "title": page.title,
            "section": page.section,
            "group": page.group,
            "headings": page.headings,
        }
        for page in doc_pages().values()
    ]
    return answer(request, {"pages": pages})


@router.get("/docs/{page:path}", response_model=DocAnswer)
def read_doc(
    request: Request, page: Annotated[str, InPath(description="one of the names")]
) -> Response:
    """One page of the documentation."""
    found = doc_pages().get(page)
    if found is None:
        raise NotFoundError(
            f"docs: got no page that is there, want one of GET /api/docs: {page!r:.80}"
        )
    return answer(request, {"name": found.name, "title": found.title, "text": found.text})
