"""The tools that write: what an agent concluded goes into the logbook, and labels onto runs; never into a log."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from vdlite.annotations import Edit, Sidecar
from vdlite.annotations.entry import new_entry
from vdlite.annotations.logbook import Logbook
from vdlite.annotations.values import checked_labels
from vdlite.errors import VdliteError
from vdlite.mcp.tools import Run, Tools
from vdlite.reader.logdir.logdirs import logdirs_of

_AUTHOR = "agent"


class EditingTools:
    """The tools that write beside the logs of one logdir."""

    def __init__(self, tools: Tools, logdir: str | Path) -> None:
        """tools: know which runs there are."""
        self._tools = tools
        (self._place,) = logdirs_of([logdir])

    def note(
        self,
        text: Annotated[
            str,
            Field(
                description="what you concluded, as Markdown; links such as [loss](#/scalars?search=loss) become charts"
            ),
        ],
        runs: Annotated[
            list[str] | None, Field(description="names of the runs it is about; all if left out")
        ] = None,
        command: Annotated[
            str | None,
            Field(
                description="the question whose answer shows it, so that others can ask it again"
            ),
        ] = None,
    ) -> str:
        """Write into the logbook what you concluded, with the numbers that show it. People read it in the page."""
        try:
            names = [self._tools.known(name) for name in runs or ()]
            entry = new_entry(text, runs=names, author=_AUTHOR, command=command or "")
            Logbook(self._place.folder).append(entry)
        except (VdliteError, OSError, ValueError) as error:
            raise ToolError(str(error)) from error
        return "written into logbook.md"

    def label(
        self,
        run: Run,
        labels: Annotated[list[str], Field(description="all labels that the run shall have")],
    ) -> str:
        """Give a run labels, in place of those it has: words that the page filters by."""
        try:
            name = self._tools.known(run)
            sidecar = Sidecar(self._place.folder)
            sidecar.refresh()
            own = self._place.relative_name(name) or name
            sidecar.append([Edit("run", own, _checked(labels), "labels")])
        except (VdliteError, OSError, ValueError) as error:
            raise ToolError(str(error)) from error
        return f"labels of {name}: {', '.join(labels) or 'none'}"


def _checked(labels: list[str]) -> list[str] | None:
    try:
        return checked_labels(labels)
    except ValueError as error:
        raise ToolError(f"labels: got {labels!r:.200}, want {error}") from error
