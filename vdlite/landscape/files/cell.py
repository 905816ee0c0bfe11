"""Texts as cells of a table."""

import re

# A spreadsheet takes a cell that begins so for a formula, which may send what it finds to anybody.
_FORMULA = re.compile(r"[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|-Infinity")


def cell(text: str, separator: str = ",") -> str:
    """A text as a field, in quotes where RFC 4180 asks for them.

    One that a spreadsheet would take for a formula has an apostrophe before it; numbers stay as they are.
    """
    if _FORMULA.match(text) and not _NUMBER.fullmatch(text):
        text = f"'{text}"
    if any(sign in text for sign in (separator, '"', "\n", "\r")):
        return '"' + text.replace('"', '""') + '"'
    return text
