"""Runs in a terminal."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import DataTable, Input, Static

from vdlite import LogReader, LogWriter
from vdlite.cli import main
from vdlite.cli.questions.top_lines import curve, details, screen
from vdlite.cli.questions.top_screen import Top


@pytest.fixture
def logdir(tmp_path: Path) -> Path:
    for name, losses in (("good", [4.0, 2.0, 1.0]), ("bad", [1.0, 9.0, float("nan")])):
        with LogWriter(tmp_path / name) as writer:
            writer.add_hparams({"lr": 0.5})
            writer.add_scalar("system/cpu/percent", 50.0, 7)
            for step, loss in enumerate(losses):
                writer.add_scalar("loss", loss, step)
    return tmp_path


def test_a_line_says_how_a_run_stands(logdir: Path) -> None:
    found = screen(LogReader(logdir), None, "name")
    assert found.head == ("RUN", "STATE", "PROGRESS", "STEP", "UPDATED", "loss")
    bad, good = found.rows
    assert bad[:4] == ("bad", "finished, diverged", "", "2")
    assert good[-1].split() == ["█▃▁", "1"]
    assert bad[-1].split() == ["▁█×", "NaN"]
    assert found.said == "2 of 2 runs, 0 live"
    by_loss = screen(LogReader(logdir), None, "loss")
    assert [row[0] for row in by_loss.rows] == ["good", "bad"]  # NaN is no value


def test_a_spike_of_one_step_is_in_the_small_curve(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        for step in range(10_000):
            writer.add_scalar("loss", 100.0 if step == 5000 else 1.0, step)
    drawn = curve(LogReader(tmp_path), "run", "loss")
    assert (len(drawn), drawn.count("█"), drawn.count("▁")) == (16, 1, 15)


def test_one_run_is_shown_at_length(logdir: Path) -> None:
    text = details(LogReader(logdir), "bad")
    assert "lr = 0.5" in text
    assert "cpu/percent 50" in text
    assert "What went wrong\nloss is NaN" in text


def test_hostile_names_steer_no_terminal(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "a\x1b[2Jb") as writer:
        writer.add_scalar("loss[red]\x1b]0;x\x07", 1.0, 0)
    name = LogReader(tmp_path).runs[0]
    assert "\x1b" not in details(LogReader(tmp_path), name)
    screens: list[str] = []

    async def look(pilot: Pilot[None]) -> None:
        for _ in range(4):  # the last order is by the tag
            drawn = pilot.app.screen._compositor.render_strips()
            screens.append("".join(part.text for strip in drawn for part in strip))
            await pilot.press("s")
            await _settled(pilot)

    said, _ = _steer(tmp_path, look)
    assert said == "1 of 1 runs, 0 live, sorted by live first"
    assert all("a\\x1b[2Jb" in each and "\x1b" not in each for each in screens)


def test_numbers_that_are_far_apart_have_a_small_curve(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        for step, value in enumerate((-1.7e308, 0.0, 1.7e308)):
            writer.add_scalar("loss", value, step)
    assert curve(LogReader(tmp_path), "run", "loss").strip() == "▁▅█"


def test_without_a_terminal_it_is_a_table(logdir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["top", str(logdir), "--where", "name == good"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "1 of 2 runs, 0 live"
    assert said[3].split()[:2] == ["good", "finished"]
    assert main(["top", str(logdir), "--where", "nothing < 3"]) == 2
    assert main(["top", str(logdir / "none")]) == 2


async def _nothing(pilot: Pilot[None]) -> None:
    pass


def _steer(logdir: Path, act: Callable[[Pilot[None]], Awaitable[None]]) -> tuple[str, str]:
    """What the screen says, and what it shows of the chosen run, after some keys."""

    async def steer() -> tuple[str, str]:
        app = Top(LogReader(logdir), None)
        async with app.run_test(size=(120, 40)) as pilot:
            await _settled(pilot)
            await act(pilot)
            await _settled(pilot)
            return str(app.query_one("#said", Static).render()), str(
                app.query_one("#details", Static).render()
            )

    return asyncio.run(steer())


async def _settled(pilot: Pilot[None]) -> None:
    await pilot.pause()
    while any(not worker.is_finished for worker in pilot.app.workers):
        await pilot.pause(0.02)
    await pilot.pause()


def test_keys_choose_sort_and_filter(logdir: Path) -> None:
    async def choose(pilot: Pilot[None]) -> None:
        await pilot.press("s")
        await _settled(pilot)
        await pilot.press("down")

    said, shown = _steer(logdir, choose)
    assert said == "2 of 2 runs, 0 live, sorted by name"
    assert shown.startswith("good")

    async def narrow(pilot: Pilot[None]) -> None:
        await pilot.press("slash", *"name", "space", "equals_sign", "equals_sign", *"good", "enter")

    said, shown = _steer(logdir, narrow)
    assert said.startswith("1 of 2 runs")
    assert shown.startswith("good")

    async def mistake(pilot: Pilot[None]) -> None:
        await pilot.press("slash")
        pilot.app.query_one("#filter", Input).value = "lr <"
        await pilot.press("enter")

    said, _ = _steer(logdir, mistake)
    assert "want" in said or "lr <" in said

    async def alone(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        assert pilot.app.has_class("-one")
        await pilot.press("escape")
        assert not pilot.app.has_class("-one")

    _steer(logdir, alone)


def test_what_comes_is_shown_and_the_chosen_run_stays_chosen(logdir: Path) -> None:
    async def grow(pilot: Pilot[None]) -> None:
        await pilot.press("s", "down")
        await _settled(pilot)
        with LogWriter(logdir / "new") as writer:
            writer.add_scalar("loss", 0.5, 3)
        app = pilot.app
        assert isinstance(app, Top)
        app.look()
        await _settled(pilot)
        table = app.query_one(DataTable)
        assert table.row_count == 3

    _, shown = _steer(logdir, grow)
    assert shown.startswith("good")


@pytest.mark.skipif(sys.platform == "win32", reason="terminals are a thing of POSIX")
def test_in_a_terminal_q_ends_it(logdir: Path) -> None:
    import os
    import pty

    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "vdlite", "top", str(logdir)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=os.environ | {"TERM": "xterm-256color"},
    )
    os.close(theirs)
    seen = b""
    while b"2 of 2 runs" not in seen:
        seen += os.read(ours, 65536)
    os.write(ours, b"q")
    try:
        while os.read(ours, 65536):
            pass
    except OSError:
        pass  # it has ended
    assert process.wait(30) == 0
    os.close(ours)
