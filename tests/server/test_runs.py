from __future__ import annotations

import httpx

from vdlite.server.routes.runs.runs import RunsAnswer


def test_it_lists_the_runs_newest_started_first(client: httpx.Client) -> None:
    answer = RunsAnswer.model_validate(client.get("api/runs").json(), strict=True)
    assert [run.name for run in answer.runs] == ["b", "long/a"]
    first = answer.runs[0]
    assert first.records == 6
    assert first.files == 1
    assert first.state == "ended"
    assert not first.loading
    assert first.damaged == first.missing == 0
    assert first.bytes > 6 * 32
    assert first.id not in {"", first.name}


def test_its_version_is_that_of_the_status(client: httpx.Client) -> None:
    version = client.get("api/runs").json()["version"]
    assert version == client.get("api/status").json()["runs_version"]
