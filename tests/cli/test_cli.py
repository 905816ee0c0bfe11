"""Options, variables and usage of the command line."""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import vdlite
from vdlite import LogdirError, LogWriter
from vdlite.cli import _COMMANDS, main
from vdlite.cli.serving.config import Config
from vdlite.cli.serving.serve_options import serve_options
from vdlite.cli.terminal import UsageError

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
    "poll_seconds": None,
    "rules": None,
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


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"port": "65536"}, "--port: got '65536', want a whole number from 0 to 65535"),
        ({"port": "x"}, "--port: got 'x'"),
        ({"reload_interval": "-1"}, "--reload-interval: got '-1'"),
        ({"poll_seconds": "0"}, "--poll-seconds: got '0'"),
        ({"reload_interval": "nan"}, "--reload-interval: got 'nan'"),
        ({"theme": "pink"}, "--theme: got 'pink', want light or dark"),
        ({"model": "/"}, "--model: want a file: /"),
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
        "VDLITE_POLL_SECONDS": "20",
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
        "poll_seconds": 20.0,
        "rules": None,
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


def test_addresses_are_divided_from_folders_in_the_variable() -> None:
    environment = {"VDLITE_LOGDIR": os.pathsep.join(["a", "s3://bucket/b", "/c", "gs://d"])}
    assert keywords(environment)["logdir"] == ["a", "s3://bucket/b", "/c", "gs://d"]


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
        "poll_seconds": 5.0,
        "rules": None,
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
        (
            ["--logdri", "runs"],
            "vdlite: there is no option --logdri; did you mean --logdir? (vdlite --help shows all options)",
        ),
        (
            ["stop", "--prt=3"],
            "vdlite stop: there is no option --prt; did you mean --port? (vdlite stop --help shows all options)",
        ),
        (
            ["landscape", "a", "--entry", "b:c", "--x", "-1:1:5"],
            (
                "vdlite landscape: --x: got no value; one that begins with a minus sign is given as --x=VALUE "
                "(vdlite landscape --help shows all options)"
            ),
        ),
        (["--colour"], "vdlite: there is no option --colour (vdlite --help shows all options)"),
        (
            ["landscape", "run"],
            "vdlite landscape: --entry is missing (vdlite landscape --help shows all options)",
        ),
        (["export", "a"], "vdlite export: DST is missing (vdlite export --help shows all options)"),
        (
            ["import", "a", "b", "c"],
            "vdlite import: got 'c', which is one argument too many (vdlite import --help shows all options)",
        ),
        (
            ["stop", "all"],
            "vdlite stop: PORT|PID: got 'all', want a whole number (vdlite stop --help shows all options)",
        ),
        (["help", "me"], None),
        (
            ["serve"],
            (
                "vdlite: there is no command 'serve': a logdir is shown by vdlite LOGDIR, "
                "without a word before it; a folder of that name is --logdir serve"
            ),
        ),
        (
            ["chek"],
            (
                "vdlite: there is no command, folder or log called 'chek'; did you mean the command 'check'? "
                "(a folder that is still to come: --logdir chek)"
            ),
        ),
    ],
)
def test_what_cannot_be_used_is_one_line_that_names_the_way_out(
    given: list[str], said: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(given) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.count("\n") == 1
    assert said is None or error == said + "\n"


def test_files_that_are_not_there_are_reported_alike(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["profile", "import", "nosuch"]) == 2
    assert capsys.readouterr().err == "vdlite profile: nosuch: No such file or directory\n"
    assert main(["graph", "nosuch.onnx"]) == 2
    assert capsys.readouterr().err == "vdlite graph: there is no such file: nosuch.onnx\n"
    assert main(["graph", "/etc/passwd"]) == 2  # and no server is started for it
    assert capsys.readouterr().err.startswith("vdlite graph: got '/etc/passwd', want one of .pt2, ")


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (["help"], ["--help"]),
        (["version"], ["--version"]),
        (["help", "check"], ["check", "--help"]),
    ],
)
def test_help_and_version_are_commands_as_well(
    words: list[str], option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    said = []
    for given in (words, option):
        with pytest.raises(SystemExit) as ended:
            main(given)
        assert ended.value.code == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1] != ""


def test_the_version_needs_no_heavy_import() -> None:
    code = (
        "import sys, json\nfrom vdlite.cli import main\n"
        "try: main(['--version'])\n"
        "except SystemExit: pass\n"
        "print(json.dumps([m for m in ('numpy', 'fastapi', 'msgpack') if m in sys.modules]))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    version, loaded = said.stdout.splitlines()
    home = os.path.dirname(vdlite.__file__)
    wanted = rf"vdlite {vdlite.__version__}( \(commit [0-9a-f]{{7,}}\))?, Python 3\.[\w.+]+, {home}"
    assert re.fullmatch(wanted, version)
    assert json.loads(loaded) == []


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
