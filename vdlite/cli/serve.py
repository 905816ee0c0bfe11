"""The command `vdlite`: serve logdirs until Ctrl-C."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from vdlite.cli.terminal import UsageError, end_like_interrupt, print_address
from vdlite.version import __version__

T = TypeVar("T")
_OBJECTS_BEFORE_GARBAGE = 20_000  # new ones, after which it is searched for

_SWITCH_SECONDS = 0.001

_EPILOG = """\
commands:
  vdlite demo           train a small network and watch it live (vdlite demo --help)
  vdlite check PATH     look for damage in logs (vdlite check --help)
  vdlite landscape RUN  compute loss landscapes (vdlite landscape --help)
  A folder called demo, check or landscape is given as ./demo or with --logdir.

environment:
  Every option can be given as a variable as well, such as VDLITE_LOGDIR or VDLITE_PATH_PREFIX;
  the command line wins. VDLITE_LOGDIR and VDLITE_ALLOWED_HOST hold several, divided by
  %r; VDLITE_OPEN, VDLITE_API_ONLY, VDLITE_ALLOW_EDIT, VDLITE_FOLLOW_LINKS and VDLITE_NO_TOKEN
  are 1 or 0.
"""


def run(arguments: Sequence[str]) -> int:
    """Run `vdlite` and return its exit status."""
    # What is loaded stays: the search for garbage would go through all of it again and again.
    gc.disable()
    options = _parser().parse_args(arguments)
    end_like_interrupt()
    keywords = serve_keywords(options, os.environ)
    from vdlite.errors import VdliteError
    from vdlite.server import serve

    try:
        server = serve(**keywords)
    except (VdliteError, ValueError) as error:
        raise UsageError(str(error.args[-1])) from error
    # Reading makes many objects that stay as well.
    gc.freeze()
    gc.set_threshold(_OBJECTS_BEFORE_GARBAGE)
    gc.enable()
    # A light request hands the interpreter on a dozen times: let busy threads give it up sooner than after 5 ms.
    sys.setswitchinterval(_SWITCH_SECONDS)
    with server:
        print_address(server, keywords["logdir"])
        server.wait()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="vdlite",
        description="Show the logs of your trainings in the browser, live.",
        epilog=_EPILOG % os.pathsep,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("folders", nargs="*", metavar="DIR", help="same as --logdir")
    add(
        "--logdir",
        nargs="+",
        action="extend",
        metavar="DIR",
        help="folder whose runs are shown; several are shown side by side (default: the current "
        "folder)",
    )
    add("--port", metavar="N", help="port to listen on (default: 8040, or the next free one)")
    add(
        "--host",
        metavar="ADDRESS",
        help="address to listen on (default: 127.0.0.1, which only this machine reaches; "
        "0.0.0.0 for every address)",
    )
    add("--open", action="store_true", default=None, help="open the page in the browser")
    add(
        "--path-prefix",
        metavar="PATH",
        help="path below which everything lies, for a proxy that serves more than vdlite",
    )
    add("--language", metavar="en|zh", help="language of the page (default: as the browser's)")
    add(
        "--reload-interval",
        metavar="SECONDS",
        help="time between two looks at the log files (default: 0.2; 0: read them once)",
    )
    add("--api-only", action="store_true", default=None, help="serve the HTTP API without a page")
    add(
        "--allow-edit",
        action="store_true",
        default=None,
        help="let the page annotate and delete runs: notes and deleted files are kept in the "
        "folder .vdlite of the logdir; the logs themselves are never written to",
    )
    add(
        "--follow-links",
        action="store_true",
        default=None,
        help="follow links that lead out of the logdirs: whoever may write there can then show "
        "whatever you may read",
    )
    token = parser.add_mutually_exclusive_group()
    token.add_argument(
        "--token",
        metavar="TEXT",
        help="token that a browser or program must show (default: your own, made once and kept; "
        "other users can see this option in the process list, but not VDLITE_TOKEN)",
    )
    token.add_argument(
        "--no-token",
        action="store_true",
        default=None,
        help="let every user and every program of this machine read the logs; only with a "
        "loopback address",
    )
    add(
        "--allowed-host",
        action="append",
        metavar="NAME",
        help="further name that leads to this server, such as that of a proxy (repeatable)",
    )
    add(
        "--ssl-certfile",
        metavar="FILE",
        help="certificate (PEM) with which the server speaks HTTPS",
    )
    add(
        "--ssl-keyfile",
        metavar="FILE",
        help="private key of the certificate (default: it is in the same file)",
    )
    add("--version", action="version", version=f"vdlite {__version__}")
    return parser


def serve_keywords(options: argparse.Namespace, environment: Mapping[str, str]) -> dict[str, Any]:
    """The keywords for vdlite.serve: from the options, else from VDLITE_... variables.

    Raises UsageError, which names the option or the variable, if one has no fitting value.
    """
    from vdlite.server import settings
    from vdlite.server.access.token import checked_token

    def choose(name: str, check: Callable[[Any], T], default: T) -> T:
        """The checked value of an option, else of its variable, else the default."""
        source, given = f"--{name.replace('_', '-')}", getattr(options, name)
        if given is None:
            source = f"VDLITE_{name.upper()}"
            given = environment.get(source) or None
        try:
            return default if given is None else check(given)
        except ValueError as error:
            raise UsageError(f"{source}: {error}") from error

    no_hosts: tuple[str, ...] = ()
    no_token = options.no_token or (options.token is None and choose("no_token", _switch, False))
    return {
        "logdir": options.folders + (options.logdir or []) or choose("logdir", _paths, ["."]),
        "port": choose("port", settings.port_number, None),
        "host": choose("host", str, "127.0.0.1"),
        "token": False if no_token else choose("token", checked_token, None),
        "allowed_hosts": choose("allowed_host", _hosts, no_hosts),
        "path_prefix": choose("path_prefix", settings.path_prefix, ""),
        "language": choose("language", settings.language, None),
        "reload_interval": choose("reload_interval", settings.reload_seconds, 0.2),
        "api_only": choose("api_only", _switch, False),
        "allow_edit": choose("allow_edit", _switch, False),
        "follow_links": choose("follow_links", _switch, False),
        "open_browser": choose("open", _switch, False),
        "ssl_certfile": choose("ssl_certfile", str, None),
        "ssl_keyfile": choose("ssl_keyfile", str, None),
    }


def _paths(text: str) -> list[str]:
    return [path for path in text.split(os.pathsep) if path]


def _hosts(given: str | list[str]) -> tuple[str, ...]:
    from vdlite.server.settings import host_names

    return host_names(_paths(given) if isinstance(given, str) else given)


def _switch(given: str | bool) -> bool:
    if given in {True, "1", "true", "yes", "on"}:
        return True
    if given in {False, "0", "false", "no", "off"}:
        return False
    raise ValueError(f"got {given!r}, want 1 or 0")
