"""Answers that are no longer than somebody can take."""

from collections.abc import Callable
from typing import TypeVar

from vdlite.reader.questions.plain import as_json, plain

MOST_BYTES = 8192
"""Bytes of an answer's JSON, unless somebody asks for so many things."""

MOST = 100_000
"""The limit of a long answer whose parts are tried, where that takes less time than other answers."""

_Answer = TypeVar("_Answer")


def bounded(
    question: Callable[[int], _Answer],
    limit: int,
    *,
    most_bytes: int = MOST_BYTES,
    as_plain: Callable[[_Answer], object] = plain,
) -> _Answer:
    """The answer to a question with the largest limit, of those tried, whose JSON has at most so many bytes.

    question: is asked with a limit, until its answer is short enough or the limit is 1. limit: the first.
    as_plain: the form of an answer that is measured.
    """
    limit = min(limit, most_bytes)  # each thing is a byte at least
    while True:
        answer = question(limit)
        length = len(as_json(as_plain(answer)))
        if length <= most_bytes or limit == 1:
            return answer
        # Each time a little less than would do if all things were as long as each other.
        limit = max(1, min(limit - 1, int(limit * most_bytes / length * 0.9)))
