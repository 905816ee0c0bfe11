"""What an agent should know before it asks: the text beside this module."""

from importlib.resources import files


def skill() -> str:
    """The text, as Markdown."""
    return files("vdlite.mcp").joinpath("skill.md").read_text("utf-8")
