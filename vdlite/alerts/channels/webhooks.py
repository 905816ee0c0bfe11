"""Webhooks: of anybody, and of chat services, each with the JSON that it takes."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from vdlite.alerts.channels.message import Message
from vdlite.alerts.channels.posting import post
from vdlite.alerts.channels.secret import Secret

_JSON = "application/json"
_COLORS = {"info": 0x2E7D32, "warn": 0xF9A825, "error": 0xC62828}
_LONGEST = 1900  # characters, which the shortest of them takes


@dataclass(frozen=True, slots=True)
class Webhook:
    """A service that takes the message as JSON."""

    url: Secret | str
    secret: Secret | None = None  # signs each message

    def __call__(self, message: Message) -> None:
        body = json.dumps(message.as_fields()).encode()
        headers = {"Content-Type": _JSON, "X-Vdlite-Id": message.id}
        if self.secret is not None:
            now = str(int(time.time()))
            headers["X-Vdlite-Timestamp"] = now
            headers["X-Vdlite-Signature"] = signature(self.secret.read(), now, body)
        post(_address(self.url), body, headers)


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """The signature of a message, for whoever gets it to compare."""
    signed = f"{timestamp}.".encode() + body
    return "sha256=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()


@dataclass(frozen=True, slots=True)
class Slack:
    """An incoming webhook of Slack, or of what understands the same, such as Mattermost."""

    url: Secret

    def __call__(self, message: Message) -> None:
        text = f"*{_slack(message.title)}*\n{_slack(_text(message))}"
        _post_json(self.url, {"text": text})


@dataclass(frozen=True, slots=True)
class Discord:
    """A webhook of Discord."""

    url: Secret

    def __call__(self, message: Message) -> None:
        embed = {
            "title": message.title[:250],
            "description": _text(message),
            "color": _COLORS[message.level],
        }
        # No @everyone of a run's name.
        _post_json(self.url, {"embeds": [embed], "allowed_mentions": {"parse": []}})


@dataclass(frozen=True, slots=True)
class Teams:
    """A workflow of Teams that posts what it gets by a webhook."""

    url: Secret

    def __call__(self, message: Message) -> None:
        lines = [{"type": "TextBlock", "text": message.title, "weight": "Bolder", "wrap": True}]
        lines += [
            {"type": "TextBlock", "text": line, "wrap": True} for line in _text(message).split("\n")
        ]
        card = {
            "type": "AdaptiveCard",
            "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
            "version": "1.4",
            "body": lines,
        }
        attachment = {"contentType": "application/vnd.microsoft.card.adaptive", "content": card}
        _post_json(self.url, {"type": "message", "attachments": [attachment]})


@dataclass(frozen=True, slots=True)
class Ntfy:
    """A topic of ntfy."""

    url: Secret | str  # such as https://ntfy.sh/my-topic
    token: Secret | None = None

    def __call__(self, message: Message) -> None:
        priority = {"info": "2", "warn": "3", "error": "5"}[message.level]
        headers = {
            "Title": message.title.encode("ascii", "replace").decode()[:250],
            "Priority": priority,
            "Content-Type": "text/plain; charset=utf-8",
        }
        if message.server is not None:
            headers["Click"] = message.view
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token.read()}"
        post(_address(self.url), _text(message).encode(), headers)


def _address(url: Secret | str) -> str:
    return url.read() if isinstance(url, Secret) else url


def _post_json(url: Secret, content: Mapping[str, Any]) -> None:
    post(url.read(), json.dumps(content).encode(), {"Content-Type": _JSON})


def _text(message: Message) -> str:
    """The events, and the link to the page if there is one; as much as all take."""
    link = [message.view] if message.server is not None else []
    text = "\n".join([*message.lines, *link])
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _slack(text: str) -> str:
    """The text without what Slack takes for links and mentions."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
