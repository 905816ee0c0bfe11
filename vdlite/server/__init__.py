"""The server: HTTP routes over a Store, live push, access control, and the built page.

FastAPI and uvicorn are imported by `app` and what lies below it, and only when a server starts.
"""

from vdlite.server.handle import Server, serve

__all__ = ["Server", "serve"]
