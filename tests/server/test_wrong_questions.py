"""Questions and alerts are asked for with anything: what is wrong is refused, and is no defect of the server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from vdlite import LogWriter
from vdlite.reader.questions.bounded import bounded
from vdlite.server import serve

from .conftest import TOKEN, client_of, wait_until_loaded
from .test_errors import error_of

HUGE = 10**400


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    logdir: Path = tmp_path_factory.mktemp("runs")
    for name in ("a", "b"):
        with LogWriter(logdir / name) as writer:
            writer.add_scalar("loss", 0.5, 1)
    with (
        serve(logdir, port=0, token=TOKEN, allow_edit=True, api_only=True) as server,
        client_of(server) as client,
    ):
        wait_until_loaded(client)
        yield client


@pytest.mark.parametrize(
    ("question", "wrong"),
    [
        ({"question": "report", "run": "a"}, "limit"),
        ({"question": "series", "run": "a"}, "tag"),
        ({"question": "events"}, "limit"),
        ({"question": "compare"}, "runs"),
        ({"question": "search"}, "words"),
        ({"question": "importance"}, "metric"),
        ({"question": "groups", "by": "lr"}, "metric"),
        ({"question": "ranks", "run": "a"}, "limit"),
    ],
)
@pytest.mark.parametrize("is_bounded", [False, True])
def test_null_is_refused_where_it_means_nothing(
    client: httpx.Client, question: dict[str, Any], wrong: str, is_bounded: bool
) -> None:
    body = {**question, wrong: None, "bounded": is_bounded}
    answer = client.post("api/questions", json=body)
    assert f"got null for {wrong}" in error_of(answer, 400, "bad_request")


@pytest.mark.parametrize("name", ["limit", "first", "first_step", "last_step"])
def test_a_number_that_no_log_can_have_is_refused(client: httpx.Client, name: str) -> None:
    answer = client.post("api/questions", json={"question": "search", "words": "x", name: HUGE})
    assert error_of(answer, 400, "bad_request").startswith(f"{name}: got 1000")


def test_a_limit_beyond_all_there_is_costs_a_few_tries() -> None:
    asked: list[int] = []

    def question(limit: int) -> list[int]:
        asked.append(limit)
        return [0] * min(limit, 20_000)

    assert len(bounded(question, HUGE)) > 2000
    assert len(asked) < 5


@pytest.mark.parametrize("id", [-1, 2**63, HUGE])
def test_an_id_that_nothing_can_have_is_refused(client: httpx.Client, id: int) -> None:  # noqa: A002
    error_of(client.post("api/alerts/acknowledgements", json={"ids": [id]}), 400, "bad_request")
    error_of(client.delete(f"api/alerts/silences/{id}"), 400, "bad_request")


def test_a_rule_whose_name_is_no_text_is_refused(client: httpx.Client) -> None:
    answer = client.post(
        "api/alerts/silences",
        content=b'{"rule": "\\ud800"}',
        headers={"Content-Type": "application/json"},
    )
    assert "halves of surrogate pairs" in error_of(answer, 400, "bad_request")
    long = client.post("api/alerts/silences", json={"rule": "x" * 1001})
    error_of(long, 400, "bad_request")
