"""The server: the tools, spoken to over standard input and output by the official SDK."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.types import ToolAnnotations

from vdlite.mcp.editing import EditingTools
from vdlite.mcp.skill import skill
from vdlite.mcp.tools import Tools
from vdlite.version import __version__

_READS = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)


_WRITES = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
)


def server_of(
    logdir: str | Path, *, allow_edit: bool = False, follow_links: bool = False
) -> MCPServer[Any]:
    """A server of the tools over a logdir. allow_edit: also of those that write beside its logs."""
    tools = Tools(logdir, follow_links=follow_links)
    server: MCPServer[Any] = MCPServer(
        "vdlite",
        title="vdlite: logs of trainings",
        version=__version__,
        instructions=skill(),
        log_level="WARNING",
    )
    questions: tuple[Callable[..., Any], ...] = (
        tools.runs,
        tools.summary,
        tools.series,
        tools.compare,
        tools.events,
        tools.search,
        tools.rows,
        tools.picture,
    )
    for question in questions:
        # An answer is its JSON, once: as structured output, too, it would take twice the room.
        server.add_tool(question, annotations=_READS, structured_output=False)
    if allow_edit:
        editing = EditingTools(tools, logdir)
        for change in (editing.note, editing.label):
            server.add_tool(change, annotations=_WRITES, structured_output=False)
    return server
