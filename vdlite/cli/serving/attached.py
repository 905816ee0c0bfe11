"""A server that ends with the program that has started it, such as the kernel of a notebook.

It takes the options of `vdlite`, and talks with that program in lines of JSON. The first one says where it is, or
what can't be used; then each line that comes in is answered with a code that lets one browser in. It ends when its
standard input does: the system closes that even when the program is killed.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TextIO

from vdlite.cli.serving import serve
from vdlite.cli.terminal import UsageError, leave

if TYPE_CHECKING:  # slow to import
    from vdlite.server import Server

_LOOK = 1.0  # seconds between two looks at whether the other program lives


def main(arguments: Sequence[str]) -> None:
    """Serve until the program that has started this one ends; does not return."""
    starter = os.getppid()
    out, sys.stdout = sys.stdout, sys.stderr  # nothing else is to be said there
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said):
            server, options, _ = serve.start(arguments)
    except UsageError as error:
        _tell(out, error=str(error))
        leave(2)
    except SystemExit:  # the parser has said why
        _tell(out, error=said.getvalue().rpartition("error: ")[2].strip())
        leave(2)
    from vdlite.reader.remote.address import in_full
    from vdlite.server.handle import belongs_to

    belongs_to(server, "vdlite", options.sources)
    try:
        with server:
            url = server.url.partition("?")[0]
            logdirs = [in_full(path) for path in options.keywords["logdir"]]
            _tell(out, url=url, port=server.port, logdirs=logdirs)
            ended = threading.Event()
            threading.Thread(target=_answer, args=(server, out, ended), daemon=True).start()
            # Processes that the starter has forked may hold its end of the pipe, and outlive it.
            while not ended.wait(_LOOK) and os.getppid() == starter:
                pass
    except KeyboardInterrupt:
        pass
    leave(0)


def _answer(server: Server, out: TextIO, ended: threading.Event) -> None:
    try:
        while sys.stdin.readline():
            _tell(out, code=server.login_url().partition("?login=")[2])
    except (OSError, ValueError):  # nobody listens any more
        pass
    finally:
        ended.set()


def _tell(out: TextIO, **content: Any) -> None:
    print(json.dumps(content), file=out, flush=True)
