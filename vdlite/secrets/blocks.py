"""Masks lines that come block by block, as a console keeps them."""

from __future__ import annotations

from collections.abc import Sequence

from vdlite.secrets.masking import Cut, LastKey, Secrets
from vdlite.secrets.shapes import MOST_KEY


class MaskedBlocks:
    """Remembers what has begun in one block and goes on in another. Not for several threads at once."""

    def __init__(self, secrets: Secrets) -> None:
        self._secrets = secrets
        self._key: LastKey | None = None  # by numbers of the console's lines

    def masked(self, first: int, text: bytes, cuts: Sequence[Cut]) -> bytes:
        """The lines of a block, masked. first: number of the first one; it may lie among those of blocks before."""
        key, in_key = self._key, self._is_in_key(first)
        found = self._secrets.masked_part(text, cuts, in_key=in_key)
        if found.key is not None:
            begin, end = found.key
            begin += first
            if in_key and key is not None and begin == first:
                begin = key.begin  # the same one goes on
            self._key = LastKey(begin, None if end is None else first + end)
        return found.text

    def _is_in_key(self, line: int) -> bool:
        key = self._key
        if key is None:
            return False
        return key.begin < line <= (key.begin + MOST_KEY if key.end is None else key.end)
