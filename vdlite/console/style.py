"""Colors and other styles of text, as ANSI's SGR sequences set them."""

from __future__ import annotations

import re
from functools import lru_cache

RESET = b"\x1b[0m"
RESETS = (RESET, b"\x1b[m")
_ENDS_STYLE = ord("m")

SGR = re.compile(rb"\x1b\[([0-9;:]*)m")

_MOST_CODES = 64  # bytes of a sequence; longer ones mean nothing

# Codes that each replace the one before of their sort, and those that take it back.
_SORTS = {
    1: "bold",
    2: "faint",
    3: "italic",
    4: "underline",
    7: "inverse",
    9: "strike",
}
_ENDS = {
    22: ("bold", "faint"),
    23: ("italic",),
    24: ("underline",),
    27: ("inverse",),
    29: ("strike",),
    39: ("color",),
    49: ("ground",),
}


@lru_cache(maxsize=4096)
def styled(style: bytes, codes: bytes) -> bytes:
    """The style after an SGR sequence with these codes: one sequence that sets all of it, or nothing where there is none."""
    if len(codes) > _MOST_CODES:
        return style
    now = _sorts(style)
    numbers = [int(code) if code.isdigit() else 0 for code in codes.replace(b":", b";").split(b";")]
    at = 0
    while at < len(numbers):
        at += _take(now, numbers, at)
    return b"\x1b[" + b";".join(now.values()) + b"m" if now else b""


def style_after(style: bytes, line: bytes) -> bytes:
    """The style behind a line that begins in a style."""
    for found in SGR.finditer(line):
        style = styled(style, found[1])
    return style


def each_by_itself(style: bytes, lines: list[bytes]) -> tuple[bytes, list[bytes]]:
    """The style behind lines that begin in a style; and the lines, each of which sets its own, and ends without one."""
    made: list[bytes] = []
    for line in lines:
        if (style or b"\x1b" in line) and (style or not _is_by_itself(line)):
            after = style_after(style, line)
            if line:
                has_text = b"\x1b" not in line or SGR.sub(b"", line)
                line = style + line + (RESET if after else b"") if has_text else b""
            style = after
        made.append(line)
    return style, made


def _is_by_itself(line: bytes) -> bool:
    """True of a line with text that has taken back its styles at its end; False where a second look is needed."""
    last = line.rfind(b"\x1b")
    return line.startswith(RESETS, last) and last > 0 and line[last - 1] != _ENDS_STYLE


def _sorts(style: bytes) -> dict[str, bytes]:
    now: dict[str, bytes] = {}
    if style:
        numbers = [int(code) for code in style[2:-1].split(b";")]
        at = 0
        while at < len(numbers):
            at += _take(now, numbers, at)
    return now


def _take(now: dict[str, bytes], numbers: list[int], at: int) -> int:
    """Take in the code that begins at a place; returns how many numbers it has."""
    code = numbers[at]
    if code in (38, 48):
        length = {5: 3, 2: 5}.get(numbers[at + 1] if at + 1 < len(numbers) else 0, 1)
        part = numbers[at : at + length]
        if length > 1 and len(part) == length and max(part) < 256:
            now["color" if code == 38 else "ground"] = b";".join(b"%d" % each for each in part)
        return length
    if code == 0:
        now.clear()
    elif code in _SORTS:
        now[_SORTS[code]] = b"%d" % code
    elif code in _ENDS:
        for sort in _ENDS[code]:
            now.pop(sort, None)
    elif 30 <= code <= 37 or 90 <= code <= 97:
        now["color"] = b"%d" % code
    elif 40 <= code <= 47 or 100 <= code <= 107:
        now["ground"] = b"%d" % code
    return 1
