"""Logs of other tools that are not read are reported."""

from pathlib import Path

from vdlite import LogWriter
from vdlite.reader import Store
from vdlite.reader.logdir.discovery import ForeignLogs


def test_files_of_other_tools_are_counted_by_tool(tmp_path: Path) -> None:
    for name in (
        "mind/x.out.events.summary.1700000000.host_MS",
        "mind/y.out.events.summary.1700000001.host_MS",
        "events.txt",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    store = Store([tmp_path])
    store.refresh()
    assert store.runs() == ()
    assert store.foreign_logs == (
        ForeignLogs("MindInsight", 2, "mind/x.out.events.summary.1700000000.host_MS"),
    )


def test_they_hide_no_run_beside_them(tmp_path: Path) -> None:
    (tmp_path / "x.out.events.summary.1700000000.host_MS").touch()
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("loss", 0.5)
    store = Store([tmp_path])
    store.refresh()
    assert [run.name for run in store.runs()] == ["."]
    assert [found.tool for found in store.foreign_logs] == ["MindInsight"]
