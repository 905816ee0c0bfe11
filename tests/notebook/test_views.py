"""`vdlite.notebook.show`, and what its server does when the kernel ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import httpx
import pytest

from tests.notebook.processes import until
from vdlite import VdliteError, notebook
from vdlite.notebook import launcher
from vdlite.notebook.frame import frame
from vdlite.server.access.token import config_folder

KERNEL = """\
import os, signal, sys, time
from vdlite import notebook
view = notebook.show("runs")
print(view._server.pid, view.url, flush=True)
"""
# It may be interrupted as soon as it has printed.
INTERRUPTED = f"""\
try:
{textwrap.indent(KERNEL, "    ")}
    time.sleep(60)
except KeyboardInterrupt:
    print(view.login_url())
"""


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not (state.exists() and state.read_text().rpartition(") ")[2].startswith("Z"))


def test_a_view_says_where_its_page_is_and_nothing_that_lets_anybody_in(folder: Path) -> None:
    view = notebook.show("runs")
    assert httpx.get(view.url).status_code == 401
    assert view.logdirs == (str(folder / "runs"),)
    assert repr(view) == f"<vdlite shows runs at {view.url}, until this kernel ends>"
    token = (config_folder() / "token").read_text().strip()
    assert token not in f"{view!r}{view.url}{view.login_url()}{view._repr_html_()}"


def test_an_address_for_a_tab_lets_one_browser_in() -> None:
    view = notebook.show("runs", page="#/trials")
    address = view.login_url()
    assert address.startswith(f"{view.url}?login=")
    assert address.endswith("#/trials")
    assert [httpx.get(address).status_code for _ in range(2)] == [303, 401]


def test_a_view_that_was_stopped_says_so_and_is_shown_by_a_new_server() -> None:
    view = notebook.show("runs")
    view.stop()
    view.stop()
    assert not view.is_running
    assert repr(view) == "<vdlite shows runs no longer>"
    assert view._repr_html_() is None
    with pytest.raises(VdliteError, match="show it again"):
        view.login_url()
    again = notebook.show("runs")
    assert again.is_running
    assert [each.url for each in notebook.running()] == [again.url]


def test_a_server_that_was_killed_is_not_used_again() -> None:
    view = notebook.show("runs")
    os.kill(view._server.pid, signal.SIGKILL)
    until(lambda: not view.is_running)
    assert notebook.show("runs").is_running


def test_several_folders_are_shown_side_by_side(folder: Path) -> None:
    view = notebook.show([folder / "runs", "other"])
    assert view.logdirs == (str(folder / "runs"), str(folder / "other"))
    assert notebook.stop("other") == 1


@pytest.mark.parametrize("logdir", [[], "runs/first/../../file"])
def test_what_can_not_be_shown_is_an_error(folder: Path, logdir: str | list[str]) -> None:
    (folder / "file").touch()
    with pytest.raises((ValueError, VdliteError), match=r"no folder|want a folder"):
        notebook.show(logdir)
    assert notebook.running() == []


def test_a_script_of_the_current_folder_is_not_taken_for_a_module(folder: Path) -> None:
    for name in ("json", "queue", "socket", "vdlite", "fastapi"):
        (folder / f"{name}.py").write_text("raise SystemExit('taken')")
    assert notebook.show("runs").is_running


@pytest.mark.parametrize(
    "end",
    [
        "os.kill(os.getpid(), signal.SIGKILL)",
        "os._exit(3)",
        "sys.exit()",
        "raise ValueError",
        # A worker of a training that outlives the kernel holds its end of the pipe.
        "os.fork() and os.kill(os.getpid(), signal.SIGKILL); print('worker', os.getpid(), flush=True); time.sleep(60)",
    ],
)
def test_the_server_ends_with_the_kernel_however_that_ends(folder: Path, end: str) -> None:
    kernel = subprocess.Popen(
        [sys.executable, "-c", f"{KERNEL}\n{end}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert kernel.stdout is not None
    pid, url = kernel.stdout.readline().split()
    worker = kernel.stdout.readline().split()[1] if "worker" in end else None
    kernel.wait(30)
    until(lambda: not lives(int(pid)))
    with pytest.raises(httpx.TransportError):
        httpx.get(url)
    if worker is not None:
        os.kill(int(worker), signal.SIGKILL)
    kernel.stdout.close()


def test_what_interrupts_a_kernel_does_not_end_its_server(folder: Path) -> None:
    kernel = subprocess.Popen(
        [
            sys.executable,
            "-c",
            INTERRUPTED,
        ],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert kernel.stdout is not None
    kernel.stdout.readline()
    os.killpg(kernel.pid, signal.SIGINT)
    assert "?login=" in kernel.stdout.readline()
    kernel.wait(30)
    kernel.stdout.close()


@pytest.mark.parametrize(
    ("environment", "address"),
    [
        ({}, None),
        ({"VDLITE_PROXY_URL": "https://h.example/p/{port}/"}, "https://h.example/p/81"),
        ({"VSCODE_PROXY_URI": "https://h.example/{{port}}/"}, "https://h.example/81"),
        ({"VDLITE_PROXY_URL": "https://h.example/"}, None),
    ],
)
def test_a_proxy_that_the_environment_says_is_asked_to_the_output(
    environment: dict[str, str], address: str | None
) -> None:
    shown = frame(
        "http://127.0.0.1:81/", 81, "a.b", ["x"], height=300, page="", environment=environment
    )
    assert (f'"proxy": "{address}"' if address else '"proxy": null') in shown


def test_the_name_of_a_folder_is_no_markup() -> None:
    shown = frame("http://h/", 81, "a.b", ["</script><b>"], height=300, page="")
    assert "<b>" not in shown
    assert shown.count("</script>") == 1


def test_the_tile_starts_a_server_whose_token_only_the_proxy_knows() -> None:
    server = launcher.server()
    token = server["environment"]["VDLITE_TOKEN"]
    assert server["request_headers_override"] == {"Authorization": f"Bearer {token}"}
    assert token not in " ".join(server["command"])
    assert Path(server["launcher_entry"]["icon_path"]).read_text().startswith("<svg")
    assert launcher.server()["environment"]["VDLITE_TOKEN"] != token


def test_the_package_loads_neither_ipython_nor_a_server() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", "import vdlite.notebook, sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert not {"IPython", "fastapi", "numpy", "vdlite.server", "vdlite.cli"} & set(loaded)
