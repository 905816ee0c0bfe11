"""Small pages of the server's own, for a browser that can't be shown the app."""

from __future__ import annotations

import base64
import hashlib
import html

from fastapi import Response

_STYLE = (
    ":root{color-scheme:light dark}"
    "body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1.5rem}"
    "h1{font-size:1.25rem;font-weight:600}"
)
_STYLE_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_POLICY = (
    f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; base-uri 'none'; form-action 'none'"
)


def notice(
    status: int, title: str, text: str, *, move_to: str | None = None, in_any_frame: bool = False
) -> Response:
    """A page that says `text`.

    move_to: a path, to which the browser goes on at once.
    in_any_frame: any other page may show it.
    """
    move = f'<meta http-equiv="refresh" content="0;url={html.escape(move_to)}">' if move_to else ""
    page = (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)} '
        f'· vdlite</title><meta name="viewport" content="width=device-width">{move}'
        f"<style>{_STYLE}</style></head><body><main><h1>{html.escape(title)}</h1>"
        f"<p>{html.escape(text)}</p></main></body></html>\n"
    )
    policy = _POLICY if in_any_frame else f"{_POLICY}; frame-ancestors 'self'"
    headers = {"Content-Security-Policy": policy, "Cache-Control": "no-store"}
    return Response(page, status, headers, "text/html")
