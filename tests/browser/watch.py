"""Notices what goes wrong on a page without anyone seeing it."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, WebError


class Watch:
    """Collects errors and warnings of the console, errors of scripts and failed requests."""

    def __init__(self) -> None:
        self._problems: list[str] = []
        self._expected: list[str] = []

    def follow(self, context: BrowserContext) -> None:
        context.on("console", self._console)
        context.on("weberror", self._script)
        context.on("requestfailed", self._request)

    def expect(self, pattern: str) -> None:
        """Problems that match this regular expression are part of the test."""
        self._expected.append(pattern)

    @property
    def problems(self) -> list[str]:
        """Those that the test did not expect."""
        return [
            problem
            for problem in self._problems
            if not any(re.search(pattern, problem) for pattern in self._expected)
        ]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._problems.append(f"console: {message.text} ({message.location['url']})")

    def _script(self, error: WebError) -> None:
        self._problems.append(f"script: {error.error}")

    def _request(self, request: Request) -> None:
        # The page itself gives up requests that nobody waits for any more.
        if request.failure != "net::ERR_ABORTED":
            self._problems.append(f"request: {request.failure} ({request.url})")
