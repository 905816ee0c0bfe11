"""A server looks by rules, whether somebody looks at its page or not."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.alerts.services import web_service
from tests.server.conftest import TOKEN, client_of, events, run_ids, wait_until_loaded
from vdlite import LogWriter
from vdlite.server import serve

NAN = float("nan")


def answer_of(client: httpx.Client, is_right: Callable[[Any], bool]) -> Any:
    """The alerts, once they are as they should be."""
    until = time.monotonic() + 20
    while True:
        found = client.get("api/alerts").json()
        if is_right(found) or time.monotonic() > until:
            return found
        time.sleep(0.05)


def rules_of(found: Any) -> list[tuple[str, str, int | None]]:
    return [(each["rule"], each["name"], each["step"]) for each in found["events"]]


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[LogWriter]:
    with LogWriter(tmp_path / "runs" / "a") as writer:
        writer.add_scalar("loss", NAN, 0)
        yield writer


def watched(client: httpx.Client) -> None:
    """Wait until the rules have looked at what was there."""
    wait_until_loaded(client)
    answer_of(client, lambda found: found["looked"] is not None)


def test_what_breaks_a_rule_is_shown_and_sent_and_people_say_that_they_know(
    tmp_path: Path, writer: LogWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    rules = tmp_path / "rules.toml"
    rules.write_text('[[channel]]\nname = "hook"\nwhat = "webhook"\nurl = "env:HOOK"\nevery = 1\n')
    with web_service(500) as sink:
        monkeypatch.setenv("HOOK", sink.url)
        with (
            serve(
                tmp_path / "runs", port=0, token=TOKEN, rules=rules, allow_edit=True, api_only=True
            ) as server,
            client_of(server) as client,
        ):
            watched(client)
            writer.add_scalar("loss", 1.0, 1)
            writer.add_scalar("loss", float("inf"), 2)
            found = answer_of(
                client, lambda found: found["events"] and found["channels"][0]["problem"]
            )
            assert rules_of(found) == [("non-finite", "a", 2)]
            assert found["unacknowledged"] == 1
            (channel,) = found["channels"]
            assert (channel["name"], channel["what"], channel["waiting"]) == ("hook", "webhook", 1)
            assert channel["problem"] == "it was answered with status 500"
            assert sink.messages[0]["view"].startswith(server.url.partition("?")[0] + "#/")
            assert "s3cret" not in json.dumps(found) and TOKEN not in json.dumps(sink.messages)
            ids = run_ids(client)
            found = client.post(
                "api/alerts/silences", json={"rule": "non-finite", "run": ids["a"], "seconds": 60}
            ).json()
            assert found["channels"][0]["waiting"] == 0
            (silence,) = found["silences"]
            assert (silence["rule"], silence["run"], silence["name"]) == (
                *("non-finite", ids["a"]),
                "a",
            )
            assert client.delete(f"api/alerts/silences/{silence['id']}").json()["silences"] == []
            found = client.post("api/alerts/acknowledgements", json={"ids": None}).json()
            assert (found["unacknowledged"], found["events"][0]["acknowledged"] is None) == (
                *(0,),
                False,
            )
            assert client.post("api/alerts/silences", json={}).status_code == 400
            assert client.get("api/alerts", params={"run": "nosuch"}).status_code == 404
        with (
            serve(tmp_path / "runs", port=0, token=TOKEN, rules=rules, api_only=True) as server,
            client_of(server) as client,
        ):
            found = client.get("api/alerts").json()
            assert rules_of(found) == [("non-finite", "a", 2)]  # it is known after a restart, too
            assert found["editable"] is False
            refused = client.post("api/alerts/acknowledgements", json={"ids": None})
            assert refused.json()["error"]["code"] == "not_editable"


def test_alerts_of_a_training_and_thresholds_of_people_need_no_file_of_rules(
    tmp_path: Path, writer: LogWriter
) -> None:
    with (
        serve(tmp_path / "runs", port=0, token=TOKEN, allow_edit=True, api_only=True) as server,
        client_of(server) as client,
    ):
        watched(client)
        with client.stream("GET", "api/events") as stream:
            live = events(stream)
            assert next(live)[0] == "status"
            writer.alert("hot", level="error", step=5)
            news = next(data for name, data in live if name == "alerts")
        assert news["version"] == 1
        (event,) = client.get("api/alerts").json()["events"]
        assert (event["rule"], event["level"], event["step"], event["text"]) == (
            *("alert", "error", 5),
            "hot",
        )
        threshold = {"greater": 5.0, "alert": "warn"}
        client.post("api/annotations", json={"thresholds": {"loss": threshold}})
        found = answer_of(client, lambda found: len(found["rules"]) == 2)
        assert found["rules"][1] == {"name": "loss > 5", "what": "threshold", "level": "warn"}
        writer.add_scalar("loss", 9.0, 7)
        found = answer_of(client, lambda found: len(found["events"]) == 2)
        assert rules_of(found)[0] == ("loss > 5", "a", 7)
        client.post("api/annotations", json={"thresholds": {"loss": None}})
        found = answer_of(client, lambda found: len(found["rules"]) == 1)
        assert [each["name"] for each in found["rules"]] == ["alert"]


def test_runs_are_asked_to_stop_by_who_may_edit(tmp_path: Path, writer: LogWriter) -> None:
    for allow_edit in (False, True):
        with (
            serve(
                tmp_path / "runs", port=0, token=TOKEN, allow_edit=allow_edit, api_only=True
            ) as server,
            client_of(server) as client,
        ):
            wait_until_loaded(client)
            run = run_ids(client)["a"]
            answer = client.post("api/stops", json={"runs": [run], "reason": "enough"})
            assert client.get("api/stops").json() == {
                "editable": allow_edit,
                "asked": [run] if allow_edit else [],
            }
            assert answer.status_code == (200 if allow_edit else 403)
            if allow_edit:
                until = time.monotonic() + 20
                while not writer.should_stop():
                    assert time.monotonic() < until
                found = client.post("api/stops", json={"runs": [run], "withdraw": True}).json()
                assert found["asked"] == []
                assert client.post("api/stops", json={"runs": ["nosuch"]}).status_code == 404
