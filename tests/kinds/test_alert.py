"""Alerts are texts that say where the training was, and how urgent it is."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vdlite import LogReader, LogWriter
from vdlite.errors import PayloadError
from vdlite.kinds.alert import AlertFacts, alert_facts


def test_an_alert_is_a_text_with_title_level_and_the_step_of_the_training(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "a") as writer:
        writer.alert("begun", level="INFO")
        writer.add_scalar("loss", 1.0, 40)
        writer.add_scalar_row(("x", "y"), np.zeros(2), 41)
        writer.alert("hot", "80 **degrees**")
        writer.alert("cold", step=5, walltime=2e9)
    reader = LogReader(tmp_path)
    records = reader.records("a", "text", "alerts")
    assert [record.payload for record in records] == [
        "INFO: **begun**",
        "WARN: **hot**\n\n80 **degrees**",
        "WARN: **cold**",
    ]
    assert [record.summary.get("at") for record in records] == [None, 41, 5]
    assert records[1].summary["title"] == "hot"
    assert [(each.number, each.step, each.level, each.text) for each in reader.alerts("a")] == [
        (0, None, "info", "begun"),
        (1, 41, "warn", "hot: 80 degrees"),
        (2, 5, "warn", "cold"),
    ]
    assert reader.alerts("a")[2].walltime == 2e9
    events = [each for each in reader.events("a").events if each.what == "alert"]
    assert [(each.step, each.text) for each in events] == [
        (None, "info: begun"),
        (41, "warn: hot: 80 degrees"),
        (5, "warn: cold"),
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"title": 3}, "title: got int 3, want a text"),
        ({"title": "a", "text": None}, "text: got NoneType None, want a text"),
        ({"title": "a", "level": "loud"}, "level: got 'loud', want 'info', 'warn', 'error'"),
        ({"title": "a", "step": 1.5}, "step: got"),
        ({"title": "a", "words": "b"}, "unexpected keyword argument 'words'"),
    ],
)
def test_a_mistake_is_said_at_the_call(
    tmp_path: Path, arguments: dict[str, Any], said: str
) -> None:
    with LogWriter(tmp_path) as writer, pytest.raises((PayloadError, TypeError)) as caught:
        writer.alert(**arguments)
    assert said in str(caught.value)
    assert LogReader(tmp_path).kinds(".") == []


def test_what_other_tools_wrote_is_a_warning_and_what_is_wrong_counts_for_nothing() -> None:
    preview = {"preview": "**warn: careful**\n\nthe loss"}
    assert alert_facts(preview) == AlertFacts("warn", None, "warn: careful: the loss")
    assert alert_facts({"level": 3, "at": True, "preview": 4}) == AlertFacts("warn", None, "")
    assert alert_facts({"level": "error", "at": 1 << 70}).step is None
