"""Expressions of layouts: they mean what `re` says, and nobody can write one that keeps the server busy."""

import re
import subprocess
import sys
import threading
import time
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vdlite.errors import FormatError
from vdlite.patterns import Matching

TEXTS = ["", "a", "loss", "loss/train", "xloss", "Loss", "val loss", "l\noss\n", "损失/1", "a_b-7", "AB", "\ud800"]  # fmt: skip
EXPRESSIONS = [
    "loss", "loss/.*", "^loss$", r"loss\Z", ".*loss", "(?i)LOSS", "(?i:l)oss", "[^l]", "[a-z_]+-\\d",
    r"\w+/\w+", r"\W", r"\s|v", r"(?a)\w", "(loss|val)( |/)", "(?:(a|l)*)*s", "a{0}", "l.{2,3}", "lo{1,}s+?",
    r"\bl", r"l\b", r"l\B", r".*\bloss\b", "(?s).*s", "(?m).*\n^o", "(?m)l$", "l$", "(?!loss/)", "(?!val).*train$",
    "(?=.*train)loss", "(?!.*(?=ss))", "(?P<x>l)(?x: o s)s", "()*", "(a?){3}", "(|x)l", "[损失]+/", r"[\d/]", "[^\\W\\d]b?",
    "(?i)[^L]", "[]a]", r"\.", "\\B", r"(.)o\1?s\1", ".*(?<=x)loss", ".*(?<!x)loss", "a_b-7", "损失", " ", "\ud800",
]  # fmt: skip
HOSTILE = ["(a+)+$", "(a|a)*$", "(a|aa)+$", "(.*a){20}$", "(?:a?){60}a{60}$", "(?=(a+)+$)x"]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[str]]:
    """The processes that were started."""
    found: list[Sequence[str]] = []
    popen = subprocess.Popen

    def start(command: Sequence[str], **more: object) -> object:
        found.append(command)
        return popen(command, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(subprocess, "Popen", start)
    return found


@pytest.mark.filterwarnings("ignore:.*:FutureWarning")
def test_they_match_what_re_matches() -> None:
    found = Matching().match(EXPRESSIONS, TEXTS)
    for expression in EXPRESSIONS:
        want = [text for text in TEXTS if re.match(expression, text)]
        assert found[expression] == want, expression


@given(st.lists(st.text("abc.+*(|)[]^$\\ ", min_size=1, max_size=6), max_size=20))
@settings(max_examples=10, deadline=None)
def test_whatever_is_written_matches_as_in_re_or_is_refused_as_there(
    expressions: list[str],
) -> None:
    names = ["", "a", "abc", "a.b", "b c", "a\\b", "(a)", "a+b"]
    for expression, got in Matching().match(expressions, names).items():
        try:
            want = [name for name in names if re.match(expression, name)]
        except re.error as error:
            assert str(got) == str(error)
        else:
            assert got == want, expression


@pytest.mark.parametrize(
    ("expression", "why"),
    [
        ("", "it is empty"), ("[", "unterminated character set at position 0"), ("*", "nothing to repeat"),
        ("(?P<1>a)", "bad character"), ("(" * 480 + ")" * 480, None), ("a" * 1001, "it has 1001 characters, 1000 at"),
        ("a{99999999999}", "too large"),
    ],
)  # fmt: skip
def test_what_is_none_says_so(expression: str, why: str | None) -> None:
    found = Matching().match([expression, "l.ss"], TEXTS)
    assert found["l.ss"] == ["loss", "loss/train"]
    if why is not None:
        got = found[expression]
        assert isinstance(got, FormatError)
        assert why in str(got)


def test_an_expression_that_takes_long_is_given_up_and_the_others_are_matched() -> None:
    names = ["a" * 400 + "b", "loss"]
    kept = Matching()
    begun, worked = time.monotonic(), time.process_time()
    found = kept.match(["l.*", HOSTILE[0], "a.*b", HOSTILE[1], "[bl]o"], names)
    assert time.monotonic() - begun < 5
    assert time.process_time() - worked < 0.5  # of this process
    assert [found["l.*"], found["a.*b"], found["[bl]o"]] == [["loss"], [names[0]], ["loss"]]
    assert [str(found[each]) for each in HOSTILE[:2]] == ["it takes too long"] * 2


def test_one_that_took_too_long_costs_nothing_the_next_time(started: list[Sequence[str]]) -> None:
    kept = Matching()
    kept.match(["(a+)+$"], ["a" * 400 + "b"])
    assert len(started) == 1
    assert str(kept.match(["(a+)+$"], ["a" * 400 + "b", "c"])["(a+)+$"]) == "it takes too long"
    assert len(started) == 1


def test_many_that_take_long_take_no_longer_than_one_question_may() -> None:
    kept = Matching()
    names = ["a" * 400 + "b"]
    begun = time.monotonic()
    found = kept.match([f"{each}{at}?" for each in HOSTILE for at in range(9)], names)
    assert time.monotonic() - begun < 8
    assert {str(each) for each in found.values()} == {"it takes too long"}


def test_plain_names_and_what_is_known_start_no_process(started: list[Sequence[str]]) -> None:
    kept = Matching()
    assert kept.match(["loss", "损失", "val loss", "a_b-7"], TEXTS) == {
        "loss": ["loss", "loss/train"], "损失": ["损失/1"], "val loss": ["val loss"], "a_b-7": ["a_b-7"],
    }  # fmt: skip
    assert started == []
    for _ in range(3):
        assert kept.match(["l.*s", "["], TEXTS)["l.*s"] == ["loss", "loss/train"]
    assert len(started) == 1
    assert kept.match(["l.*s"], [*TEXTS, "lass"])["l.*s"] == ["loss", "loss/train", "lass"]


def test_a_question_that_nobody_waits_for_is_given_up() -> None:
    class Left(Exception):
        pass

    def leave() -> None:
        if time.monotonic() - begun > 0.2:
            raise Left

    begun = time.monotonic()
    kept = Matching()
    with pytest.raises(Left):
        kept.match(HOSTILE, ["a" * 400 + "b"], still_wanted=leave)
    assert time.monotonic() - begun < 2
    assert kept.match(["l.*"], ["loss"])["l.*"] == ["loss"]


def test_threads_may_ask_at_once() -> None:
    kept = Matching()
    found = []
    names = [[f"{at}/loss"] for at in range(4)]
    threads = [
        threading.Thread(target=lambda at=at: found.append(kept.match([".*s"], names[at])[".*s"]))
        for at in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == names


@pytest.mark.parametrize(
    ("executable", "why"),
    [("/nowhere/python", "can't be started"), ("/bin/false", "ended with code 1")],
)
@pytest.mark.skipif(sys.platform == "win32", reason="names of programs of Unix")
def test_without_a_process_only_plain_names_match(
    monkeypatch: pytest.MonkeyPatch, executable: str, why: str
) -> None:
    monkeypatch.setattr(sys, "executable", executable)
    found = Matching().match(["loss", "l.*", "[v]al"], TEXTS)
    assert found["loss"] == ["loss", "loss/train"]
    assert why in str(found["l.*"])
    assert why in str(found["[v]al"])


def test_more_than_can_be_matched_is_refused() -> None:
    found = Matching(most=2).match(["l.*", "v.*", "x.*", "a.*"], TEXTS)
    assert found["v.*"] == ["val loss"]
    assert str(found["x.*"]) == "2 others are matched before it, and no more"
