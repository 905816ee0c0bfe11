"""Questions about runs, with typed answers in bounded size: what `LogReader`, the commands and the MCP server answer."""
