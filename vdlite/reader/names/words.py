"""Words in very many names: they are looked for in the parts of these, of which there are few."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray


class PartWords:
    """V different parts of names in lower case, as one text in which each has a line."""

    def __init__(self, parts: Sequence[str]) -> None:
        lines = [part.replace("\n", " ").lower() for part in parts]
        self._text = _bytes("\n".join(["", *lines, ""]))
        ends = np.flatnonzero(np.frombuffer(self._text, np.uint8) == 0x0A)
        self._starts = ends[:-1]  # the end of line before each
        self._count = len(lines)

    def have(self, word: str, ranks: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Whether each of N names has a word, in either case. ranks: [N, D], the places of its parts; -1: no further one."""
        word = word.replace("\n", " ").lower()
        inside = self._with(_bytes(word))
        found = np.zeros(len(ranks), bool)
        for column in ranks.T:
            found |= inside[column]
        pieces = word.split("/")
        if len(pieces) == 1:
            return found
        # Over several parts: the end of one, whole ones, and the beginning of the last one.
        first, *whole, last = pieces
        wanted = [
            self._with(_bytes(f"{first}\n")),
            *(self._with(_bytes(f"\n{each}\n")) for each in whole),
            self._with(_bytes(f"\n{last}")),
        ]
        for at in range(ranks.shape[1] - len(wanted) + 1):
            here = wanted[0][ranks[:, at]]
            for further, each in enumerate(wanted[1:], 1):
                here = here & each[ranks[:, at + further]]
            found |= here
        return found

    def _with(self, text: bytes) -> NDArray[np.bool_]:
        """Whether each part has that text [V + 1]; the last is no part and has nothing."""
        found = np.zeros(self._count + 1, bool)
        if not text.strip(b"\n"):
            found[:-1] = True
            if text == b"\n\n":  # a part of no letter
                lengths = [end - start for start, end in pairwise(self._starts.tolist())]
                lengths.append(len(self._text) - 1 - int(self._starts[-1]))
                found[:-1] = np.array(lengths) == 1
            return found
        at = self._text.find(text)
        offsets = []
        while at >= 0:
            offsets.append(at)
            # Once a line is enough, but an end of line belongs to two.
            at = self._text.find(text, max(at + 1, self._text.find(b"\n", at + 1)))
        found[self._starts.searchsorted(offsets, side="right") - 1] = True
        return found


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogatepass")
