"""The command `vdlite url`: the address of a server of this user, with its token, once more."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from vdlite.cli.parser import Parser
from vdlite.cli.serving.stop import chosen
from vdlite.cli.terminal import UsageError


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite url`. Exit status 0: printed, 2: there is no such server, or its token is not known here."""
    options = url_parser().parse_args(arguments)
    from vdlite.server.access.token import user_token
    from vdlite.server.running import running_servers

    (server,) = chosen(running_servers(), options.which)
    if "token" in server.options:
        raise UsageError(
            f"the server on port {server.port} was given its token ({server.options['token']}), which is not kept: "
            f"want {server.url}?token=TOKEN"
        )
    query = "" if "no-token" in server.options else f"?token={user_token().text}"
    print(server.url + query, flush=True)
    if options.open:
        import webbrowser

        webbrowser.open(server.url + query)
    return 0


def url_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="vdlite url",
        description="Print the address of a server that runs, with the token that logs a browser in.",
    )
    parser.add_argument(
        "which",
        nargs="?",
        type=int,
        metavar="PORT|PID",
        help="the one on that port, or of that process (default: the only one)",
    )
    parser.add_argument("--open", action="store_true", help="open it in the browser, too")
    return parser
