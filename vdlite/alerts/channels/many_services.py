"""All that apprise knows, which is a package of its own."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from vdlite.alerts.channels.channel import SECONDS, ChannelError
from vdlite.alerts.channels.message import Message
from vdlite.alerts.channels.secret import Secret
from vdlite.errors import MissingPackageError
from vdlite.packages import needed

PATIENCE = 4 * SECONDS
"""How long a service is waited for, which may be several requests."""


@dataclass(frozen=True, slots=True)
class Apprise:
    """A service by the address that apprise has for it, such as tgram://token/chat."""

    url: Secret
    _late: list[threading.Thread] = field(default_factory=list, compare=False)  # still sending

    def __call__(self, message: Message) -> None:
        try:
            with needed("this channel"):
                import apprise
        except MissingPackageError as error:
            raise ChannelError(str(error)) from None
        logging.getLogger("apprise").setLevel(logging.CRITICAL)  # it says addresses
        asset = apprise.AppriseAsset(app_id="vdlite", app_desc="vdlite", secure_logging=True)
        service = apprise.Apprise(asset=asset)
        if not service.add(self.url.read()):
            raise ChannelError("apprise does not know such an address")
        kinds = {
            "info": apprise.NotifyType.INFO,
            "warn": apprise.NotifyType.WARNING,
            "error": apprise.NotifyType.FAILURE,
        }
        link = [message.view] if message.server is not None else []
        body = "\n".join([*message.lines, *link])
        kind = kinds[message.level]
        if not self._in_time(lambda: service.notify(body, title=message.title, notify_type=kind)):
            raise ChannelError("apprise says that it was not delivered")

    def _in_time(self, send: Callable[[], bool | None]) -> bool:
        """True if it was sent. Its connections are none of ours, so a thread waits for them, one at a time."""
        if any(each.is_alive() for each in self._late):
            raise ChannelError("an earlier message is still on its way")
        self._late.clear()
        answers: list[bool] = []
        failures: list[str] = []

        def run() -> None:
            try:
                answers.append(bool(send()))
            except Exception as error:  # noqa: BLE001  # whatever a service's code raises: its words may hold the address
                failures.append(type(error).__name__)

        thread = threading.Thread(target=run, name="vdlite-apprise", daemon=True)
        thread.start()
        thread.join(PATIENCE)
        if thread.is_alive():
            self._late.append(thread)
            raise ChannelError(f"there was no answer within {PATIENCE:.0f} s")
        if failures:
            raise ChannelError(f"apprise failed: {failures[0]}")
        return any(answers)
