"""How a training ended is in its log, where the writer could know."""

import signal
import subprocess
import sys
import textwrap
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest

import vdlite
from vdlite import LogReader, LogWriter, PayloadError
from vdlite.tensorboard import SummaryWriter
from vdlite.visualdl import LogWriter as VisualWriter


class TrialPruned(Exception):  # as Optuna calls it
    pass


class CancelledError(BaseException):
    pass


def state(folder: Path) -> tuple[str, str | None]:
    reader = LogReader(folder)
    return reader.state("."), reader.outcome(".")


ERRORS = [
    (None, "finished"),
    (ValueError("x"), "failed"),
    (MemoryError(), "failed"),
    (KeyboardInterrupt(), "killed"),
    (CancelledError(), "killed"),
    (type("OwnPruned", (TrialPruned,), {})(), "pruned"),
    (SystemExit(), "finished"),
    (SystemExit(0), "finished"),
    (SystemExit(3), "failed"),
    (SystemExit("what went wrong"), "failed"),
    (SystemExit(0.0), "failed"),  # as Python has it
    (SystemExit(np.array([1, 2])), "failed"),
    (GeneratorExit(), None),
]


@pytest.mark.parametrize(("error", "outcome"), ERRORS, ids=lambda each: repr(each))
@pytest.mark.parametrize("kind", ["writer", "limited", "run", "SummaryWriter", "VisualDL"])
def test_a_with_block_says_how_it_ended(
    tmp_path: Path, kind: str, error: BaseException | None, outcome: str | None
) -> None:
    writers = {
        "writer": lambda: LogWriter(tmp_path),
        "limited": lambda: LogWriter(tmp_path).limit(every=2),
        "run": lambda: vdlite.init(logdir=tmp_path),
        "SummaryWriter": lambda: SummaryWriter(str(tmp_path)),
        "VisualDL": lambda: VisualWriter(tmp_path),
    }
    with nullcontext() if error is None else pytest.raises(type(error)):  # noqa: SIM117
        with writers[kind]() as writer:
            if kind == "run":
                writer.log({"loss": 1.0}, 0)
            else:
                writer.add_scalar("loss", 1.0, 0)
            if error is not None:
                raise error
    assert state(tmp_path) == ("ended", outcome)


def test_close_says_what_it_is_given_and_nothing_else(tmp_path: Path) -> None:
    for name, given in {
        "a": None,
        "b": "finished",
        "c": "failed",
        "d": "pruned",
        "e": "killed",
    }.items():
        writer = LogWriter(tmp_path / name)
        writer.close(outcome=given)
        writer.close(outcome="finished")  # it has ended already
        assert state(tmp_path / name) == ("ended", given)
    writer = LogWriter(tmp_path / "f")
    for wrong in ("Failed", "", 1):
        with pytest.raises(PayloadError, match=r"outcome: got .*, want 'failed' or 'killed' or"):
            writer.close(outcome=wrong)
    assert not writer.closed
    writer.close()


def test_a_writer_of_ones_own_with_another_close_is_closed_by_that(tmp_path: Path) -> None:
    class Own(LogWriter):
        def close(self) -> None:  # type: ignore[override]
            closed.append(self)
            super().close()

    closed: list[Own] = []
    with pytest.raises(ValueError, match="x"), Own(tmp_path) as writer:
        raise ValueError("x")
    assert closed == [writer]
    assert state(tmp_path) == ("ended", "failed")


def test_a_run_that_is_finished_within_a_handler_does_not_tell(tmp_path: Path) -> None:
    run = vdlite.init(logdir=tmp_path / "handled")
    try:
        raise StopIteration
    except StopIteration:
        run.finish()
    vdlite.init(logdir=tmp_path / "plain").finish()
    vdlite.init(logdir=tmp_path / "ended").finish(outcome="killed")
    assert state(tmp_path / "handled") == ("ended", None)
    assert state(tmp_path / "plain") == ("ended", "finished")
    assert state(tmp_path / "ended") == ("ended", "killed")


def test_a_run_that_is_finished_at_the_end_of_a_program_that_failed_has_failed(
    tmp_path: Path,
) -> None:
    code = (
        "import atexit, vdlite\nrun = vdlite.init(logdir='run')\natexit.register(run.finish)\n"
        "run.log({'a': 1})\nraise RuntimeError"
    )
    (tmp_path / "program.py").write_text(code)
    subprocess.run([sys.executable, "program.py"], cwd=tmp_path, capture_output=True, check=False)
    assert state(tmp_path / "run") == ("ended", "failed")


PROGRAMS = {
    "plain": ("", None),
    "error": ("raise ValueError('x')", "failed"),
    "interrupt": ("import os, signal; os.kill(os.getpid(), signal.SIGINT); import time; time.sleep(60)", "killed"),
    "handled": ("try:\n    1 / 0\nexcept ZeroDivisionError:\n    pass", None),
    "exit": ("import sys; sys.exit(1)", None),
    "finally": (
        "try:\n    1 / 0\nfinally:\n    (writer.finish if hasattr(writer, 'finish') else writer.close)()",
        None,
    ),
    "printed": (
        # As Tk does with an error in a handler, after which its program goes on.
        (
            "import sys\ndef handler():\n    1 / 0\ntry:\n    handler()\nexcept ZeroDivisionError as error:\n"
            "    sys.last_value = error.with_traceback(error.__traceback__.tb_next)"
        ),
        None,
    ),
    "people": ("import sys; sys.ps1 = '>>> '; raise ValueError('x')", None),
}  # fmt: skip


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("how", ["script", "module"])
@pytest.mark.parametrize("kind", ["LogWriter", "init"])
def test_an_error_that_ends_the_program_reaches_writers_that_are_open(
    tmp_path: Path, program: str, how: str, kind: str
) -> None:
    body, outcome = PROGRAMS[program]
    made = "LogWriter('run')" if kind == "LogWriter" else "init(logdir='run')"
    code = f"""
        import signal
        signal.signal(signal.SIGINT, signal.default_int_handler)
        from vdlite import LogWriter, init
        writer = {made}
        (getattr(writer, "writer", writer)).add_scalar("loss", 1.0, 0)
    """
    (tmp_path / "program.py").write_text(textwrap.dedent(code) + body)
    command = ["program.py"] if how == "script" else ["-m", "program"]
    subprocess.run([sys.executable, *command], cwd=tmp_path, capture_output=True, check=False)
    assert state(tmp_path / "run") == ("ended", outcome)


def test_a_killed_program_says_nothing(tmp_path: Path) -> None:
    code = (
        f"import os, signal\nfrom vdlite import LogWriter\nwriter = LogWriter({str(tmp_path)!r})\n"
    )
    code += "writer.add_scalar('loss', 1.0, 0)\nos.kill(os.getpid(), signal.SIGKILL)"
    done = subprocess.run([sys.executable, "-c", code], check=False)
    assert done.returncode == -signal.SIGKILL
    assert state(tmp_path) == ("live", None)
