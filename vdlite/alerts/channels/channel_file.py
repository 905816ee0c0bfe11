"""Channels in a file of rules: a table `[[channel]]` for each."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from vdlite.alerts.channels.channel import Deliver
from vdlite.alerts.channels.commands import Command, Desktop
from vdlite.alerts.channels.mail import SECURITIES, Mail
from vdlite.alerts.channels.many_services import Apprise
from vdlite.alerts.channels.secret import Secret, is_place
from vdlite.alerts.channels.webhooks import Discord, Ntfy, Slack, Teams, Webhook
from vdlite.alerts.tables import check_names, one_of, text, whole_number
from vdlite.errors import RuleError
from vdlite.kinds.alert import LEVELS, Level

What = Literal[
    "webhook", "slack", "discord", "teams", "ntfy", "mail", "command", "desktop", "apprise"
]

EVERY = 30.0
"""Seconds between two messages of a channel, unless it says others: what comes meanwhile is sent together."""

_DELIVERY = 30.0  # seconds
_MOST_SECONDS = 86_400.0


@dataclass(frozen=True, slots=True)
class Channel:
    """A way to somebody."""

    name: str
    what: str
    deliver: Deliver
    level: Level = "info"  # of the events that it takes: this and above
    every: float = EVERY  # seconds between two messages
    seconds: float = _DELIVERY  # that a delivery may take


Table = Mapping[str, Any]
_FIELDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "webhook": (("url",), ("secret",)),
    "slack": (("url",), ()),
    "discord": (("url",), ()),
    "teams": (("url",), ()),
    "ntfy": (("url",), ("token",)),
    "mail": (("host", "from", "to"), ("port", "security", "user", "password")),
    "command": (("command",), ("seconds",)),
    "desktop": ((), ()),
    "apprise": (("url",), ()),
}
"""What a channel of each kind has to have, and what it may have, beside `name`, `what`, `level` and `every`."""


def channel_of(table: Table, where: str) -> Channel:
    """The channel of a table. Raises RuleError, which says what was got, what is wanted, and where; but no secret."""
    what = table.get("what")
    if not isinstance(what, str) or what not in _FIELDS:
        raise RuleError(f"{where}: what: got {what!r:.40}, want one of {', '.join(_FIELDS)}")
    needed, others = _FIELDS[what]
    check_names(table, ("name", "what", "level", "every", *needed, *others), what, where)
    for name in needed:
        if name not in table:
            raise RuleError(f"{where}: a channel {what!r} wants `{name}`")
    return Channel(
        text(table.get("name", what), "name", where),
        what,
        _DELIVER[what](table, where),
        one_of(table.get("level", "info"), LEVELS, "level", where),
        _seconds(table.get("every", EVERY), "every", where),
        _seconds(table.get("seconds", _DELIVERY), "seconds", where),
    )


def _webhook(table: Table, where: str) -> Deliver:
    secret = _secret(table["secret"], "secret", where) if "secret" in table else None
    return Webhook(_address(table["url"], where), secret)


def _ntfy(table: Table, where: str) -> Deliver:
    token = _secret(table["token"], "token", where) if "token" in table else None
    return Ntfy(_address(table["url"], where), token)


def _mail(table: Table, where: str) -> Deliver:
    security = one_of(table.get("security", "starttls"), SECURITIES, "security", where)
    usual = {"starttls": 587, "tls": 465, "none": 25}[security]
    user = text(table["user"], "user", where) if "user" in table else None
    password = _secret(table["password"], "password", where) if "password" in table else None
    if (user is None) != (password is None):
        raise RuleError(f"{where}: want both `user` and `password`, or none of them")
    return Mail(
        text(table["host"], "host", where),
        _mail_address(table["from"], "from", where),
        tuple(_mail_address(each, "to", where) for each in _texts(table["to"], "to", where)),
        whole_number(table.get("port", usual), "port", 1, 65_535, where),
        security,
        user,
        password,
    )


def _command(table: Table, where: str) -> Deliver:
    if isinstance(table["command"], str):
        raise RuleError(
            f"{where}: command: want a list of the program and its arguments, which no shell reads"
        )
    seconds = _seconds(table.get("seconds", _DELIVERY), "seconds", where)
    return Command(_texts(table["command"], "command", where), seconds)


_DELIVER: Mapping[str, Callable[[Table, str], Deliver]] = {
    "webhook": _webhook,
    "slack": lambda table, where: Slack(_secret(table["url"], "url", where)),
    "discord": lambda table, where: Discord(_secret(table["url"], "url", where)),
    "teams": lambda table, where: Teams(_secret(table["url"], "url", where)),
    "ntfy": _ntfy,
    "mail": _mail,
    "command": _command,
    "desktop": lambda table, where: Desktop(),
    "apprise": lambda table, where: Apprise(_secret(table["url"], "url", where)),
}


def _secret(value: Any, name: str, where: str) -> Secret:
    """A secret by its place. What was given instead is not repeated: it may be one."""
    if not isinstance(value, str) or not is_place(value):
        raise RuleError(
            f"{where}: {name}: it is a secret, which does not stand here: want 'env:NAME' or 'file:PATH'"
        )
    return Secret(value)


def _address(value: Any, where: str) -> Secret | str:
    if isinstance(value, str) and is_place(value):
        return Secret(value)
    if not isinstance(value, str) or not value.startswith(("https://", "http://")):
        raise RuleError(
            f"{where}: url: want an address such as 'https://ntfy.sh/topic', 'env:NAME' or 'file:PATH'"
        )
    return value


def _mail_address(value: Any, name: str, where: str) -> str:
    given = text(value, name, where)
    if "@" not in given or any(sign in given for sign in "\r\n,;"):
        raise RuleError(f"{where}: {name}: got {given!r:.80}, want the address of a mailbox")
    return given


def _texts(value: Any, name: str, where: str) -> tuple[str, ...]:
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list) or not listed:
        raise RuleError(f"{where}: {name}: want a list of texts")
    return tuple(text(each, name, where) for each in listed)


def _seconds(value: Any, name: str, where: str) -> float:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not math.isfinite(value) or not 1 <= value <= _MOST_SECONDS:
        raise RuleError(
            f"{where}: {name}: got {value!r:.40}, want seconds from 1 to {_MOST_SECONDS:.0f}"
        )
    return float(value)
