from __future__ import annotations

import httpx

from vdlite.server.routes.runs.tags import TagsAnswer


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
