"""Commands that ask a running server: the answers are those that the logs give, with what was logged a moment ago."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from vdlite import LogWriter, serve
from vdlite.annotations.entry import new_entry
from vdlite.annotations.logbook import Logbook
from vdlite.cli import main
from vdlite.cli.questions import answers, served
from vdlite.server import Server, routes

Said = tuple[int, str, str]

COMMANDS = [
    *("runs", "runs --metrics loss* --where lr<1 --sort lr:desc --limit 3", "runs --where lr>9"),
    *("show seed=1", "show odd/🦔", "series seed=1 loss/train", "series odd/🦔 loss/train --last-step 2"),
    *("events", "events odd/🦔", "events --tags loss*", "events --limit 2", "search adam"),
    *("compare seed=1 seed=2", "compare seed=* --against odd/*", "diff seed=1 odd/🦔"),
    *("rows seed=1 said", "rows seed=2 hparams", "rows odd/🦔 loss/train", "hparams"),
    *("importance loss/train", "groups loss/train --by opt"),
]  # fmt: skip


@pytest.fixture(scope="module")
def logdir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs")
    for seed in range(1, 5):
        with LogWriter(folder / f"seed={seed}") as writer:
            writer.add_hparams({"lr": 0.1 * seed, "opt": "adam", "big": 2**70}, ["loss/train"])
            writer.add_text("said", "words " * 2000, 3)
            for step in range(500):
                writer.add_scalar("loss/train", 1 / (step + seed) + 9 * (step == 400), step)
    with LogWriter(folder / "odd" / "🦔") as writer:
        writer.add_hparams({"lr": float("nan"), "opt": "sgd"}, ["loss/train"])
        for step, value in enumerate([1.0, float("nan"), float("-inf"), 2.0]):
            writer.add_scalar("loss/train", value, step)
    log = next((folder / "seed=4").glob("*.vdl"))
    log.write_bytes(log.read_bytes()[:-500] + b"\xc1" * 100)
    (folder / "out").symlink_to(tmp_path_factory.mktemp("elsewhere"))
    Logbook(folder).append(new_entry("adam is best", runs=["seed=1"]))
    return folder


@pytest.fixture(scope="module", autouse=True)
def own_servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A folder in which no other servers of this user say where they are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        yield


@pytest.fixture(scope="module")
def server(logdir: Path) -> Iterator[Server]:
    with serve(logdir, port=0) as server:
        yield server


@pytest.fixture
def say(
    logdir: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Said]:
    """What `vdlite COMMAND` says; by_server: asked of it, or of the logs."""

    def refuse(*_: object) -> Any:
        raise AssertionError("the other one was asked")

    def say(command: str, *more: str, by_server: bool, logdir: Path = logdir) -> Said:
        name, *rest = command.split()
        with monkeypatch.context() as patch:
            if by_server:
                patch.setattr(answers, "_read", refuse)
            else:
                patch.setattr(answers, "served", lambda options: None)
            status = main([name, str(logdir), *rest, *more])
        said = capsys.readouterr()
        return status, said.out, said.err

    return say


@pytest.mark.parametrize("form", ["--json", ""])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_server_says_what_the_logs_say(
    command: str, form: str, server: Server, say: Callable[..., Said]
) -> None:
    more = [form] if form else []
    found = say(command, *more, by_server=True)
    expected = say(command, *more, by_server=False)
    if command.startswith("runs") and not form:  # how long ago passes
        found, expected = (_without_ages(each) for each in (found, expected))
    assert found == expected
    assert found[1] or command == "runs --where lr>9"


def _without_ages(said: Said) -> Said:
    return said[0], "\n".join(line.partition(" ago")[2] for line in said[1].splitlines()), said[2]


def test_what_was_logged_a_moment_ago_is_in_the_answer(
    tmp_path: Path, say: Callable[..., Said]
) -> None:
    writer = LogWriter(tmp_path / "a")
    writer.add_scalar("loss", 0.0, 0)
    with serve(tmp_path, port=0, reload_interval=30):
        for step in range(1, 4):
            writer.add_scalar("loss", float(step), step)
            _, out, _ = say("series a loss --json", by_server=True, logdir=tmp_path)
            assert f'"last": {{"step": {step}' in out
            LogWriter(tmp_path / f"new {step}").close()
            _, out, _ = say("runs --json", by_server=True, logdir=tmp_path)
            assert f'"run": "new {step}"' in out
        shutil.rmtree(tmp_path / "new 2")
        _, out, _ = say("runs --json", by_server=True, logdir=tmp_path)
        assert "new 2" not in out
    writer.close()


def test_mistakes_are_those_of_the_logs(
    server: Server, logdir: Path, say: Callable[..., Said], capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("show seed=9", "series seed=1 loss/trian", "runs --where nothing<3"):
        name, *rest = command.split()
        status = main([name, str(logdir), *rest])
        said = capsys.readouterr()
        assert (status, said.out, said.err) == say(command, by_server=False)
        assert status == 2


@pytest.mark.parametrize("options", [{"token": "other-than-this-users"}, {"follow_links": True}])
def test_a_server_that_would_look_at_other_things_or_is_not_known_is_not_asked(
    options: dict[str, Any], tmp_path: Path, say: Callable[..., Said]
) -> None:
    LogWriter(tmp_path / "a").close()
    refused = pytest.raises(AssertionError, match="the other one was asked")
    with serve(tmp_path, port=0, **options), refused:
        say("runs --json", by_server=True, logdir=tmp_path)


def test_logs_answer_where_a_server_hangs_or_is_an_older_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    LogWriter(tmp_path / "a").close()
    asked, goes_on = Event(), Event()

    def hang(_: float) -> bool:
        asked.set()
        return goes_on.wait(60)

    def runs() -> str:
        assert main(["runs", str(tmp_path), "--json"]) == 0
        return capsys.readouterr().out

    with serve(tmp_path, port=0) as server:
        monkeypatch.setattr(server._watcher, "look_now", lambda seconds: False)
        assert '"run": "a"' in runs()
        monkeypatch.setattr(server._watcher, "look_now", hang)
        monkeypatch.setattr(served, "_PATIENCE", 0.2)
        assert '"run": "a"' in runs() and asked.is_set()
        goes_on.set()
        monkeypatch.delitem(routes.NOUNS, "questions")
        assert '"run": "a"' in runs()
