"""The one order of words, as people count: `layers.2` before `layers.10`.

The page has it from the browser (`Intl.Collator("en", { numeric: true })`), which orders by the root collation of
Unicode: signs before digits, digits before letters, and case and accents only between words that are else the same.
Python has no such collation. This is the same order for Latin letters and for the signs of a keyboard; of other
scripts the letters stand in the order of their code points, which is nearly that.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias
from unicodedata import category, combining, digit, normalize

Key: TypeAlias = "tuple[tuple[tuple[int, int], ...], tuple[int, ...], tuple[int, ...], str]"

_SIGNS = "_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~"
_PLACES = {sign: place for place, sign in enumerate(_SIGNS)}
_IN_OTHERS = {
    "æ": "ae",
    "œ": "oe",
    "ß": "ss",
    "ø": "o",
    "đ": "d",
    "ł": "l",
    "ı": "i",
    "ħ": "h",
    "ŧ": "t",
}
_SPACE, _SIGN, _OTHER_SIGN, _MONEY, _NUMBER, _LETTER = range(6)
_HIRAGANA, _KATAKANA, _KANA_END = 0x3041, 0x30A1, 0x30F6


def natural_key(text: str) -> Key:
    """What `sorted` orders texts by."""
    bases: list[tuple[int, int]] = []
    accents: list[int] = []
    cases: list[int] = []
    in_number = False
    for sign in normalize("NFD", text):
        if combining(sign):
            if accents:
                accents[-1] = ord(sign)
            continue
        if _is_passed_over(sign):
            continue
        number = digit(sign, None) if category(sign) == "Nd" else None
        if number is not None:
            if in_number:
                kind, value = bases[-1]
                bases[-1] = (kind, value * 10 + number)
                continue
            bases.append((_NUMBER, number))
        else:
            for base in _bases(sign):
                bases.append(base)
                accents.append(ord(sign) if sign.lower() in _IN_OTHERS else 0)
                cases.append(sign != sign.lower())
            in_number = False
            continue
        in_number = True
        accents.append(0)
        cases.append(0)
    return tuple(bases), tuple(accents), tuple(cases), text


@cache
def _bases(sign: str) -> tuple[tuple[int, int], ...]:
    """The rank of a sign, whatever its case."""
    if sign in _PLACES:
        return ((_SIGN, _PLACES[sign]),)
    kind = category(sign)
    if kind[0] == "Z" or sign in "\t\n\v\f\r\x85":
        return ((_SPACE, 0x20 if kind == "Zs" else ord(sign) - 0x3000),)
    if kind == "Sc":
        return ((_MONEY, ord(sign)),)
    if kind[0] not in "LN":
        return ((_OTHER_SIGN, ord(sign)),)
    lower = sign.lower()
    lower = _IN_OTHERS.get(lower, lower)
    return tuple((_LETTER, _letter(each)) for each in lower)


def _letter(sign: str) -> int:
    code = ord(sign)
    if _KATAKANA <= code <= _KANA_END:
        return code - _KATAKANA + _HIRAGANA
    if 0x1100 <= code < 0x1200:  # the parts of Hangul, which stand right before Kana
        return _HIRAGANA - 0x1200 + code
    return code


def _is_passed_over(sign: str) -> bool:
    """True for signs that are nothing in an order, such as a soft hyphen."""
    return category(sign) in ("Cc", "Cf") and sign not in "\t\n\v\f\r\x85"
