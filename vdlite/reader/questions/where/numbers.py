"""Numbers as the page writes and reads them, so that the same texts are found."""

from __future__ import annotations

import math
import re
from decimal import Decimal

from vdlite.reader.questions.where.tokens import SPACES

_DECIMAL = re.compile(r"[+-]?(?:Infinity|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)")
_OF_BASE = {
    "0x": (16, re.compile("[0-9a-fA-F]+")),
    "0o": (8, re.compile("[0-7]+")),
    "0b": (2, re.compile("[01]+")),
}
_AROUND = re.compile(f"^[{SPACES}]+|[{SPACES}]+$")


def text_of(number: float) -> str:
    """A number as JavaScript's `String` has it: `0.001`, `1e-7`, `NaN`."""
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    if number == 0:
        return "0"
    sign, digits, exponent = Decimal(repr(number)).as_tuple()
    assert isinstance(exponent, int)
    figures = "".join(map(str, digits)).rstrip("0")
    point = len(digits) + exponent  # place of the point in the figures
    if 0 < point <= 21:
        whole = figures[:point].ljust(point, "0")
        text = f"{whole}.{figures[point:]}" if len(figures) > point else whole
    elif -6 < point <= 0:
        text = f"0.{'0' * -point}{figures}"
    else:
        rest = f".{figures[1:]}" if len(figures) > 1 else ""
        text = f"{figures[0]}{rest}e{point - 1:+d}"
    return f"-{text}" if sign else text


def number_of(text: str) -> float:
    """The number that JavaScript's `Number` reads in a text; NaN where there is none."""
    text = _AROUND.sub("", text)
    base, digits = _OF_BASE.get(text[:2].lower(), (10, _DECIMAL))
    if base == 10:
        return float(text) if digits.fullmatch(text) else math.nan
    if not digits.fullmatch(text[2:]):
        return math.nan
    try:
        return float(int(text[2:], base))
    except OverflowError:
        return math.inf
