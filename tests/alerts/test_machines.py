"""A training that hangs is stalled, though its machine goes on being looked at."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tests.alerts.test_runs_that_grow import Watched, updated
from tests.alerts.watching import watch_of
from vdlite import LogWriter
from vdlite.alerts.rule import USUAL
from vdlite.alerts.rule_file import read_rules

ROOT = Path(__file__).parents[2]
MACHINE = tuple(f"system/cpu/{number}" for number in range(9))


def test_a_training_that_hangs_is_stalled(tmp_path: Path) -> None:
    writer = LogWriter(tmp_path / "a")
    writer.add_scalar_series("loss", np.ones(100))
    watched = Watched(tmp_path, USUAL)
    assert watched.look() == []
    now = updated(watched)
    for seconds in range(0, 600, 10):
        writer.add_scalar_row(MACHINE, np.ones(9), seconds, walltime=now + seconds)
        assert watched.look(now + seconds) == []
    writer.add_scalar_row(MACHINE, np.ones(9), 620, walltime=now + 620)
    assert watched.look(now + 620) == [("stalled", "a", 99)]
    writer.add_scalar_row(MACHINE, np.ones(9), 630, walltime=now + 630)
    assert watched.look(now + 630) == []
    writer.close()


def test_one_that_hung_before_anybody_looked_is_stalled_soon(tmp_path: Path) -> None:
    writer = LogWriter(tmp_path / "a")
    writer.add_scalar_series("loss", np.ones(100), np.arange(100), 1e9 + np.arange(100))
    for seconds in range(0, 3000, 10):
        writer.add_scalar_row(MACHINE, np.ones(9), seconds, walltime=1e9 + seconds)
    watched = Watched(tmp_path, USUAL, since=1e9)
    assert watched.look(1e9 + 3000) == [("stalled", "a", 99)]
    writer.close()


def test_what_a_machine_does_is_no_spike_unless_it_is_asked_for(tmp_path: Path) -> None:
    values = np.ones(400)
    values[300:320] = 9.0
    with LogWriter(tmp_path / "a") as writer:
        writer.add_scalar_series("system/gpu/0/ecc_corrected", values)
        writer.add_scalar_series("system/gpu/0/power_watts", values)
        writer.add_scalar_series("loss", np.ones(400))
    assert Watched(tmp_path, USUAL, since=0.0).look() == []


def test_the_rules_for_machines_of_the_docs_find_what_they_say(tmp_path: Path) -> None:
    page = (ROOT / "docs/how-to/watch-runs.md").read_text(encoding="utf-8")
    block = page.partition("### Rules for the machine")[2].partition("```toml\n")[2]
    (tmp_path / "rules.toml").write_text(block.partition("```")[0], encoding="utf-8")
    rules = read_rules(tmp_path / "rules.toml").rules
    usual = np.full(200, 50.0)
    full, idle, hot = usual.copy(), usual.copy(), np.zeros(200)
    full[100:], idle[100:170], hot[100:110] = 97, 2, 1
    tags = {
        "disk/percent": full,
        "memory/percent": full,
        "gpu/0/percent": idle,
        "gpu/1/percent": usual,
        "gpu/0/memory_percent": idle,
        "gpu/0/throttled_by_heat": hot,
        "gpu/0/throttled_by_power": hot,
    }
    for host in ("", "host n1/"):
        with LogWriter(tmp_path / "runs" / (host.partition("/")[0] or "alone")) as writer:
            for tag, values in tags.items():
                writer.add_scalar_series(f"system/{host}{tag}", values)
    found = [(each.rule, each.tag) for each in watch_of(tmp_path / "runs", rules).look()]
    assert sorted(found) == [
        (rule, f"system/{host}{tag}")
        for rule, tag in (
            ("GPU idle", "gpu/0/percent"),
            ("GPU throttled", "gpu/0/throttled_by_heat"),
            ("disk nearly full", "disk/percent"),
        )
        for host in ("", "host n1/")
    ]
