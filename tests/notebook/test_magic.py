"""`%vdlite` in a shell of IPython."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

from vdlite import notebook
from vdlite.server.access.token import config_folder


@dataclass(frozen=True)
class Output:
    printed: str
    errors: str
    shown: list[dict[str, Any]]  # by MIME type


def run(shell: InteractiveShell, code: str) -> Output:
    with capture_output() as captured:
        shell.run_cell(code)
    return Output(captured.stdout, captured.stderr, [each.data for each in captured.outputs])


def given(html: str) -> dict[str, Any]:
    """What the script of an output is given."""
    (found,) = re.findall(r"\((\{.*\})\)</script>", html)
    arguments: dict[str, Any] = json.loads(found)
    return arguments


def test_it_shows_the_runs_of_a_logdir(shell: InteractiveShell, folder: Path) -> None:
    output = run(shell, "%load_ext vdlite\n%vdlite --logdir runs --height 600")
    (shown,) = output.shown
    assert (output.printed, output.errors) == ("", "")
    arguments = given(shown["text/html"])
    assert arguments["height"] == 600
    address = f"http://127.0.0.1:{arguments['port']}/"
    assert shown["text/plain"] == f"<vdlite shows runs at {address}, until this kernel ends>"
    with httpx.Client(follow_redirects=True) as browser:
        browser.get(f"{address}?login={arguments['code']}")
        status = browser.get(f"{address}api/status").json()
    assert status["logdirs"] == [str(folder / "runs")]


def test_its_output_holds_no_token_and_a_code_that_is_good_once(shell: InteractiveShell) -> None:
    (shown,) = run(shell, "%load_ext vdlite\n%vdlite --logdir runs").shown
    token = (config_folder() / "token").read_text().strip()
    assert token not in json.dumps(shown)
    arguments = given(shown["text/html"])
    login = f"http://127.0.0.1:{arguments['port']}/?login={arguments['code']}"
    assert [httpx.get(login).status_code for _ in range(2)] == [303, 401]


def test_without_a_script_its_output_says_how_to_see_it(shell: InteractiveShell) -> None:
    (shown,) = run(shell, "%load_ext vdlite\n%vdlite --logdir runs").shown
    text, _, _ = shown["text/html"].partition("<script>")
    assert "vdlite shows runs here while the kernel runs. Run this cell again to see it." in text


def test_each_showing_has_a_code_of_its_own_from_the_same_server(shell: InteractiveShell) -> None:
    code = "%vdlite --logdir runs\n%vdlite runs\n%vdlite --logdir ./runs --height 300"
    shown = [given(each["text/html"]) for each in run(shell, f"%load_ext vdlite\n{code}").shown]
    assert len({each["port"] for each in shown}) == 1
    assert len({each["code"] for each in shown}) == 3
    assert len(notebook.running()) == 1


def test_another_logdir_or_option_is_another_server(shell: InteractiveShell) -> None:
    code = "%vdlite --logdir runs\n%vdlite --logdir runs --theme dark\n%vdlite"
    shown = [given(each["text/html"]) for each in run(shell, f"%load_ext vdlite\n{code}").shown]
    assert len({each["port"] for each in shown}) == 3


def test_servers_are_listed_and_stopped(shell: InteractiveShell) -> None:
    run(shell, "%load_ext vdlite\n%vdlite runs\n%vdlite other")
    listed = run(shell, "%vdlite list").printed.splitlines()
    assert [line.partition(" at ")[0] for line in listed] == [
        "<vdlite shows runs",
        "<vdlite shows other",
    ]
    assert run(shell, "%vdlite stop runs").printed == "1 server stopped\n"
    assert len(notebook.running()) == 1
    assert run(shell, "%vdlite stop").printed == "1 server stopped\n"
    assert run(shell, "%vdlite list").printed == "no server of this kernel runs\n"


def test_a_folder_with_spaces_may_be_quoted(shell: InteractiveShell, folder: Path) -> None:
    run(shell, '%load_ext vdlite\n%vdlite --logdir "my runs" other --theme dark')
    (view,) = notebook.running()
    assert view.logdirs == (str(folder / "my runs"), str(folder / "other"))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("--theme pink", "--theme: got 'pink', want light or dark"),
        ("--height tall", "height: got 'tall', want pixels from 200 to 10000"),
        ("--height 20", "height: got 20, want pixels from 200 to 10000"),
        ("--height", "argument --height: expected one argument"),
        ("--page scalars", "page: got 'scalars', want what follows in the page's address"),
        ("--nothing", "there is no option --nothing"),
        ("--frame-origin *", "--frame-origin: got '*', want the origin of a page"),
        ("--logdir 'runs", "No closing quotation"),
    ],
)
def test_what_can_not_be_used_is_said_in_a_line(
    shell: InteractiveShell, options: str, says: str
) -> None:
    output = run(shell, f"%load_ext vdlite\n%vdlite --logdir runs {options}")
    assert output.shown == []
    assert f"UsageError: %vdlite: {says}" in output.errors
    assert "Traceback" not in output.errors + output.printed
    assert notebook.running() == []


def test_help_says_what_there_is(shell: InteractiveShell) -> None:
    assert "%vdlite stop [DIR]" in run(shell, "%load_ext vdlite\n%vdlite --help").printed


def test_an_extension_that_is_unloaded_leaves_no_magic(shell: InteractiveShell) -> None:
    output = run(shell, "%load_ext vdlite\n%reload_ext vdlite\n%unload_ext vdlite\n%vdlite runs")
    assert "%vdlite` not found" in output.errors
