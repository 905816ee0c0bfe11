"""Expressions of layouts: they mean what `re` says, and nobody can write one that keeps the server busy."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdlite.errors import FormatError
from vdlite.server.patterns import Pattern

TEXTS = ["", "a", "loss", "loss/train", "xloss", "Loss", "val loss", "l\noss\n", "损失/1", "a_b-7", "AB"]  # fmt: skip


def same(expression: str, text: str) -> None:
    want = re.match(expression, text) is not None
    assert Pattern(expression).begins(text) == want, (expression, text)


@pytest.mark.parametrize(
    "expression",
    [
        "", "loss", "loss/.*", "^loss$", r"loss\Z", ".*loss", "(?i)LOSS", "(?i:l)oss", "[^l]", "[a-z_]+-\\d",
        r"\w+/\w+", r"\W", r"\s|v", r"(?a)\w", "(loss|val)( |/)", "(?:(a|l)*)*s", "a{0}", "l.{2,3}", "lo{1,}s+?",
        r"\bl", r"l\b", r"l\B", r".*\bloss\b", "(?s).*s", "(?m).*\n^o", "(?m)l$", "l$", "(?!loss/)", "(?!val).*train$",
        "(?=.*train)loss", "(?!.*(?=ss))", "(?P<x>l)(?x: o s)s", "()*", "(a?){3}", "(|x)l", "[损失]+/", r"[\d/]", "[^\\W\\d]b?",
        "(?i)[^L]", "[]a]", r"\.", "\\B",
    ],
)  # fmt: skip
@pytest.mark.filterwarnings("ignore:.*:FutureWarning")
def test_it_matches_what_re_matches(expression: str) -> None:
    for text in TEXTS:
        same(expression, text)


PIECES = st.recursive(
    st.sampled_from(["a", "b", "c", ".", "[ab]", "[^a]", r"\w", r"\b", "^", "$", ""]),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map("({0[0]}|{0[1]})".format),
        st.tuples(inner, st.sampled_from(["*", "+?", "?", "{2}", "{1,3}", "{0,1}"])).map(
            "(?:{0[0]}){0[1]}".format
        ),
        inner.map("(?={})".format),
        inner.map("(?!{})".format),
    ),
    max_leaves=8,
)


@given(PIECES, st.text("abc\n ", max_size=8))
def test_whatever_is_put_together_matches_as_in_re(expression: str, text: str) -> None:
    same(expression, text)


@pytest.mark.parametrize(
    ("expression", "why"),
    [
        ("[", "unterminated"), ("(", "unterminated"), ("*", "nothing to repeat"), ("(?P<1>a)", "bad"),
        (r"(a)\1", "named again"), ("(?<=a)b", "not read"), ("(?<!a)b", "not read"), ("((a{99}){99}){99}", "too large"),
        ("(" * 480 + ")" * 480, "too large"), ("a" * 1001, "1001 characters"), ("(a)?(?(1)b|c)", "not read"),
        ("a{99999999999}", "too large"),
    ],
)  # fmt: skip
def test_what_is_none_or_is_not_read_says_so(expression: str, why: str) -> None:
    with pytest.raises(FormatError, match=why):
        Pattern(expression)


@pytest.mark.parametrize(
    "expression",
    ["(a+)+$", "(a|a)*$", "(a|aa)+$", "(.*a){20}$", "(?:a?){60}a{60}$", "(?=(a+)+$)x", "(x+x+)+y|(a*)*$"],
)  # fmt: skip
def test_no_expression_takes_more_time_than_its_text_is_long(expression: str) -> None:
    begun = time.perf_counter()
    Pattern(expression).begins("a" * 400 + "b")
    assert time.perf_counter() - begun < 2


def test_a_deadline_ends_what_takes_too_long() -> None:
    hostile = "(.(?!.*(?!.*b)z))*y"
    with pytest.raises(FormatError, match="too long"):
        Pattern(hostile).begins("a" * 10_000, deadline=time.monotonic() + 0.1)
