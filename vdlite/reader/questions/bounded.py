"""Answers that are no longer than somebody can take."""

from collections.abc import Callable
from typing import TypeVar

from vdlite.reader.questions.plain import as_json

MOST_BYTES = 8192
"""Bytes of an answer's JSON, unless somebody asks for so many things."""

_Answer = TypeVar("_Answer")


def bounded(
    question: Callable[[int], _Answer],
    limit: int,
    *,
    most_bytes: int = MOST_BYTES,
    size: Callable[[_Answer], int] | None = None,
) -> _Answer:
    """The answer to a question with the largest limit, of those tried, whose JSON has at most so many bytes.

    question: is asked with a limit, until its answer is short enough or the limit is 1. limit: the first.
    size: bytes of an answer, where that is not the answer as it is.
    """
    measured = size or (lambda answer: len(as_json(answer)))
    while True:
        answer = question(limit)
        length = measured(answer)
        if length <= most_bytes or limit == 1:
            return answer
        # Each time a little less than would do if all things were as long as each other.
        limit = max(1, min(limit - 1, int(limit * most_bytes / length * 0.9)))
