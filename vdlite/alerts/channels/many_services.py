"""All that apprise knows, which is a package of its own."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from vdlite.alerts.channels.channel import ChannelError
from vdlite.alerts.channels.message import Message
from vdlite.alerts.channels.secret import Secret
from vdlite.errors import MissingPackageError
from vdlite.packages import needed


@dataclass(frozen=True, slots=True)
class Apprise:
    """A service by the address that apprise has for it, such as tgram://token/chat."""

    url: Secret

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
        try:
            is_sent = service.notify(body, title=message.title, notify_type=kinds[message.level])
        except Exception as error:  # noqa: BLE001  # whatever a service's code raises: its words may hold the address
            raise ChannelError(f"apprise failed: {type(error).__name__}") from None
        if not is_sent:
            raise ChannelError("apprise says that it was not delivered")
