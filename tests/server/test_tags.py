from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.conftest import TOKEN, client_of, run_ids, wait_until_loaded
from vdlite import LogWriter, serve
from vdlite.reader import Store
from vdlite.server.routes.runs.tags import TagsAnswer
from vdlite.server.tag_trees import TagTrees


def test_it_says_which_runs_have_a_tag(client: httpx.Client, ids: dict[str, str]) -> None:
    answer = TagsAnswer.model_validate(client.get("api/tags").json(), strict=True)
    scalars = answer.kinds["scalar"]
    assert scalars.tags == ["loss/test", "loss/train", 'odd, "tag"']
    # `b` logged its odd tag after the training loss.
    assert scalars.logged == [2, 0, 1]
    runs = [{answer.runs[position] for position in positions} for positions in scalars.runs]
    assert runs == [{ids["long/a"]}, {ids["long/a"], ids["b"]}, {ids["b"]}]


def test_its_version_is_that_of_the_status(client: httpx.Client) -> None:
    version = client.get("api/tags").json()["version"]
    assert version == client.get("api/status").json()["tags_version"]


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A server of two runs, of which one has 1200 scalars."""
    logdir = tmp_path_factory.mktemp("many")
    tags = [f"grad/layers.{layer}/{expert}" for layer in range(12) for expert in range(100)]
    with LogWriter(logdir / "a") as writer:
        writer.add_scalar_row(tags, range(1200), 1)
        writer.add_scalar("loss", 1.0, 1)
        writer.add_text("note", "words", 1)
    with LogWriter(logdir / "b") as writer:
        writer.add_scalar("loss", 1.0, 1)
        writer.add_scalar("grad/total", 1.0, 1)
    with serve(logdir, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        yield client


def test_more_scalars_than_are_wanted_are_abridged_to_branches(many: httpx.Client) -> None:
    answer = TagsAnswer.model_validate(many.get("api/tags?most=1000").json(), strict=True)
    scalars = answer.kinds["scalar"]
    assert scalars.tags == ["grad/total", "loss"]
    assert scalars.branches is not None
    assert [(each.prefix, each.tags) for each in scalars.branches] == [("grad/", 1200)]
    ids = run_ids(many)
    runs = [{answer.runs[position] for position in positions} for positions in scalars.runs]
    assert runs == [{ids["b"]}, {ids["a"], ids["b"]}]
    assert answer.kinds["text"].tags == ["note"]


def test_as_many_scalars_as_are_wanted_come_as_ever(many: httpx.Client) -> None:
    whole = many.get("api/tags").json()
    assert len(whole["kinds"]["scalar"]["tags"]) == 1202
    assert many.get("api/tags?most=1202").json() == whole
    assert "branches" in many.get("api/tags?most=1201").json()["kinds"]["scalar"]


def test_a_branch_has_children_with_their_counts(many: httpx.Client) -> None:
    answer = many.get("api/tags/children", params={"prefix": "grad/", "offset": 2, "limit": 2})
    assert answer.json() | {"version": 0} == {
        "version": 0,
        "tags": 1201,
        "count": 13,
        "children": [
            {"name": "layers.2", "tag": None, "tags": 100},
            {"name": "layers.3", "tag": None, "tags": 100},
        ],
    }
    top = many.get("api/tags/children").json()["children"]
    assert [each["name"] for each in top] == ["grad", "loss"]


def test_tags_are_found_by_words_and_by_expressions(many: httpx.Client) -> None:
    def found(**params: Any) -> Any:
        answer = many.get("api/tags/search", params=params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    words = found(search="LAYERS.3/ 77")
    assert (words["count"], words["tags"]) == (1, ["grad/layers.3/77"])
    assert words["runs"] == [run_ids(many)["a"]]
    assert words["having"] == [[0]]
    some = found(search=r"/\.1[01]\/9.$/", limit=3, offset=1)
    assert some["count"] == 20
    assert some["tags"] == [f"grad/layers.10/{expert}" for expert in (91, 92, 93)]
    assert found(search="loss", prefix="grad/")["count"] == 0
    assert found(search="note")["count"] == 0
    assert found(search="note", kind="text")["tags"] == ["note"]
    wrong = many.get("api/tags/search", params={"search": "/(/"})
    assert wrong.status_code == 400
    assert "unterminated" in wrong.json()["error"]["message"]


def test_new_tags_are_found(tmp_path: Path) -> None:
    with (
        LogWriter(tmp_path / "a") as writer,
        serve(tmp_path, port=0, token=TOKEN) as server,
        client_of(server) as client,
    ):

        def found_at_last(wanted: list[str]) -> bool:
            end = time.monotonic() + 30
            while client.get("api/tags/search?search=/./").json()["tags"] != wanted:
                if time.monotonic() > end:
                    return False
            return True

        writer.add_scalar("first", 1.0, 1)
        assert found_at_last(["first"])
        writer.add_scalar("second", 1.0, 1)
        assert found_at_last(["first", "second"])


def test_the_tree_of_very_many_tags_is_made_before_anybody_asks(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "many") as writer:
        writer.add_scalar_row([f"w{number}" for number in range(20_001)], range(20_001), 1)
    store = Store([tmp_path])
    trees = TagTrees(store)
    trees.prepare()
    assert not any(thread.name == "vdlite-tags" for thread in threading.enumerate())
    store.refresh()
    while not store.done:
        store.refresh()
    trees.prepare()
    for thread in threading.enumerate():
        if thread.name == "vdlite-tags":
            thread.join()
    assert "scalar" in trees._known
    made = trees.tree("scalar")
    trees.prepare()
    assert trees.tree("scalar") is made
    trees.close()


def test_the_tree_of_few_tags_is_made_when_it_is_asked_for(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "few") as writer:
        writer.add_scalar("loss", 1.0, 1)
    store = Store([tmp_path])
    store.refresh()
    trees = TagTrees(store)
    trees.prepare()
    assert not trees._known
