"""Firefox over WebDriver BiDi: Playwright drives only a Firefox of its own, which no package manager has."""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.browser.chrome import found, from_apt

NAMES = ("firefox", "firefox-esr")
PATIENCE = 30  # seconds; only a failing test waits that long
PREFERENCES = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "http://localhost:1/",
    "intl.accept_languages": "en-US",
    "ui.prefersReducedMotion": 1,
}


@contextmanager
def launched(profile: Path) -> Iterator[Firefox | None]:
    """A headless Firefox with a new profile in an empty folder; None where there is none to be had."""
    path = found(NAMES) or from_apt("firefox-esr", NAMES)
    if path is None:
        yield None
        return
    lines = (
        f"user_pref({json.dumps(name)}, {json.dumps(value)});"
        for name, value in PREFERENCES.items()
    )
    (profile / "user.js").write_text("\n".join(lines))
    command = [
        path,
        "--headless",
        "--no-remote",
        "--profile",
        str(profile),
        "--remote-debugging-port",
        "0",
    ]
    process = subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env=os.environ | {"HOME": str(profile)}
    )
    try:
        with connect(f"{_address(process)}/session", max_size=None) as socket:
            yield Firefox(socket)
    finally:
        process.kill()
        process.communicate()


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stderr is not None
    for line in process.stderr:
        if match := re.search(r"WebDriver BiDi listening on (ws://\S+)", line):
            return match[1]
    raise RuntimeError(f"Firefox ended before it listened: {process.wait()}")


class Firefox:
    """One tab."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self.problems: list[str] = []  # errors of the console and of scripts
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._tab = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def open(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """What an expression in the page comes to: text, numbers, and what awaits them."""
        answer = self._ask(
            "script.evaluate",
            expression=expression,
            target={"context": self._tab},
            awaitPromise=True,
        )
        if answer["type"] != "success":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return answer["result"].get("value")

    def wait_for(self, condition: str) -> None:
        """Until an expression is true in the page, which looks at it again and again."""
        self.evaluate(
            f"""new Promise((resolve, reject) => {{
                const until = Date.now() + {PATIENCE * 1000};
                const look = () => {{
                    if ({condition}) resolve(true);
                    else if (Date.now() > until) reject(new Error({json.dumps(f"in vain: {condition}")}));
                    else setTimeout(look, 50);
                }};
                look();
            }})"""
        )

    def _ask(self, method: str, **parameters: Any) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            said = json.loads(self._socket.recv(timeout=2 * PATIENCE))
            if said.get("method") == "log.entryAdded" and said["params"]["level"] == "error":
                self.problems.append(said["params"]["text"])
            if said.get("id") == number:
                if said["type"] == "error":
                    raise AssertionError(f"{method}: {said['message']}")
                return said["result"]
