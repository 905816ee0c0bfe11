"""Rules for ranks: one that is silent while others go on, and one that is slower than they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.alerts.test_runs_that_grow import Watched
from tests.alerts.watching import watch_of
from tests.reader.test_ranks import BEGIN, log_rank
from vdlite import LogReader
from vdlite.alerts.rule import USUAL, Rule

SILENT, SLOW = Rule("silent-rank", "silent-rank"), Rule("slow-rank", "slow-rank")


def test_a_rank_that_is_slow_or_silent_is_an_event(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_rank(tmp_path / "run", 0, monkeypatch)
    log_rank(tmp_path / "run", 1, monkeypatch)
    log_rank(tmp_path / "run", 2, monkeypatch, steps=range(70), seconds=1.4)
    hung = log_rank(tmp_path / "run", 3, monkeypatch, steps=range(20), close=False)
    events = watch_of(tmp_path, [SILENT, SLOW]).look()
    said = {each.rule: (each.step, each.text.replace(" on ", "|").split("|")[0]) for each in events}
    assert said == {"silent-rank": (19, "rank 3"), "slow-rank": (69, "rank 2")}
    # As the command says it.
    texts = {each.text for each in LogReader(tmp_path).events("run").events if "rank" in each.what}
    assert texts == {each.text for each in events}
    assert {each.rule for each in watch_of(tmp_path, USUAL).look()} >= {"silent-rank", "slow-rank"}
    assert watch_of(tmp_path, [Rule("slow", "slow-rank", times=1.5)]).look() == []
    assert watch_of(tmp_path, [Rule("silent", "silent-rank", seconds=200)]).look() == []
    assert watch_of(tmp_path, [Rule("silent", "silent-rank", times=100)]).look() == []
    hung.close()


def test_a_rank_is_an_event_once_and_silence_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = log_rank(tmp_path / "run", 0, monkeypatch, close=False)
    second = log_rank(tmp_path / "run", 1, monkeypatch, close=False)
    watched = Watched(tmp_path, [SILENT, SLOW])
    now = BEGIN
    assert watched.look(now) == []

    def both_up_to(own: int, other: int) -> None:
        first.add_scalar("loss", 1.0, own, BEGIN + own)
        second.add_scalar("loss", 1.0, other, BEGIN + other)

    both_up_to(200, 110)
    # It is compared no more often than every five seconds, and then without the run growing.
    assert watched.look(now + 1) == []
    assert watched.look(now + 6) == [("silent-rank", "run", 110)]
    both_up_to(201, 111)
    assert watched.look(now + 12) == [("silent-rank", "run", 111)]
    both_up_to(202, 202)
    assert watched.look(now + 18) == []
    first.close()
    second.close()


def test_a_run_of_one_process_has_no_ranks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log_rank(tmp_path / "run", 0, monkeypatch, ranks=1)
    assert watch_of(tmp_path, [SILENT, SLOW]).look() == []
