from __future__ import annotations

import argparse
import json
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import httpx
import pytest

import vdlite
from tests.foreign.event_files import event, log, scalar
from tests.writer import programs
from vdlite import LogdirError, LogWriter
from vdlite.cli import _COMMANDS, main
from vdlite.cli.config import Config
from vdlite.cli.options import serve_options
from vdlite.cli.terminal import UsageError
from vdlite.reader.logdirs import NO_LOG

from .conftest import Start, end, posix, said_until

DEFAULTS: dict[str, object] = {
    "folders": [],
    "logdir": None,
    "port": None,
    "host": None,
    "open": None,
    "path_prefix": None,
    "language": None,
    "theme": None,
    "model": None,
    "config": None,
    "workspace": None,
    "reload_interval": None,
    "api_only": None,
    "allow_edit": None,
    "follow_links": None,
    "no_fold": None,
    "token": None,
    "no_token": None,
    "allowed_host": None,
    "frame_origin": None,
    "ssl_certfile": None,
    "ssl_keyfile": None,
}


def keywords(environment: dict[str, str], **options: object) -> dict[str, object]:
    return serve_options(argparse.Namespace(**(DEFAULTS | options)), environment, Config()).keywords


@posix
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_shows_a_logdir_until_a_signal_ends_it(
    start: Start, tmp_path: Path, how: signal.Signals
) -> None:
    with LogWriter(tmp_path / "runs" / "first") as writer:
        writer.add_scalar("loss", 0.5, 0)
    process = start("--logdir", "runs", "--port", "0")
    url = said_until(process, "Open")
    assert said_until(process, "Logs") == str(tmp_path / "runs")
    with httpx.Client(timeout=60) as browser:
        assert browser.get(url).status_code == 303
        assert browser.get(httpx.URL(url).join("/api/status")).status_code == 200
    assert end(process, how) == (0, "")


@posix
def test_ctrl_c_ends_it_at_once_with_open_event_streams(start: Start) -> None:
    process = start("--port", "0", "--token", "token-for-tests")
    url = httpx.URL(said_until(process, "Open"))
    headers = {"Authorization": "Bearer token-for-tests"}
    with (
        httpx.Client(base_url=url.copy_with(query=None), headers=headers, timeout=60) as browser,
        browser.stream("GET", "/api/events") as first,
    ):
        next(first.iter_lines())
        assert end(process) == (0, "")  # without waiting for the stream, which has no end


@posix
def test_a_second_ctrl_c_ends_it_as_cleanly(start: Start) -> None:
    process = start("--port", "0")
    said_until(process, "Stop")
    process.send_signal(signal.SIGINT)
    assert end(process) == (0, "")


def test_a_missing_logdir_is_waited_for(start: Start, tmp_path: Path) -> None:
    process = start("--logdir", "later", "--port", "0", "--token", "token-for-tests")
    url = httpx.URL(said_until(process, "Open")).copy_with(query=None)
    assert "waiting for a folder of that name" in said_until(process, "Logs")
    headers = {"Authorization": "Bearer token-for-tests"}
    with httpx.Client(base_url=url, headers=headers, timeout=60) as client:
        with client.stream("GET", "/api/events") as stream:
            lines = stream.iter_lines()
            next(line for line in lines if line == "event: status")
            with LogWriter(tmp_path / "later") as writer:
                writer.add_scalar("loss", 0.5, 0)
            next(line for line in lines if line == "event: runs")
        assert [run["name"] for run in client.get("/api/runs").json()["runs"]] == ["."]


def test_a_file_that_is_no_log_is_an_error(start: Start, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    process = start("file", "--port", "0")
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 2
    assert errors == f"vdlite: no log that is read: {NO_LOG}: file\n"


def test_a_taken_port_that_was_asked_for_is_an_error(start: Start) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        process = start("--port", str(port))
        _, errors = process.communicate(timeout=120)
    assert process.returncode == 2
    assert errors.startswith(f"vdlite: can't listen on 127.0.0.1:{port}: something else listens")
    assert errors.count("\n") == 1


def test_no_token_says_what_it_means(start: Start) -> None:
    process = start("--no-token", "--port", "0")
    assert "?" not in said_until(process, "Open")
    assert "every user and every program" in said_until(process, "Note:")
    refused = start("--no-token", "--host", "0.0.0.0")
    _, errors = refused.communicate(timeout=120)
    assert refused.returncode == 2
    assert "everyone who reaches this machine" in errors


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"port": "65536"}, "--port: got '65536', want a whole number from 0 to 65535"),
        ({"port": "x"}, "--port: got 'x'"),
        ({"reload_interval": "-1"}, "--reload-interval: got '-1'"),
        ({"reload_interval": "nan"}, "--reload-interval: got 'nan'"),
        ({"theme": "pink"}, "--theme: got 'pink', want light or dark"),
        ({"model": "no.pt2"}, "--model: there is no such file: no.pt2"),
        ({"language": "fr"}, "--language: got 'fr', want en or zh"),
        ({"path_prefix": "a b"}, "--path-prefix: got 'a b'"),
        ({"token": "short"}, "--token: got 5 characters"),
        ({"allowed_host": ["http://x/"]}, "--allowed-host: got 'http://x/'"),
        ({"frame_origin": ["*"]}, "--frame-origin: got '*', want the origin of a page"),
        ({"frame_origin": ["http://a b"]}, "--frame-origin: got 'http://a b'"),
    ],
)
def test_a_wrong_option_is_named(options: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError) as raised:
        keywords({}, **options)
    assert str(raised.value).startswith(message)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("VDLITE_PORT", "80000"),
        ("VDLITE_RELOAD_INTERVAL", "soon"),
        ("VDLITE_LANGUAGE", "de"),
        ("VDLITE_THEME", "pink"),
        ("VDLITE_PATH_PREFIX", "a/../b"),
        ("VDLITE_TOKEN", "short"),
        ("VDLITE_OPEN", "perhaps"),
        ("VDLITE_API_ONLY", "2"),
        ("VDLITE_NO_TOKEN", "x"),
        ("VDLITE_ALLOWED_HOST", "a b"),
    ],
)
def test_a_wrong_variable_is_named(variable: str, value: str) -> None:
    with pytest.raises(UsageError) as raised:
        keywords({variable: value})
    assert str(raised.value).startswith(f"{variable}: got ")


def test_every_option_has_a_variable_and_wins_over_it() -> None:
    import os

    environment = {
        "VDLITE_LOGDIR": f"a{os.pathsep}b",
        "VDLITE_PORT": "1",
        "VDLITE_HOST": "localhost",
        "VDLITE_OPEN": "1",
        "VDLITE_PATH_PREFIX": "x/",
        "VDLITE_LANGUAGE": "zh",
        "VDLITE_THEME": "dark",
        "VDLITE_MODEL": __file__,
        "VDLITE_WORKSPACE": "own",
        "VDLITE_RELOAD_INTERVAL": "3",
        "VDLITE_API_ONLY": "yes",
        "VDLITE_ALLOW_EDIT": "on",
        "VDLITE_FOLLOW_LINKS": "1",
        "VDLITE_TOKEN": "from-the-variable",
        "VDLITE_NO_TOKEN": "0",
        "VDLITE_NO_FOLD": "1",
        "VDLITE_ALLOWED_HOST": f"One{os.pathsep}two",
        "VDLITE_FRAME_ORIGIN": "https://One http://two:80",
        "VDLITE_SSL_CERTFILE": "mine.pem",
        "VDLITE_SSL_KEYFILE": "key.pem",
    }
    assert keywords(environment) == {
        "logdir": ["a", "b"],
        "port": 1,
        "host": "localhost",
        "open_browser": True,
        "path_prefix": "/x",
        "language": "zh",
        "theme": "dark",
        "model": __file__,
        "workspace": "own",
        "reload_interval": 3.0,
        "api_only": True,
        "allow_edit": True,
        "follow_links": True,
        "fold": False,
        "token": "from-the-variable",
        "allowed_hosts": ("one", "two"),
        "frame_origins": ("https://one", "http://two:80"),
        "ssl_certfile": "mine.pem",
        "ssl_keyfile": "key.pem",
    }
    chosen = keywords(environment, logdir=["c"], folders=["d"], port="2", token="from-the-option")
    assert chosen["logdir"] == ["d", "c"]
    assert chosen["port"] == 2
    assert chosen["token"] == "from-the-option"
    assert keywords(environment, no_token=True)["token"] is False
    assert keywords({"VDLITE_NO_TOKEN": "1"})["token"] is False
    assert keywords({"VDLITE_NO_TOKEN": "1"}, token="from-the-option")["token"] == "from-the-option"


def test_without_anything_it_shows_the_current_folder_to_this_machine() -> None:
    assert keywords({"VDLITE_PORT": ""}) == {
        "logdir": ["."],
        "port": None,
        "host": "127.0.0.1",
        "open_browser": False,
        "path_prefix": "",
        "language": None,
        "theme": None,
        "model": None,
        "workspace": None,
        "reload_interval": 0.2,
        "api_only": False,
        "allow_edit": False,
        "follow_links": False,
        "fold": True,
        "token": None,
        "allowed_hosts": (),
        "frame_origins": (),
        "ssl_certfile": None,
        "ssl_keyfile": None,
    }


def test_help_names_every_option_and_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    for name in DEFAULTS:
        assert name == "folders" or f"--{name.replace('_', '-')}" in text
    for command in _COMMANDS:
        assert f"vdlite {command}" in text


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--logdri", "runs"], "unrecognized arguments: --logdri; did you mean --logdir?\n"),
        (["stop", "--prt=3"], "unrecognized arguments: --prt=3; did you mean --port?\n"),
        (
            ["landscape", "a", "--entry", "b:c", "--x", "-1:1:5"],
            "argument --x: expected one argument; a value that begins with a minus sign needs --x=VALUE\n",
        ),
        (["--colour"], "unrecognized arguments: --colour\n"),
    ],
)
def test_an_option_that_is_close_to_a_misspelt_one_is_named(
    given: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(given)
    assert ended.value.code == 2
    assert capsys.readouterr().err.endswith(said)


def test_the_version_needs_no_heavy_import() -> None:
    code = (
        "import sys, json\nfrom vdlite.cli import main\n"
        "try: main(['--version'])\n"
        "except SystemExit: pass\n"
        "print(json.dumps([m for m in ('numpy', 'fastapi', 'msgpack') if m in sys.modules]))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    version, loaded = said.stdout.splitlines()
    assert version == f"vdlite {vdlite.__version__}"
    assert json.loads(loaded) == []


def test_check_finds_intact_logs_intact(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with LogWriter(tmp_path / "run") as writer:
        for step in range(10):
            writer.add_scalar("loss", step, step)
    assert main(["check", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "1 run, 1 file, 10 records: intact\n"


def test_check_counts_a_database_as_one_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = Path(__file__).parents[1] / "foreign" / "golden" / "optuna" / "study.db"
    shutil.copy(database, tmp_path)
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar("loss", 0.5, 0)
    assert main(["check", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("9 runs, 2 files, ")


def test_an_empty_text_is_no_logdir(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As of a variable of the shell that is not set: it is not the current folder."""
    monkeypatch.chdir(tmp_path)
    with LogWriter("run") as writer:
        writer.add_scalar("loss", 0.5, 0)
    for arguments in (
        ["--logdir", ""],
        ["--logdir", "run", ""],
        [""],
        ["check", ""],
        ["import", "", "new"],
        ["export", "--tensorboard", "", "new"],
    ):
        assert main([*arguments]) == 2
        assert "an empty text, want a folder or a log file" in capsys.readouterr().err
    with pytest.raises(LogdirError, match="empty text"):
        vdlite.LogReader("")
    with pytest.raises(LogdirError, match="empty text"):
        vdlite.serve("")


def test_check_tells_of_logs_that_it_does_not_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = tmp_path / "x.out.events.summary.1700000000.host_MS"
    name.touch()
    assert main(["check", str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines()[0] == (
        f"{name}: note: 1 files of MindInsight, which this version does not read"
    )


def test_check_tells_where_a_log_is_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with LogWriter(tmp_path / "run") as writer:
        for step in range(5000):
            writer.add_scalar("loss", step, step)
        path = Path(writer.file_name)
    content = bytearray(path.read_bytes())
    content[100_000] ^= 0xFF
    path.write_bytes(content)
    assert main(["check", str(path)]) == 1
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{path}:")
    assert last.endswith("DAMAGED")


def test_check_takes_a_torn_tail_for_normal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar("loss", 1.0, 0)
        path = Path(writer.file_name)
        writer.flush()
        torn = path.read_bytes()[:-5]
    path.write_bytes(torn)
    assert main(["check", str(tmp_path)]) == 0
    assert "note: the last record is incomplete" in capsys.readouterr().out


def test_check_refuses_a_path_that_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(tmp_path / "missing")]) == 2
    assert "no such file or folder" in capsys.readouterr().err


def test_check_refuses_a_file_that_is_no_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar("loss", 1.0, 0)
    script = tmp_path / "run" / "train.py"
    script.write_text("print('hello')\n" * 1000)
    assert main(["check", str(script)]) == 2
    assert capsys.readouterr() == ("", f"vdlite: no log that is read: {NO_LOG}: {script}\n")
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE cats (name)")
    assert main(["check", str(tmp_path / "run"), str(tmp_path / "other.db")]) == 2
    assert "no runs of MLflow, Optuna, trackio or Neptune" in capsys.readouterr().err


def test_check_tells_of_damage_where_nothing_of_a_log_is_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_scalar("loss", 1.0, 0)
    path = Path(writer.file_name)
    path.write_bytes(b"x" * 10_000)
    assert main(["check", str(path)]) == 1
    assert capsys.readouterr().out.endswith("DAMAGED\n")


def test_check_tells_what_a_killed_writer_left_and_recovers_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = """
        import os, sys
        import numpy as np
        from vdlite import LogWriter
        writer = LogWriter(sys.argv[1])
        for step in range(20):
            writer.add_image("x", np.full((300, 300, 3), step, np.uint8), step)
        os._exit(0)
    """
    programs.run(program, tmp_path)
    assert main(["check", str(tmp_path)]) == 0
    assert "wait in its spool: --recover" in capsys.readouterr().out
    assert main(["check", "--recover", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert ": recovered " in said and ", 0 are lost" in said
    assert "20 records: intact" in said
    assert list(tmp_path.glob("*.vds")) == []


def test_check_leaves_the_spool_of_a_living_writer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_image("x", [[0.5] * 300] * 300)
        assert main(["check", "--recover", str(tmp_path)]) == 0
        assert "note: its writer lives" in capsys.readouterr().out


def test_check_counts_the_runs_that_the_page_shows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in (tmp_path, tmp_path / "loss_train"):
        tag = "lr" if folder == tmp_path else "loss"
        log(folder, event(scalar(tag, 1.0), step=1))
    assert main(["check", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "1 run, 2 files, 2 records: intact\n"
