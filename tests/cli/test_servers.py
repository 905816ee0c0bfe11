"""`vdlite ps` and `vdlite stop`: servers of processes of their own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from vdlite import LogWriter
from vdlite.cli import _COMMANDS
from vdlite.server.running import Announcement, RunningServer, running_servers

from .conftest import Start, posix, said_until

pytestmark = posix

_PYTHON = """
import sys, vdlite
with vdlite.serve(sys.argv[1], port=0, token=False) as server:
    print(server.port, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def say(start: Start) -> Callable[..., tuple[int, str]]:
    def say(*arguments: str) -> tuple[int, str]:
        process = start(*arguments)
        out, errors = process.communicate(timeout=60)
        return process.returncode, out + errors

    return say


def listed(say: Callable[..., tuple[int, str]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(say("ps", "--json")[1])
    return found


def test_a_server_is_listed_and_stopped(
    start: Start, say: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    process = start("--port", "0", "--workspace", "own", VDLITE_LANGUAGE="zh")
    said_until(process, "Stop")
    [server] = listed(say)
    assert server["pid"] == process.pid
    assert server["logdirs"] == [str(tmp_path)]
    assert server["workspace"] == str(tmp_path / "own")
    assert server["options"]["language"] == "VDLITE_LANGUAGE"
    assert "token" not in server["url"]
    table = say("ps")[1]
    assert str(server["port"]) in table
    assert "VDLITE_LANGUAGE" in table
    token = (tmp_path / "config" / "vdlite" / "token").read_text().strip()
    assert say("url", str(server["port"])) == (0, f"{server['url']}?token={token}\n")
    opened = tmp_path / "opened"
    opened.write_text(f'#!/bin/sh\necho "$1" > {opened}.url')
    opened.chmod(0o700)
    again = start("url", "--open", BROWSER=f"{opened} %s")
    assert again.communicate(timeout=60)[0] == f"{server['url']}?token={token}\n"
    assert Path(f"{opened}.url").read_text() == f"{server['url']}?token={token}\n"
    status, said = say("stop", str(server["pid"]))
    assert (status, said) == (
        0,
        f"stopped: port {server['port']}, process {process.pid}, {tmp_path}\n",
    )
    assert process.wait(30) == 0
    assert listed(say) == []
    assert say("ps")[1] == "no server of yours runs on this machine\n"


def test_an_address_is_printed_without_a_token_that_is_not_kept(
    start: Start, say: Callable[..., tuple[int, str]]
) -> None:
    assert say("url") == (2, "vdlite url: no server of yours runs on this machine\n")
    process = start("--port", "0", VDLITE_TOKEN="token-for-tests")
    said_until(process, "Stop")
    status, said = say("url")
    assert status == 2
    assert "was given its token (VDLITE_TOKEN), which is not kept" in said
    assert "token-for-tests" not in said


def test_a_server_that_was_killed_is_not_listed(
    start: Start, say: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    process = start("--port", "0")
    said_until(process, "Stop")
    process.send_signal(signal.SIGKILL)
    process.wait(30)
    assert listed(say) == []
    assert list((tmp_path / "config" / "vdlite" / "servers").iterdir()) == []


def test_which_one_to_stop_has_to_be_clear(
    start: Start, say: Callable[..., tuple[int, str]]
) -> None:
    assert say("stop")[0] == 2
    for _ in range(2):
        said_until(start("--port", "0"), "Stop")
    status, said = say("stop")
    assert status == 2
    assert "want PORT" in said
    assert say("stop", "--port", "1")[0] == 2
    assert say("stop", "1")[0] == 2
    port = str(listed(say)[0]["port"])
    assert say("stop", port)[0] == 0
    assert port not in {str(server["port"]) for server in listed(say)}
    assert say("stop", "--all")[0] == 0
    assert listed(say) == []


def test_of_servers_on_one_port_one_is_named_by_its_process(
    start: Start, say: Callable[..., tuple[int, str]]
) -> None:
    first = start("--port", "0")
    said_until(first, "Stop")
    port = str(listed(say)[0]["port"])
    second = start("--port", port, "--host", "127.0.0.2")
    said_until(second, "Stop")
    for command in (["url", port], ["stop", port], ["stop", "--port", port]):
        status, said = say(*command)
        assert (status, f"several servers listen on port {port}: want PID" in said) == (2, True)
    assert say("url", str(second.pid))[1].startswith(f"http://127.0.0.2:{port}/")
    assert say("stop", str(second.pid))[0] == 0
    assert first.poll() is None


def test_a_server_that_ends_just_now_is_stopped(
    say: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    about = RunningServer(99999999, 1, "http://x/", ["a"], None, 1.0, "vdlite")
    ending = Announcement(about, tmp_path / "config" / "vdlite" / "servers")
    later = threading.Timer(3.0, ending.withdraw)
    later.start()
    assert say("stop", "1") == (0, "stopped: port 1, process 99999999, a\n")
    later.join()


def test_a_python_program_is_not_killed_for_its_server(
    say: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    import os

    program = subprocess.Popen(
        [sys.executable, "-c", _PYTHON, str(tmp_path)],
        env=os.environ | {"XDG_CONFIG_HOME": str(tmp_path / "config")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    port = int(program.stdout.readline())
    assert [server["program"] for server in listed(say)] == ["python"]
    status, said = say("stop", "--port", str(port))
    assert status == 2
    assert "call its stop() there" in said
    assert program.poll() is None
    program.communicate("", timeout=30)
    assert program.returncode == 0
    assert listed(say) == []


@pytest.mark.parametrize(("word", "meant"), [("stopp", "'stop'"), ("nowhere", "--logdir nowhere")])
def test_a_word_that_is_neither_command_nor_folder_is_refused(
    say: Callable[..., tuple[int, str]], word: str, meant: str
) -> None:
    status, said = say(word)
    assert status == 2
    assert said.startswith(f"vdlite: there is no command, folder or log called {word!r}")
    assert meant in said


@pytest.mark.parametrize(
    ("word", "is_close"), [("nofile.db", False), ("profile.db", False), ("prune.", True)]
)
def test_the_name_of_a_file_is_no_slip_of_a_command(
    say: Callable[..., tuple[int, str]], word: str, is_close: bool
) -> None:
    status, said = say(word)
    assert status == 2
    assert ("did you mean" in said) == is_close


@pytest.mark.parametrize(
    ("arguments", "unbuffered"),
    [(["ps"], ""), (["ps"], "1"), (["--help"], ""), (["check", "."], "")],
)
def test_output_that_nobody_reads_ends_a_command_quietly(
    tmp_path: Path, arguments: list[str], unbuffered: str
) -> None:
    LogWriter(tmp_path / "logs").close()
    theirs, ours = os.pipe()
    os.close(theirs)
    with open(ours, "wb") as output:
        ended = subprocess.run(
            [sys.executable, "-m", "vdlite", *arguments],
            cwd=tmp_path,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered, "XDG_CONFIG_HOME": str(tmp_path)},
            stdout=output,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (ended.returncode, ended.stderr) == (141, b"")


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_completion_knows_commands_and_options(
    say: Callable[..., tuple[int, str]], shell: str
) -> None:
    status, script = say("completion", shell)
    assert status == 0
    for word in (*_COMMANDS, "--allow-edit", "--recover", "--archived"):
        assert word in script


def test_bash_can_read_its_completion(say: Callable[..., tuple[int, str]]) -> None:
    script = say("completion", "bash")[1]
    subprocess.run(["bash", "-n"], input=script, text=True, check=True)


def test_logs_of_other_tools_are_reported(start: Start, tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "x.out.events.summary.1700000000.host_MS").write_bytes(b"")
    process = start("--port", "0")
    assert "logs of MindInsight, which this version does not read" in said_until(process, "Logs")


@pytest.mark.parametrize(
    "wrong",
    [
        {"pid": -1},
        {"pid": 0},
        {"port": "y"},
        {"logdirs": 5},
        {"started": "z"},
        {"options": [1]},
        {"program": "other"},
    ],
)
def test_a_file_that_no_server_wrote_is_passed_over(
    tmp_path: Path, wrong: dict[str, object]
) -> None:
    about = RunningServer(99999999, 1, "http://x/", ["a"], None, 1.0, "vdlite")
    sound, damaged = Announcement(about, tmp_path), Announcement(about, tmp_path)
    damaged.update(replace(about, **wrong))  # type: ignore[arg-type]
    (tmp_path / "deep.json").write_text("[" * 200_000)
    os.mkfifo(tmp_path / "pipe.json")
    assert [about.pid for about in running_servers(tmp_path)] == [99999999]
    sound.withdraw()
    damaged.withdraw()
