"""Mail, by a server that the owner has named."""

from __future__ import annotations

import smtplib
import socket
import ssl
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate
from typing import Literal, get_args

from vdlite.alerts.channels.channel import SECONDS, ChannelError
from vdlite.alerts.channels.deadline import Deadline
from vdlite.alerts.channels.message import Message
from vdlite.alerts.channels.secret import Secret

Security = Literal["starttls", "tls", "none"]
SECURITIES: tuple[Security, ...] = get_args(Security)


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail server, and who gets the mails."""

    host: str
    sender: str
    recipients: tuple[str, ...]
    port: int = 587
    security: Security = "starttls"
    user: str | None = None
    password: Secret | None = None

    def __call__(self, message: Message) -> None:
        mail = EmailMessage()
        mail["Subject"] = " ".join(f"[vdlite] {message.title}".split())[:200]
        mail["From"], mail["To"] = self.sender, ", ".join(self.recipients)
        mail["Date"] = formatdate()
        mail["Message-ID"] = f"<{message.id}@vdlite>"
        link = [message.view] if message.server is not None else []
        mail.set_content("\n".join([*message.lines, *link]) + "\n")
        password = None if self.password is None else self.password.read()
        deadline = Deadline(SECONDS)
        try:
            with deadline, self._server(deadline) as server:
                if self.security == "starttls":
                    server.starttls(context=ssl.create_default_context())
                if self.user is not None and password is not None:
                    server.login(self.user, password)
                server.send_message(mail)
        except (OSError, smtplib.SMTPException, ValueError) as error:
            raise ChannelError(_why(TimeoutError() if deadline.is_over else error)) from None

    def _server(self, deadline: Deadline) -> smtplib.SMTP:
        context = ssl.create_default_context() if self.security == "tls" else None
        return _Server(self.host, self.port, context, deadline)


class _Server(smtplib.SMTP):
    """A mail server, whose connection lasts until a deadline."""

    def __init__(
        self, host: str, port: int, context: ssl.SSLContext | None, deadline: Deadline
    ) -> None:
        """context: of a connection that is encrypted from the beginning on; None: it is not."""
        self._deadline = deadline
        self._context = context
        super().__init__(host, port, timeout=SECONDS)

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        connection = self._deadline.connect((host, port), timeout, self.source_address)
        if self._context is None:
            return connection
        return self._context.wrap_socket(connection, server_hostname=host)


def _why(error: Exception) -> str:
    """The reason, in words of ours: servers repeat what they were sent."""
    if isinstance(error, smtplib.SMTPAuthenticationError):
        return f"the mail server does not know user and password (status {error.smtp_code})"
    if isinstance(error, smtplib.SMTPResponseException):
        return f"the mail server refuses (status {error.smtp_code})"
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return "the mail server takes nothing for these recipients"
    if isinstance(error, smtplib.SMTPNotSupportedError):
        return "the mail server has no STARTTLS, or no login"
    if isinstance(error, TimeoutError):
        return f"the mail server did not answer within {SECONDS:.0f} s"
    if isinstance(error, OSError) and error.strerror:
        return f"the mail server can't be reached: {error.strerror}"
    return f"the mail server can't be used: {type(error).__name__}"
