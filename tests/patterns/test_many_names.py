"""Very many names that are searched again and again."""

from __future__ import annotations

import re
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdlite.errors import FormatError
from vdlite.patterns import ManyNames, fixed_words

_NAMES = [f"layers.{number}/w" for number in range(2000)]


def test_it_finds_what_re_finds_among_some() -> None:
    names = ManyNames(_NAMES)
    assert names.search(r"\.1\d/").tolist() == list(range(10, 20))
    assert names.search(r"\.1\d/", among=np.array([3, 12, 19, 20])).tolist() == [12, 19]
    assert names.search("LAYERS.7/", flags=re.IGNORECASE).tolist() == [7]
    names.close()


def test_one_that_takes_for_ever_is_given_up_and_others_are_answered() -> None:
    names = ManyNames(["a" * 40 + "b"], seconds=0.3)
    begun = time.monotonic()
    with pytest.raises(FormatError, match="too long"):
        names.search(r"(a+)+$")
    assert time.monotonic() - begun < 10
    assert names.search("ab").tolist() == [0]
    names.close()


def test_what_is_no_expression_is_said() -> None:
    names = ManyNames(["a"])
    with pytest.raises(FormatError, match="unterminated"):
        names.search("(a")
    with pytest.raises(FormatError, match="1000 at most"):
        names.search("a" * 1001)
    assert names.search("a").tolist() == [0]
    names.close()


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        (r"layers\.17/.*w1$", ["layers.17/", "w1"]),
        (r"ab?cd", ["cd"]),
        (r"abc+de", ["ab", "de"]),
        (r"ab{0,2}cd", ["cd"]),
        (r"abc|def", []),
        (r"x(abc|def)yz", ["yz"]),
        (r"[abc]de", ["de"]),
        (r"[]abc]de", ["de"]),
        (r"[^\]abc]de", ["de"]),
        (r"\wde", ["de"]),
        (r"\x41de", []),
        (r"(?i)abc", []),
    ],
)
def test_the_fixed_words_of_an_expression(expression: str, words: list[str]) -> None:
    assert fixed_words(expression) == words


@given(
    st.text(alphabet=r"abc.*+?|()[]^$\{}1,2d-w ", min_size=1, max_size=12),
    st.text(alphabet="abc.1d-w, ", max_size=12),
)
def test_a_text_in_which_an_expression_is_found_has_its_fixed_words(
    expression: str, text: str
) -> None:
    try:
        found = re.search(expression, text)
    except (re.error, FutureWarning):
        return
    if found is not None:
        assert all(word in text for word in fixed_words(expression))
