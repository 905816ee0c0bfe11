"""docs/cli.md says every command, option and variable, and no others."""

import re

import pytest

from tests.docs.pages import page
from vdlite import cli

PAGE = page("docs/cli.md").text
COMMANDS = {
    "vdlite": [],
    "vdlite demo": ["demo"],
    "vdlite check": ["check"],
    "vdlite runs": ["runs"],
    "vdlite show": ["show"],
    "vdlite series": ["series"],
    "vdlite events": ["events"],
    "vdlite compare": ["compare"],
    "vdlite diff": ["diff"],
    "vdlite ranks": ["ranks"],
    "vdlite outliers": ["outliers"],
    "vdlite top": ["top"],
    "vdlite search": ["search"],
    "vdlite hparams": ["hparams"],
    "vdlite importance": ["importance"],
    "vdlite groups": ["groups"],
    "vdlite rows": ["rows"],
    "vdlite console": ["console"],
    "vdlite again": ["again"],
    "vdlite watch": ["watch"],
    "vdlite picture": ["picture"],
    "vdlite mcp": ["mcp"],
    "vdlite skill": ["skill"],
    "vdlite query": ["query"],
    "vdlite note": ["note"],
    "vdlite logbook": ["logbook"],
    "vdlite graph": ["graph"],
    "vdlite landscape": ["landscape"],
    "vdlite curvature": ["curvature"],
    "vdlite barriers": ["barriers"],
    "vdlite profile": ["profile"],
    "vdlite import": ["import"],
    "vdlite export": ["export"],
    "vdlite run": ["run"],
    "vdlite ps": ["ps"],
    "vdlite stop": ["stop"],
    "vdlite url": ["url"],
    "vdlite baseline": ["baseline"],
    "vdlite halt": ["halt"],
    "vdlite prune": ["prune"],
    "vdlite plugins": ["plugins"],
    "vdlite completion": ["completion"],
}

# After a short one, perhaps with its value.
_OPTION = r"^ +(?:-[a-zA-Z](?: \S+)?, )?(--[a-z-]+)"


def section(command: str) -> str:
    """The part of the page below the command's heading."""
    return PAGE.partition(f"\n## {command}\n")[2].partition("\n## ")[0]


def help_of(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit):
        cli.main([*arguments, "--help"])
    return capsys.readouterr().out


@pytest.mark.parametrize("command", COMMANDS)
def test_the_options_of_a_command_are_those_of_the_page(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = help_of(COMMANDS[command], capsys)
    options = set(re.findall(_OPTION, shown, re.MULTILINE)) - {"--help"}
    rows = set(re.findall(r"^\| `(--[a-z-]+)", section(command), re.MULTILINE)) - {"--help"}
    assert rows == options


def test_every_command_has_its_heading(capsys: pytest.CaptureFixture[str]) -> None:
    listed = set(re.findall(r"^  (vdlite [a-z]+)", help_of([], capsys), re.MULTILINE))
    assert listed == set(COMMANDS) - {"vdlite"}
    assert set(re.findall(r"^## (.+)$", PAGE, re.MULTILINE)) == set(COMMANDS)


def test_every_option_has_its_variable(capsys: pytest.CaptureFixture[str]) -> None:
    options = re.findall(_OPTION, help_of([], capsys), re.MULTILINE)
    wanted = {
        "VDLITE_" + option[2:].upper().replace("-", "_")
        for option in options
        if option not in {"--version", "--help"}
    }
    assert set(re.findall(r"^\| `(VDLITE_[A-Z_]+)`", PAGE, re.MULTILINE)) == wanted
