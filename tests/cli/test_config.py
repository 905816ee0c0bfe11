"""Options in a file."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import pytest

from vdlite.cli.serving.config import ABOUT_ACCESS, OTHERS, read_config
from vdlite.cli.serving.serve_options import Options, serve_options
from vdlite.cli.terminal import UsageError

from .conftest import Start, end, posix, said_until
from .test_cli import DEFAULTS


def options(
    folder: Path, text: str, environment: dict[str, str] | None = None, **given: object
) -> Options:
    file = folder / "mine.toml"
    file.write_text(text)
    namespace = argparse.Namespace(**(DEFAULTS | given))
    return serve_options(namespace, environment or {}, read_config(str(file)))


def test_a_file_gives_what_neither_option_nor_variable_does(tmp_path: Path) -> None:
    text = 'logdir = ["a", "b"]\nport = 9000\npath-prefix = "x"\nallow_edit = true\n'
    found = options(tmp_path, text, {"VDLITE_PORT": "9001"}, path_prefix="y")
    assert found.keywords["logdir"] == ["a", "b"]
    assert found.keywords["port"] == 9001
    assert found.keywords["path_prefix"] == "/y"
    assert found.keywords["allow_edit"] is True
    assert found.sources == {
        "logdir": str(tmp_path / "mine.toml"),
        "port": "VDLITE_PORT",
        "path-prefix": "command line",
        "allow-edit": str(tmp_path / "mine.toml"),
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("prot = 1", "there is no option 'prot' (did you mean 'port'?)"),
        ("port = 'x'", "port: got 'x', want a whole number"),
        ("logdir = [1]", "logdir: got 1, want text"),
        ("open = 7", "open: got 7, want 1 or 0"),
        ("port = ", "can't use the configuration: "),
        ("port = inf", "port: got inf, want a whole number"),
        ("port = true", "port: got True, want a whole number"),
        ("port = [1]", "port: got [1], want a whole number"),
        ('logdir = "a\\u0000b"', "logdir: got 'a\\x00b', want text"),
        (f"port = {'[' * 30_000}", "can't use the configuration: "),
        (f"port = '{'x' * 100_000}'", "it has more than 65536 bytes"),
    ],
)
def test_what_is_wrong_is_named_with_the_file(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(UsageError) as raised:
        options(tmp_path, text)
    assert message in str(raised.value)
    assert "mine.toml" in str(raised.value)


def test_a_module_that_was_asked_for_sets_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "settings_of_a_test.py").write_text(
        "import os\nPORT = 9000\ntheme = 'dark'\nother = 1\n"
    )
    (tmp_path / "broken_settings.py").write_text("1 / 0\n")
    monkeypatch.chdir(tmp_path)
    config = read_config("python:settings_of_a_test")
    assert config.name == "python:settings_of_a_test"
    assert config.values == {"port": 9000, "theme": "dark"}
    with pytest.raises(UsageError, match="'nosuch' can't be imported: ModuleNotFoundError"):
        read_config("python:nosuch")
    with pytest.raises(UsageError, match="'broken_settings' can't be imported: ZeroDivisionError"):
        read_config("python:broken_settings")


def test_a_file_that_was_asked_for_has_to_be_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--config: there is no such file"):
        read_config(str(tmp_path / "no.toml"))


def test_the_file_of_the_current_folder_is_taken_and_reported(start: Start, tmp_path: Path) -> None:
    (tmp_path / "vdlite.toml").write_text('logdir = "here"\nport = 0\n')
    process = start()
    assert said_until(process, "Logs").startswith(str(tmp_path / "here"))
    assert said_until(process, "Config") == "vdlite.toml"
    assert end(process) == (0, "")


@pytest.mark.parametrize("line", ["no-token = true", 'host = "0.0.0.0"', 'token = "known-to-all"'])
def test_a_file_that_merely_lies_there_does_not_say_who_may_read(
    start: Start, tmp_path: Path, line: str
) -> None:
    (tmp_path / "vdlite.toml").write_text(line)
    process = start("--port", "0")
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "start with --config vdlite.toml" in errors


def test_a_file_that_merely_lies_there_names_no_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "vdlite.toml").write_text('logdir = ["runs", "s3://bucket/runs"]\n')
    with pytest.raises(UsageError, match="an address as logdir is asked with your credentials"):
        read_config(None)
    assert read_config("vdlite.toml").values == {"logdir": ["runs", "s3://bucket/runs"]}


@posix
def test_a_pipe_called_like_the_configuration_is_not_waited_for(
    start: Start, tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "vdlite.toml")
    process = start("--port", "0")
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "it is no plain file" in errors


def test_every_option_of_the_command_line_is_one_of_the_file() -> None:
    options = {name.replace("_", "-") for name in DEFAULTS} - {"folders", "config"}
    tables = {"rule", "channel"}  # which stand in the file of --rules as well
    assert options | tables == ABOUT_ACCESS | OTHERS


def test_rules_and_channels_stand_in_the_file_or_beside_it(tmp_path: Path) -> None:
    tables = '[[rule]]\nwhat = "spike"\n[[channel]]\nwhat = "desktop"\n'
    given = options(tmp_path, tables).keywords["rules"]
    assert ([each.name for each in given.rules], len(given.channels)) == (["spike"], 1)
    (tmp_path / "rules.toml").write_text('[[rule]]\nname = "x"\nwhat = "ended"\n')
    given = options(tmp_path, tables, rules=str(tmp_path / "rules.toml")).keywords["rules"]
    assert [each.name for each in given.rules] == ["x"]
    with pytest.raises(UsageError, match=r"mine\.toml, rule 1: what: got 'spik'"):
        options(tmp_path, '[[rule]]\nwhat = "spik"\n')
    with pytest.raises(UsageError, match=r"--rules: .*No such file"):
        options(tmp_path, "", rules=str(tmp_path / "none.toml"))


def test_a_file_that_merely_lies_there_names_no_channel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "vdlite.toml").write_text('[[channel]]\nwhat = "command"\ncommand = ["x"]\n')
    with pytest.raises(UsageError, match="start with --config vdlite"):
        read_config(None)
    (tmp_path / "vdlite.toml").write_text('[[rule]]\nwhat = "spike"\n')
    assert "rule" in read_config(None).values
    (tmp_path / "vdlite.toml").write_text('[[rule]]\nwhat = "spike"\nstop = true\n')
    with pytest.raises(UsageError, match="a rule of it stops runs"):
        read_config(None)
    assert "rule" in read_config("vdlite.toml").values
