"""How `vdlite landscape` ends before it is done."""

import signal
import subprocess
import sys
import textwrap

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

    monkeypatch.setattr("vdlite.drawing.compute.compute_landscape", interrupted)
    arguments = ["landscape", str(tmp_path / "run"), "--new", "--entry", "os:getcwd"]
    assert main(arguments) == 130
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "stopped; what is done is kept, and the same command goes on\n"


BOWL = textwrap.dedent(
    """
    import numpy as np
    from vdlite.landscape import ArrayProblem

    def landscape():
        return ArrayProblem([np.ones((2, 3))], lambda arrays: float((arrays[0] ** 2).sum()))
    """
)
INTERRUPTED_AT_ITS_END = textwrap.dedent(
    """
    import atexit, os, signal, sys
    from vdlite.cli import main

    signal.signal(signal.SIGINT, signal.default_int_handler)
    atexit.register(os.kill, os.getpid(), signal.SIGINT)
    sys.exit(main())
    """
)


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl-C is no signal that can be sent")
def test_ctrl_c_after_all_is_written_says_nothing(tmp_path):
    (tmp_path / "bowl.py").write_text(BOWL)
    options = ["--new", "--entry", "bowl:landscape", "--size", "3", "--output", "bowl.csv"]
    ended = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_AT_ITS_END, "landscape", "run", *options],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ended.returncode == 0
    assert ended.stdout.splitlines()[-2].startswith("landscape/result: 3 x 3 points, loss 6 at")
    assert ended.stdout.splitlines()[-1] == "written: bowl.csv"
    assert ended.stderr == "no snapshots in run: the entry's own model lies in the middle\n"
