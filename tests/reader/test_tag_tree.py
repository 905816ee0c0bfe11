"""Very many tags as a tree, and searching it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdlite.errors import FormatError
from vdlite.reader.names.order import MOST_PARTS, in_order
from vdlite.reader.names.tag_search import SearchedTree
from vdlite.reader.names.tree import Branch, Child, TagTree

_NAMES = st.text(alphabet="aB1/.\né", min_size=0, max_size=9)
_EXPERTS = [
    f"grad/layers.{layer}/experts.{expert}/{matrix}"
    for layer in range(12)
    for expert in range(30)
    for matrix in ("w1", "w2")
]


def _tree(*tags: str) -> TagTree:
    return TagTree([("run", list(dict.fromkeys(tags)))])


def test_a_number_is_one_word_in_the_order_of_names() -> None:
    names = ["layers.10/b", "layers.2/a", "loss", "layers.2", "layers.10/a"]
    assert in_order(names) == ["layers.2", "layers.2/a", "layers.10/a", "layers.10/b", "loss"]


def test_very_many_different_parts_are_ordered_by_their_numbers() -> None:
    names = [f"w{number}" for number in range(50_010)]
    assert in_order(reversed(names)) == names


def test_the_order_does_not_depend_on_how_deep_a_name_is() -> None:
    deep = "/".join("abcdefghijklmnop")
    assert in_order([f"{deep}/z", f"{deep}/y", "b", deep]) == [deep, f"{deep}/y", f"{deep}/z", "b"]
    assert deep.count("/") > MOST_PARTS


@given(st.lists(_NAMES, unique=True, max_size=30))
def test_the_children_of_the_branches_are_all_tags(names: list[str]) -> None:
    tree = TagTree([("run", names)])
    found: list[str] = []

    def walk(prefix: str) -> int:
        count, children = tree.children(prefix, 0, 1000)
        assert count == len(children)
        number = 0
        for child in children:
            if child.tag is not None:
                assert child.tag == prefix + child.name
                found.append(child.tag)
            assert child.tags == (walk(f"{prefix}{child.name}/") if child.tags else 0)
            number += child.tags + (child.tag is not None)
        assert number == len(tree.beneath(prefix))
        return number

    assert walk("") == len(names)
    assert found == tree.tags
    assert sorted(found) == sorted(names)


def test_children_come_in_order_with_what_is_beneath_them() -> None:
    tree = _tree("loss", "a/10", "a/2", "loss/train", "loss/test")
    assert tree.children("", 0, 10) == (2, [Child("a", None, 2), Child("loss", "loss", 2)])
    assert tree.children("a/", 1, 10) == (2, [Child("10", "a/10", 0)])
    for none in ("a", "b/", "a/2/", "loss/train/x/"):
        assert tree.children(none, 0, 10) == (0, [])


def test_each_tag_has_its_own_runs() -> None:
    runs = [("one", ["x", "y"]), ("two", ["y"]), ("three", ["x", "y"]), ("none", [])]
    tree = TagTree(runs)
    having = {tag: set(tree.runs_of(place)) for place, tag in enumerate(tree.tags)}
    assert having == {"x": {"one", "three"}, "y": {"one", "two", "three"}}
    assert tree.of_run("two").tolist() == [False, True]
    assert tree.of_run("none").tolist() == [False, False]


def test_a_large_group_is_abridged_to_what_lies_directly_in_it() -> None:
    tree = _tree("loss", "train/lr", "grad/total", *_EXPERTS)
    places, branches = tree.abridged()
    assert [tree.tags[place] for place in places] == ["grad/total", "loss", "train/lr"]
    assert branches == [Branch("grad/", len(_EXPERTS))]


def test_of_a_large_group_without_tags_directly_in_it_the_first_are_listed() -> None:
    tree = _tree(*_EXPERTS)
    places, branches = tree.abridged()
    assert places == list(range(12))
    assert branches == [Branch("grad/", len(_EXPERTS) - 12)]


def test_what_most_runs_have_is_listed_before_the_many_tags_of_one() -> None:
    layers = [f"layer{group:03}/{each:03}" for group in range(200) for each in range(100)]
    others = ["loss/test", "loss/train", "val/acc"]
    tree = TagTree([("one", [*layers, "x/y"]), ("two", others), ("three", others)])
    places, branches = tree.abridged()
    listed = [tree.tags[place] for place in places]
    assert len(listed) == 5000
    assert {*others, "x/y", layers[0]} <= {*listed}  # small groups of one run, too
    assert places == sorted(places)
    assert {branch.prefix.partition("/")[0][:5] for branch in branches} == {"layer"}


def test_what_is_abridged_and_what_is_not_are_all_tags() -> None:
    flat = [f"w{number}" for number in range(700)]
    groups = [f"g{number}/{each}" for number in range(1300) for each in range(6)]
    wide = [f"wide/{number}" for number in range(900)]
    tree = _tree(*flat, *groups, *wide, *_EXPERTS)
    places, branches = tree.abridged()
    assert len(places) <= 5000
    assert len(branches) <= 1001
    assert len(places) + sum(branch.tags for branch in branches) == len(tree)
    assert _tree().abridged() == ([], [])


@given(
    st.lists(_NAMES, unique=True, max_size=20),
    st.lists(st.text(alphabet="ab1/.\né", min_size=1, max_size=4), min_size=1, max_size=3),
)
def test_words_are_found_as_python_finds_them(names: list[str], words: list[str]) -> None:
    tree = TagTree([("run", names)])

    def plain(text: str) -> str:
        return text.lower().replace("\n", " ")

    wanted = [
        place
        for place, tag in enumerate(tree.tags)
        if all(plain(word) in plain(tag) for word in words)
    ]
    assert tree.with_words(words).tolist() == wanted


def test_a_search_is_by_words_or_by_an_expression() -> None:
    tree = _tree("loss", *_EXPERTS)
    searched = SearchedTree(tree)

    def found(search: str, prefix: str = "") -> list[str]:
        return [tree.tags[place] for place in searched.places(search, prefix)]

    assert found("  ") == tree.tags
    assert found("LAYERS.3/ w2 experts.29") == ["grad/layers.3/experts.29/w2"]
    assert found("loss", "grad/") == []
    for expression in (r"layers\.1[01]?/.*\.7/w1$", "w2", r"[lx]oss", r"(?:9|8)\/w1", "los+"):
        wanted = [tag for tag in tree.tags if re.search(expression, tag)]
        assert wanted
        assert found(f"/{expression}/") == wanted
    assert found(r"/LOSS/i") == ["loss"]
    assert found(r"/LOSS/") == []
    assert len(found("/w1/", "grad/layers.2/")) == 30
    with pytest.raises(FormatError, match="unterminated"):
        searched.places("/a(/")
    searched.close()
    assert found("/^loss$/") == ["loss"]
    searched.close()
