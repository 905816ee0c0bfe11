"""A running server as who answers questions: it has read the logs already."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from vdlite.reader import LogReader
    from vdlite.server.running import RunningServer

_PATIENCE = 60.0  # seconds for an answer; one that takes as long is found in the logs
_OTHERWISE = {"token", "follow-links", "no-fold", "workspace"}
"""Options with which a server is not known here, or looks at other things than a command."""


class NotServedError(Exception):
    """The server has not answered, for whatever reason."""


class Served:
    """The questions of a server, with the names and arguments of LogReader's."""

    def __init__(self, server: RunningServer, *, bounded: bool) -> None:
        """bounded: True wants answers that are no longer than 8 kB as JSON."""
        self._server = server
        self._bounded = bounded
        self.unreadable: Mapping[str, str] = {}  # why what the last answer lacks can't be read

    def __getattr__(self, question: str) -> Callable[..., Any]:
        if question.startswith("_"):
            raise AttributeError(question)
        return partial(self._ask, question)

    def as_reader(self) -> LogReader:
        """Itself: who asks only questions sees no difference."""
        return cast("LogReader", self)

    def _ask(self, question: str, /, **arguments: object) -> Any:
        given = {name: value for name, value in arguments.items() if value is not None}
        asked = {"question": question, "bounded": self._bounded, **given}
        found = self._post("api/questions", json.dumps(asked).encode())
        self.unreadable = {each["path"]: each["reason"] for each in found["unreadable"]}
        return found["answer"]

    def _post(self, route: str, body: bytes) -> Any:
        import http.client  # which takes longer than all else that a command loads

        from vdlite.reader.questions.wire import MEDIA_TYPE, unpacked
        from vdlite.server.access.token import user_token

        address = urlsplit(self._server.url)
        headers = {
            "Authorization": f"Bearer {user_token().text}",
            "Content-Type": "application/json",
            "Accept": MEDIA_TYPE,
        }
        # No proxy is asked: the server is on this machine.
        connection = http.client.HTTPConnection(address.netloc, timeout=_PATIENCE)
        try:
            connection.request("POST", address.path + route, body, headers)
            answer = connection.getresponse()
            content = answer.read()
            if answer.status != 200 or answer.getheader("Content-Type") != MEDIA_TYPE:
                raise NotServedError(f"{self._server.url}: {answer.status}")
            return unpacked(content)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise NotServedError(f"{self._server.url}: {error}") from error
        finally:
            connection.close()


def is_served(reader: object) -> bool:
    """True if it is a server that is asked."""
    return isinstance(reader, Served)


def served(options: argparse.Namespace) -> Served | None:
    """The server of this user that looks at just what a command would look at; None if there is none."""
    if options.follow_links:
        return None
    for server in servers_of(options.logdir):
        alike = not _OTHERWISE & set(server.options) and server.workspace is None
        if alike and server.url.startswith("http://"):
            return Served(server, bounded=options.json and getattr(options, "limit", 0) is None)
    return None


def servers_of(logdir: str) -> list[RunningServer]:
    """The servers of this user that show just this logdir."""
    from vdlite.server.running import running_servers

    here = [os.path.abspath(logdir)]  # as a server does, which follows no link
    return [each for each in running_servers() if list(each.logdirs) == here]
