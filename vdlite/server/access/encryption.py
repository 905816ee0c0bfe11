"""HTTPS, with a certificate of the user's own."""

from __future__ import annotations

import ssl
from pathlib import Path


def server_context(
    certfile: str | Path | None, keyfile: str | Path | None
) -> ssl.SSLContext | None:
    """How a server with this certificate encrypts; None without one.

    keyfile: None: the private key is in the file of the certificate.
    Raises ValueError if they can't be used.
    """
    if certfile is None:
        if keyfile is not None:
            raise ValueError(f"a key without a certificate, want both: {keyfile}")
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(certfile, keyfile, password=_refuse_password)
    except (OSError, ssl.SSLError, ValueError) as error:
        files = f"{certfile}" if keyfile is None else f"{certfile}, {keyfile}"
        reason = getattr(error, "strerror", None) or getattr(error, "reason", None) or error
        if keyfile is None and isinstance(error, ssl.SSLError):
            reason = f"{reason}; without ssl_keyfile, the private key has to be in the same file"
        raise ValueError(f"can't use this certificate and key ({reason}): {files}") from error
    return context


def _refuse_password() -> str:
    """Called instead of asking on the terminal, which may be nobody's."""
    raise ValueError("the key has a password, want one without")
