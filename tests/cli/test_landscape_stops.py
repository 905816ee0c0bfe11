"""How `vdlite landscape` ends before it is done."""

import signal

import pytest

from vdlite.cli import main


@pytest.fixture
def _own_signals():
    """The command takes SIGTERM as it takes Ctrl-C; the tests after this one shall not."""
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.mark.usefixtures("_own_signals")
def test_ctrl_c_ends_with_one_line_and_the_status_of_a_shell(tmp_path, monkeypatch, capsys):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("vdlite.snapshots.compute.compute_landscape", interrupted)
    assert main(["landscape", str(tmp_path / "run"), "--entry", "os:getcwd"]) == 130
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == "stopped; what is done is kept, and the same command goes on\n"
